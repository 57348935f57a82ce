#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Shares where reading is allowed, 0 where not: shares (count), may_read (count) bytes → out (count). F12.
template <class T>
void zero_forbidden(const T* shares, const std::uint8_t* may_read, T* out, Size count);

}  // namespace galley::kernels
