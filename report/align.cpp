#include "report/align.h"

#include <algorithm>
#include <cstdint>

#include "checks/printed.h"

namespace galley {
namespace {

/// How long the longest common subsequence of the tails from (i, j) on is, for every i and j.
class TailLengths {
 public:
  TailLengths(const std::vector<std::string>& left, const std::vector<std::string>& right)
      : width_(right.size() + 1), lengths_((left.size() + 1) * width_) {
    for (std::size_t i = left.size(); i-- > 0;)
      for (std::size_t j = right.size(); j-- > 0;)
        at(i, j) = left[i] == right[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  }

  std::uint32_t& at(std::size_t i, std::size_t j) { return lengths_[i * width_ + j]; }

 private:
  std::size_t width_;
  std::vector<std::uint32_t> lengths_;
};

/// Items that are gone and added between two common ones.
struct Gap {
  std::vector<std::size_t> gone, added;

  void close(std::vector<Aligned>& result) {
    const std::size_t both = std::min(gone.size(), added.size());
    for (std::size_t i = 0; i < both; ++i) result.push_back({gone[i], added[i], false});
    for (std::size_t i = both; i < gone.size(); ++i) result.push_back({gone[i], kNowhere, false});
    for (std::size_t i = both; i < added.size(); ++i) result.push_back({kNowhere, added[i], false});
    gone.clear();
    added.clear();
  }
};

std::vector<std::string> numbers_of(const Section& section) {
  std::vector<std::string> numbers;
  for (const Span& span : section.reads)
    for (const Printed& number : span.numbers) numbers.push_back(plain_form(number.text));
  return numbers;
}

std::vector<std::string> numbers_of(const TextSection& section) {
  std::vector<std::string> numbers;
  for (const Token& token : section.tokens) numbers.push_back(plain_form(token.text));
  return numbers;
}

/// True when a section under a new heading is the old one: at least half of the numbers of both are common.
bool is_renamed(const Section& old_section, const TextSection& new_section) {
  const std::vector<std::string> before = numbers_of(old_section), after = numbers_of(new_section);
  if (before.empty() || after.empty()) return false;
  std::size_t common = 0;
  for (const Aligned& pair : align(before, after)) common += pair.same ? 1 : 0;
  return 2 * common >= std::max(before.size(), after.size());
}

/// Joins a section that is gone to one that is new where the second is the first under a new heading. Only
/// sections between the same two unchanged ones are compared, so that order is kept.
void join_renamed(std::vector<SectionMatch>& matches, const Fixture& fixture, const Chapter& chapter) {
  const auto is_whole = [&](std::size_t i) {
    return matches[i].fixture != kNowhere && matches[i].text != kNowhere;
  };
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (matches[i].text != kNowhere) continue;
    std::size_t begin = i, end = i;
    while (begin > 0 && !is_whole(begin - 1)) --begin;
    while (end < matches.size() && !is_whole(end)) ++end;
    for (std::size_t j = begin; j < end; ++j) {
      if (matches[j].fixture != kNowhere) continue;
      if (!is_renamed(fixture.sections[matches[i].fixture], chapter.sections[matches[j].text])) continue;
      matches[j].fixture = matches[i].fixture;
      matches.erase(matches.begin() + static_cast<std::ptrdiff_t>(i--));
      break;
    }
  }
}

SectionDrift gone_section(const Section& section) {
  SectionDrift drift;
  drift.state = SectionDrift::State::gone;
  drift.heading = section.heading;
  for (const SpanPlace& place : places_of(section)) {
    const Span& span = section.reads[place.span];
    drift.changes.push_back({span.numbers[place.at].text, "", number_label(span, place.at), 0, 0});
  }
  return drift;
}

NumberChange change_of(const Aligned& pair, const Section& section, const std::vector<SpanPlace>& places,
                       const TextSection& text) {
  NumberChange change;
  if (pair.left != kNowhere) {
    const Span& span = section.reads[places[pair.left].span];
    change.before = span.numbers[places[pair.left].at].text;
    change.figure = number_label(span, places[pair.left].at);
  }
  if (pair.right != kNowhere) {
    const Token& token = text.tokens[pair.right];
    change.after = token.text;
    change.line = token.line;
    change.column = token.column;
  }
  return change;
}

SectionDrift drift_of_section(const SectionMatch& match, const Fixture& fixture, const Chapter& chapter) {
  if (match.text == kNowhere) return gone_section(fixture.sections[match.fixture]);
  const TextSection& text = chapter.sections[match.text];
  static const Section kNothing;
  const Section& section = match.fixture == kNowhere ? kNothing : fixture.sections[match.fixture];
  const std::vector<SpanPlace> places = places_of(section);
  SectionDrift drift;
  drift.heading = text.heading;
  drift.line = text.line;
  for (const Aligned& pair : match.numbers)
    if (!pair.same) drift.changes.push_back(change_of(pair, section, places, text));
  if (match.fixture == kNowhere) {
    drift.state = SectionDrift::State::added;
  } else if (section.heading != text.heading) {
    drift.state = SectionDrift::State::renamed;
    drift.was = section.heading;
  } else if (!drift.changes.empty()) {
    drift.state = SectionDrift::State::numbers;
  } else if (section.fingerprint != text.fingerprint) {
    drift.state = SectionDrift::State::prose;
  }
  return drift;
}

}  // namespace

std::vector<Aligned> align(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  TailLengths tails(left, right);
  std::vector<Aligned> result;
  Gap gap;
  std::size_t i = 0, j = 0;
  while (i < left.size() && j < right.size()) {
    if (left[i] == right[j]) {
      gap.close(result);
      result.push_back({i++, j++, true});
    } else if (tails.at(i + 1, j) >= tails.at(i, j + 1)) {
      gap.gone.push_back(i++);
    } else {
      gap.added.push_back(j++);
    }
  }
  while (i < left.size()) gap.gone.push_back(i++);
  while (j < right.size()) gap.added.push_back(j++);
  gap.close(result);
  return result;
}

std::vector<SectionMatch> match_sections(const Fixture& fixture, const Chapter& chapter) {
  std::vector<std::string> before, after;
  for (const Section& section : fixture.sections) before.push_back(section.heading);
  for (const TextSection& section : chapter.sections) after.push_back(section.heading);
  std::vector<SectionMatch> matches;
  for (const Aligned& pair : align(before, after)) {
    if (pair.is_changed()) {
      matches.push_back({pair.left, kNowhere, {}});
      matches.push_back({kNowhere, pair.right, {}});
    } else {
      matches.push_back({pair.left, pair.right, {}});
    }
  }
  join_renamed(matches, fixture, chapter);
  for (SectionMatch& match : matches) {
    const auto numbers =
        match.fixture == kNowhere ? std::vector<std::string>{} : numbers_of(fixture.sections[match.fixture]);
    const auto tokens =
        match.text == kNowhere ? std::vector<std::string>{} : numbers_of(chapter.sections[match.text]);
    match.numbers = align(numbers, tokens);
  }
  return matches;
}

std::vector<SpanPlace> places_of(const Section& section) {
  std::vector<SpanPlace> places;
  for (std::size_t span = 0; span < section.reads.size(); ++span)
    for (std::size_t at = 0; at < section.reads[span].numbers.size(); ++at) places.push_back({span, at});
  return places;
}

std::string number_label(const Span& span, std::size_t at) {
  if (span.is_aside() || (span.last < 0 && span.numbers.size() == 1)) return span.name;
  return span.name + "[" + std::to_string(span.first + static_cast<std::int64_t>(at)) + "]";
}

std::vector<Placed> place_numbers(const Fixture& fixture, const Chapter& chapter) {
  std::vector<Placed> placed;
  for (const SectionMatch& match : match_sections(fixture, chapter)) {
    if (match.text == kNowhere) continue;
    const auto places =
        match.fixture == kNowhere ? std::vector<SpanPlace>{} : places_of(fixture.sections[match.fixture]);
    for (const Aligned& pair : match.numbers) {
      if (pair.right == kNowhere) continue;
      Placed number;
      number.token = chapter.sections[match.text].tokens[pair.right];
      if (pair.left != kNowhere) {
        number.section = match.fixture;
        number.span = places[pair.left].span;
        number.at = places[pair.left].at;
        number.changed = !pair.same;
      }
      placed.push_back(number);
    }
  }
  std::sort(placed.begin(), placed.end(),
            [](const Placed& a, const Placed& b) { return a.token.offset < b.token.offset; });
  return placed;
}

bool Drift::is_clean() const { return count(SectionDrift::State::same) == sections.size(); }

std::size_t Drift::count(SectionDrift::State state) const {
  return static_cast<std::size_t>(std::count_if(
      sections.begin(), sections.end(), [state](const SectionDrift& drift) { return drift.state == state; }));
}

Drift drift_of(const Fixture& fixture, const Chapter& chapter) {
  Drift drift;
  drift.lesson = fixture.lesson;
  for (const SectionMatch& match : match_sections(fixture, chapter))
    drift.sections.push_back(drift_of_section(match, fixture, chapter));
  return drift;
}

}  // namespace galley
