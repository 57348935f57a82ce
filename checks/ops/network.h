#pragma once
#include "checks/ops/softmax.h"

namespace galley {

/// The smallest network: activations and the feed-forward block (F10, F14).
class NetworkOps : public SoftmaxOps {
 public:
  using SoftmaxOps::SoftmaxOps;

  /// max(x, 0) of each element; NaN stays NaN. F10.
  virtual Tensor relu(const Tensor& x) const;

  /// x · sigmoid(x) of each element. F14.
  virtual Tensor silu(const Tensor& x) const;

  /// SiLU(gate) · up, element by element: the gate branch passes through SiLU. F14.
  virtual Tensor swiglu(const Tensor& gate, const Tensor& up) const;

  /// x·W + b: (…, d_in) × (d_in, d_out) + (d_out) → (…, d_out), at each position alone. F10.
  virtual Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias) const;
};

}  // namespace galley
