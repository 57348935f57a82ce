#include "cuda/kernels/argmax_lines.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_argmax_lines {

template <class T>
Outcome run(const Shape& shape) {
  // The largest value stands in two places of every second line, both past the first warp where there is one;
  // in the others several places share it from early on. Line 0 begins with NaN, the last line is −∞
  // throughout.
  std::vector<T> x = whole_numbers<T>(count_of(shape), 33, 1, 5);
  for (std::int64_t o = 0; o < shape[0]; o += 2)
    for (const std::int64_t j : {shape[1] * 3 / 4, shape[1] - 1})
      if (!x.empty()) x[static_cast<std::size_t>((o * shape[1] + j) * shape[2])] = 9;
  if (!x.empty()) x[0] = static_cast<T>(NAN);
  for (std::int64_t j = 0; j < shape[1] && shape[0] > 2; ++j)
    x[x.size() - 1 - static_cast<std::size_t>(j)] = -INFINITY;
  DeviceArray<std::int64_t> y(static_cast<std::size_t>(shape[0] * shape[2]));
  kernels::argmax_lines<T>(DeviceArray<T>(x).data(), y.data(), {shape[0], shape[1], shape[2]});
  Outcome outcome{widened(y.host()), {}, {}};
  for (std::int64_t o = 0; o < shape[0]; ++o)
    for (std::int64_t i = 0; i < shape[2]; ++i) {
      const auto at = [&](std::int64_t j) {
        return static_cast<std::size_t>((o * shape[1] + j) * shape[2] + i);
      };
      std::int64_t best = -1;
      for (std::int64_t j = 0; j < shape[1]; ++j)
        if (!std::isnan(x[at(j)]) && (best < 0 || x[at(j)] > x[at(best)])) best = j;
      outcome.expected.push_back(static_cast<long double>(best < 0 ? 0 : best));
    }
  return outcome;
}

std::vector<Line> lines_with_one_trivial() {
  std::vector<Line> lines = axis_lines(0, "places are exact");
  for (Line& line : lines) line.trivial = line.trivial || line.shape[1] == 1;  // the only place is 0
  return lines;
}

const Table table("ArgmaxLines", run<float>, run<double>, lines_with_one_trivial());

}  // namespace galley::parity::of_argmax_lines
