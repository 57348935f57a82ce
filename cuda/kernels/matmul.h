#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Matrix products: a (…, m, n), b (…, n, p) → out (…, m, p), matrices row-major. `matrices` is the shape of
/// the leading axes and, for a and b, their strides counted in matrices, 0 where one is used again. F07.
template <class T>
void matmul(const T* a, const T* b, T* out, const Layout<2>& matrices, Size m, Size n, Size p);

}  // namespace galley::kernels
