#pragma once
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "checks/claim.h"
#include "checks/record.h"

namespace galley {

struct Failure {
  std::string file;
  int line = 0;
  std::string message;
};

/// What became of one run of a claim's body, with GoogleTest's failures and exceptions caught.
struct Outcome {
  std::vector<Failure> failures;         ///< failed expectations, in order
  std::optional<std::string> exception;  ///< text of an exception that left the body
  bool misprint = false;                 ///< the exception was two printings that disagree
  Record record;
  double ms = 0;

  bool passed() const { return failures.empty() && !exception; }
  /// The first thing that went wrong, on one line; empty on a pass.
  std::string first_problem() const;
};

/// Runs a claim's body once on these words, catching all that it does.
Outcome run_body(const Claim& claim, const Ops& on, FigureShelf& shelf, Record record,
                 const Nudge* nudge = nullptr);

}  // namespace galley
