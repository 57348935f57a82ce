#pragma once

#include <cstdint>

namespace galley::kernels {

/// Softmax of each row over what may be read: scores (rows, cols), may_read (rows, cols) bytes, shares (rows,
/// cols), row-major, on the device. Where may_read is 0 the share is 0; a row that may read nothing, or only
/// scores of −∞, gives zeros. F12.
void masked_softmax_rows(const float* scores, const std::uint8_t* may_read, float* shares, std::int64_t rows,
                         std::int64_t cols);
void masked_softmax_rows(const double* scores, const std::uint8_t* may_read, double* shares,
                         std::int64_t rows, std::int64_t cols);

}  // namespace galley::kernels
