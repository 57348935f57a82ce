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

Tensor NetworkOps::hidden_state(const Tensor& x, const TwoLayerNet& net) const {
  return relu(affine(x, net.w1, net.b1));
}

Tensor NetworkOps::forward_pass(const Tensor& x, const TwoLayerNet& net) const {
  return affine(hidden_state(x, net), net.w2, net.b2);
}

Tensor NetworkOps::add_relu(const Tensor& x) const { return add(x, relu(x)); }

std::int64_t NetworkOps::count_parameters(const std::vector<Tensor>& tables) const {
  std::int64_t count = 0;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const bool tied = std::any_of(
        tables.begin(), tables.begin() + static_cast<std::ptrdiff_t>(i), [&](const Tensor& earlier) {
          return earlier.shares_storage_with(tables[i]) && earlier.size() == tables[i].size() &&
                 earlier.offset() == tables[i].offset();
        });
    if (!tied) count += tables[i].size();
  }
  return count;
}

TwoLayerNet NetworkOps::reorder_hidden(const TwoLayerNet& net, const Ids& order) const {
  const Tensor columns = transpose(embed(transpose(net.w1), order));
  const Tensor biases = squeeze(embed(unsqueeze(net.b1, 1), order), 1);
  return {columns, biases, embed(net.w2, order), net.b2};
}

TwoLayerNet NetworkOps::gradient(const TwoLayerNet& net, const Tensor& x, const Tensor& target) const {
  const Tensor before = affine(x, net.w1, net.b1);
  const Tensor off = subtract(forward_pass(x, net), target);
  const Tensor open =
      elements::map(precision_, before, [](auto v) { return v > 0 ? decltype(v){1} : decltype(v){0}; });
  const Tensor back = multiply(matmul(off, transpose(net.w2)), open);
  return {matmul(transpose(x), back), squeeze(sum(back, 0), 0), matmul(transpose(relu(before)), off),
          squeeze(sum(off, 0), 0)};
}

TwoLayerNet NetworkOps::training_step(const TwoLayerNet& net, const Tensor& x, const Tensor& target,
                                      double rate, bool first_layer_frozen) const {
  const TwoLayerNet slope = gradient(net, x, target);
  const auto moved = [&](const Tensor& parameter, const Tensor& g) {
    return subtract(parameter, multiply(scalar(rate), g));
  };
  const TwoLayerNet next{moved(net.w1, slope.w1), moved(net.b1, slope.b1), moved(net.w2, slope.w2),
                         moved(net.b2, slope.b2)};
  return first_layer_frozen ? TwoLayerNet{net.w1, net.b1, next.w2, next.b2} : next;
}

}  // namespace galley
