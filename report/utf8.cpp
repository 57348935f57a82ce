#include "report/utf8.h"

namespace galley {
namespace {

/// How many bytes a sequence with this first byte has; 0 for a byte that starts none.
std::size_t sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

}  // namespace

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  characters.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t length = sequence_length(first);
    char32_t code = length < 2 ? first : first & (0xFFu >> (length + 1));
    bool valid = length > 0 && at + length <= text.size();
    for (std::size_t i = 1; valid && i < length; ++i) {
      const auto next = static_cast<unsigned char>(text[at + i]);
      valid = (next & 0xC0u) == 0x80u;
      code = (code << 6) | (next & 0x3Fu);
    }
    characters.push_back(valid ? Character{code, at, length} : Character{kReplacementCharacter, at, 1});
    at += characters.back().length;
  }
  return characters;
}

bool is_blank(char32_t c) {
  return c == U' ' || (c >= U'\t' && c <= U'\r') || c == 0xA0 || c == 0x3000 || c == 0xFEFF;
}

}  // namespace galley
