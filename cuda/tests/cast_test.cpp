#include "cuda/kernels/cast.h"

#include <cmath>

#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley::parity::of_cast {

using kernels::Format;

constexpr Format kFormats[] = {Format::float64,  Format::float32, Format::float16,
                               Format::bfloat16, Format::int64,   Format::uint8};

// By the definition: the nearest multiple of the last bit that the format has at this size, ties to the even
// one.
long double nearest(long double value, int significand_bits, int lowest_exponent, long double largest) {
  if (value == 0 || !std::isfinite(value)) return value;
  const long double step =
      std::ldexp(1.0L, std::max(std::ilogb(value) + 1 - significand_bits, lowest_exponent));
  long double whole = std::floor(value / step);
  const long double rest = value / step - whole;
  if (rest > 0.5L || (rest == 0.5L && std::fmod(whole, 2.0L) != 0)) ++whole;
  return std::fabs(whole * step) > largest ? std::copysign(static_cast<long double>(INFINITY), value)
                                           : whole * step;
}

long double kept(Format format, long double value) {
  switch (format) {
    case Format::float64:
      return value;
    case Format::float32:
      return nearest(value, 24, -149, std::ldexp(16777215.0L, 104));
    case Format::float16:
      return nearest(value, 11, -24, 65504);
    case Format::bfloat16:
      return nearest(value, 8, -133, std::ldexp(255.0L, 120));
    case Format::int64:
      return std::trunc(value);
    case Format::uint8:
      return std::fmod(std::fmod(std::trunc(value), 256.0L) + 256, 256.0L);
  }
  return value;
}

// Values of every size that a format treats differently: ordinary, exactly between two neighbours, below the
// smallest, beyond the largest. NaN and ∞ stay outside whole formats, and so outside this table.
Outcome run(const Shape& shape) {
  std::vector<double> x = numbers<double>(shape[0], 25, 100);
  const double special[] = {1 + 0x1p-9,  256.5,     257,    70000, -65520,    0x1p-25,
                            3 * 0x1p-26, -0x1p-134, 3.4e38, 1e39,  1.0000001, -300.7};
  for (std::size_t i = 0; i < x.size() && i < std::size(special); ++i) x[i] = special[i];
  Outcome outcome;
  for (const Format format : kFormats) {
    DeviceArray<double> y(x.size());
    kernels::cast_elements(format, DeviceArray<double>(x).data(), y.data(), shape[0]);
    for (const double value : y.host()) outcome.got.push_back(value);
    for (const double value : x) outcome.expected.push_back(kept(format, value));
  }
  return outcome;
}

const Table table("Cast", run, run, element_lines(0, "one rounding by definition"));

}  // namespace galley::parity::of_cast
