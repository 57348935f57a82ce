#pragma once
// Two books compared: what holds now that did not, and the other way round.
#include <string>

namespace galley::report {

struct BookDiff {
  std::string text;  // one line for each cell that changed
  int regressed = 0, fixed = 0, other = 0;
};

/// Compares two book.json files by chapter, claim and column. BadInput, naming the file, for one that is no
/// book.json.
BookDiff diff_books(const std::string& old_path, const std::string& new_path);

}  // namespace galley::report
