// Positions and rotary embedding (F13). Angles are doubles in every column, as they are in Ops.
#include <numbers>

#include "cuda/kernels/rope_frequencies.h"
#include "cuda/kernels/rope_rows.h"
#include "cuda/kernels/sincos.h"
#include "cuda/kernels/turn_rows.h"
#include "cuda/words/on_kernels.h"

namespace galley {

using namespace on_kernels;  // NOLINT: for this folder only

namespace {

/// kernel(angles, y, count), angles in double.
template <class Kernel>
Tensor of_angles(WordLog& log, Precision precision, const Tensor& angles, Kernel kernel) {
  return compute(log, precision, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> y(count_of(angles.shape()));
    kernel(on_device<double>(angles).data(), y.data(), angles.size());
    return from_device(angles.shape(), y);
  });
}

/// One angle for each pair of features of x; false if they do not fit.
bool angles_under(const Tensor& x, const Tensor& angles, std::vector<double>& all) {
  if (x.rank() < 1 || x.length(-1) % 2 != 0) return false;
  Shape half = x.shape(), both;
  half.back() /= 2;
  if (!broadcasts(angles.shape(), half, both) || both != half) return false;
  const std::vector<double> own = angles.values();
  const auto layout = layout_of<1>(half, {strides_under(half, angles.shape())});
  all.resize(count_of(half));
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::int64_t place = 0;
    layout.place(static_cast<std::int64_t>(i), &place);
    all[i] = own[static_cast<std::size_t>(place)];
  }
  return true;
}

Tensor turned(WordLog& log, Precision precision, const Tensor& x, const std::vector<double>& angles,
              kernels::Pairing pairing) {
  return compute(log, precision, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> y(count_of(x.shape()));
    const std::int64_t width = x.length(-1), rows = width == 0 ? 0 : x.size() / width;
    kernels::turn_rows<T>(on_device<T>(x).data(), DeviceArray<double>(angles).data(), y.data(), rows, width,
                          pairing);
    return from_device(x.shape(), y);
  });
}

bool can_be_rotated(const Tensor& x, const Ids& positions, double base) {
  return x.rank() >= 2 && x.length(-1) > 0 && x.length(-1) % 2 == 0 && base > 0 &&
         positions.shape() == Shape{x.length(-2)};
}

Tensor rotated(WordLog& log, Precision precision, const Tensor& x, const Ids& positions, double base,
               kernels::Pairing pairing) {
  const std::int64_t width = x.length(-1), rows = x.size() / width;
  const std::vector<std::int64_t> own = positions.values();
  std::vector<std::int64_t> all(static_cast<std::size_t>(rows));
  for (std::size_t row = 0; row < all.size(); ++row) all[row] = own[row % own.size()];
  return compute(log, precision, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> y(count_of(x.shape()));
    kernels::rope_rows<T>(on_device<T>(x).data(), DeviceArray<std::int64_t>(all).data(), y.data(), rows,
                          width, base, pairing);
    return from_device(x.shape(), y);
  });
}

}  // namespace

Tensor DeviceOps::radians(const Tensor& degrees) const {
  return zip(log_, Precision::f64, degrees.shape(), kernels::Arithmetic::multiply, degrees,
             scalar(std::numbers::pi / 180));
}

Tensor DeviceOps::cosine(const Tensor& angles) const {
  return of_angles(log_, precision_, angles, [](auto... a) { kernels::cosine_elements(a...); });
}

Tensor DeviceOps::sine(const Tensor& angles) const {
  return of_angles(log_, precision_, angles, [](auto... a) { kernels::sine_elements(a...); });
}

Tensor DeviceOps::rope_frequencies(std::int64_t width, double base) const {
  if (width < 2 || width % 2 != 0 || !(base > 0)) return Ops::rope_frequencies(width, base);
  log_.runs_on_device();
  DeviceArray<double> frequencies(static_cast<std::size_t>(width / 2));
  kernels::rope_frequencies(frequencies.data(), width, base);
  return from_device(Shape{width / 2}, frequencies);
}

Tensor DeviceOps::rope_angles(const Ids& positions, const Tensor& frequencies) const {
  if (positions.rank() != 1 || frequencies.rank() != 1) return Ops::rope_angles(positions, frequencies);
  const std::vector<std::int64_t> whole = positions.values();
  const Tensor column({positions.size(), 1}, std::vector<double>(whole.begin(), whole.end()));
  return zip(log_, Precision::f64, {positions.size(), frequencies.size()}, kernels::Arithmetic::multiply,
             column, frequencies);
}

Tensor DeviceOps::turn_pairs(const Tensor& x, const Tensor& angles) const {
  std::vector<double> all;
  if (!angles_under(x, angles, all)) return Ops::turn_pairs(x, angles);
  return turned(log_, precision_, x, all, kernels::Pairing::neighbours);
}

Tensor DeviceOps::turn_halves(const Tensor& x, const Tensor& angles) const {
  std::vector<double> all;
  if (!angles_under(x, angles, all)) return Ops::turn_halves(x, angles);
  return turned(log_, precision_, x, all, kernels::Pairing::halves);
}

Tensor DeviceOps::rope(const Tensor& x, const Ids& positions, double base) const {
  if (!can_be_rotated(x, positions, base)) return Ops::rope(x, positions, base);
  return rotated(log_, precision_, x, positions, base, kernels::Pairing::neighbours);
}

Tensor DeviceOps::rope_halves(const Tensor& x, const Ids& positions, double base) const {
  if (!can_be_rotated(x, positions, base)) return Ops::rope_halves(x, positions, base);
  return rotated(log_, precision_, x, positions, base, kernels::Pairing::halves);
}

}  // namespace galley
