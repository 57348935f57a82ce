#pragma once

#include "cuda/kernels/pairing.h"
#include "cuda/kernels/reduce.h"

namespace galley::kernels {

/// Turns pair `pair` of a row of x, of `width` features from `row` on, counter-clockwise by an angle and
/// writes it to y. Sine and cosine are taken in double and rounded once: at large positions an angle in float
/// would blur.
template <class T>
__device__ __forceinline__ void turn(const T* x, T* y, Size row, Size width, Size pair, double angle,
                                     Pairing pairing) {
  const bool neighbours = pairing == Pairing::neighbours;
  const Size first = row + (neighbours ? 2 * pair : pair), second = first + (neighbours ? 1 : width / 2);
  const T c = static_cast<T>(cos(angle)), s = static_cast<T>(sin(angle));
  const T a = x[first], b = x[second];
  y[first] = a * c - b * s;
  y[second] = a * s + b * c;
}

}  // namespace galley::kernels
