#include "checks/ops/network.h"

#include "checks/ops/elements.h"

namespace galley {

Tensor NetworkOps::relu(const Tensor& x) const {
  // Written so that NaN, for which no comparison holds, passes through.
  return elements::map(precision_, x, [](auto v) { return v < 0 ? decltype(v){0} : v; });
}

Tensor NetworkOps::silu(const Tensor& x) const { return multiply(x, sigmoid(x)); }

Tensor NetworkOps::swiglu(const Tensor& gate, const Tensor& up) const { return multiply(silu(gate), up); }

Tensor NetworkOps::affine(const Tensor& x, const Tensor& weight, const Tensor& bias) const {
  return add(matmul(x, weight), bias);
}

}  // namespace galley
