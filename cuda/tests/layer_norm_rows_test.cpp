#include "cuda/kernels/layer_norm_rows.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_layer_norm_rows {

// Odd rows lie near 1000: there the mean of squares minus the square of the mean would lose every digit.
template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t rows = shape[0], cols = shape[1];
  const T epsilon = static_cast<T>(1e-5);
  std::vector<T> x = numbers<T>(rows * cols, 81);
  for (std::int64_t i = 0; i < rows * cols; ++i)
    if (i / cols % 2) x[static_cast<std::size_t>(i)] += 1000;
  const std::vector<T> gamma = numbers<T>(cols, 82), beta = numbers<T>(cols, 83);
  DeviceArray<T> y(x.size());
  kernels::layer_norm_rows<T>(DeviceArray<T>(x).data(), DeviceArray<T>(gamma).data(),
                              DeviceArray<T>(beta).data(), y.data(), rows, cols, epsilon);

  Outcome outcome{widened(y.host()), {}, {}};
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto at = [&](std::int64_t c) {
      return static_cast<long double>(x[static_cast<std::size_t>(r * cols + c)]);
    };
    long double mean = 0, squares = 0;
    for (std::int64_t c = 0; c < cols; ++c) mean += at(c) / static_cast<long double>(cols);
    for (std::int64_t c = 0; c < cols; ++c) squares += (at(c) - mean) * (at(c) - mean);
    const long double deviation = std::sqrt(squares / static_cast<long double>(cols) + epsilon);
    for (std::int64_t c = 0; c < cols; ++c) {
      const long double g = gamma[static_cast<std::size_t>(c)], b = beta[static_cast<std::size_t>(c)];
      outcome.expected.push_back((at(c) - mean) / deviation * g + b);
      outcome.magnitude.push_back((std::fabs(at(c)) + std::fabs(mean)) / deviation * std::fabs(g) +
                                  std::fabs(b));
    }
  }
  return outcome;
}

constexpr const char* kRounding =
    "the mean passes 15 additions at the size of x, ½ ulp each; centring is that much off";

const Table table("LayerNormRows", run<float>, run<double>,
                  {{{0, 4}, "no rows", 8, kRounding, true},
                   {{3, 0}, "no columns", 8, kRounding, true},
                   {{2, 1}, "one column: the row is its mean", 8, kRounding},
                   {{3, 4}, "the book's size, below a warp", 8, kRounding},
                   {{4, 33}, "one over a warp", 8, kRounding},
                   {{2, 256}, "exactly the largest block", 8, kRounding},
                   {{4, 257}, "longer than a block", 8, kRounding},
                   {{3, 1021}, "prime, four columns a thread", 8, kRounding}});

}  // namespace galley::parity::of_layer_norm_rows
