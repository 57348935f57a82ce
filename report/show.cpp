#include "report/show.h"

#include <fmt/format.h>

#include "checks/fixture.h"
#include "report/utf8.h"
#include "report/words.h"

namespace galley::report {
namespace {

// How many places a text takes in a terminal: Chinese characters and full-width signs take two.
std::size_t width_of(const std::string& text) {
  std::size_t width = 0;
  for (const Character& each : characters_of(text)) {
    const bool wide =
        (each.code >= 0x1100 && each.code <= 0x115f) || (each.code >= 0x2e80 && each.code <= 0xa4cf) ||
        (each.code >= 0xac00 && each.code <= 0xd7a3) || (each.code >= 0xf900 && each.code <= 0xfaff) ||
        (each.code >= 0xfe30 && each.code <= 0xfe6f) || (each.code >= 0xff00 && each.code <= 0xff60);
    width += wide ? 2 : 1;
  }
  return width;
}

std::string padded(const std::string& text, std::size_t width, bool right = false) {
  const std::size_t has = width_of(text);
  const std::string blanks(has < width ? width - has : 0, ' ');
  return right ? blanks + text : text + blanks;
}

struct Count {
  State state = State::not_run;
  std::string text = "–";
};

Count count_of(const ColumnCounts& counts) {
  const int wrong = counts[State::fail] + counts[State::crash],
            unsure = counts[State::stale] + counts[State::not_judged];
  const int all = counts[State::pass] + wrong + unsure + counts[State::not_run];
  if (wrong > 0)
    return {counts[State::fail] ? State::fail : State::crash,
            fmt::format("{} {}/{}", sign_of(counts[State::fail] ? State::fail : State::crash), wrong, all)};
  if (unsure > 0) return {State::stale, fmt::format("~ {}/{}", unsure, all)};
  if (counts[State::pass] > 0 && counts[State::not_run] > 0)
    return {State::not_run, fmt::format("{}/{}", counts[State::pass], all)};
  if (counts[State::pass] > 0) return {State::pass, fmt::format("✓ {}", counts[State::pass])};
  if (counts[State::not_applicable] > 0 && counts[State::not_run] == 0) return {State::not_applicable, "·"};
  return {};
}

Count count_of(const NumberCounts& counts) {
  if (counts.total == 0) return {};
  const int settled = counts.total - counts.failed - counts.open;
  if (settled == counts.total) return {State::pass, fmt::format("✓ {}", settled)};
  return {counts.failed ? State::fail : State::stale,
          fmt::format("{} {}/{}", counts.failed ? "✗" : "?", settled, counts.total)};
}

constexpr std::size_t kWidth = 9, kIdWidth = 6, kNumbersWidth = 12;

std::string row(const std::string& id, const std::vector<Count>& counts, const Paint& paint) {
  std::string line = padded(id, kIdWidth);
  for (const Count& count : counts)
    line +=
        paint.state(count.state, padded(count.text, &count == &counts.back() ? kNumbersWidth : kWidth, true));
  return line + "\n";
}

std::string rest_of(const Lesson& lesson) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (!lesson.has_results) add("not run");
  if (lesson.incomplete) add("a run ended early");
  int uncaught = 0;
  for (const MistakeInfo& mistake : lesson.mistakes) uncaught += mistake.state == State::fail;
  if (uncaught > 0) add(fmt::format("{} misconception{} not caught", uncaught, uncaught == 1 ? "" : "s"));
  if (lesson.bad_mistakes() > uncaught) add(fmt::format("{} not judged", lesson.bad_mistakes() - uncaught));
  if (lesson.ledger.counts.failed > 0)
    add(fmt::format("{} printed numbers fail", lesson.ledger.counts.failed));
  if (lesson.ledger.counts.open > 0) add(fmt::format("{} open", lesson.ledger.counts.open));
  return text;
}

std::string margin_of(const Cell& cell) {
  const Comparison* worst = cell.worst();
  // A claim that threw says why; the comparisons that it made before do not.
  if (!worst || (cell.state == State::fail && worst->held)) return reason_words(cell.why).en;
  if (worst->error == 0 && worst->bound == 0) return "exact";
  std::string text = fmt::format("{} {} {}", error_text(worst->error),
                                 worst->held == worst->apart ? ">" : "<=", error_text(worst->bound));
  if (!worst->held && !worst->apart)
    text += fmt::format("   {}{}: {} {}, computed {}", worst->what, index_text(worst->index),
                        worst->printed.empty() ? "expected" : "printed",
                        worst->printed.empty() ? value_text(worst->expected) : worst->printed,
                        value_text(worst->got));
  if (cell.state == State::stale) text = reason_words(cell.why).en;
  return text;
}

}  // namespace

