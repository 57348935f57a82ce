#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Natural logarithm of each of `count` elements; ln 0 = −∞. F09.
template <class T>
void log_elements(const T* x, T* y, Size count);

}  // namespace galley::kernels
