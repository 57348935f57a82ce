#include "cuda/kernels/sigmoid.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_sigmoid {

template <class T>
Outcome run(const Shape& shape) {
  const std::vector<T> x = numbers<T>(shape[0], 3, 2);
  DeviceArray<T> y(x.size());
  kernels::sigmoid_elements<T>(DeviceArray<T>(x).data(), y.data(), shape[0]);
  Outcome outcome{widened(y.host()), {}, {}};
  for (const long double v : x) outcome.expected.push_back(1 / (1 + std::exp(-v)));
  return outcome;
}

const Table table("Sigmoid", run<float>, run<double>,
                  element_lines(4, "exp, an addition and a division: 1 + ½ + ½ ulp, doubled for safety"));

}  // namespace galley::parity::of_sigmoid