std::string Paint::state(State state, const std::string& text) const {
  if (!colour) return text;
  const char* code = "2";
  switch (state) {
    case State::pass:
      code = "32";
      break;
    case State::fail:
      code = "31";
      break;
    case State::crash:
      code = "35";
      break;
    case State::stale:
    case State::not_judged:
      code = "33";
      break;
    case State::not_run:
    case State::not_applicable:
      break;
  }
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

std::string Paint::dim(const std::string& text) const { return colour ? "\x1b[2m" + text + "\x1b[0m" : text; }

std::string verdict_table(const Book& book, const Paint& paint) {
  std::string out = padded("", kIdWidth);
  for (std::size_t column = 0; column < kColumns.size(); ++column)
    if (book.shown[column]) out += paint.dim(padded(kColumns[column], kWidth, true));
  out += paint.dim(padded("teeth", kWidth, true) + padded("numbers", kNumbersWidth, true)) + "\n";
  const auto counts_of = [&](const auto& columns, const ColumnCounts& teeth, const NumberCounts& numbers) {
    std::vector<Count> counts;
    for (std::size_t column = 0; column < kColumns.size(); ++column)
      if (book.shown[column]) counts.push_back(count_of(columns[column]));
    counts.push_back(count_of(teeth));
    counts.push_back(count_of(numbers));
    return counts;
  };
  for (const Lesson& lesson : book.lessons) {
    std::string line =
        row(lesson.id, counts_of(lesson.counts, lesson.teeth_counts, lesson.ledger.counts), paint);
    if (const std::string rest = rest_of(lesson); !rest.empty()) line.insert(line.size() - 1, "   " + rest);
    out += line;
  }
  if (book.lessons.size() > 1)
    out += row("all", counts_of(book.totals.columns, book.totals.teeth, book.totals.numbers), paint);
  return out;
}

std::string claims_text(const Book& book, const Lesson& lesson, bool failed, const Paint& paint) {
  std::string out;
  int section = -2;
  for (const Claim& claim : lesson.claims) {
    if (failed && !claim.bad) continue;
    if (claim.info.section != section && claim.info.section >= 0 &&
        claim.info.section < static_cast<int>(lesson.sections.size()))
      out += "\n" +
             paint.dim(lesson.id + "  " +
                       lesson.sections[static_cast<std::size_t>(claim.info.section)].text.en) +
             "\n";
    section = claim.info.section;
    out += fmt::format("  {}\n", claim.info.text.en.empty() ? claim.info.text.zh : claim.info.text.en);
    out += paint.dim(
        fmt::format("  {}.{}  {}:{}\n", lesson.id, claim.info.id, claim.info.file, claim.info.line));
    for (std::size_t column = 0; column < kColumns.size(); ++column) {
      const Cell& cell = claim.cells[column];
      if (!book.shown[column] || (is_gpu(static_cast<int>(column)) && cell.run < 0)) continue;
      out += fmt::format(
          "    {} {}  {}\n", padded(kColumns[column], 8),
          paint.state(cell.state,
                      padded(fmt::format("{} {}", sign_of(cell.state), state_words(cell.state).en), 18)),
          margin_of(cell));
    }
    std::string caught;
    for (const Catch& each : claim.teeth.caught)
      caught += (caught.empty() ? "catches " : ", ") + each.mistake;
    if (!claim.teeth.why.empty() && claim.teeth.state != State::pass)
      caught = reason_words(claim.teeth.why).en;
    out += fmt::format(
        "    {} {}  {}\n", padded("teeth", 8),
        paint.state(
            claim.teeth.state,
            padded(fmt::format("{} {}", sign_of(claim.teeth.state), state_words(claim.teeth.state).en), 18)),
        caught);
  }
  for (const MistakeInfo& mistake : lesson.mistakes)
    if (mistake.state != State::pass)
      out += fmt::format(
          "  misconception {}: {}\n", mistake.id,
          paint.state(mistake.state,
                      mistake.state == State::fail ? "no claim catches it" : state_words(mistake.state).en));
  for (const std::string& problem : lesson.problems) out += "  " + problem + "\n";
  if (const std::string rest = rest_of(lesson); !rest.empty())
    out += fmt::format("  {}: {}\n", lesson.id, rest);
  return out;
}

std::string gpu_line(const Book& book) { return gpu_words(book).en; }

}  // namespace galley::report
