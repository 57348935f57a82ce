#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Writes new rows (B, n, width) into a cache (B, capacity, width) at positions start … start + n, in place;
/// the rest of the cache is untouched. Throws DeviceError if they do not fit. F16.
template <class T>
void append_rows(T* cache, const T* rows, Size batch, Size capacity, Size start, Size n, Size width);

}  // namespace galley::kernels
