#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// The same product as matmul() by cuBLAS, for products so large that it pays (m · n · p ≥ 2^24). False, and
/// nothing done: smaller ones, leading axes that are not evenly spaced, no cuBLAS on this machine, or
/// emulated. Throws DeviceError if cuBLAS reports an error. Float products are computed in float, not in
/// TF32. F07.
template <class T>
bool fast_matmul(const T* a, const T* b, T* out, const Layout<2>& matrices, Size m, Size n, Size p);

}  // namespace galley::kernels
