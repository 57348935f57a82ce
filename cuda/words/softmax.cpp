// Exponentials, shares and the largest (F09).
#include "cuda/kernels/argmax_lines.h"
#include "cuda/kernels/exp.h"
#include "cuda/kernels/log.h"
#include "cuda/kernels/normalise_lines.h"
#include "cuda/kernels/running_sum_lines.h"
#include "cuda/kernels/sigmoid.h"
#include "cuda/kernels/softmax_lines.h"
#include "cuda/kernels/subtract_max_lines.h"
#include "cuda/words/on_kernels.h"

namespace galley {

using namespace on_kernels;  // NOLINT: for this folder only

Tensor DeviceOps::exp(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::exp_elements(a...); });
}

Tensor DeviceOps::log(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::log_elements(a...); });
}

Tensor DeviceOps::sigmoid(const Tensor& x) const {
  return each_element(log_, precision_, x, [](auto... a) { kernels::sigmoid_elements(a...); });
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

}  // namespace galley
