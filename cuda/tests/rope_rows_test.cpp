#include "cuda/kernels/rope_rows.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_rope_rows {

// Shape (rows, width): both pairings. Positions are 0, 1, then anything up to 100000, where angles formed in
// float would be off by 0.004.
template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t rows = shape[0], width = shape[1], half = width / 2;
  const double base = 10000;
  const std::vector<T> x = numbers<T>(rows * width, 91);
  std::vector<std::int64_t> positions = integers(rows, 92, 2, 100000);
  if (rows > 1) positions[0] = 0, positions[1] = 1;
  Outcome outcome;
  for (const auto pairing : {kernels::Pairing::neighbours, kernels::Pairing::halves}) {
    DeviceArray<T> y(x.size());
    kernels::rope_rows<T>(DeviceArray<T>(x).data(), DeviceArray<std::int64_t>(positions).data(), y.data(),
                          rows, width, base, pairing);
    for (const double value : widened(y.host())) outcome.got.push_back(value);
    for (std::int64_t i = 0; i < rows * width; ++i) {
      const std::int64_t row = i / width, c = i % width;
      const bool neighbours = pairing == kernels::Pairing::neighbours;
      const bool is_first = neighbours ? c % 2 == 0 : c < half;
      const std::int64_t pair = neighbours ? c / 2 : c % half;
      const std::int64_t partner = neighbours ? (is_first ? c + 1 : c - 1) : (is_first ? c + half : c - half);
      // The frequency is a double by definition; what follows is exact for this purpose.
      const double frequency = std::pow(base, -2.0 * static_cast<double>(pair) / static_cast<double>(width));
      const double angle = static_cast<double>(positions[static_cast<std::size_t>(row)]) * frequency;
      const long double own = x[static_cast<std::size_t>(i)],
                        other = x[static_cast<std::size_t>(row * width + partner)];
      const long double turn = std::sin(static_cast<long double>(angle)) * other;
      outcome.expected.push_back(own * std::cos(static_cast<long double>(angle)) + (is_first ? -turn : turn));
      outcome.magnitude.push_back(std::fabs(own) + std::fabs(other));
    }
  }
  return outcome;
}

// In f64 another power function may round the frequency otherwise: 1 ulp of it moves an angle of 100000 by
// 100000 ε.
constexpr const char* kRounding = "sine and cosine are rounded once; two products, one sum";

const Table table("RopeRows", run<float>, run<double>,
                  {{{0, 4}, "no rows", 3, kRounding, true},
                   {{3, 0}, "no features", 3, kRounding, true},
                   {{1, 2}, "one pair, where both pairings are the same", 3, kRounding},
                   {{3, 4}, "the book's size: the pairings differ", 3, kRounding},
                   {{11, 62}, "31 pairs: below a warp, over a block in all", 3, kRounding},
                   {{5, 128}, "a whole head, several blocks", 3, kRounding}});

}  // namespace galley::parity::of_rope_rows
