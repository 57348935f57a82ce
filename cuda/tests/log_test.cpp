#include "cuda/kernels/log.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_log {

template <class T>
std::vector<T> positive_numbers(std::int64_t count) {
  std::vector<T> values = numbers<T>(count, 4, 3);
  for (T& value : values) value = std::fabs(value);
  if (count > 1) values[1] = 0;  // its logarithm is −∞
  return values;
}

template <class T>
Outcome run(const Shape& shape) {
  const std::vector<T> x = positive_numbers<T>(shape[0]);
  DeviceArray<T> y(x.size());
  kernels::log_elements<T>(DeviceArray<T>(x).data(), y.data(), shape[0]);
  Outcome outcome{widened(y.host()), {}, {}};
  for (const long double v : x) outcome.expected.push_back(std::log(v));
  return outcome;
}

const Table table(
    "Log", run<float>, run<double>,
    element_lines(3, "CUDA states 1 ulp for log in float and in double, glibc less; an ulp is at most 1 ε"));

}  // namespace galley::parity::of_log
