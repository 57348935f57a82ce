#include "report/tokens.h"

#include "report/utf8.h"

namespace galley {
namespace {

constexpr char32_t kEnd = 0;  // read beyond either end of the text

bool is_digit(char32_t c) { return (c >= U'0' && c <= U'9') || (c >= 0xFF10 && c <= 0xFF19); }
bool is_raised_digit(char32_t c) {
  return c == 0xB2 || c == 0xB3 || c == 0xB9 || c == 0x2070 || (c >= 0x2074 && c <= 0x2079);
}
bool is_raised(char32_t c) { return is_raised_digit(c) || c == 0x207B; }
bool is_lowered_digit(char32_t c) { return c >= 0x2080 && c <= 0x2089; }

bool is_letter(char32_t c) {
  if ((c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z')) return true;
  if (c >= 0xC0 && c <= 0x24F) return c != 0xD7 && c != 0xF7;  // Latin with accents, without × and ÷
  if (c >= 0x370 && c <= 0x3FF) return true;                   // Greek
  return (c >= 0xFF21 && c <= 0xFF3A) || (c >= 0xFF41 && c <= 0xFF5A);  // full-width Latin
}

/// What a word is made of, digits aside.
bool is_word(char32_t c) { return is_letter(c) || c == U'_' || is_lowered_digit(c); }

bool is_minus(char32_t c) { return c == U'-' || c == 0x2212 || c == 0xFF0D || c == 0xFE63; }
bool is_point(char32_t c) { return c == U'.' || c == 0xFF0E; }
bool is_closing(char32_t c) { return c == U')' || c == U']' || c == U'}' || c == 0xFF09; }
bool is_percent(char32_t c) { return c == U'%' || c == 0xFF05; }
bool is_infinity(char32_t c) { return c == 0x221E; }

/// A minus after one of these subtracts.
bool is_operand(char32_t c) {
  return is_digit(c) || is_word(c) || is_closing(c) || is_raised(c) || is_percent(c) || is_infinity(c) ||
         c == U'\'';
}

class Tokeniser {
 public:
  explicit Tokeniser(std::string_view text) : text_(text), characters_(characters_of(text)) {}

  std::vector<Token> run() {
    std::size_t at = 0;
    while (at < characters_.size()) {
      const std::size_t next = step(at);
      for (; at < next; ++at) pass(code(at));
    }
    return std::move(tokens_);
  }

 private:
  char32_t code(std::size_t at) const { return at < characters_.size() ? characters_[at].code : kEnd; }
  char32_t before(std::size_t at) const { return at == 0 ? kEnd : characters_[at - 1].code; }

  /// Takes what stands at `at`: a word, a number or any other character. Returns where to go on.
  std::size_t step(std::size_t at) {
    const char32_t c = code(at);
    if (is_word(c)) return end_of_word(at);
    if (is_digit(c)) return number(at, at);
    if (is_minus(c) && !is_operand(before(at))) {
      if (is_digit(code(at + 1))) return number(at, at + 1);
      if (is_infinity(code(at + 1))) return emit(at, at + 2);
    }
    if (is_infinity(c)) return emit(at, at + 1);
    if (is_raised(c)) return raised(at);
    return at + 1;
  }

  /// Past a word: letters, digits, underscores, lowered and raised digits.
  std::size_t end_of_word(std::size_t at) const {
    while (is_word(code(at)) || is_digit(code(at)) || is_raised(code(at))) ++at;
    return at;
  }

  std::size_t end_of_digits(std::size_t at) const {
    while (is_digit(code(at))) ++at;
    return at;
  }

  /// A number whose sign, if any, stands at `first` and whose digits start at `digits`.
  std::size_t number(std::size_t first, std::size_t digits) {
    std::size_t at = end_of_thousands(digits, end_of_digits(digits));
    if (is_point(code(at)) && is_digit(code(at + 1)) && (code(at) == U'.' || code(at + 1) >= 0xFF10)) {
      at = end_of_digits(at + 1);
      if (is_point(code(at)) && is_digit(code(at + 1))) return end_of_version(at);
    }
    at = end_of_exponent(at);
    if (is_word(code(at))) {  // a unit, or a word that starts with a digit
      const std::size_t end = end_of_word(at);
      for (std::size_t i = at; i < end; ++i)
        if (!is_letter(code(i)) && !is_raised(code(i))) return end;
      emit(first, at);
      return end;
    }
    if (is_percent(code(at)) && !is_digit(code(at + 1)) && !is_word(code(at + 1))) ++at;
    return emit(first, at);
  }

  /// Past groups of three digits, where they are thousands.
  std::size_t end_of_thousands(std::size_t digits, std::size_t end) const {
    const bool continues_list = before(digits) == U',' && digits > 1 && is_digit(code(digits - 2));
    if (in_list() || continues_list || end - digits > 3 || code(digits) == U'0') return end;
    std::size_t at = end;
    while (code(at) == U',' && is_digit(code(at + 1))) {
      const std::size_t next = end_of_digits(at + 1);
      if (next - (at + 1) != 3) return end;
      at = next;
    }
    return at;
  }

  std::size_t end_of_version(std::size_t at) const {
    while (is_point(code(at)) && is_digit(code(at + 1))) at = end_of_digits(at + 1);
    return at;
  }

  std::size_t end_of_exponent(std::size_t at) const {
    if (code(at) != U'e' && code(at) != U'E') return at;
    const bool sign = is_minus(code(at + 1)) || code(at + 1) == U'+';
    const std::size_t digits = at + (sign ? 2 : 1), end = end_of_digits(digits);
    return end == digits || is_word(code(end)) ? at : end;
  }

  /// A raised number after a number or a closing bracket; after anything else a raised digit is no number.
  std::size_t raised(std::size_t at) {
    const bool exponent = is_digit(before(at)) || is_closing(before(at));
    std::size_t end = is_raised_digit(code(at)) ? at : at + 1;
    const std::size_t digits = end;
    while (is_raised_digit(code(end))) ++end;
    if (exponent && end > digits) return emit(at, end);
    return end > at ? end : at + 1;
  }

  std::size_t emit(std::size_t first, std::size_t end) {
    const std::size_t from = characters_[first].offset;
    const std::size_t to = end < characters_.size() ? characters_[end].offset : text_.size();
    Token token;
    token.text = text_.substr(from, to - from);
    token.offset = from;
    token.line = line_;
    token.column = column_;
    tokens_.push_back(token);
    return end;
  }

  /// Counts lines, columns and open brackets. An interval such as [0,1) closes with either bracket. No list
  /// runs over an empty line, so that one forgotten bracket does not reach further than its paragraph.
  void pass(char32_t c) {
    if (c == U'[' || c == U'{' || c == U'(' || c == 0xFF08) open_.push_back(c);
    if (is_closing(c) && !open_.empty()) open_.pop_back();
    ++column_;
    if (c == U'\n') {
      if (empty_line_) open_.clear();
      empty_line_ = true;
      ++line_;
      column_ = 1;
    } else if (!is_blank(c)) {
      empty_line_ = false;
    }
  }

  bool in_list() const { return !open_.empty() && (open_.back() == U'[' || open_.back() == U'{'); }

  std::string_view text_;
  std::vector<Character> characters_;
  std::vector<Token> tokens_;
  std::vector<char32_t> open_;  // brackets opened and not yet closed
  int line_ = 1, column_ = 1;
  bool empty_line_ = true;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) { return Tokeniser(text).run(); }

}  // namespace galley
