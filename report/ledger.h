#pragma once
// The ledger: every number that a chapter prints, and what is known of it.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checks/fixture.h"

namespace galley::report {

/// What a printed number is. Verified: moved by one unit of its last digit it turns a claim red. Given: an
/// input, which does so when moved further. Failed: it is not what was computed. Aside: no claim reads it,
/// and the fixture says why. Open: none of these is shown.
enum class NumberState { verified, given, failed, aside, open };

/// The state's name in book.json and in class names, "verified".
const char* name_of(NumberState state);

/// One number as printed, with what is known of it.
struct LedgerNumber {
  std::string text;
  NumberState state = NumberState::open;
  std::string got;  // the computed value at full precision, where a comparison has one
};

/// One span of a fixture: a printing of a figure, or an aside.
struct LedgerSpan {
  std::string label, figure, why;
  std::vector<LedgerNumber> numbers;
};

struct LedgerSection {
  std::string heading;
  std::vector<LedgerSpan> spans;
};

struct NumberCounts {
  int total = 0, verified = 0, given = 0, failed = 0, aside = 0, open = 0;
  void add(NumberState state);
  NumberCounts& operator+=(const NumberCounts& other);
};

struct Ledger {
  std::vector<LedgerSection> sections;
  NumberCounts counts;
};

/// What all claims together show of one figure.
struct FigureEvidence {
  std::vector<std::string> rounds;  // the best nudge of each element, a string for each printing round
  std::set<std::pair<std::int64_t, std::int64_t>> failed;  // (element, printing round)
  bool all_failed = false;     // a comparison failed before it came to single elements
  std::vector<double> values;  // computed in double, row-major

  /// Joins one claim's nudges: v over g over -.
  void join_nudges(const std::vector<std::string>& nudges);
};

/// Evidence by (lesson, figure).
using Evidence = std::map<std::pair<std::string, std::string>, FigureEvidence>;

/// "X01/E" seen from F11 is figure E of X01; "shares" is the lesson's own.
std::pair<std::string, std::string> figure_key(const std::string& lesson, const std::string& name);

/// Sets each number of a fixture against the evidence.
Ledger make_ledger(const Fixture& fixture, const std::map<std::string, FigureText>& figures,
                   const Evidence& evidence);

}  // namespace galley::report
