#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace galley {

/// A number as it stands in a text.
struct Token {
  std::string text;        ///< as printed, its sign with it: "-0.3", "1,048,576", "20%", "−∞", "³"
  std::size_t offset = 0;  ///< of its first byte in the text
  int line = 1;            ///< counted from 1
  int column = 1;          ///< counted from 1, in characters

  std::size_t end() const { return offset + text.size(); }
};

/// The number tokens of a text, in reading order. This is the one place that says what a number is:
///
/// - **Digits**: 0–9 and full-width ０–９. Chinese, circled (①) and Roman numerals are words.
/// - **Words**: a digit that follows a Latin or Greek letter, an underscore or a lowered digit belongs to the
/// word: F08, Q007, d_2,
///   x7b9q2, int64, q₁ hold no number. A word that starts with a digit is a number with its unit when only
///   letters follow (2MiB, 128K), else a word (7b9q2, 0x1F). A digit beside a Chinese character is a number:
///   第0行, 2行4列.
/// - **Thousands**: groups of exactly three digits, 1,048,576, but not within [ ] or { }, where the comma
/// separates: [2,128,4096].
///   A run whose groups do not all fit (1,200,30), or whose first group is 0, is a list too.
/// - **Decimals**: a point between digits. Two points (1.2.3) make a version, which is a word.
/// - **Signs**: -, − and － belong to the number when a digit or ∞ follows at once and no operand stands
/// before them at once: an
///   operand is a number, a letter, a closing bracket. So n-1, z_i-m, 4−1 subtract, and (-1), =-1, "0 -1 -2",
///   到-1 are negative. A plus and the dashes – — are never signs (F01—F16, 3–5).
/// - **Exponents**: 1e−12, 4.5e-6.
/// - **Infinity**: ∞ is a number, with its sign: −∞.
/// - **Percent**: % directly after a number belongs to it, unless a digit or letter follows (10%3 is a
/// remainder).
/// - **Raised digits**: after a number or a closing bracket they are a number of their own, the exponent (2³
/// is 2 and ³, 10⁻⁶ is 10
///   and ⁻⁶); after a letter they belong to the word (x², σ²).
std::vector<Token> tokens_of(std::string_view text);

}  // namespace galley
