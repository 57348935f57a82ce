#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Each line minus its largest element: x → y of the same shape. A line of −∞ only stays as it is. F09.
template <class T>
void subtract_max_lines(const T* x, T* y, const Lines& lines);

}  // namespace galley::kernels
