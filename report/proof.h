#pragma once
// The proof sheet: a chapter's text as it is today, each number in it set against the ledger.
#include <string>
#include <vector>

#include "report/chapter.h"
#include "report/model.h"

namespace galley::report {

/// A stretch of a line: prose, or one number.
struct ProofPiece {
  std::string text;
  bool is_number = false;
  NumberState state = NumberState::open;
  std::string label, got;  // the figure and the computed value, where there are any
};
using ProofLine = std::vector<ProofPiece>;

/// A heading, a paragraph (lines that follow each other) or a table (lines with tabs, in cells).
struct ProofBlock {
  enum class Kind { heading, paragraph, table };
  Kind kind = Kind::paragraph;
  std::vector<std::vector<ProofLine>> rows;  // of a table its cells; else one line a row
};

struct Proof {
  std::vector<ProofBlock> blocks;
  int unmatched = 0, changed = 0;  // numbers that the fixture does not have, or has otherwise
};

/// Sets a chapter's text against its lesson's ledger. A number that the fixture does not have, or has
/// otherwise, is open.
Proof make_proof(const Chapter& chapter, const Lesson& lesson);

}  // namespace galley::report
