#include "cuda/kernels/sincos.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_sincos {

// Angles up to about 100000, where one formed in float would be off by 0.004.
template <class T>
Outcome run(const Shape& shape) {
  const std::vector<double> angles = numbers<double>(shape[0], 93, 12000);
  const DeviceArray<double> given(angles);
  DeviceArray<T> cosines(angles.size()), sines(angles.size());
  kernels::cosine_elements<T>(given.data(), cosines.data(), shape[0]);
  kernels::sine_elements<T>(given.data(), sines.data(), shape[0]);
  Outcome outcome{widened(cosines.host()), {}, {}};
  for (const double value : widened(sines.host())) outcome.got.push_back(value);
  for (const long double angle : angles) outcome.expected.push_back(std::cos(angle));
  for (const long double angle : angles) outcome.expected.push_back(std::sin(angle));
  return outcome;
}

const Table table("Sincos", run<float>, run<double>,
                  element_lines(3, "CUDA states 2 ulps for sine and cosine in double, glibc less"));

}  // namespace galley::parity::of_sincos
