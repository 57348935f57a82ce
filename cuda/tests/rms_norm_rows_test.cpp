#include "cuda/kernels/rms_norm_rows.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_rms_norm_rows {

template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t rows = shape[0], cols = shape[1];
  const T epsilon = static_cast<T>(1e-5);
  const std::vector<T> x = numbers<T>(rows * cols, 84), gamma = numbers<T>(cols, 85);
  DeviceArray<T> y(x.size());
  kernels::rms_norm_rows<T>(DeviceArray<T>(x).data(), DeviceArray<T>(gamma).data(), y.data(), rows, cols,
                            epsilon);

  Outcome outcome{widened(y.host()), {}, {}};
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto at = [&](std::int64_t c) {
      return static_cast<long double>(x[static_cast<std::size_t>(r * cols + c)]);
    };
    long double squares = 0;
    for (std::int64_t c = 0; c < cols; ++c) squares += at(c) * at(c);
    const long double root = std::sqrt(squares / static_cast<long double>(cols) + epsilon);
    for (std::int64_t c = 0; c < cols; ++c)
      outcome.expected.push_back(at(c) / root * gamma[static_cast<std::size_t>(c)]);
  }
  return outcome;
}

constexpr const char* kRounding =
    "an element passes 15 additions of squares, halved by the root, and 5 more operations, ½ ulp each";

const Table table("RmsNormRows", run<float>, run<double>,
                  {{{0, 4}, "no rows", 8, kRounding, true},
                   {{3, 0}, "no columns", 8, kRounding, true},
                   {{2, 1}, "one column", 8, kRounding},
                   {{3, 4}, "the book's size, below a warp", 8, kRounding},
                   {{4, 33}, "one over a warp", 8, kRounding},
                   {{2, 256}, "exactly the largest block", 8, kRounding},
                   {{4, 257}, "longer than a block", 8, kRounding},
                   {{3, 1021}, "prime, four columns a thread", 8, kRounding}});

}  // namespace galley::parity::of_rms_norm_rows
