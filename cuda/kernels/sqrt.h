#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Square root of each of `count` elements. F05.
template <class T>
void sqrt_elements(const T* x, T* y, Size count);

}  // namespace galley::kernels
