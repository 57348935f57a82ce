#include "report/propose.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "checks/bad_input.h"
#include "report/align.h"
#include "report/runs.h"

namespace galley {
namespace {

constexpr std::size_t kTelling = 3;  // digits from which on an equal number is hardly chance

std::size_t digit_count(const Printed& number) {
  const std::string plain = plain_form(number.text);
  return static_cast<std::size_t>(
      std::count_if(plain.begin(), plain.end(), [](char c) { return c >= '0' && c <= '9'; }));
}

/// The number at a place of the text. Throws BadInput naming that place.
Printed printed_at(const Chapter& chapter, const Token& token) {
  try {
    return parse_printed(token.text);
  } catch (const BadInput& error) {
    throw BadInput(chapter.path + ":" + std::to_string(token.line) + ":" + std::to_string(token.column) +
                   ": " + error.what());
  }
}

bool is_same_print(const Printed& a, const Printed& b) { return plain_form(a.text) == plain_form(b.text); }

/// Numbers that are known again when they are met again: two or more that are not all tiny integers, or one
/// with several decimals.
bool is_telling(const std::vector<Printed>& numbers) {
  std::size_t digits = 0;
  for (const Printed& number : numbers) digits += digit_count(number);
  return numbers.size() > 1 ? digits >= kTelling : numbers[0].decimals > 0 && digits >= kTelling;
}

class Proposal {
 public:
  Proposal(const Chapter& chapter, const Fixture& known) : chapter_(chapter), known_(known) {}

  Fixture run() {
    draft_.lesson = known_.lesson.empty() ? chapter_.id : known_.lesson;
    draft_.path = known_.path;
    for (const auto& [name, figure] : figures_of(known_)) {
      std::vector<Printed> numbers;
      for (const std::vector<Printing>& printings : figure.printings) numbers.push_back(printings[0].number);
      figures_.emplace_back(name, numbers);
      used_.insert(name);
    }
    std::vector<SectionMatch> matches = match_sections(known_, chapter_);
    std::erase_if(matches, [](const SectionMatch& match) { return match.text == kNowhere; });
    std::sort(matches.begin(), matches.end(), [](const auto& a, const auto& b) { return a.text < b.text; });
    for (const SectionMatch& match : matches) add_section(match);
    keep_shapes_and_names();
    return std::move(draft_);
  }

 private:
  void add_section(const SectionMatch& match) {
    const TextSection& text = chapter_.sections[match.text];
    std::vector<Span> spans(text.tokens.size());  // the span that starts at a token; no numbers: none does
    std::vector<bool> taken(text.tokens.size(), false);
    if (match.fixture != kNowhere) keep_spans(match, text, spans, taken);
    const std::vector<Run> runs = runs_of(chapter_.text, text.begin, text.end, text.tokens);
    for (const Run& run : runs) {
      const bool open =
          std::none_of(run.tokens.begin(), run.tokens.end(), [&](std::size_t i) { return taken[i]; });
      if (open)
        propose_run(run, text, spans);
      else
        propose_singly(run, text, taken, spans);
    }
    Section section{text.heading, text.fingerprint, {}};
    for (Span& span : spans)
      if (!span.numbers.empty()) section.reads.push_back(std::move(span));
    draft_.sections.push_back(std::move(section));
  }

  /// Keeps each known span whose numbers all still stand together in the text, with the numbers as they are
  /// today.
  void keep_spans(const SectionMatch& match, const TextSection& text, std::vector<Span>& spans,
                  std::vector<bool>& taken) {
    const Section& section = known_.sections[match.fixture];
    std::vector<std::size_t> now;  // for each number of the section, its token
    for (const Aligned& pair : match.numbers)
      if (pair.left != kNowhere) {
        now.resize(std::max(now.size(), pair.left + 1), kNowhere);
        now[pair.left] = pair.right;
      }
    std::size_t at = 0;
    for (const Span& span : section.reads) {
      const std::size_t first = now[at], count = span.numbers.size();
      bool together = first != kNowhere;
      for (std::size_t i = 0; i < count; ++i) together = together && now[at + i] == first + i;
      at += count;
      if (!together) continue;
      Span kept = span;
      for (std::size_t i = 0; i < count; ++i) {
        kept.numbers[i] = printed_at(chapter_, text.tokens[first + i]);
        taken[first + i] = true;
      }
      spans[first] = std::move(kept);
    }
  }

