#include "cuda/kernels/sqrt.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_sqrt {

template <class T>
Outcome run(const Shape& shape) {
  std::vector<T> x = numbers<T>(shape[0], 3, 2);
  for (T& value : x) value = std::fabs(value);
  DeviceArray<T> y(x.size());
  kernels::sqrt_elements<T>(DeviceArray<T>(x).data(), y.data(), shape[0]);
  Outcome outcome{widened(y.host()), {}, {}};
  for (const long double v : x) outcome.expected.push_back(std::sqrt(v));
  return outcome;
}

const Table table("Sqrt", run<float>, run<double>, element_lines(0.5, "a correctly rounded operation"));

}  // namespace galley::parity::of_sqrt
