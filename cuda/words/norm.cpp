// Normalisation (F14).
#include "cuda/kernels/layer_norm_rows.h"
#include "cuda/kernels/rms_norm_rows.h"
#include "cuda/kernels/sqrt.h"
#include "cuda/words/on_kernels.h"

namespace galley {

using namespace on_kernels;  // NOLINT: for this folder only

namespace {

bool has_one_number_a_feature(const Tensor& x, const Tensor& gamma) {
  return x.rank() >= 1 && gamma.shape() == Shape{x.length(-1)};
}

}  // namespace

Tensor DeviceOps::standard_deviation(const Tensor& x, std::int64_t axis) const {
  return each_element(log_, precision_, variance(x, axis), [](auto... a) { kernels::sqrt_elements(a...); });
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
