#include "cuda/kernels/subtract_max_lines.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_subtract_max_lines {

template <class T>
Outcome run(const Shape& shape) {
  std::vector<T> x = numbers<T>(count_of(shape), 34, 3);
  for (std::int64_t j = 0; j < shape[1] && shape[0] > 2; ++j)
    x[x.size() - 1 - static_cast<std::size_t>(j)] = -INFINITY;
  DeviceArray<T> y(x.size());
  kernels::subtract_max_lines<T>(DeviceArray<T>(x).data(), y.data(), {shape[0], shape[1], shape[2]});
  Outcome outcome{widened(y.host()), std::vector<long double>(x.size()), {}};
  for (std::int64_t o = 0; o < shape[0]; ++o)
    for (std::int64_t i = 0; i < shape[2]; ++i) {
      const auto at = [&](std::int64_t j) {
        return static_cast<std::size_t>((o * shape[1] + j) * shape[2] + i);
      };
      long double most = -INFINITY;
      for (std::int64_t j = 0; j < shape[1]; ++j) most = std::max<long double>(most, x[at(j)]);
      for (std::int64_t j = 0; j < shape[1]; ++j)
        outcome.expected[at(j)] = std::isinf(most) ? x[at(j)] : x[at(j)] - most;
    }
  return outcome;
}

// A line of one element is 0 throughout.
std::vector<Line> lines_with_one_trivial() {
  std::vector<Line> lines = axis_lines(0.5, "one correctly rounded subtraction");
  for (Line& line : lines) line.trivial = line.trivial || line.shape[1] == 1;
  return lines;
}

const Table table("SubtractMaxLines", run<float>, run<double>, lines_with_one_trivial());

}  // namespace galley::parity::of_subtract_max_lines
