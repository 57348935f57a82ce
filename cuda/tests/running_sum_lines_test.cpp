#include "cuda/kernels/running_sum_lines.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_running_sum_lines {

template <class T>
Outcome run(const Shape& shape) {
  const std::vector<T> x = whole_numbers<T>(count_of(shape), 32, -9, 10);
  DeviceArray<T> y(x.size());
  kernels::running_sum_lines<T>(DeviceArray<T>(x).data(), y.data(), {shape[0], shape[1], shape[2]});
  Outcome outcome{widened(y.host()), std::vector<long double>(x.size()), {}};
  for (std::int64_t o = 0; o < shape[0]; ++o)
    for (std::int64_t i = 0; i < shape[2]; ++i) {
      const auto at = [&](std::int64_t j) {
        return static_cast<std::size_t>((o * shape[1] + j) * shape[2] + i);
      };
      long double sum = 0;
      for (std::int64_t j = 0; j < shape[1]; ++j) outcome.expected[at(j)] = sum += x[at(j)];
    }
  return outcome;
}

constexpr const char* kExact = "sums of small integers are exact";

std::vector<Line> lines_with_long_ones() {
  std::vector<Line> lines = axis_lines(0, kExact);
  lines.push_back({{1, 2049, 1}, "one over what a block sums at once", 0, kExact});
  lines.push_back({{2, 4999, 1}, "prime, three runs of a block", 0, kExact});
  return lines;
}

const Table table("RunningSumLines", run<float>, run<double>, lines_with_long_ones());

}  // namespace galley::parity::of_running_sum_lines
