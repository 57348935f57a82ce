#include "cuda/kernels/matmul.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_matmul {

// Shape (A, B, m, n, p): a is (A, 1, m, n), b is (B, n, p), so both are broadcast. Integers: sums of their
// products are exact.
template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t first = shape[0], second = shape[1], m = shape[2], n = shape[3], p = shape[4];
  const std::vector<T> a = whole_numbers<T>(first * m * n, 71, -9, 9),
                       b = whole_numbers<T>(second * n * p, 72, -9, 9);
  kernels::Layout<2> matrices;
  matrices.rank = 2;
  matrices.shape[0] = first, matrices.shape[1] = second;
  matrices.strides[0][0] = 1, matrices.strides[1][1] = 1;
  DeviceArray<T> out(static_cast<std::size_t>(first * second * m * p));
  kernels::matmul<T>(DeviceArray<T>(a).data(), DeviceArray<T>(b).data(), out.data(), matrices, m, n, p);

  Outcome outcome{widened(out.host()), {}, {}};
  for (std::int64_t i = 0; i < first * second; ++i)
    for (std::int64_t r = 0; r < m; ++r)
      for (std::int64_t c = 0; c < p; ++c) {
        long double sum = 0;
        for (std::int64_t k = 0; k < n; ++k)
          sum += static_cast<long double>(a[static_cast<std::size_t>((i / second * m + r) * n + k)]) *
                 b[static_cast<std::size_t>((i % second * n + k) * p + c)];
        outcome.expected.push_back(sum);
      }
  return outcome;
}

constexpr const char* kExact = "sums of products of small integers are exact";

const Table table("Matmul", run<float>, run<double>,
                  {{{0, 1, 2, 2, 2}, "no products", 0, kExact, true},
                   {{1, 1, 0, 3, 2}, "no rows", 0, kExact, true},
                   {{1, 1, 2, 0, 2}, "nothing to add up: zeros", 0, kExact, true},
                   {{1, 1, 1, 1, 1}, "one product of two numbers", 0, kExact},
                   {{2, 3, 3, 4, 2}, "the book's size, both operands broadcast", 0, kExact},
                   {{1, 1, 64, 16, 64}, "one whole piece of one depth", 0, kExact},
                   {{1, 1, 65, 17, 66}, "one over in every direction", 0, kExact},
                   {{1, 2, 1, 200, 1}, "a dot product: depth only", 0, kExact},
                   {{1, 1, 67, 129, 93}, "no multiple of anything", 0, kExact}});

}  // namespace galley::parity::of_matmul
