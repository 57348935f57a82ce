#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace galley {

/// One character of a text and the bytes it stands in.
struct Character {
  char32_t code = 0;
  std::size_t offset = 0;  ///< of its first byte
  std::size_t length = 0;  ///< in bytes
};

/// Stands for a byte that belongs to no character.
inline constexpr char32_t kReplacementCharacter = 0xFFFD;

/// The characters of a UTF-8 text. A byte that belongs to no valid sequence counts as one character, U+FFFD,
/// of length 1; U+FFFD itself, where the text has it, has length 3.
std::vector<Character> characters_of(std::string_view text);

/// True for blanks, tabs, line ends and the full-width blank.
bool is_blank(char32_t c);

}  // namespace galley
