#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Causal attention in one kernel, without a table of scores: q (heads, n, d_k), k (heads, m, d_k), v (heads,
/// m, d_v) → out (heads, n, d_v). Query i stands at position first_position + i and reads keys j ≤ that, j <
/// m; with cached keys first_position is m − n. A query that may read nothing gives zeros. Throws DeviceError
/// for d_k = 0. F11, F12, F16.
template <class T>
void causal_attention(const T* q, const T* k, const T* v, T* out, Size heads, Size n, Size m, Size d_k,
                      Size d_v, Size first_position);

}  // namespace galley::kernels
