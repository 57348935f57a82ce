// Activations (F10, F14).
#include "cuda/kernels/relu.h"
#include "cuda/kernels/silu.h"
#include "cuda/kernels/swiglu.h"
#include "cuda/words/on_kernels.h"

namespace galley {

using namespace on_kernels;  // NOLINT: for this folder only

Tensor DeviceOps::relu(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::relu_elements(a...); });
}

Tensor DeviceOps::silu(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::silu_elements(a...); });
}

Tensor DeviceOps::swiglu(const Tensor& gate, const Tensor& up) const {
  if (gate.shape() != up.shape()) return Ops::swiglu(gate, up);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> y(count_of(gate.shape()));
    kernels::swiglu_elements<T>(on_device<T>(gate).data(), on_device<T>(up).data(), y.data(), gate.size());
    return from_device(gate.shape(), y);
  });
}

}  // namespace galley
