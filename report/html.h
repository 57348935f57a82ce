#pragma once
// Building pages: everything that goes in as text is escaped; only literals of this program go in as they
// are.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/results.h"

namespace galley::report {

/// Text made safe for element content and for attributes in double quotes; control characters that HTML
/// forbids become �.
std::string escaped(std::string_view text);

/// A page, or a part of one, as it grows.
class Html {
 public:
  /// Markup of this program's own, as it is.
  Html& raw(std::string_view markup) {
    out_ += markup;
    return *this;
  }
  /// Text from anywhere, escaped.
  Html& text(std::string_view text);
  Html& number(std::int64_t value) { return raw(std::to_string(value)); }
  /// ` name="value"` within a start tag, the value escaped.
  Html& attribute(std::string_view name, std::string_view value);
  /// A sentence in both languages, of which the page shows one. Once when both are the same.
  Html& both(const Text& text);
  Html& both(std::string_view zh, std::string_view en) {
    return both(Text{std::string(zh), std::string(en)});
  }
  /// An element with one class around a sentence in both languages.
  Html& element(std::string_view tag, std::string_view css_class, const Text& text);
  /// An element with one class around a text, escaped.
  Html& element(std::string_view tag, std::string_view css_class, std::string_view text);
  /// A value with a proper minus sign and ∞; up to ten significant digits.
  Html& value(double value);
  /// An error or a bound: 4.8·10⁻⁸ with a real exponent.
  Html& small_value(double value);
  Html& append(const Html& part) { return raw(part.out_); }

  const std::string& str() const { return out_; }
  std::string take() { return std::move(out_); }
  bool empty() const { return out_.empty(); }

 private:
  std::string out_;
};

/// A text that may stand in an id or a link's fragment: letters, digits, - and _; anything else becomes "-".
std::string anchor(std::string_view text);

/// One element of a flat list by its index in a shape: [1,2] of 5 in [2,3].
std::vector<std::int64_t> index_of(std::int64_t element, const std::vector<std::int64_t>& shape);

}  // namespace galley::report
