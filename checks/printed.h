#pragma once

#include <string>
#include <string_view>

namespace galley {

/// One number as it is printed.
struct Printed {
  std::string text;    ///< exactly as printed: "−∞", "1,048,576", "-0.3", "20%", "1e−12", "³"
  double value = 0;    ///< 0.2 for "20%", minus infinity for "−∞"
  double unit = 0;     ///< one unit of the last printed digit on the scale of `value`: 0.000001, 1, 0.01 for
                       ///< "20%"; 0 for ±∞
  int decimals = 0;    ///< digits printed after the point
  bool whole = false;  ///< printed as an integer: no point, no exponent, no percent sign

  /// True when the number is printed as an integer, and so must be met exactly.
  bool is_integer() const { return whole; }
};

/// Reads one printed number: sign, thousands in groups of three, decimals, exponent, ∞, percent, full-width
/// and raised digits. Throws BadInput, naming the token, for anything else.
Printed parse_printed(std::string_view token);

/// The number moved by `units` units of its last printed digit, printed in the same form, in plain digits. ±∞
/// has no last digit and becomes 0. Throws BadInput for more than 18 digits.
Printed nudged(const Printed& number, int units);

/// The token in plain ASCII digits and signs ("−1" and "－１" give "-1", "２０％" gives "20%"); ∞ stays as it
/// is. Two tokens with the same plain form are the same print of the same number: "0.5" and "0.50" are not.
std::string plain_form(std::string_view token);

}  // namespace galley
