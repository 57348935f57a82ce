#pragma once
// Verdicts in the terminal.
#include <string>

#include "report/model.h"

namespace galley::report {

struct Paint {
  bool colour = false;
  /// The text in the state's colour; as it is without colours.
  std::string state(State state, const std::string& text) const;
  std::string dim(const std::string& text) const;
};

/// Chapters × columns, with the numbers, and one line for whatever else does not stand.
std::string verdict_table(const Book& book, const Paint& paint);

/// One chapter's claims with verdict, worst error and bound for each column. `failed` leaves out what holds.
std::string claims_text(const Book& book, const Lesson& lesson, bool failed, const Paint& paint);

/// "0 of 41 claims ran on a GPU: no CUDA device".
std::string gpu_line(const Book& book);

}  // namespace galley::report
