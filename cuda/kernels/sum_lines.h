#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Sum of each line: x → y (outer, inner). A line of no elements has sum 0. F02.
template <class T>
void sum_lines(const T* x, T* y, const Lines& lines);

}  // namespace galley::kernels
