#include "checks/precision.h"

#include <cmath>
#include <limits>

namespace galley {
namespace {

/// Rounds to a binary format with this many significand bits (the leading one included) and exponent range.
double round_to_format(double value, int significand_bits, int lowest_exponent, double largest) {
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  std::frexp(value, &exponent);  // |value| in [2^(exponent-1), 2^exponent)
  const int last_bit = std::max(exponent - significand_bits, lowest_exponent);
  // nearbyint rounds ties to even, on a number of at most significand_bits bits before the point: one
  // rounding, no double rounding.
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -last_bit)), last_bit);
  return std::abs(rounded) > largest ? std::copysign(std::numeric_limits<double>::infinity(), value)
                                     : rounded;
}

}  // namespace

std::string_view name_of(Precision precision) {
  switch (precision) {
    case Precision::f64:
      return "f64";
    case Precision::f32:
      return "f32";
    case Precision::bf16:
      return "bf16";
    case Precision::f16:
      return "f16";
  }
  return "?";
}

double round_to(Precision precision, double value) {
  switch (precision) {
    case Precision::f64:
      return value;
    case Precision::f32:
      return static_cast<double>(static_cast<float>(value));
    case Precision::bf16:
      return round_to_format(value, 8, -133, std::ldexp(255.0, 120));
    case Precision::f16:
      return round_to_format(value, 11, -24, 65504.0);
  }
  return value;
}

double epsilon_of(Precision precision) {
  switch (precision) {
    case Precision::f64:
      return std::numeric_limits<double>::epsilon();
    case Precision::f32:
      return static_cast<double>(std::numeric_limits<float>::epsilon());
    case Precision::bf16:
      return std::ldexp(1.0, -7);
    case Precision::f16:
      return std::ldexp(1.0, -10);
  }
  return 0;
}

}  // namespace galley
