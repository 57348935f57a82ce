#include "cuda/kernels/softmax_lines.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_softmax_lines {

// The first line lies near 1000, where exp without the shift is ∞; the last is −∞ throughout.
template <class T>
Outcome run(const Shape& shape) {
  std::vector<T> x = numbers<T>(count_of(shape), 36, 2);
  for (std::int64_t j = 0; j < shape[1] && shape[0] > 2; ++j)
    x[x.size() - 1 - static_cast<std::size_t>(j)] = -INFINITY;
  for (std::int64_t j = 0; j < shape[1] && shape[0] > 0; ++j)
    x[static_cast<std::size_t>(j * shape[2])] += 1000;
  DeviceArray<T> y(x.size());
  kernels::softmax_lines<T>(DeviceArray<T>(x).data(), y.data(), {shape[0], shape[1], shape[2]});
  Outcome outcome{widened(y.host()), std::vector<long double>(x.size()), {}};
  for (std::int64_t o = 0; o < shape[0]; ++o)
    for (std::int64_t i = 0; i < shape[2]; ++i) {
      const auto at = [&](std::int64_t j) {
        return static_cast<std::size_t>((o * shape[1] + j) * shape[2] + i);
      };
      long double sum = 0;
      for (std::int64_t j = 0; j < shape[1]; ++j) sum += std::exp(static_cast<long double>(x[at(j)]));
      for (std::int64_t j = 0; j < shape[1]; ++j)
        outcome.expected[at(j)] = sum == 0 ? 0 : std::exp(static_cast<long double>(x[at(j)])) / sum;
    }
  return outcome;
}

const Table table(
    "SoftmaxLines", run<float>, run<double>,
    axis_lines(24, "x − max is rounded at up to 32, half an ulp of which is 16 ε of the exponential"));

}  // namespace galley::parity::of_softmax_lines
