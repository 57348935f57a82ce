// Products (F07).
#include "cuda/kernels/fast_matmul.h"
#include "cuda/kernels/matmul.h"
#include "cuda/words/on_kernels.h"

namespace galley {

using namespace on_kernels;  // NOLINT: for this folder only

Tensor DeviceOps::dot(const Tensor& a, const Tensor& b) const {
  if (a.rank() != 1 || a.shape() != b.shape()) return Ops::dot(a, b);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> out(1);
    kernels::matmul<T>(on_device<T>(a).data(), on_device<T>(b).data(), out.data(), {}, 1, a.size(), 1);
    return from_device(Shape{}, out);
  });
}

Tensor DeviceOps::matmul(const Tensor& a, const Tensor& b) const {
  Shape shape;
  if (a.rank() < 2 || b.rank() < 2 || a.length(-1) != b.length(-2) ||
      !broadcasts(leading_axes(a), leading_axes(b), shape))
    return Ops::matmul(a, b);
  const auto matrices =
      layout_of<2>(shape, {strides_under(shape, leading_axes(a)), strides_under(shape, leading_axes(b))});
  shape.push_back(a.length(-2));
  shape.push_back(b.length(-1));
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> out(count_of(shape));
    const DeviceArray<T> left = on_device<T>(a), right = on_device<T>(b);
    const std::int64_t m = a.length(-2), n = a.length(-1), p = b.length(-1);
    if (!kernels::fast_matmul<T>(left.data(), right.data(), out.data(), matrices, m, n, p))
      kernels::matmul<T>(left.data(), right.data(), out.data(), matrices, m, n, p);
    return from_device(shape, out);
  });
}

}  // namespace galley
