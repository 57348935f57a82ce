#include "report/json_line.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace galley::report {
namespace {

constexpr int kDeepest = 64;

void append_utf8(std::string& text, std::uint32_t code) {
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | code >> 6);
    byte(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    byte(0xe0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  } else {
    byte(0xf0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3f));
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  }
}

}  // namespace

// Walks a line once, from left to right.
class JsonReader {
 public:
  JsonReader(JsonLine& line, std::string_view text)
      : line_(line), at_(text.data()), end_(text.data() + text.size()) {}

  bool read_line() {
    if (!value(0, {})) return false;
    blanks();
    return at_ == end_;
  }

 private:
  using Kind = JsonValue::Kind;

  void blanks() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
  }
  bool take(char c) {
    blanks();
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (static_cast<std::size_t>(end_ - at_) < word.size() || std::memcmp(at_, word.data(), word.size()) != 0)
      return false;
    at_ += word.size();
    return true;
  }

  bool value(int depth, std::string_view name) {
    blanks();
    if (at_ == end_ || depth > kDeepest) return false;
    const std::size_t here = line_.nodes_.size();
    line_.nodes_.emplace_back();
    const char* begin = at_;
    JsonLine::Node node;
    node.name = name;
    switch (*at_) {
      case '{':
      case '[':
        node.kind = *at_ == '{' ? Kind::object : Kind::array;
        if (!list(depth, node)) return false;
        break;
      case '"':
        node.kind = Kind::string;
        if (!string(node.text)) return false;
        break;
      case 't':
      case 'f':
        node.kind = Kind::boolean;
        node.truth = *at_ == 't';
        if (!take_word(node.truth ? "true" : "false")) return false;
        break;
      case 'n':
        if (!take_word("null")) return false;
        break;
      default:
        node.kind = Kind::number;
        if (!number(node.number)) return false;
    }
    node.source = {begin, static_cast<std::size_t>(at_ - begin)};
    line_.nodes_[here] = node;
    return true;
  }

  // The members of an object or a list, linked to each other.
  bool list(int depth, JsonLine::Node& node) {
    const bool named = *at_ == '{';
    const char close = named ? '}' : ']';
    ++at_;
    if (take(close)) return true;
    std::size_t before = 0;
    for (;;) {
      std::string_view name;
      blanks();
      if (named && (at_ == end_ || *at_ != '"' || !string(name) || !take(':'))) return false;
      const std::size_t here = line_.nodes_.size();
      if (!value(depth + 1, name)) return false;
      if (before)
        line_.nodes_[before].next = static_cast<std::uint32_t>(here);
      else
        node.first = static_cast<std::uint32_t>(here);
      before = here;
      if (take(close)) return true;
      if (!take(',')) return false;
    }
  }

  bool number(double& number) {
    const char* digits = *at_ == '-' ? at_ + 1 : at_;
    if (digits == end_ || *digits < '0' || *digits > '9') return false;
    const auto [stopped, problem] = std::from_chars(at_, end_, number);
    if (problem == std::errc::invalid_argument) return false;
    // Too small for a double is zero; too big is no number that anybody wrote.
    if (problem == std::errc::result_out_of_range)
      number = std::strtod(std::string(at_, stopped).c_str(), nullptr);
    if (!std::isfinite(number)) return false;
    at_ = stopped;
    return true;
  }

  bool string(std::string_view& text) {
    const char* begin = ++at_;
    while (at_ < end_ && *at_ != '"' && *at_ != '\\' && static_cast<unsigned char>(*at_) >= 0x20) ++at_;
    if (at_ == end_) return false;
    if (*at_ == '"') {
      text = {begin, static_cast<std::size_t>(at_++ - begin)};
      return true;
    }
    std::string& whole = line_.unescaped_.emplace_back(begin, at_);
    while (at_ < end_ && *at_ != '"') {
      if (static_cast<unsigned char>(*at_) < 0x20) return false;
      if (*at_ != '\\')
        whole += *at_++;
      else if (!escape(whole))
        return false;
    }
    text = whole;
    return at_++ < end_;
  }

  bool escape(std::string& whole) {
    if (end_ - at_ < 2) return false;
    const char letter = at_[1];
    at_ += 2;
    switch (letter) {
      case 'n':
        whole += '\n';
        return true;
      case 't':
        whole += '\t';
        return true;
      case 'r':
        whole += '\r';
        return true;
      case 'b':
        whole += '\b';
        return true;
      case 'f':
        whole += '\f';
        return true;
      case '"':
      case '\\':
      case '/':
        whole += letter;
        return true;
      case 'u':
        break;
      default:
        return false;
    }
    std::uint32_t code = 0, low = 0;
    if (!hexadecimal(code)) return false;
    if (code >= 0xdc00 && code < 0xe000) return false;
    if (code >= 0xd800 && code < 0xdc00) {
      if (!take_word("\\u") || !hexadecimal(low) || low < 0xdc00 || low > 0xdfff) return false;
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    append_utf8(whole, code);
    return true;
  }

  bool hexadecimal(std::uint32_t& code) {
    if (end_ - at_ < 4) return false;
    const auto [stopped, problem] = std::from_chars(at_, at_ + 4, code, 16);
    if (problem != std::errc() || stopped != at_ + 4) return false;
    at_ += 4;
    return true;
  }

  JsonLine& line_;
  const char *at_, *end_;
};

JsonValue::Kind JsonValue::kind() const { return line_->nodes_[at_].kind; }
bool JsonValue::truth() const { return line_->nodes_[at_].truth; }
double JsonValue::number() const { return line_->nodes_[at_].number; }
std::string_view JsonValue::text() const { return line_->nodes_[at_].text; }
std::string_view JsonValue::name() const { return line_->nodes_[at_].name; }
std::string_view JsonValue::source() const { return line_->nodes_[at_].source; }

JsonValue JsonValue::operator[](std::string_view name) const {
  if (!is_object()) return {*line_, 0};
  std::uint32_t at = line_->nodes_[at_].first;
  while (at != 0 && line_->nodes_[at].name != name) at = line_->nodes_[at].next;
  return {*line_, at};
}

std::vector<JsonValue> JsonValue::values() const {
  std::vector<JsonValue> all;
  for (std::uint32_t at = line_->nodes_[at_].first; at != 0; at = line_->nodes_[at].next)
    all.push_back({*line_, at});
  return all;
}

bool JsonLine::read(std::string_view line) {
  nodes_.clear();
  unescaped_.clear();
  nodes_.emplace_back();
  return is_utf8(line) && JsonReader(*this, line).read_line();
}

bool is_utf8(std::string_view bytes) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto* end = at + bytes.size();
  while (at < end) {
    // Most of a line is plain: eight bytes at once.
    std::uint64_t eight = 0;
    if (end - at >= 8 && (std::memcpy(&eight, at, 8), (eight & 0x8080808080808080u) == 0)) {
      at += 8;
      continue;
    }
    const unsigned char lead = *at++;
    if (lead < 0x80) continue;
    const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4 || end - at < more) return false;
    if ((lead == 0xe0 && at[0] < 0xa0) || (lead == 0xed && at[0] > 0x9f)) return false;
    if ((lead == 0xf0 && at[0] < 0x90) || (lead == 0xf4 && at[0] > 0x8f)) return false;
    for (int each = 0; each < more; ++each)
      if ((*at++ & 0xc0) != 0x80) return false;
  }
  return true;
}

}  // namespace galley::report
