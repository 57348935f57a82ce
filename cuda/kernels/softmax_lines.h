#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Softmax of each line, the largest score subtracted first: x → y of the same shape. A line of −∞ only gives
/// zeros. F09.
template <class T>
void softmax_lines(const T* x, T* y, const Lines& lines);

}  // namespace galley::kernels
