#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checks/fixture.h"
#include "report/chapter.h"

namespace galley {

inline constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

/// One place of an alignment of two lists: an item of each, or of one only.
struct Aligned {
  std::size_t left = kNowhere;   ///< index in the left list; kNowhere: added on the right
  std::size_t right = kNowhere;  ///< index in the right list; kNowhere: gone from it
  bool same = false;

  bool is_changed() const { return left != kNowhere && right != kNowhere && !same; }
};

/// Aligns two lists by their longest common subsequence, so that one inserted item is one difference. Of all
/// longest ones it takes one with the fewest differences; an item changed into another is one.
std::vector<Aligned> align(const std::vector<std::string>& left, const std::vector<std::string>& right);

/// A section of the fixture and the section of the text that it speaks of, with their numbers aligned.
struct SectionMatch {
  std::size_t fixture = kNowhere;  ///< index of the section; kNowhere: new in the text
  std::size_t text = kNowhere;     ///< kNowhere: gone from the text
  std::vector<Aligned> numbers;    ///< left: the section's numbers span by span; right: its tokens
};

/// Which section of a text belongs to which of a fixture: by heading, in order; a section whose heading is
/// new counts as renamed when at least half of its numbers or most of its heading are the old one's.
std::vector<SectionMatch> match_sections(const Fixture& fixture, const Chapter& chapter);

/// Where a number of a section stands in its spans.
struct SpanPlace {
  std::size_t span = 0, at = 0;
};

/// The numbers of a section span by span, as SectionMatch::numbers counts them.
std::vector<SpanPlace> places_of(const Section& section);

/// What a number is called in messages: "shares[1]", "draw" when the span holds no other, "aside".
std::string number_label(const Span& span, std::size_t at);

/// A number of the text and what the fixture says it is: the colouring of a proof sheet starts from these.
struct Placed {
  Token token;
  std::size_t section = kNowhere, span = kNowhere, at = kNowhere;  ///< in the fixture; kNowhere: open
  bool changed = false;                                            ///< printed otherwise than in the fixture
};

/// Every number token of the text in reading order with its place in the fixture.
std::vector<Placed> place_numbers(const Fixture& fixture, const Chapter& chapter);

/// One number that is not as the fixture has it.
struct NumberChange {
  std::string before, after;  ///< "" for a number that is new or gone
  std::string figure;         ///< its label, or "" for a new number
  int line = 0, column = 0;   ///< in the text, 0 for a number that is gone
};

/// What became of a section since its fixture was made.
struct SectionDrift {
  enum class State { same, prose, numbers, renamed, added, gone };
  State state = State::same;
  std::string heading;  ///< as the text has it; for a section that is gone, as the fixture has it
  std::string was;      ///< the old heading of a renamed section
  int line = 0;         ///< in the text
  std::vector<NumberChange> changes;
};

/// What became of a chapter since its fixture was made.
struct Drift {
  std::string lesson;
  std::vector<SectionDrift> sections;

  bool is_clean() const;
  std::size_t count(SectionDrift::State state) const;
};

/// Compares a text as it stands today with its fixture.
Drift drift_of(const Fixture& fixture, const Chapter& chapter);

}  // namespace galley
