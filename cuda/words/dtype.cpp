// Number formats (F06). These words compute in the format that they are asked for, whatever the column's
// precision is.
#include "cuda/kernels/cast.h"
#include "cuda/kernels/sum_in.h"
#include "cuda/words/on_kernels.h"

namespace galley {

using namespace on_kernels;  // NOLINT: for this folder only

namespace {

kernels::Format format_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::float64:
      return kernels::Format::float64;
    case Dtype::float32:
      return kernels::Format::float32;
    case Dtype::float16:
      return kernels::Format::float16;
    case Dtype::bfloat16:
      return kernels::Format::bfloat16;
    case Dtype::int64:
      return kernels::Format::int64;
    case Dtype::uint8:
      return kernels::Format::uint8;
  }
  return kernels::Format::float64;
}

/// True if each number has a place in the format: NaN and ∞ cannot become whole.
bool can_be_kept(const Tensor& x, Dtype dtype) {
  if (!is_integer(dtype)) return true;
  const std::vector<double> values = x.values();
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

}  // namespace

Tensor DeviceOps::cast(const Tensor& x, Dtype dtype) const {
  if (!can_be_kept(x, dtype)) return Ops::cast(x, dtype);
  return each_element(log_, Precision::f64, x, [dtype](const auto* from, auto* to, std::int64_t count) {
    if constexpr (std::is_same_v<decltype(to), double*>)
      kernels::cast_elements(format_of(dtype), from, to, count);
  });
}

Tensor DeviceOps::add_in(const Tensor& a, const Tensor& b, Dtype dtype) const {
  if (a.shape() != b.shape() || !can_be_kept(a, dtype) || !can_be_kept(b, dtype))
    return Ops::add_in(a, b, dtype);
  const Tensor left = DeviceOps::cast(a, dtype), right = DeviceOps::cast(b, dtype);
  return DeviceOps::cast(zip(log_, Precision::f64, a.shape(), kernels::Arithmetic::add, left, right), dtype);
}

Tensor DeviceOps::sum_in(const Tensor& x, Dtype dtype) const {
  if (!can_be_kept(x, dtype)) return Ops::sum_in(x, dtype);
  log_.runs_on_device();
  DeviceArray<double> sum(1);
  kernels::sum_in(format_of(dtype), on_device<double>(x).data(), sum.data(), x.size());
  return from_device(Shape{}, sum);
}

}  // namespace galley
