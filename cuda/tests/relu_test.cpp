#include "cuda/kernels/relu.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_relu {

template <class T>
std::vector<T> with_nan(std::int64_t count) {
  std::vector<T> values = numbers<T>(count, 6);
  if (count > 1) values[1] = static_cast<T>(NAN);  // must stay
  if (count == 1) values[0] = 3;                   // all results would be 0
  return values;
}

template <class T>
Outcome run(const Shape& shape) {
  const std::vector<T> x = with_nan<T>(shape[0]);
  DeviceArray<T> y(x.size());
  kernels::relu_elements<T>(DeviceArray<T>(x).data(), y.data(), shape[0]);
  Outcome outcome{widened(y.host()), {}, {}};
  for (const long double v : x) outcome.expected.push_back(v < 0 ? 0 : v);
  return outcome;
}

const Table table("Relu", run<float>, run<double>, element_lines(0, "no arithmetic"));

}  // namespace galley::parity::of_relu
