#pragma once
// Second route: activations and the smallest network (F10, F14).
#include "checks/ops/network.h"
#include "checks/second/plain.h"

namespace galley::second {

Tensor relu(const Tensor& x);
Tensor silu(const Tensor& x);
Tensor swiglu(const Tensor& gate, const Tensor& up);
Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias);

/// relu(x·w1 + b1)·w2 + b2, with plain loops over rows. F10.
Tensor forward_pass(const Tensor& x, const TwoLayerNet& net);
Tensor hidden_state(const Tensor& x, const TwoLayerNet& net);
Tensor add_relu(const Tensor& x);
std::int64_t count_parameters(const std::vector<Tensor>& tables);
TwoLayerNet reorder_hidden(const TwoLayerNet& net, const Ids& order);

/// Central differences of ½ Σ (forward − target)² for each parameter: the slope measured, not derived. F10.
TwoLayerNet gradient(const TwoLayerNet& net, const Tensor& x, const Tensor& target);
TwoLayerNet training_step(const TwoLayerNet& net, const Tensor& x, const Tensor& target, double rate,
                          bool first_layer_frozen);

Plain silu(const Plain& x);

}  // namespace galley::second
