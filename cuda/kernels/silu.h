#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// x · sigmoid(x) of each of `count` elements. F14.
template <class T>
void silu_elements(const T* x, T* y, Size count);

}  // namespace galley::kernels
