#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/tokens.h"

namespace galley {

/// Numbers of a section that belong together as they are laid out: a table, a bracketed list, a row of
/// numbers.
struct Run {
  enum class Kind { number, list, table, aside };
  Kind kind = Kind::number;
  std::string why;  ///< for an aside: what the layout says these numbers are
  std::vector<std::size_t>
      tokens;             ///< indices into the section's tokens, row-major; need not follow each other
  std::int64_t rows = 0;  ///< of a table or a nested list, else 0
};

/// The runs of a section, in the order of their first token; every token is in one of them. `text` is the
/// whole chapter, `begin` and `end` the section's bytes, `tokens` its numbers.
///
/// - Lines of cells between tabs make a table when every cell beside its first row and column is a number;
///   numbers in that row and column are labels.
/// - [[1,2],[3,4]] makes a table, also over several lines, and also where tables stand side by side, so that
/// their
///   rows take turns in the text.
/// - Other numbers with nothing but blanks and commas between them make a list.
std::vector<Run> runs_of(std::string_view text, std::size_t begin, std::size_t end,
                         const std::vector<Token>& tokens);

}  // namespace galley
