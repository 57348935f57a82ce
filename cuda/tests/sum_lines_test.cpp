#include "cuda/kernels/sum_lines.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_sum_lines {

template <class T>
Outcome run(const Shape& shape) {
  const std::vector<T> x = whole_numbers<T>(count_of(shape), 31, -9, 10);
  DeviceArray<T> y(static_cast<std::size_t>(shape[0] * shape[2]));
  kernels::sum_lines<T>(DeviceArray<T>(x).data(), y.data(), {shape[0], shape[1], shape[2]});
  Outcome outcome{widened(y.host()), {}, {}};
  for (std::int64_t o = 0; o < shape[0]; ++o)
    for (std::int64_t i = 0; i < shape[2]; ++i) {
      const auto at = [&](std::int64_t j) {
        return static_cast<std::size_t>((o * shape[1] + j) * shape[2] + i);
      };
      long double sum = 0;
      for (std::int64_t j = 0; j < shape[1]; ++j) sum += x[at(j)];
      outcome.expected.push_back(sum);
    }
  return outcome;
}

const Table table("SumLines", run<float>, run<double>,
                  axis_lines(0, "sums of small integers are exact", true));

}  // namespace galley::parity::of_sum_lines
