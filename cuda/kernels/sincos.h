#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Cosine and sine of each of `count` angles in radians, taken in double and rounded once to T. F13.
template <class T>
void cosine_elements(const double* angles, T* y, Size count);
template <class T>
void sine_elements(const double* angles, T* y, Size count);

}  // namespace galley::kernels
