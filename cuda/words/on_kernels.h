#pragma once

#include "checks/ops/elements.h"
#include "cuda/cuda_ops.h"
#include "cuda/device_array.h"
#include "cuda/kernels/broadcast_zip.h"
#include "cuda/layouts.h"

// What the words on kernels share: operands to the device, results back. For the .cpp files of this folder
// only.
namespace galley::on_kernels {

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

inline std::size_t count_of(const Shape& shape) { return static_cast<std::size_t>(element_count(shape)); }

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

/// A tensor seen around an axis. Throws if there is no such axis.
inline kernels::Lines lines_along(const Tensor& a, std::int64_t axis) {
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

/// a ∘ b under `shape`, to which both must broadcast.
Tensor zip(WordLog& log, Precision precision, const Shape& shape, kernels::Arithmetic operation,
           const Tensor& a, const Tensor& b);

/// The mask's bytes under a shape; false if it does not broadcast there.
bool mask_under(const Shape& shape, const Mask& mask, std::vector<std::uint8_t>& bytes);

/// Axes beside the last two, and beside the last.
inline Shape leading_axes(const Tensor& a) { return Shape(a.shape().begin(), a.shape().end() - 2); }
inline Shape all_but_last(const Tensor& a) { return Shape(a.shape().begin(), a.shape().end() - 1); }

}  // namespace galley::on_kernels
