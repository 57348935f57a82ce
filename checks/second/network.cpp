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

}  // namespace galley::second
