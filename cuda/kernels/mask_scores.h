#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Scores where reading is allowed, −∞ where not: scores (count), may_read (count) bytes → out (count).
/// Chosen, not added, so that what stands behind the mask does not matter. F12.
template <class T>
void mask_scores(const T* scores, const std::uint8_t* may_read, T* out, Size count);

}  // namespace galley::kernels
