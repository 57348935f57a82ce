#pragma once
#include <map>
#include <string>
#include <vector>

#include "checks/body.h"

namespace galley {

/// A misconception that made a claim fail, with the first value that gave it away.
struct Catch {
  std::string mistake;
  std::string why;  ///< the failed expectation, on one line
  Comparison comparison;
  bool has_comparison = false;
};

struct Strawman {
  std::string mistake, why;
};

/// Whether a claim can fail.
struct Teeth {
  enum class State { pass, fail, not_judged };
  State state = State::not_judged;
  std::string why;
  std::vector<Catch> caught;
  std::vector<Strawman> strawmen;
  /// For each figure that the claim reads, one string for each printing round, one character for each
  /// element: 'v' verified (a move by one unit, up and down, turns the claim red), 'g' given (a larger move
  /// does), '-' unnoticed, ' ' not printed there.
  std::map<std::string, std::vector<std::string>> nudges;
};

struct SlipResult {
  std::vector<std::string> tried, noticed;  ///< "softmax.negate"; tried are those that changed some value
};

/// Judges the claims of one lesson on the reference at float64. Everything is computed once and remembered.
class Judge {
 public:
  explicit Judge(FigureShelf& shelf) : shelf_(shelf) {}

  /// The claim's outcome on the reference, with the words that it speaks.
  const Outcome& on_reference(const Claim& claim);
  const std::vector<std::string>& words_of(const Claim& claim);

  /// The claim's outcome under a misconception.
  const Outcome& under(const Mistake& mistake, const Claim& claim);

  /// A catch is a failed expectation; an exception that left the body is a strawman.
  static bool is_catch(const Outcome& outcome) { return !outcome.failures.empty(); }

  Teeth judge(const Claim& claim);
  SlipResult slip(const Claim& claim);

 private:
  enum class Reaction;
  Reaction reaction(const Claim& claim, const Nudge& nudge);
  char nudge_printing(const Claim& claim, const std::string& figure, std::size_t element,
                      std::size_t printing);
  std::map<std::string, std::vector<std::string>> nudge_figures(const Claim& claim);

  FigureShelf& shelf_;
  std::map<std::string, Outcome> reference_;
  std::map<std::string, std::vector<std::string>> words_;
  std::map<std::pair<std::string, std::string>, Outcome> under_;
};

}  // namespace galley
