#pragma once

#include "checks/ndarray.h"
#include "cuda/kernels/lines.h"

namespace galley {

/// Strides that a row-major operand has under a shape that it broadcasts to, aligned from the right; 0 where
/// it repeats. F08.
Strides strides_under(const Shape& shape, const Shape& operand);

/// True if both shapes broadcast to one, which is then in `result`.
bool broadcasts(const Shape& a, const Shape& b, Shape& result);

/// A shape and its operands' strides for a kernel: axes of length 1 left out, neighbours joined where every
/// operand allows it.
template <int N>
kernels::Layout<N> layout_of(const Shape& shape, const Strides (&strides)[N]);

}  // namespace galley
