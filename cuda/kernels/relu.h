#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// max(x, 0) of each of `count` elements; NaN stays NaN. F10.
template <class T>
void relu_elements(const T* x, T* y, Size count);

}  // namespace galley::kernels
