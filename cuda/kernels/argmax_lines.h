#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Place of the largest element of each line, the first of equal ones: x → y (outer, inner). NaN is never the
/// largest; a line of NaN only gives 0. F02, F09.
template <class T>
void argmax_lines(const T* x, std::int64_t* y, const Lines& lines);

}  // namespace galley::kernels
