#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// (x − mean) / √(variance + ε) · γ + β of each row, variance over cols: x (rows, cols), gamma and beta
/// (cols) → y (rows, cols). F14.
template <class T>
void layer_norm_rows(const T* x, const T* gamma, const T* beta, T* y, Size rows, Size cols, T epsilon);

}  // namespace galley::kernels
