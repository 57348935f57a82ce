#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Running sums of each line: x → y of the same shape, y_j = x_0 + … + x_j. F09.
template <class T>
void running_sum_lines(const T* x, T* y, const Lines& lines);

}  // namespace galley::kernels
