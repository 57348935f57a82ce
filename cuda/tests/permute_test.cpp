#include "cuda/kernels/permute.h"

#include "cuda/device_array.h"
#include "cuda/layouts.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_permute {

// Shape (a, b, c, d, kind): an array (a, b, c, d) seen under
//   kind 0: axes (0, 2, 1, 3)   1: axes (0, 1, 3, 2)   2: axes (3, 1, 2, 0)   3: every second of c   4: axis
//   b repeated from its first
enum Kind { heads, transposed, ends_swapped, sliced, repeated };

template <class T>
Outcome run(const Shape& shape) {
  const galley::Shape base(shape.begin(), shape.end() - 1);
  std::vector<T> x(static_cast<std::size_t>(element_count(base)));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>(i + 1);
  galley::Shape seen = base;
  Strides strides = row_major_strides(base);
  const auto swap_axes = [&](std::size_t i, std::size_t j) {
    std::swap(seen[i], seen[j]);
    std::swap(strides[i], strides[j]);
  };
  switch (static_cast<Kind>(shape[4])) {
    case heads:
      swap_axes(1, 2);
      break;
    case transposed:
      swap_axes(2, 3);
      break;
    case ends_swapped:
      swap_axes(0, 3);
      break;
    case sliced:
      seen[2] = (seen[2] + 1) / 2, strides[2] *= 2;
      break;
    case repeated:
      strides[1] = 0;
      break;
  }

  DeviceArray<T> y(static_cast<std::size_t>(element_count(seen)));
  kernels::permute<T>(DeviceArray<T>(x).data(), y.data(), layout_of<1>(seen, {strides}));
  Outcome outcome{widened(y.host()), {}, {}};
  for (std::int64_t a = 0; a < seen[0]; ++a)
    for (std::int64_t b = 0; b < seen[1]; ++b)
      for (std::int64_t c = 0; c < seen[2]; ++c)
        for (std::int64_t d = 0; d < seen[3]; ++d)
          outcome.expected.push_back(
              x[static_cast<std::size_t>(a * strides[0] + b * strides[1] + c * strides[2] + d * strides[3])]);
  return outcome;
}

const Table table("Permute", run<float>, run<double>,
                  {{{2, 0, 3, 4, heads}, "nothing to do", 0, "copies", true},
                   {{1, 1, 1, 1, heads}, "one element", 0, "copies"},
                   {{2, 3, 2, 4, heads}, "the book's heads: rows of 4 stay whole", 0, "copies"},
                   {{1, 1, 3, 4, transposed}, "a tile that is mostly empty", 0, "copies"},
                   {{1, 1, 32, 32, transposed}, "one whole tile", 0, "copies"},
                   {{2, 1, 33, 65, transposed}, "one over a tile both ways, two matrices", 0, "copies"},
                   {{3, 2, 37, 5, ends_swapped}, "the tile's axes are the first and the last", 0, "copies"},
                   {{2, 2, 7, 5, sliced}, "a slice with gaps", 0, "copies"},
                   {{2, 3, 4, 5, repeated}, "a broadcast axis", 0, "copies"},
                   {{5, 7, 11, 13, heads}, "primes, many blocks", 0, "copies"}});

}  // namespace galley::parity::of_permute
