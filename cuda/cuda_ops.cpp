// Each word: refuse wrong use as Ops does, operands to the device, one kernel, the result back.
#include "cuda/cuda_ops.h"

#include "checks/ops/elements.h"
#include "cuda/device_array.h"
#include "cuda/kernels/append_rows.h"
#include "cuda/kernels/argmax_lines.h"
#include "cuda/kernels/broadcast_zip.h"
#include "cuda/kernels/exp.h"
#include "cuda/kernels/fast_matmul.h"
#include "cuda/kernels/gather_rows.h"
#include "cuda/kernels/layer_norm_rows.h"
#include "cuda/kernels/log.h"
#include "cuda/kernels/mask_scores.h"
#include "cuda/kernels/masked_softmax_rows.h"
#include "cuda/kernels/matmul.h"
#include "cuda/kernels/normalise_lines.h"
#include "cuda/kernels/permute.h"
#include "cuda/kernels/relu.h"
#include "cuda/kernels/rms_norm_rows.h"
#include "cuda/kernels/running_sum_lines.h"
#include "cuda/kernels/sigmoid.h"
#include "cuda/kernels/silu.h"
#include "cuda/kernels/softmax_lines.h"
#include "cuda/kernels/subtract_max_lines.h"
#include "cuda/kernels/sum_lines.h"
#include "cuda/kernels/swiglu.h"
#include "cuda/layouts.h"

namespace galley {
namespace {

/// A tensor's elements on the device, row-major, rounded to T.
template <class T>
DeviceArray<T> on_device(const Tensor& a) {
  return DeviceArray<T>(elements::load<T>(std::is_same_v<T, float> ? Precision::f32 : Precision::f64, a));
}

/// What a kernel has computed, as a tensor.
template <class T>
Tensor from_device(const Shape& shape, const DeviceArray<T>& results) {
  const std::vector<T> values = results.host();
  return Tensor(shape, std::vector<double>(values.begin(), values.end()));
}

std::size_t count_of(const Shape& shape) { return static_cast<std::size_t>(element_count(shape)); }

/// f(double{}) or f(float{}), and a note that the word runs on the device.
template <class F>
auto compute(WordLog& log, Precision precision, F f) {
  log.runs_on_device();
  return elements::compute_in(precision, f);
}

/// kernel(x, y, count) over all elements.
template <class Kernel>
Tensor each_element(WordLog& log, Precision precision, const Tensor& x, Kernel kernel) {
  return compute(log, precision, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> y(count_of(x.shape()));
    kernel(on_device<T>(x).data(), y.data(), x.size());
    return from_device(x.shape(), y);
  });
}

kernels::Lines lines_along(const Tensor& a, std::int64_t axis) {
  const elements::AxisView view = elements::around_axis(a, axis);
  return {static_cast<std::int64_t>(view.outer), static_cast<std::int64_t>(view.n),
          static_cast<std::int64_t>(view.inner)};
}

/// kernel(x, y, lines) over all lines along an axis, y of the same shape as x.
template <class Kernel>
Tensor each_line(WordLog& log, Precision precision, const Tensor& x, std::int64_t axis, Kernel kernel) {
  const kernels::Lines lines = lines_along(x, axis);
  return compute(log, precision, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> y(count_of(x.shape()));
    kernel(on_device<T>(x).data(), y.data(), lines);
    return from_device(x.shape(), y);
  });
}

Tensor zip(WordLog& log, Precision precision, const Shape& shape, kernels::Arithmetic operation,
           const Tensor& a, const Tensor& b) {
  const auto layout = layout_of<2>(shape, {strides_under(shape, a.shape()), strides_under(shape, b.shape())});
  return compute(log, precision, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> out(count_of(shape));
    kernels::broadcast_zip<T>(operation, on_device<T>(a).data(), on_device<T>(b).data(), out.data(), layout);
    return from_device(shape, out);
  });
}

/// All stored elements between a view's first and last, and where the view begins among them.
Tensor stored_range(const Tensor& view, std::int64_t& begin) {
  std::int64_t low = view.offset(), high = view.offset();
  for (std::size_t a = 0; a < view.shape().size(); ++a)
    (view.strides()[a] < 0 ? low : high) += view.strides()[a] * (view.shape()[a] - 1);
  begin = view.offset() - low;
  return view.view({high - low + 1}, {1}, low);
}

/// The mask's bytes under the shape of the scores; false if it does not broadcast there.
bool mask_under(const Shape& shape, const Mask& mask, std::vector<std::uint8_t>& bytes) {
  Shape both;
  if (!broadcasts(mask.shape(), shape, both) || both != shape) return false;
  const std::vector<std::uint8_t> own = mask.values();
  const auto layout = layout_of<1>(shape, {strides_under(shape, mask.shape())});
  bytes.resize(count_of(shape));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::int64_t place = 0;
    layout.place(static_cast<std::int64_t>(i), &place);
    bytes[i] = own[static_cast<std::size_t>(place)];
  }
  return true;
}

bool has_one_number_a_feature(const Tensor& x, const Tensor& gamma) {
  return x.rank() >= 1 && gamma.shape() == Shape{x.length(-1)};
}

Shape leading_axes(const Tensor& a) { return Shape(a.shape().begin(), a.shape().end() - 2); }

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

