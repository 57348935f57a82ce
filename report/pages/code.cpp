#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "report/pages/pages.h"

namespace galley::report {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

bool starts(std::string_view line, std::string_view with) { return line.substr(0, with.size()) == with; }

// From the comment above a line to the closing brace at the margin. A macro that stands below what it speaks
// of (MISTAKE after its struct) is quoted from there: the piece ends with the macro.
std::pair<std::size_t, std::size_t> piece(const std::vector<std::string_view>& lines, std::size_t at) {
  std::size_t first = at, last = at;
  const bool closes_a_block = at > 0 && starts(lines[at], "MISTAKE(") && starts(lines[at - 1], "}");
  if (closes_a_block) {
    --first;
    while (first > 0 && !lines[first - 1].empty()) --first;
    while (last + 1 < lines.size() && !lines[last].empty() && lines[last].back() != ';') ++last;
    return {first, last};
  }
  while (first > 0 && starts(lines[first - 1], "//")) --first;
  while (last + 1 < lines.size() && !starts(lines[last], "}")) ++last;
  return {first, last};
}

constexpr std::array<std::string_view, 36> kKeywords = {
    "auto",   "bool",      "break",  "case",     "catch",    "class",   "const",  "constexpr", "continue",
    "double", "else",      "enum",   "false",    "float",    "for",     "if",     "int",       "int64_t",
    "long",   "namespace", "new",    "nullptr",  "override", "private", "public", "return",    "sizeof",
    "static", "struct",    "switch", "template", "throw",    "true",    "try",    "using",     "while"};

bool word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Comments, strings, keywords and numbers, each in its own colour: enough to read by.
void draw_highlighted(Html& html, std::string_view code) {
  while (!code.empty()) {
    std::size_t length = 1;
    const char* look = nullptr;
    if (starts(code, "//")) {
      length = std::min(code.find('\n'), code.size());
      look = "c";
    } else if (code[0] == '"') {
      while (length < code.size() && code[length] != '"' && code[length] != '\n')
        length += code[length] == '\\' ? 2 : 1;
      length = std::min(length + 1, code.size());
      look = "s";
    } else if (word_char(code[0])) {
      while (length < code.size() && (word_char(code[length]) || (code[0] <= '9' && code[length] == '.')))
        ++length;
      const std::string_view word = code.substr(0, length);
      if (word[0] <= '9') look = "n";
      // Keywords are short and in small letters: most names need no search.
      else if (word[0] >= 'a' && length <= 9 &&
               std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end())
        look = "k";
    } else {
      while (length < code.size() && !word_char(code[length]) && code[length] != '"' && code[length] != '/')
        ++length;
    }
    if (look) html.raw("<span class=\"").raw(look).raw("\">");
    html.text(code.substr(0, length));
    if (look) html.raw("</span>");
    code.remove_prefix(length);
  }
}

}  // namespace

void draw_code(Html& html, const Book& book, const std::string& file, int line) {
  if (file.empty() || line <= 0) return;
  const std::vector<std::string_view> lines = lines_of(book.sources->text(file));
  if (static_cast<std::size_t>(line) > lines.size()) return;
  const auto [first, last] = piece(lines, static_cast<std::size_t>(line) - 1);
  const char* begin = lines[first].data();
  const char* end = lines[last].data() + lines[last].size();
  html.raw("<details class=\"code\"><summary>")
      .both("代码", "Code")
      .raw(" <span class=\"remark\">")
      .text(file)
      .raw(":")
      .number(line);
  html.raw("</span></summary>\n<pre><code>");
  draw_highlighted(html, std::string_view(begin, static_cast<std::size_t>(end - begin)));
  html.raw("</code></pre></details>\n");
}

}  // namespace galley::report
