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

}  // namespace galley::second
