#include "cuda/kernels/broadcast_zip.h"

#include <algorithm>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_broadcast_zip {

using kernels::Arithmetic;

// Shape (A, B, C): a is (A, B, C), b is (B, 1). Integers: sums, differences and products are exact.
template <class T>
Outcome run(const Shape& shape) {
  const std::int64_t count = count_of(shape);
  const std::vector<T> a = whole_numbers<T>(count, 41, -9, 9), b = whole_numbers<T>(shape[1], 42, 1, 7);
  kernels::Layout<2> layout;
  layout.rank = 3;
  for (int i = 0; i < 3; ++i) layout.shape[i] = shape[static_cast<std::size_t>(i)];
  layout.strides[0][0] = shape[1] * shape[2];
  layout.strides[0][1] = shape[2];
  layout.strides[0][2] = 1;
  layout.strides[1][1] = 1;

  Outcome outcome;
  const DeviceArray<T> x(a), y(b);
  for (const Arithmetic operation : {Arithmetic::add, Arithmetic::subtract, Arithmetic::multiply,
                                     Arithmetic::divide, Arithmetic::smaller}) {
    DeviceArray<T> out(a.size());
    kernels::broadcast_zip<T>(operation, x.data(), y.data(), out.data(), layout);
    for (const double value : widened(out.host())) outcome.got.push_back(value);
    for (std::int64_t i = 0; i < count; ++i) {
      const long double left = a[static_cast<std::size_t>(i)];
      const long double right = b[static_cast<std::size_t>(i / shape[2] % shape[1])];
      outcome.expected.push_back(operation == Arithmetic::add        ? left + right
                                 : operation == Arithmetic::subtract ? left - right
                                 : operation == Arithmetic::multiply ? left * right
                                 : operation == Arithmetic::smaller  ? std::min(left, right)
                                                                     : left / right);
    }
  }
  return outcome;
}

constexpr const char* kOnce = "one correctly rounded operation; all but quotients are exact";

const Table table("BroadcastZip", run<float>, run<double>,
                  {{{0, 2, 3}, "nothing to do", 0.5, kOnce, true},
                   {{1, 1, 1}, "one element", 0.5, kOnce},
                   {{2, 3, 4}, "the book's size: a column along rows", 0.5, kOnce},
                   {{1, 1, 257}, "one over a block, one number against all", 0.5, kOnce},
                   {{3, 11, 31}, "no multiple of a block", 0.5, kOnce}});

}  // namespace galley::parity::of_broadcast_zip
