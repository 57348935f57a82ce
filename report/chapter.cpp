#include "report/chapter.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "checks/bad_input.h"
#include "checks/files.h"
#include "checks/hash.h"
#include "report/utf8.h"

namespace galley {
namespace {

constexpr std::size_t kLongestHeading = 40;

/// A line of the text without its end.
struct Line {
  std::size_t begin = 0, end = 0;
  bool empty = true;
};

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t newline = std::min(text.find('\n', at), text.size());
    lines.push_back({at, newline, folded(text.substr(at, newline - at)).empty()});
    at = newline + 1;
  }
  return lines;
}

bool starts_like_a_sentence(char32_t c) {
  if ((c >= U'0' && c <= U'9') || (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z')) return true;
  return (c >= 0x370 && c <= 0x3FF) || (c >= 0x4E00 && c <= 0x9FFF) || c == 0x201C || c == 0x300C ||
         c == 0x300A;
}

/// A tab stands in a row of a table, ≈ and → in a formula.
bool is_no_prose(char32_t c) { return c == U'\t' || c == 0x2248 || c == 0x2192; }

bool ends_like_a_sentence(char32_t c) {
  static constexpr std::u32string_view kEnds = U"。；：？！，、….;:?!,";
  return kEnds.find(c) != std::u32string_view::npos;
}

/// Chinese characters and full-width signs, between which a line may break anywhere.
bool is_wide(char32_t c) {
  return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x2010 && c <= 0x201F);
}

/// White space as one blank; with `unwrap`, as nothing beside a wide character.
std::string fold(std::string_view text, bool unwrap) {
  std::string result;
  bool gap = false, after_wide = false;
  for (const Character& character : characters_of(text)) {
    if (is_blank(character.code)) {
      gap = true;
      continue;
    }
    const bool wide = is_wide(character.code);
    if (gap && !result.empty() && !(unwrap && (wide || after_wide))) result += ' ';
    gap = false;
    after_wide = wide;
    result += text.substr(character.offset, character.length);
  }
  return result;
}

/// A text in another encoding would be cut and counted wrongly without a word.
void refuse_other_encodings(const std::string& text, const std::string& path) {
  for (const Character& character : characters_of(text)) {
    if (character.code != kReplacementCharacter || character.length != 1) continue;
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(character.offset);
    throw BadInput(path + ":" + std::to_string(std::count(text.begin(), end, '\n') + 1) + ": not UTF-8");
  }
}

/// Cuts the text where lines that are headings stand alone between empty lines. The first line is the title
/// and heads nothing.
std::vector<TextSection> cut(const std::string& text) {
  const std::vector<Line> lines = lines_of(text);
  std::vector<TextSection> sections(1);
  bool seen_title = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty) continue;
    const std::string_view line =
        std::string_view(text).substr(lines[i].begin, lines[i].end - lines[i].begin);
    const bool alone = (i == 0 || lines[i - 1].empty) && (i + 1 == lines.size() || lines[i + 1].empty);
    if (seen_title && alone && is_heading(line)) {
      sections.back().end = lines[i].begin;
      TextSection section;
      section.heading = folded(line);
      section.begin = lines[i].begin;
      section.line = static_cast<int>(i) + 1;
      sections.push_back(section);
    }
    seen_title = true;
  }
  sections.back().end = text.size();
  return sections;
}

}  // namespace

std::size_t Chapter::number_count() const {
  std::size_t count = 0;
  for (const TextSection& section : sections) count += section.tokens.size();
  return count;
}

bool is_heading(std::string_view line) {
  for (const Character& character : characters_of(line))
    if (is_no_prose(character.code)) return false;
  const std::string text = folded(line);
  const std::vector<Character> characters = characters_of(text);
  if (characters.empty() || characters.size() > kLongestHeading) return false;
  return starts_like_a_sentence(characters.front().code) && !ends_like_a_sentence(characters.back().code);
}

std::string folded(std::string_view text) { return fold(text, false); }

std::string fingerprint_of(std::string_view text) { return content_hash(fold(text, true)); }

Chapter chapter_of(std::string text, const std::string& id) {
  Chapter chapter;
  chapter.id = id;
  chapter.path = id;
  chapter.text = std::move(text);
  chapter.sections = cut(chapter.text);
  const std::vector<Token> tokens = tokens_of(chapter.text);
  auto next = tokens.begin();
  for (TextSection& section : chapter.sections) {
    section.fingerprint =
        fingerprint_of(std::string_view(chapter.text).substr(section.begin, section.end - section.begin));
    for (; next != tokens.end() && next->offset < section.end; ++next) section.tokens.push_back(*next);
  }
  return chapter;
}

Chapter read_chapter(const std::string& path) {
  std::string text = read_file(path);
  refuse_other_encodings(text, path);
  Chapter chapter = chapter_of(std::move(text), std::filesystem::path(path).stem().string());
  chapter.path = path;
  return chapter;
}

}  // namespace galley
