#include "checks/second/network.h"

#include <cmath>

#include "checks/second/array.h"
#include "checks/second/linear.h"

namespace galley::second {

Tensor relu(const Tensor& x) {
  return tensor(each(plain(x), [](Real v) { return std::isnan(v) || v > 0 ? v : Real{0}; }));
}

Plain silu(const Plain& x) {
  return each(x, [](Real v) { return v / (1 + std::exp(-v)); });
}

Tensor silu(const Tensor& x) { return tensor(silu(plain(x))); }

Tensor swiglu(const Tensor& gate, const Tensor& up) { return tensor(multiply(silu(plain(gate)), plain(up))); }

Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  return tensor(add(matmul(plain(x), plain(weight)), plain(bias)));
}

Tensor forward_pass(const Tensor& x, const TwoLayerNet& net) {
  return affine(relu(affine(x, net.w1, net.b1)), net.w2, net.b2);
}

Tensor hidden_state(const Tensor& x, const TwoLayerNet& net) { return relu(affine(x, net.w1, net.b1)); }

Tensor add_relu(const Tensor& x) {
  return tensor(each(plain(x), [](Real v) { return v > 0 ? 2 * v : v; }));
}

std::int64_t count_parameters(const std::vector<Tensor>& tables) {
  std::int64_t count = 0;
  for (const Tensor& table : tables) {
    // The first of tied tables counts.
    for (const Tensor& first : tables) {
      if (first.shares_storage_with(table) && first.offset() == table.offset() &&
          first.size() == table.size()) {
        if (&first == &table) count += table.size();
        break;
      }
    }
  }
  return count;
}

TwoLayerNet reorder_hidden(const TwoLayerNet& net, const Ids& order) {
  const Plain w1 = plain(net.w1);
  const Plain b1 = plain(net.b1);
  const Plain w2 = plain(net.w2);
  return {tensor(build(w1.shape,
                       [&](const Index& i) {
                         return read(w1, {i[0], order.at({i[1]})});
                       })),
          tensor(build(b1.shape, [&](const Index& i) { return read(b1, {order.at({i[0]})}); })),
          tensor(build(w2.shape,
                       [&](const Index& i) {
                         return read(w2, {order.at({i[0]}), i[1]});
                       })),
          net.b2};
}

namespace {

Real squared_loss(const TwoLayerNet& net, const Tensor& x, const Tensor& target) {
  const std::vector<double> got = forward_pass(x, net).values();
  const std::vector<double> want = target.values();
  Real loss = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    loss += (Real{got[i]} - want[i]) * (Real{got[i]} - want[i]) / 2;
  return loss;
}

/// Slope of the loss along each element of one parameter of the net.
Tensor slopes(const TwoLayerNet& net, Tensor TwoLayerNet::*parameter, const Tensor& x, const Tensor& target) {
  // The loss is a quadratic of each parameter between two kinks of ReLU, so that a step of 2^-10 is exact but
  // for rounding.
  const double step = 1.0 / 1024;
  const std::vector<double> values = (net.*parameter).values();
  std::vector<double> result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto loss_at = [&](double value) {
      TwoLayerNet moved = net;
      std::vector<double> changed = values;
      changed[i] = value;
      moved.*parameter = Tensor((net.*parameter).shape(), changed);
      return squared_loss(moved, x, target);
    };
    result.push_back(
        static_cast<double>((loss_at(values[i] + step) - loss_at(values[i] - step)) / (2 * Real{step})));
  }
  return Tensor((net.*parameter).shape(), result);
}

}  // namespace

TwoLayerNet gradient(const TwoLayerNet& net, const Tensor& x, const Tensor& target) {
  return {slopes(net, &TwoLayerNet::w1, x, target), slopes(net, &TwoLayerNet::b1, x, target),
          slopes(net, &TwoLayerNet::w2, x, target), slopes(net, &TwoLayerNet::b2, x, target)};
}

TwoLayerNet training_step(const TwoLayerNet& net, const Tensor& x, const Tensor& target, double rate,
                          bool first_layer_frozen) {
  const TwoLayerNet slope = gradient(net, x, target);
  const auto moved = [&](const Tensor& parameter, const Tensor& g) {
    const Plain from = plain(parameter);
    const Plain along = plain(g);
    return tensor(build(from.shape, [&](const Index& i) { return read(from, i) - rate * read(along, i); }));
  };
  TwoLayerNet next{net.w1, net.b1, moved(net.w2, slope.w2), moved(net.b2, slope.b2)};
  if (first_layer_frozen) return next;
  next.w1 = moved(net.w1, slope.w1);
  next.b1 = moved(net.b1, slope.b1);
  return next;
}

}  // namespace galley::second
