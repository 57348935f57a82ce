#include "report/align.h"

#include <algorithm>
#include <cstdint>

#include "checks/printed.h"
#include "report/utf8.h"

namespace galley {
namespace {

/// The best way to align the tails from (i, j) on, as a score: most common items first, then fewest
/// differences. The second matters: in [1,2,3] → [2,2,3] the common 2 and 3 may be met with one difference or
/// with two.
class TailScores {
 public:
  TailScores(const std::vector<std::string>& left, const std::vector<std::string>& right)
      : left_(left),
        right_(right),
        width_(right.size() + 1),
        common_(static_cast<std::int64_t>(left.size() + right.size()) + 1),
        scores_((left.size() + 1) * width_) {
    for (std::size_t i = left.size() + 1; i-- > 0;)
      for (std::size_t j = width_; j-- > 0;) scores_[i * width_ + j] = best(i, j);
  }

  std::int64_t at(std::size_t i, std::size_t j) const { return scores_[i * width_ + j]; }
  bool is_same(std::size_t i, std::size_t j) const { return left_[i] == right_[j]; }
  /// What pairing the two items gives: a common item, or one difference.
  std::int64_t paired(std::size_t i, std::size_t j) const {
    return at(i + 1, j + 1) + (is_same(i, j) ? common_ : -1);
  }

 private:
  std::int64_t best(std::size_t i, std::size_t j) const {
    const std::size_t rest_left = left_.size() - i, rest_right = right_.size() - j;
    if (rest_left == 0 || rest_right == 0) return -static_cast<std::int64_t>(rest_left + rest_right);
    return std::max({paired(i, j), at(i + 1, j) - 1, at(i, j + 1) - 1});
  }

  const std::vector<std::string>& left_;
  const std::vector<std::string>& right_;
  std::size_t width_;
  std::int64_t common_;  // outweighs any number of differences
  std::vector<std::int64_t> scores_;
};

std::vector<std::string> middle(const std::vector<std::string>& list, std::size_t head, std::size_t tail) {
  return {list.begin() + static_cast<std::ptrdiff_t>(head), list.end() - static_cast<std::ptrdiff_t>(tail)};
}

std::vector<Aligned> align_middles(const std::vector<std::string>& left,
                                   const std::vector<std::string>& right) {
  const TailScores tails(left, right);
  std::vector<Aligned> result;
  std::size_t i = 0, j = 0;
  while (i < left.size() && j < right.size()) {
    if (tails.paired(i, j) == tails.at(i, j)) {
      result.push_back({i, j, tails.is_same(i, j)});
      ++i;
      ++j;
    } else if (tails.at(i + 1, j) - 1 == tails.at(i, j)) {
      result.push_back({i++, kNowhere, false});
    } else {
      result.push_back({kNowhere, j++, false});
    }
  }
  while (i < left.size()) result.push_back({i++, kNowhere, false});
  while (j < right.size()) result.push_back({kNowhere, j++, false});
  return result;
}

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

/// How many items of two lists are common, as a share of the longer one.
double likeness(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  if (left.empty() || right.empty()) return 0;
  std::size_t common = 0;
  for (const Aligned& pair : align(left, right)) common += pair.same ? 1 : 0;
  return static_cast<double>(common) / static_cast<double>(std::max(left.size(), right.size()));
}

std::vector<std::string> letters_of(const std::string& heading) {
  std::vector<std::string> letters;
  for (const Character& c : characters_of(heading)) letters.push_back(heading.substr(c.offset, c.length));
  return letters;
}

/// True when a section under a new heading is the old one: half of the numbers or most of the heading are the
/// same.
bool is_renamed(const Section& before, const TextSection& after) {
  constexpr double kHalf = 0.5, kMost = 0.6;
  return likeness(numbers_of(before), numbers_of(after)) >= kHalf ||
         likeness(letters_of(before.heading), letters_of(after.heading)) >= kMost;
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
  // Equal ends are common in every best alignment; most lists are equal throughout, and cost no table then.
  std::size_t head = 0, tail = 0;
  const std::size_t least = std::min(left.size(), right.size());
  while (head < least && left[head] == right[head]) ++head;
  while (tail < least - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail]) ++tail;
  std::vector<Aligned> result;
  for (std::size_t i = 0; i < head; ++i) result.push_back({i, i, true});
  const std::vector<std::string> middle_left = middle(left, head, tail),
                                 middle_right = middle(right, head, tail);
  for (const Aligned& pair : align_middles(middle_left, middle_right))
    result.push_back({pair.left == kNowhere ? kNowhere : pair.left + head,
                      pair.right == kNowhere ? kNowhere : pair.right + head, pair.same});
  for (std::size_t i = tail; i > 0; --i) result.push_back({left.size() - i, right.size() - i, true});
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
