#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Each line divided by its sum: x → y of the same shape. Where the sum is 0 the line stays as it is. F09.
template <class T>
void normalise_lines(const T* x, T* y, const Lines& lines);

}  // namespace galley::kernels
