#pragma once
#include "checks/ops/softmax.h"

namespace galley {

/// Two affine maps with a ReLU between: x (…, d_in), w1 (d_in, h), b1 (h), w2 (h, d_out), b2 (d_out). F10.
struct TwoLayerNet {
  Tensor w1, b1, w2, b2;
};

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

  /// relu(x·w1 + b1): the hidden state, (…, d_in) → (…, h). F10.
  virtual Tensor hidden_state(const Tensor& x, const TwoLayerNet& net) const;

  /// The forward pass, relu(x·w1 + b1)·w2 + b2: (…, d_in) → (…, d_out). F10.
  virtual Tensor forward_pass(const Tensor& x, const TwoLayerNet& net) const;

  /// x + relu(x), with x left as it was: a skip past the activation. F10, F14.
  virtual Tensor add_relu(const Tensor& x) const;

  /// How many numbers these tables hold; a table that stands there twice (tied) counts once. F10.
  virtual std::int64_t count_parameters(const std::vector<Tensor>& tables) const;

  /// The net with its hidden units in another order: unit i of the result is unit order[i]. F10.
  virtual TwoLayerNet reorder_hidden(const TwoLayerNet& net, const Ids& order) const;

  /// Gradient of ½ Σ (forward − target)² with respect to each parameter; x (n, d_in), target (n, d_out).
  /// ReLU's slope at 0 is 0. F10.
  virtual TwoLayerNet gradient(const TwoLayerNet& net, const Tensor& x, const Tensor& target) const;

  /// The net after one step of training, each parameter minus rate times its gradient; with
  /// `first_layer_frozen` w1 and b1 stay. F10.
  virtual TwoLayerNet training_step(const TwoLayerNet& net, const Tensor& x, const Tensor& target,
                                    double rate, bool first_layer_frozen) const;
};

}  // namespace galley