  void propose_run(const Run& run, const TextSection& text, std::vector<Span>& spans) {
    std::vector<Printed> numbers;
    for (const std::size_t i : run.tokens) numbers.push_back(printed_at(chapter_, text.tokens[i]));
    Span whole = run.kind == Run::Kind::aside ? Span{"aside", 0, -1, numbers, run.why} : named(run, numbers);
    // Numbers that do not follow each other in the text, as rows with labels between them, become parts.
    for (std::size_t from = 0; from < numbers.size();) {
      std::size_t to = from + 1;
      while (to < numbers.size() && run.tokens[to] == run.tokens[to - 1] + 1) ++to;
      Span part = whole;
      part.numbers.assign(numbers.begin() + static_cast<std::ptrdiff_t>(from),
                          numbers.begin() + static_cast<std::ptrdiff_t>(to));
      if (!part.is_aside() && part.numbers.size() < numbers.size()) {
        part.first = whole.first + static_cast<std::int64_t>(from);
        part.last = whole.first + static_cast<std::int64_t>(to);
      }
      spans[run.tokens[from]] = std::move(part);
      from = to;
    }
  }

  void propose_singly(const Run& run, const TextSection& text, const std::vector<bool>& taken,
                      std::vector<Span>& spans) {
    for (const std::size_t i : run.tokens)
      if (!taken[i])
        propose_run({run.kind == Run::Kind::aside ? run.kind : Run::Kind::number, run.why, {i}, 0}, text,
                    spans);
  }

  /// The figure, or the part of one, that these numbers print again; else a new name.
  Span named(const Run& run, const std::vector<Printed>& numbers) {
    if (is_telling(numbers)) {
      for (const auto& [name, figure] : figures_) {
        const auto found =
            std::search(figure.begin(), figure.end(), numbers.begin(), numbers.end(), is_same_print);
        if (found == figure.end()) continue;
        Span again{name, 0, -1, numbers, ""};
        if (numbers.size() < figure.size()) {
          again.first = found - figure.begin();
          again.last = again.first + static_cast<std::int64_t>(numbers.size());
        }
        return again;
      }
    }
    const std::string kind = run.rows > 0 ? "table" : run.kind == Run::Kind::number ? "number" : "list";
    std::string name;
    do name = kind + std::to_string(++count_[kind]);
    while (used_.count(name) != 0);
    if (run.rows > 0) draft_.shapes[name] = {run.rows, static_cast<std::int64_t>(numbers.size()) / run.rows};
    figures_.emplace_back(name, numbers);
    return {name, 0, -1, numbers, ""};
  }

  void keep_shapes_and_names() {
    std::map<std::string, bool> present;
    for (const Section& section : draft_.sections)
      for (const Span& span : section.reads) present[span.name] = true;
    for (const auto& [name, shape] : known_.shapes)
      if (present.count(name) != 0) draft_.shapes.emplace(name, shape);
    for (const auto& [name, words] : known_.names)
      if (present.count(name) != 0) draft_.names.emplace(name, words);
  }

  const Chapter& chapter_;
  const Fixture& known_;
  Fixture draft_;
  std::vector<std::pair<std::string, std::vector<Printed>>> figures_;  // known, then proposed so far
  std::map<std::string, int> count_;                                   // names given out, by kind
  std::set<std::string> used_;                                         // names that the known fixture has
};

}  // namespace

Fixture propose_fixture(const Chapter& chapter, const Fixture& known) {
  return Proposal(chapter, known).run();
}

}  // namespace galley
