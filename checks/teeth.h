#pragma once
#include <map>
#include <set>
#include <string>
#include <tuple>
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
  /// does), '-' unnoticed, ' ' not printed there, or an input that an earlier claim has verified.
  std::map<std::string, std::vector<std::string>> nudges;
};

/// Slips that no earlier claim has noticed.
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
  /// A figure from which something is computed: the body runs again with each moved number.
  char nudge_input(const Claim& claim, const std::string& figure, std::size_t element, std::size_t printing);
  /// A figure that is only compared: what was computed for it stays, and the comparison alone decides.
  char nudge_compared(const Claim& claim, const Figure& figure, std::size_t element, std::size_t printing);
  std::map<std::string, std::vector<std::string>> nudge_figures(const Claim& claim);

  FigureShelf& shelf_;
  std::map<std::string, Outcome> reference_;
  std::map<std::string, std::vector<std::string>> words_;
  std::map<std::pair<std::string, std::string>, Outcome> under_;
  std::set<std::string> noticed_;                                         ///< slips
  std::set<std::tuple<std::string, std::size_t, std::size_t>> verified_;  ///< figure, element, printing
};

}  // namespace galley
