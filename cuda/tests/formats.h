#pragma once

#include <algorithm>
#include <cmath>

#include "cuda/kernels/format.h"

// Number formats by their definition, in long double, for tables that round.
namespace galley::parity {

inline constexpr kernels::Format kFormats[] = {kernels::Format::float64, kernels::Format::float32,
                                               kernels::Format::float16, kernels::Format::bfloat16,
                                               kernels::Format::int64,   kernels::Format::uint8};

/// The nearest multiple of the last bit that a format has at this size, ties to the even one.
inline long double nearest(long double value, int significand_bits, int lowest_exponent,
                           long double largest) {
  if (value == 0 || !std::isfinite(value)) return value;
  const long double step =
      std::ldexp(1.0L, std::max(std::ilogb(value) + 1 - significand_bits, lowest_exponent));
  long double whole = std::floor(value / step);
  const long double rest = value / step - whole;
  if (rest > 0.5L || (rest == 0.5L && std::fmod(whole, 2.0L) != 0)) ++whole;
  return std::fabs(whole * step) > largest ? std::copysign(static_cast<long double>(INFINITY), value)
                                           : whole * step;
}

/// A number as a format keeps it.
inline long double kept(kernels::Format format, long double value) {
  switch (format) {
    case kernels::Format::float64:
      return value;
    case kernels::Format::float32:
      return nearest(value, 24, -149, std::ldexp(16777215.0L, 104));
    case kernels::Format::float16:
      return nearest(value, 11, -24, 65504);
    case kernels::Format::bfloat16:
      return nearest(value, 8, -133, std::ldexp(255.0L, 120));
    case kernels::Format::int64:
      return std::trunc(value);
    case kernels::Format::uint8:
      return std::fmod(std::fmod(std::trunc(value), 256.0L) + 256, 256.0L);
  }
  return value;
}

}  // namespace galley::parity
