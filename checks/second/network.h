#pragma once
// Second route: activations and the smallest network (F10, F14).
#include "checks/second/plain.h"

namespace galley::second {

Tensor relu(const Tensor& x);
Tensor silu(const Tensor& x);
Tensor swiglu(const Tensor& gate, const Tensor& up);
Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias);

Plain silu(const Plain& x);

}  // namespace galley::second
