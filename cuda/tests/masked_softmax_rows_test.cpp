#include "cuda/kernels/masked_softmax_rows.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_masked_softmax_rows {

// Row 0 may read everything, row 1 nothing, row 2 only what is −∞; the others three of four. Row 3 lies near
// 1000, where exp without the shift is ∞.
template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t rows = shape[0], cols = shape[1];
  std::vector<T> scores = numbers<T>(rows * cols, 7, 2);
  std::vector<std::uint8_t> may_read = mask(rows * cols, 8);
  for (std::int64_t c = 0; c < cols; ++c) {
    const auto at = [&](std::int64_t r) { return static_cast<std::size_t>(r * cols + c); };
    if (rows > 0) may_read[at(0)] = 1;
    if (rows > 1) may_read[at(1)] = 0;
    if (rows > 2) scores[at(2)] = -INFINITY;
    if (rows > 3) scores[at(3)] += 1000;
  }

  DeviceArray<T> shares(scores.size());
  kernels::masked_softmax_rows(DeviceArray<T>(scores).data(), DeviceArray<std::uint8_t>(may_read).data(),
                               shares.data(), rows, cols);

  Outcome outcome{widened(shares.host()), {}, {}};
  for (std::int64_t r = 0; r < rows; ++r) {
    const auto at = [&](std::int64_t c) { return static_cast<std::size_t>(r * cols + c); };
    long double sum = 0;
    for (std::int64_t c = 0; c < cols; ++c)
      if (may_read[at(c)]) sum += std::exp(static_cast<long double>(scores[at(c)]));
    for (std::int64_t c = 0; c < cols; ++c) {
      const bool reads = may_read[at(c)] && sum > 0;
      outcome.expected.push_back(reads ? std::exp(static_cast<long double>(scores[at(c)])) / sum : 0);
    }
  }
  return outcome;
}

// Scores reach 16 on both sides: x − max is up to 32, and rounding it moves its exponential by up to 16 ε.
constexpr const char* kRounding =
    "x − max is rounded at up to 32, half an ulp of which is 16 ε of the exponential";

const Table table("MaskedSoftmaxRows", run<float>, run<double>,
                  {{{0, 5}, "no rows", 0, "nothing to compare", true},
                   {{3, 0}, "no columns", 0, "nothing to compare", true},
                   {{1, 1}, "one row, one column: one lane has work", 0, "exp(0)/1 is exact"},
                   {{4, 3}, "the book's size, below a warp", 24, kRounding},
                   {{3, 31}, "one below a warp", 24, kRounding},
                   {{5, 32}, "a whole warp", 24, kRounding},
                   {{4, 33}, "one over a warp: a second warp with one column", 24, kRounding},
                   {{7, 101}, "prime: no multiple of anything", 24, kRounding},
                   {{4, 256}, "exactly the largest block", 24, kRounding},
                   {{5, 257}, "longer than a block: one thread has two columns", 24, kRounding},
                   {{4, 1021}, "prime, four columns a thread", 24, kRounding}});

}  // namespace galley::parity::of_masked_softmax_rows
