#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// x / √(mean of squares + ε) · γ of each row; no centring: x (rows, cols), gamma (cols) → y (rows, cols).
/// F14.
template <class T>
void rms_norm_rows(const T* x, const T* gamma, T* y, Size rows, Size cols, T epsilon);

}  // namespace galley::kernels
