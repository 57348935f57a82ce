#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// 1 / (1 + e^−x) of each of `count` elements. F09.
template <class T>
void sigmoid_elements(const T* x, T* y, Size count);

}  // namespace galley::kernels
