#include "cuda/kernels/gather_rows.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_gather_rows {

// Shape (rows, width, count). The first ids are the first and the last row; the fifth is outside, which gives
// NaN.
template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t rows = shape[0], width = shape[1], count = shape[2];
  const std::vector<T> values = numbers<T>(rows * width, 51);
  std::vector<std::int64_t> ids = integers(count, 52, 0, rows - 1);
  if (count > 1) ids[0] = 0, ids[1] = rows - 1;
  if (count > 5) ids[4] = rows, ids[5] = -1;
  DeviceArray<T> out(static_cast<std::size_t>(width * count));
  kernels::gather_rows<T>(DeviceArray<T>(values).data(), DeviceArray<std::int64_t>(ids).data(), out.data(),
                          rows, width, count);
  Outcome outcome{widened(out.host()), {}, {}};
  for (const std::int64_t id : ids)
    for (std::int64_t c = 0; c < width; ++c)
      outcome.expected.push_back(id < 0 || id >= rows ? NAN
                                                      : values[static_cast<std::size_t>(id * width + c)]);
  return outcome;
}

const Table table("GatherRows", run<float>, run<double>,
                  {{{4, 3, 0}, "no ids", 0, "copies", true},
                   {{1, 1, 1}, "one row, one id", 0, "copies"},
                   {{6, 4, 3}, "the book's size", 0, "copies"},
                   {{5, 7, 9}, "ids outside the table", 0, "copies"},
                   {{3, 257, 2}, "a row longer than a block", 0, "copies"},
                   {{101, 13, 67}, "primes, many blocks", 0, "copies"}});

}  // namespace galley::parity::of_gather_rows
