#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// SiLU(gate) · up of each of `count` elements. F14.
template <class T>
void swiglu_elements(const T* gate, const T* up, T* y, Size count);

}  // namespace galley::kernels
