#include "cuda/kernels/exp.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_exp {

template <class T>
Outcome run(const Shape& shape) {
  const std::vector<T> x = numbers<T>(shape[0], 3, 2);
  DeviceArray<T> y(x.size());
  kernels::exp_elements<T>(DeviceArray<T>(x).data(), y.data(), shape[0]);
  Outcome outcome{widened(y.host()), {}, {}};
  for (const long double v : x) outcome.expected.push_back(std::exp(v));
  return outcome;
}

const Table table(
    "Exp", run<float>, run<double>,
    element_lines(3, "CUDA states 1 ulp for exp in float and in double, glibc less; an ulp is at most 1 ε"));

}  // namespace galley::parity::of_exp
