#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Softmax of each row over what may be read: scores (rows, cols), may_read (rows, cols) bytes → shares
/// (rows, cols), row-major, on the device. Where may_read is 0 the share is 0; a row that may read nothing,
/// or only scores of −∞, gives zeros. F12.
template <class T>
void masked_softmax_rows(const T* scores, const std::uint8_t* may_read, T* shares, Size rows, Size cols);

}  // namespace galley::kernels
