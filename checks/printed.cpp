#include "checks/printed.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <system_error>
#include <utility>

#include "checks/bad_input.h"

namespace galley {
namespace {

constexpr std::string_view kInfinity = "∞";
constexpr std::size_t kMostMoved = 18;  // digits that a 64-bit count holds; a double tells fewer apart

/// Raised digits and signs and their plain equals; the full-width forms are a range and are folded by rule.
constexpr std::array<std::pair<std::string_view, char>, 17> kPlain = {{
    {"−", '-'},
    {"－", '-'},
    {"﹣", '-'},
    {"⁻", '-'},
    {"＋", '+'},
    {"％", '%'},
    {"．", '.'},
    {"⁰", '0'},
    {"¹", '1'},
    {"²", '2'},
    {"³", '3'},
    {"⁴", '4'},
    {"⁵", '5'},
    {"⁶", '6'},
    {"⁷", '7'},
    {"⁸", '8'},
    {"⁹", '9'},
}};

/// The parts of a printed number, before they are given a value.
struct Parts {
  std::string sign;    // "", "+" or "-"
  std::string digits;  // all digits of the mantissa, the point left out
  int decimals = 0;
  bool thousands = false, exponent_given = false, percent = false;
  int exponent = 0;
};

[[noreturn]] void refuse(std::string_view token, const std::string& why) {
  throw BadInput("'" + std::string(token) + "' is not a printed number: " + why);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string take_digits(std::string_view& rest) {
  std::size_t n = 0;
  while (n < rest.size() && is_digit(rest[n])) ++n;
  std::string digits(rest.substr(0, n));
  rest.remove_prefix(n);
  return digits;
}

/// Takes the integer part with its groups of three: "1,048,576" gives "1048576".
std::string take_integer(std::string_view token, std::string_view& rest, bool& thousands) {
  std::string digits = take_digits(rest);
  while (!rest.empty() && rest.front() == ',') {
    rest.remove_prefix(1);
    const std::string group = take_digits(rest);
    if (group.size() != 3 || (!thousands && (digits.empty() || digits.size() > 3)))
      refuse(token, "thousands stand in groups of three digits");
    digits += group;
    thousands = true;
  }
  return digits;
}

Parts split(std::string_view token, std::string_view rest) {
  Parts parts;
  if (!rest.empty() && (rest.front() == '+' || rest.front() == '-')) {
    parts.sign = rest.front();
    rest.remove_prefix(1);
  }
  parts.digits = take_integer(token, rest, parts.thousands);
  if (!rest.empty() && rest.front() == '.') {
    rest.remove_prefix(1);
    const std::string fraction = take_digits(rest);
    if (fraction.empty()) refuse(token, "no digit after the point");
    parts.decimals = static_cast<int>(fraction.size());
    parts.digits += fraction;
  }
  if (parts.digits.empty()) refuse(token, "no digit");
  if (!rest.empty() && (rest.front() == 'e' || rest.front() == 'E')) {
    rest.remove_prefix(1);
    const bool negative = !rest.empty() && rest.front() == '-';
    if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
    const std::string digits = take_digits(rest);
    if (digits.empty() || digits.size() > 3) refuse(token, "an exponent of one to three digits was expected");
    parts.exponent_given = true;
    parts.exponent = (negative ? -1 : 1) * std::atoi(digits.c_str());
  }
  if (rest == "%") {
    parts.percent = true;
    rest.remove_prefix(1);
  }
  if (!rest.empty()) refuse(token, "'" + std::string(rest) + "' was not expected");
  return parts;
}

/// The double nearest to digits × 10^power. Not strtod: its decimal point follows the locale.
double nearest(std::string_view token, const std::string& digits, int power) {
  const std::string text = digits + "e" + std::to_string(power);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc()) refuse(token, "out of the range of a double");
  return value;
}

Printed value_of(std::string_view token, const Parts& parts) {
  const int power = parts.exponent - parts.decimals - (parts.percent ? 2 : 0);
  Printed number;
  number.text = token;
  number.value = nearest(token, parts.digits, power) * (parts.sign == "-" ? -1 : 1);
  number.unit = nearest(token, "1", power);
  number.decimals = parts.decimals;
  number.whole = parts.decimals == 0 && !parts.exponent_given && !parts.percent;
  return number;
}

/// Puts the parts together again, as a chapter would print them.
std::string print(const Parts& parts) {
  const std::size_t decimals = static_cast<std::size_t>(parts.decimals);
  std::string digits = parts.digits;
  while (digits.size() < decimals + 1) digits.insert(0, "0");
  std::string text = digits.substr(0, digits.size() - decimals);
  if (parts.thousands)
    for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
      text.insert(static_cast<std::size_t>(at), ",");
  if (decimals > 0) text += "." + digits.substr(digits.size() - decimals);
  if (parts.exponent_given) text += "e" + std::to_string(parts.exponent);
  if (parts.percent) text += "%";
  return parts.sign + text;
}

}  // namespace

std::string plain_form(std::string_view token) {
  std::string plain;
  while (!token.empty()) {
    bool folded = false;
    for (const auto& [printed, ascii] : kPlain) {
      if (token.substr(0, printed.size()) != printed) continue;
      plain += ascii;
      token.remove_prefix(printed.size());
      folded = true;
      break;
    }
    if (folded) continue;
    // The full-width digits U+FF10 to U+FF19 are EF BC 90 to EF BC 99.
    if (token.size() >= 3 && token.substr(0, 2) == "\xEF\xBC" && token[2] >= '\x90' && token[2] <= '\x99') {
      plain += static_cast<char>('0' + (token[2] - '\x90'));
      token.remove_prefix(3);
      continue;
    }
    plain += token.front();
    token.remove_prefix(1);
  }
  return plain;
}

Printed parse_printed(std::string_view token) {
  const std::string plain = plain_form(token);
  std::string_view rest = plain;
  const bool negative = !rest.empty() && rest.front() == '-';
  if (!rest.empty() && (rest.front() == '-' || rest.front() == '+')) rest.remove_prefix(1);
  if (rest == kInfinity) {
    Printed number;
    number.text = token;
    number.value = std::numeric_limits<double>::infinity() * (negative ? -1 : 1);
    return number;
  }
  return value_of(token, split(token, plain));
}

Printed nudged(const Printed& number, int units) {
  if (number.unit == 0) return parse_printed("0");
  Parts parts = split(number.text, plain_form(number.text));
  if (parts.digits.size() > kMostMoved) refuse(number.text, "more than 18 digits cannot be moved by a unit");
  std::int64_t count = std::strtoll(parts.digits.c_str(), nullptr, 10) * (parts.sign == "-" ? -1 : 1);
  count += units;
  parts.sign = count < 0 ? "-" : "";
  std::string digits = std::to_string(count < 0 ? -count : count);
  // A number printed with leading zeros, as bits are, keeps its length.
  const bool padded = parts.digits.size() > 1 && parts.digits.front() == '0' && !parts.thousands;
  const std::size_t least = padded ? parts.digits.size() : static_cast<std::size_t>(parts.decimals) + 1;
  while (digits.size() < least) digits.insert(0, "0");
  parts.digits = digits;
  const std::string text = print(parts);
  return value_of(text, parts);
}

}  // namespace galley
