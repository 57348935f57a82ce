#include "cuda/kernels/turn_rows.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_turn_rows {

// Shape (rows, width): both pairings, angles of any size.
template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t rows = shape[0], width = shape[1], half = width / 2;
  const std::vector<T> x = numbers<T>(rows * width, 98);
  const std::vector<double> angles = numbers<double>(rows * half, 99, 1000);
  Outcome outcome;
  for (const auto pairing : {kernels::Pairing::neighbours, kernels::Pairing::halves}) {
    DeviceArray<T> y(x.size());
    kernels::turn_rows<T>(DeviceArray<T>(x).data(), DeviceArray<double>(angles).data(), y.data(), rows, width,
                          pairing);
    for (const double value : widened(y.host())) outcome.got.push_back(value);
    for (std::int64_t i = 0; i < rows * width; ++i) {
      const std::int64_t row = i / width, c = i % width;
      const bool neighbours = pairing == kernels::Pairing::neighbours;
      const bool is_first = neighbours ? c % 2 == 0 : c < half;
      const std::int64_t pair = neighbours ? c / 2 : c % half;
      const std::int64_t partner = neighbours ? (is_first ? c + 1 : c - 1) : (is_first ? c + half : c - half);
      const long double angle = angles[static_cast<std::size_t>(row * half + pair)];
      const long double own = x[static_cast<std::size_t>(i)],
                        other = x[static_cast<std::size_t>(row * width + partner)];
      outcome.expected.push_back(own * std::cos(angle) + (is_first ? -1 : 1) * std::sin(angle) * other);
      outcome.magnitude.push_back(std::fabs(own) + std::fabs(other));
    }
  }
  return outcome;
}

constexpr const char* kRounding = "sine and cosine are rounded once; two products, one sum";

const Table table("TurnRows", run<float>, run<double>,
                  {{{0, 4}, "no rows", 3, kRounding, true},
                   {{3, 0}, "no features", 3, kRounding, true},
                   {{1, 2}, "one pair, where both pairings are the same", 3, kRounding},
                   {{3, 4}, "the book's size: the pairings differ", 3, kRounding},
                   {{11, 62}, "31 pairs: below a warp, over a block in all", 3, kRounding}});

}  // namespace galley::parity::of_turn_rows
