// Shapes, copies and element by element arithmetic (F02, F08).
#include "cuda/kernels/append_rows.h"
#include "cuda/kernels/permute.h"
#include "cuda/kernels/sum_lines.h"
#include "cuda/words/on_kernels.h"

namespace galley {

using namespace on_kernels;  // NOLINT: for this folder only

Tensor on_kernels::zip(WordLog& log, Precision precision, const Shape& shape, kernels::Arithmetic operation,
                       const Tensor& a, const Tensor& b) {
  const auto layout = layout_of<2>(shape, {strides_under(shape, a.shape()), strides_under(shape, b.shape())});
  return compute(log, precision, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> out(count_of(shape));
    kernels::broadcast_zip<T>(operation, on_device<T>(a).data(), on_device<T>(b).data(), out.data(), layout);
    return from_device(shape, out);
  });
}

namespace {

/// All stored elements between a view's first and last, and where the view begins among them.
Tensor stored_range(const Tensor& view, std::int64_t& begin) {
  std::int64_t low = view.offset(), high = view.offset();
  for (std::size_t a = 0; a < view.shape().size(); ++a)
    (view.strides()[a] < 0 ? low : high) += view.strides()[a] * (view.shape()[a] - 1);
  begin = view.offset() - low;
  return view.view({high - low + 1}, {1}, low);
}

}  // namespace

// Moving elements computes nothing: it is done in double in every column, bit for bit.
Tensor DeviceOps::contiguous(const Tensor& a) const {
  if (a.size() == 0) return Ops::contiguous(a);
  std::int64_t begin = 0;
  const Tensor stored = stored_range(a, begin);
  log_.runs_on_device();
  DeviceArray<double> out(count_of(a.shape()));
  kernels::permute<double>(on_device<double>(stored).data() + begin, out.data(),
                           layout_of<1>(a.shape(), {a.strides()}));
  return from_device(a.shape(), out);
}

// (…, n, …) behind (…, m, …): what is before the axis is a batch, what is after it a row's width.
Tensor DeviceOps::concat(const Tensor& a, const Tensor& b, std::int64_t axis) const {
  const std::size_t place = a.axis_at(axis);
  Shape shape = a.shape();
  Shape other = b.shape();
  if (a.rank() != b.rank()) return Ops::concat(a, b, axis);
  shape[place] += other[place];
  other[place] = shape[place];
  if (shape != other) return Ops::concat(a, b, axis);
  const kernels::Lines left = lines_along(a, axis), right = lines_along(b, axis);
  log_.runs_on_device();
  DeviceArray<double> out(count_of(shape));
  const std::int64_t n = shape[place];
  kernels::append_rows<double>(out.data(), on_device<double>(a).data(), left.outer, n, 0, left.n, left.inner);
  kernels::append_rows<double>(out.data(), on_device<double>(b).data(), left.outer, n, left.n, right.n,
                               left.inner);
  return from_device(shape, out);
}

Tensor DeviceOps::append_rows(const Tensor& cached, const Tensor& rows) const {
  if (rows.rank() != 3 || cached.rank() != 3 || cached.size() == 0) return Ops::append_rows(cached, rows);
  return DeviceOps::concat(cached, rows, 1);
}

Tensor DeviceOps::add(const Tensor& a, const Tensor& b) const {
  Shape shape;
  if (!broadcasts(a.shape(), b.shape(), shape)) return Ops::add(a, b);
  return zip(log_, precision_, shape, kernels::Arithmetic::add, a, b);
}

Tensor DeviceOps::subtract(const Tensor& a, const Tensor& b) const {
  Shape shape;
  if (!broadcasts(a.shape(), b.shape(), shape)) return Ops::subtract(a, b);
  return zip(log_, precision_, shape, kernels::Arithmetic::subtract, a, b);
}

Tensor DeviceOps::multiply(const Tensor& a, const Tensor& b) const {
  Shape shape;
  if (!broadcasts(a.shape(), b.shape(), shape)) return Ops::multiply(a, b);
  return zip(log_, precision_, shape, kernels::Arithmetic::multiply, a, b);
}

Tensor DeviceOps::divide(const Tensor& a, const Tensor& b) const {
  Shape shape;
  if (!broadcasts(a.shape(), b.shape(), shape)) return Ops::divide(a, b);
  return zip(log_, precision_, shape, kernels::Arithmetic::divide, a, b);
}

Tensor DeviceOps::sum(const Tensor& a, std::int64_t axis) const {
  const kernels::Lines lines = lines_along(a, axis);
  Shape shape = a.shape();
  shape[a.axis_at(axis)] = 1;
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> sums(count_of(shape));
    kernels::sum_lines<T>(on_device<T>(a).data(), sums.data(), lines);
    return from_device(shape, sums);
  });
}

}  // namespace galley
