#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Lays a view row-major: x seen under `layout` (shape of y, strides of x) → y. Moves bits and computes
/// nothing. F08.
template <class T>
void permute(const T* x, T* y, const Layout<1>& layout);

}  // namespace galley::kernels
