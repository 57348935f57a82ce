#include "cuda/kernels/swiglu.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_swiglu {

template <class T>
Outcome run(const Shape& shape) {
  const std::vector<T> gate = numbers<T>(shape[0], 11, 2), up = numbers<T>(shape[0], 12);
  DeviceArray<T> y(gate.size());
  kernels::swiglu_elements<T>(DeviceArray<T>(gate).data(), DeviceArray<T>(up).data(), y.data(), shape[0]);
  Outcome outcome{widened(y.host()), {}, {}};
  for (std::size_t i = 0; i < gate.size(); ++i) {
    const long double g = gate[i];
    outcome.expected.push_back(g / (1 + std::exp(-g)) * up[i]);
  }
  return outcome;
}

const Table table(
    "Swiglu", run<float>, run<double>,
    element_lines(5, "exp, an addition, a division and a product: 1 + 3 · ½ ulp, doubled for safety"));

}  // namespace galley::parity::of_swiglu
