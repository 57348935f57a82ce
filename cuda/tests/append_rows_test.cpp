#include "cuda/kernels/append_rows.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_append_rows {

// Shape (B, capacity, start, n, width). The whole cache is compared: what is not written must stay as it was.
template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t batch = shape[0], capacity = shape[1], start = shape[2], n = shape[3], width = shape[4];
  const std::vector<T> before = numbers<T>(batch * capacity * width, 61),
                       rows = numbers<T>(batch * n * width, 62);
  DeviceArray<T> cache(before);
  kernels::append_rows<T>(cache.data(), DeviceArray<T>(rows).data(), batch, capacity, start, n, width);
  Outcome outcome{widened(cache.host()), {before.begin(), before.end()}, {}};
  for (std::int64_t b = 0; b < batch; ++b)
    for (std::int64_t t = 0; t < n; ++t)
      for (std::int64_t c = 0; c < width; ++c)
        outcome.expected[static_cast<std::size_t>((b * capacity + start + t) * width + c)] =
            rows[static_cast<std::size_t>((b * n + t) * width + c)];
  return outcome;
}

const Table table("AppendRows", run<float>, run<double>,
                  {{{2, 5, 3, 0, 4}, "nothing to append", 0, "copies"},
                   {{1, 1, 0, 1, 1}, "the only place", 0, "copies"},
                   {{2, 8, 3, 1, 4}, "one decoding step behind three positions", 0, "copies"},
                   {{3, 7, 0, 7, 5}, "a prefill that fills the cache", 0, "copies"},
                   {{2, 67, 31, 33, 11}, "longer than a block, room left", 0, "copies"}});

}  // namespace galley::parity::of_append_rows
