#include "report/ledger.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "report/words.h"

namespace galley::report {
namespace {

constexpr std::array<const char*, 5> kNames = {"verified", "given", "failed", "aside", "open"};

// Which nudge says more of a number.
int weight(char nudge) { return nudge == 'v' ? 3 : nudge == 'g' ? 2 : nudge == '-' ? 1 : 0; }

NumberState state_of(const FigureEvidence& known, std::int64_t element, std::int64_t round) {
  if (known.all_failed || known.failed.count({element, round})) return NumberState::failed;
  if (round >= static_cast<std::int64_t>(known.rounds.size())) return NumberState::open;
  const std::string& nudges = known.rounds[static_cast<std::size_t>(round)];
  if (element >= static_cast<std::int64_t>(nudges.size())) return NumberState::open;
  const char nudge = nudges[static_cast<std::size_t>(element)];
  return nudge == 'v' ? NumberState::verified : nudge == 'g' ? NumberState::given : NumberState::open;
}

}  // namespace

const char* name_of(NumberState state) { return kNames[static_cast<std::size_t>(state)]; }

void NumberCounts::add(NumberState state) {
  ++total;
  switch (state) {
    case NumberState::verified:
      ++verified;
      break;
    case NumberState::given:
      ++given;
      break;
    case NumberState::failed:
      ++failed;
      break;
    case NumberState::aside:
      ++aside;
      break;
    case NumberState::open:
      ++open;
      break;
  }
}

NumberCounts& NumberCounts::operator+=(const NumberCounts& other) {
  total += other.total;
  verified += other.verified;
  given += other.given;
  failed += other.failed;
  aside += other.aside;
  open += other.open;
  return *this;
}

void FigureEvidence::join_nudges(const std::vector<std::string>& nudges) {
  if (rounds.size() < nudges.size()) rounds.resize(nudges.size());
  for (std::size_t round = 0; round < nudges.size(); ++round) {
    if (rounds[round].size() < nudges[round].size()) rounds[round].resize(nudges[round].size(), ' ');
    for (std::size_t element = 0; element < nudges[round].size(); ++element)
      if (weight(nudges[round][element]) > weight(rounds[round][element]))
        rounds[round][element] = nudges[round][element];
  }
}

std::pair<std::string, std::string> figure_key(const std::string& lesson, const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) return {lesson, name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

Ledger make_ledger(const Fixture& fixture, const std::map<std::string, FigureText>& figures,
                   const Evidence& evidence) {
  Ledger ledger;
  for (const Section& section : fixture.sections) {
    LedgerSection& to = ledger.sections.emplace_back();
    to.heading = section.heading;
    for (const Span& span : section.reads) {
      LedgerSpan& shown = to.spans.emplace_back();
      shown.label = span.is_aside() ? "" : span.label();
      shown.figure = span.is_aside() ? "" : span.name;
      shown.why = span.why;
      for (const Printed& number : span.numbers)
        shown.numbers.push_back({number.text, span.is_aside() ? NumberState::aside : NumberState::open, ""});
    }
  }
  for (const auto& [name, figure] : figures) {
    const auto known = evidence.find({fixture.lesson, name});
    if (known == evidence.end()) continue;
    for (std::int64_t element = 0; element < figure.size(); ++element) {
      const auto& printings = figure.printings[static_cast<std::size_t>(element)];
      for (std::size_t round = 0; round < printings.size(); ++round) {
        const Printing& at = printings[round];
        LedgerNumber& number = ledger.sections[at.section].spans[at.span].numbers[at.at];
        number.state = state_of(known->second, element, static_cast<std::int64_t>(round));
        if (element < static_cast<std::int64_t>(known->second.values.size()))
          number.got = exact_text(known->second.values[static_cast<std::size_t>(element)]);
      }
    }
  }
  for (const LedgerSection& section : ledger.sections)
    for (const LedgerSpan& span : section.spans)
      for (const LedgerNumber& number : span.numbers) ledger.counts.add(number.state);
  return ledger;
}

}  // namespace galley::report
