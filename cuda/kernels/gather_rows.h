#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Rows of a table: table (rows, width), ids (count) → out (count, width). An id outside [0, rows) gives a
/// row of NaN: a kernel cannot refuse it, so callers check first. F05.
template <class T>
void gather_rows(const T* table, const std::int64_t* ids, T* out, Size rows, Size width, Size count);

}  // namespace galley::kernels