Tensor DeviceOps::embed(const Tensor& table, const Ids& ids) const {
  if (table.rank() != 2) return Ops::embed(table, ids);
  const std::vector<std::int64_t> wanted = ids.values();
  for (const std::int64_t id : wanted)
    if (id < 0 || id >= table.length(0)) return Ops::embed(table, ids);
  Shape shape = ids.shape();
  shape.push_back(table.length(1));
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> out(count_of(shape));
    kernels::gather_rows<T>(on_device<T>(table).data(), DeviceArray<std::int64_t>(wanted).data(), out.data(),
                            table.length(0), table.length(1), ids.size());
    return from_device(shape, out);
  });
}

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

Tensor DeviceOps::exp(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::exp_elements(a...); });
}

Tensor DeviceOps::log(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::log_elements(a...); });
}

Tensor DeviceOps::sigmoid(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::sigmoid_elements(a...); });
}

Tensor DeviceOps::relu(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::relu_elements(a...); });
}

Tensor DeviceOps::silu(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::silu_elements(a...); });
}

Tensor DeviceOps::swiglu(const Tensor& gate, const Tensor& up) const {
  if (gate.shape() != up.shape()) return Ops::swiglu(gate, up);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> y(count_of(gate.shape()));
    kernels::swiglu_elements<T>(on_device<T>(gate).data(), on_device<T>(up).data(), y.data(), gate.size());
    return from_device(gate.shape(), y);
  });
}

Tensor DeviceOps::subtract_max(const Tensor& z, std::int64_t axis) const {
  return each_line(log_, precision_, z, axis, [](auto... a) { kernels::subtract_max_lines(a...); });
}

Tensor DeviceOps::normalise(const Tensor& weights, std::int64_t axis) const {
  return each_line(log_, precision_, weights, axis, [](auto... a) { kernels::normalise_lines(a...); });
}

Tensor DeviceOps::softmax(const Tensor& z, std::int64_t axis) const {
  return each_line(log_, precision_, z, axis, [](auto... a) { kernels::softmax_lines(a...); });
}

Tensor DeviceOps::running_sum(const Tensor& shares, std::int64_t axis) const {
  return each_line(log_, precision_, shares, axis, [](auto... a) { kernels::running_sum_lines(a...); });
}

Ids DeviceOps::argmax(const Tensor& z, std::int64_t axis) const {
  const kernels::Lines lines = lines_along(z, axis);
  if (lines.n == 0) return Ops::argmax(z, axis);
  Shape shape = z.shape();
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(z.axis_at(axis)));
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<std::int64_t> places(count_of(shape));
    kernels::argmax_lines<T>(on_device<T>(z).data(), places.data(), lines);
    return Ids(shape, places.host());
  });
}

Tensor DeviceOps::mask_scores(const Tensor& scores, const Mask& may_read) const {
  std::vector<std::uint8_t> bytes;
  if (!mask_under(scores.shape(), may_read, bytes)) return Ops::mask_scores(scores, may_read);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> out(count_of(scores.shape()));
    kernels::mask_scores<T>(on_device<T>(scores).data(), DeviceArray<std::uint8_t>(bytes).data(), out.data(),
                            scores.size());
    return from_device(scores.shape(), out);
  });
}

// What may be read scores 0.
Tensor DeviceOps::additive_mask(const Mask& may_read) const {
  return DeviceOps::mask_scores(Tensor::full(may_read.shape(), 0.0), may_read);
}

Tensor DeviceOps::masked_softmax(const Tensor& scores, const Mask& may_read) const {
  std::vector<std::uint8_t> bytes;
  if (scores.rank() < 1 || !mask_under(scores.shape(), may_read, bytes))
    return Ops::masked_softmax(scores, may_read);
  const kernels::Lines rows = lines_along(scores, -1);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> shares(count_of(scores.shape()));
    kernels::masked_softmax_rows<T>(on_device<T>(scores).data(), DeviceArray<std::uint8_t>(bytes).data(),
                                    shares.data(), rows.outer, rows.n);
    return from_device(scores.shape(), shares);
  });
}

Tensor DeviceOps::layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const {
  if (!(epsilon >= 0) || !has_one_number_a_feature(x, gamma) || beta.shape() != gamma.shape())
    return Ops::layer_norm(x, gamma, beta, epsilon);
  const kernels::Lines rows = lines_along(x, -1);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> y(count_of(x.shape()));
    kernels::layer_norm_rows<T>(on_device<T>(x).data(), on_device<T>(gamma).data(), on_device<T>(beta).data(),
                                y.data(), rows.outer, rows.n, static_cast<T>(epsilon));
    return from_device(x.shape(), y);
  });
}

Tensor DeviceOps::rms_norm(const Tensor& x, const Tensor& gamma, double epsilon) const {
  if (!(epsilon >= 0) || !has_one_number_a_feature(x, gamma)) return Ops::rms_norm(x, gamma, epsilon);
  const kernels::Lines rows = lines_along(x, -1);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> y(count_of(x.shape()));
    kernels::rms_norm_rows<T>(on_device<T>(x).data(), on_device<T>(gamma).data(), y.data(), rows.outer,
                              rows.n, static_cast<T>(epsilon));
    return from_device(x.shape(), y);
  });
}

}  // namespace galley
