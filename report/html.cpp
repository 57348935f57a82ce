#include "report/html.h"

#include <cmath>

#include "report/words.h"

namespace galley::report {
namespace {

void escape_into(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t')
          out += "\uFFFD";
        else if (c == 0x7f)
          out += "\uFFFD";
        else
          out += c;
    }
  }
}

// A hyphen in front of a number is a minus sign on the page.
std::string typeset(const std::string& number) {
  if (number == "nan") return "NaN";
  std::string text;
  for (const char c : number) text += c == '-' ? std::string("−") : std::string(1, c);
  const std::size_t infinite = text.find("inf");
  if (infinite != std::string::npos) text.replace(infinite, 3, "∞");
  return text;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  escape_into(out, text);
  return out;
}

Html& Html::text(std::string_view text) {
  escape_into(out_, text);
  return *this;
}

Html& Html::attribute(std::string_view name, std::string_view value) {
  raw(" ").raw(name).raw("=\"").text(value);
  return raw("\"");
}

Html& Html::both(const Text& both) {
  if (both.zh == both.en || both.en.empty()) return text(both.zh);
  if (both.zh.empty()) return text(both.en);
  raw("<span lang=\"zh\">").text(both.zh).raw("</span><span lang=\"en\">").text(both.en);
  return raw("</span>");
}

Html& Html::element(std::string_view tag, std::string_view css_class, const Text& content) {
  raw("<").raw(tag).raw(" class=\"").raw(css_class).raw("\">").both(content);
  return raw("</").raw(tag).raw(">");
}

Html& Html::element(std::string_view tag, std::string_view css_class, std::string_view content) {
  raw("<").raw(tag).raw(" class=\"").raw(css_class).raw("\">").text(content);
  return raw("</").raw(tag).raw(">");
}

Html& Html::value(double value) { return raw(typeset(value_text(value))); }

Html& Html::small_value(double value) {
  const std::string text = error_text(value);
  const std::size_t at = text.find('e');
  if (at == std::string::npos) return raw(typeset(text));
  const int exponent = std::stoi(text.substr(at + 1));
  raw(typeset(text.substr(0, at))).raw("·10<sup>").raw(typeset(std::to_string(exponent)));
  return raw("</sup>");
}

std::string anchor(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    out += plain ? c : '-';
  }
  return out;
}

std::vector<std::int64_t> index_of(std::int64_t element, const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] <= 0) return {};
    index[axis] = element % shape[axis];
    element /= shape[axis];
  }
  return index;
}

}  // namespace galley::report
