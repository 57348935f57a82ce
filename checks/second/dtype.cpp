#include "checks/second/dtype.h"

#include <cmath>
#include <limits>

namespace galley::second {
namespace {

/// A float format: significant bits (the leading one counted) and the largest and smallest powers of two.
struct Format {
  int significant, largest_power, smallest_power;
};

Format format_of(Dtype dtype) {
  if (dtype == Dtype::float64) return {53, 1023, -1022};
  if (dtype == Dtype::float32) return {24, 127, -126};
  if (dtype == Dtype::float16) return {11, 15, -14};
  need(dtype == Dtype::bfloat16, "no float format");
  return {8, 127, -126};
}

/// The nearest number of a float format: counted in steps of its last digit, ties to the even count.
Real nearest(Real value, const Format& format) {
  if (value == 0 || !std::isfinite(value)) return value;
  const int power = std::max(std::ilogb(value), format.smallest_power);
  const Real step = std::ldexp(Real{1}, power - format.significant + 1);
  const Real below = std::floor(value / step);
  const Real rest = value / step - below;
  const bool even = std::fmod(below, Real{2}) == 0;
  const Real rounded = step * (rest > 0.5L || (rest == 0.5L && !even) ? below + 1 : below);
  if (std::fabs(rounded) >= std::ldexp(Real{1}, format.largest_power + 1)) {
    return std::copysign(std::numeric_limits<Real>::infinity(), value);
  }
  return rounded;
}

Real kept(Real value, Dtype dtype) {
  if (dtype != Dtype::int64 && dtype != Dtype::uint8) return nearest(value, format_of(dtype));
  need(std::isfinite(value), "no whole number");
  Real whole = value < 0 ? std::ceil(value) : std::floor(value);
  if (dtype == Dtype::int64) return whole;
  whole = std::fmod(whole, Real{256});
  return whole < 0 ? whole + 256 : whole;
}

}  // namespace

std::int64_t bytes_per_element(Dtype dtype) {
  if (dtype == Dtype::uint8) return 1;
  if (dtype == Dtype::float16 || dtype == Dtype::bfloat16) return 2;
  return dtype == Dtype::float32 ? 4 : 8;
}

std::int64_t storage_bytes(const Shape& shape, Dtype dtype) {
  std::int64_t bytes = bytes_per_element(dtype);
  for (const std::int64_t length : shape) bytes *= length;
  return bytes;
}

std::int64_t total_bytes(const Inventory& items) {
  std::int64_t bytes = 0;
  for (const Item& item : items) bytes += storage_bytes(item.shape, item.dtype);
  return bytes;
}

Tensor cast(const Tensor& x, Dtype dtype) {
  return tensor(each(plain(x), [&](Real v) { return kept(v, dtype); }));
}

Tensor add_in(const Tensor& a, const Tensor& b, Dtype dtype) {
  need(a.shape() == b.shape(), "add_in: shapes differ");
  const Plain left = plain(a);
  const Plain right = plain(b);
  return tensor(build(a.shape(), [&](const Index& i) {
    return kept(kept(read(left, i), dtype) + kept(read(right, i), dtype), dtype);
  }));
}

Tensor sum_in(const Tensor& x, Dtype dtype) {
  Real running = 0;
  for (const Real v : plain(x).elements) running = kept(running + kept(v, dtype), dtype);
  return scalar(static_cast<double>(running));
}

/// Tick by tick: the program launches, the device works off its queue.
Ids kernel_ends(const Ids& kernels, std::int64_t launch) {
  const std::int64_t n = kernels.size();
  Ids ends = Ids::full(kernels.shape(), 0);
  std::int64_t done = 0;
  std::int64_t left = n > 0 ? kernels.at({0}) : 0;
  for (std::int64_t now = 0; done < n; ++now) {
    while (done < n && now >= (done + 1) * launch && left == 0) {
      ends.set({done}, now);
      if (++done < n) left = kernels.at({done});
      if (left > 0) break;
    }
    if (done < n && now >= (done + 1) * launch && left > 0) --left;
  }
  return ends;
}

}  // namespace galley::second
