#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

enum class Arithmetic { add, subtract, multiply, divide, smaller };

/// out = a ∘ b element by element, broadcast: `layout` gives the shape of `out` (row-major) and the strides
/// of a and b under it. F08.
template <class T>
void broadcast_zip(Arithmetic operation, const T* a, const T* b, T* out, const Layout<2>& layout);

}  // namespace galley::kernels
