#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/tokens.h"

namespace galley {

/// A section of a chapter as its text stands today.
struct TextSection {
  std::string heading;             ///< "" for what stands before the first heading
  std::size_t begin = 0, end = 0;  ///< bytes of the chapter's text, the heading's line included
  int line = 1;                    ///< of the heading, or 1
  std::string fingerprint;         ///< of its text, see fingerprint_of()
  std::vector<Token> tokens;       ///< its numbers, those of the heading first
};

/// A chapter's text in sections.
struct Chapter {
  std::string id;    ///< the file's name without its ending: "F09"
  std::string path;  ///< where it was read from
  std::string text;
  std::vector<TextSection> sections;  ///< the first is the one before the first heading

  std::size_t number_count() const;
};

/// Reads a chapter. Throws BadInput naming the file when it cannot be read, and the line where it is not
/// UTF-8.
Chapter read_chapter(const std::string& path);

/// The same from text in memory.
Chapter chapter_of(std::string text, const std::string& id);

/// True for a line that is a heading when it stands alone between empty lines: at most 40 characters, without
/// tab, ≈ or →, starting like a sentence (with a letter, a Chinese character, a digit or a quotation mark,
/// not with a bracket as a formula does) and not ending like one (。；：？！，、…).
bool is_heading(std::string_view line);

/// The text with every run of white space as one blank, none at either end.
std::string folded(std::string_view text);

/// The fingerprint of a text: of its words and numbers, not of how its lines break. White space counts as one
/// blank, and as none beside a Chinese character.
std::string fingerprint_of(std::string_view text);

}  // namespace galley
