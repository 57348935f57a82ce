#pragma once

#include "cuda/kernels/format.h"
#include "cuda/kernels/reduce.h"

namespace galley::kernels {

/// `value` rounded to a binary format of so many significand bits (the leading one included), ties to even,
/// ±∞ beyond `largest`. F06.
__device__ __forceinline__ double rounded(double value, int significand_bits, int lowest_exponent,
                                          double largest) {
  if (value == 0 || isinf(value) || value != value) return value;
  int exponent = 0;
  frexp(value, &exponent);  // |value| lies in [2^(exponent−1), 2^exponent)
  const int last = exponent - significand_bits, last_bit = last > lowest_exponent ? last : lowest_exponent;
  const double result = ldexp(nearbyint(ldexp(value, -last_bit)), last_bit);
  return fabs(result) > largest ? copysign(static_cast<double>(INFINITY), value) : result;
}

/// `value` as a format keeps it: the nearest number, ties to even; whole formats drop the fraction, and uint8
/// keeps the lowest 8 bits. F06.
__device__ __forceinline__ double kept(Format format, double value) {
  switch (format) {
    case Format::float64:
      return value;
    case Format::float32:
      return static_cast<double>(static_cast<float>(value));
    case Format::float16:
      return rounded(value, 11, -24, 65504.0);
    case Format::bfloat16:
      return rounded(value, 8, -133, ldexp(255.0, 120));
    case Format::int64:
      return trunc(value);
    case Format::uint8:
      return trunc(value) - 256 * floor(trunc(value) / 256);
  }
  return value;
}

}  // namespace galley::kernels
