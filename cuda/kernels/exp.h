#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// e to each of `count` elements. F09.
template <class T>
void exp_elements(const T* x, T* y, Size count);

}  // namespace galley::kernels
