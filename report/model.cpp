#include "report/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "checks/files.h"
#include "report/load.h"
#include "report/words.h"

namespace galley::report {
namespace {

// Today's sources were offered to a GPU, and there was none: what another machine's GPU said of earlier ones
// is the newest that can be had here.
bool no_gpu_today(const std::vector<Run>& runs) {
  return std::any_of(runs.begin(), runs.end(), [](const Run& run) {
    return run.group == "gpu" && run.complete && run.differs.empty();
  });
}

bool is_bad(int column, const Cell& cell, const std::vector<Run>& runs) {
  switch (cell.state) {
    case State::fail:
    case State::crash:
    case State::not_judged:
      return true;
    case State::stale:
      return !is_gpu(column) || !no_gpu_today(runs);
    case State::pass:
    case State::not_applicable:
      return false;
    case State::not_run:
      break;
  }
  // No device is no fault; a claim that the CPU has not run, or that its run ended before, is not seen to
  // hold.
  if (!is_gpu(column) && !is_emulated(column)) return true;
  if (cell.run < 0) return false;
  const Run& run = runs[static_cast<std::size_t>(cell.run)];
  return !run.complete && !run.alive;
}

void count(Lesson& lesson) {
  std::set<std::string> tried, noticed;
  for (Claim& claim : lesson.claims) {
    claim.bad = claim.teeth.state != State::pass && claim.teeth.state != State::not_applicable;
    ++lesson.teeth_counts[claim.teeth.state];
    for (std::size_t column = 0; column < kColumns.size(); ++column) {
      const Cell& cell = claim.cells[column];
      ++lesson.counts[column][cell.state];
      if (is_bad(static_cast<int>(column), cell, lesson.runs)) claim.bad = true;
      if (is_gpu(static_cast<int>(column)) && cell.ran()) claim.ran_on_gpu = true;
      if (!is_emulated(static_cast<int>(column)) && cell.state == State::pass) claim.seen = true;
    }
    tried.insert(claim.slips.tried.begin(), claim.slips.tried.end());
    noticed.insert(claim.slips.noticed.begin(), claim.slips.noticed.end());
  }
  lesson.slips.tried.assign(tried.begin(), tried.end());
  lesson.slips.noticed.assign(noticed.begin(), noticed.end());
}

// A slip is unnoticed when no chapter of the book notices it: some cannot be seen through what one chapter
// does with a word.
void find_unnoticed_slips(std::vector<Lesson>& lessons) {
  std::set<std::string> noticed;
  for (const Lesson& lesson : lessons)
    noticed.insert(lesson.slips.noticed.begin(), lesson.slips.noticed.end());
  for (Lesson& lesson : lessons)
    std::set_difference(lesson.slips.tried.begin(), lesson.slips.tried.end(), noticed.begin(), noticed.end(),
                        std::back_inserter(lesson.slips.unnoticed));
}

void gather(const Lesson& lesson, Evidence& evidence) {
  for (const Claim& claim : lesson.claims) {
    if (claim.teeth.state == State::pass || claim.teeth.state == State::fail)
      for (const auto& [name, rounds] : claim.teeth.nudges)
        evidence[figure_key(lesson.id, name)].join_nudges(rounds);
    for (const Cell& cell : claim.cells) {
      if (!cell.ran()) continue;
      for (const Comparison& comparison : cell.comparisons) {
        if (comparison.figure.empty()) continue;
        FigureEvidence& known = evidence[figure_key(lesson.id, comparison.figure)];
        if (known.values.empty()) known.values = comparison.values;
        if (comparison.held) continue;
        known.failed.insert(comparison.failed.begin(), comparison.failed.end());
        if (comparison.failed.empty()) known.all_failed = true;
      }
    }
  }
}

void total(Book& book) {
  std::map<std::string, int> reasons;
  Totals& totals = book.totals;
  totals.lessons = static_cast<int>(book.lessons.size());
  for (const Lesson& lesson : book.lessons) {
    totals.claims += static_cast<int>(lesson.claims.size());
    totals.bad += lesson.bad_claims();
    totals.mistakes += static_cast<int>(lesson.mistakes.size());
    totals.caught += static_cast<int>(lesson.mistakes.size()) - lesson.bad_mistakes();
    totals.notes += static_cast<int>(lesson.notes.size());
    totals.numbers += lesson.ledger.counts;
    for (const Claim& claim : lesson.claims) {
      if (claim.ran_on_gpu) ++totals.gpu_claims;
      if (!claim.bad && !claim.seen) ++totals.unseen;
      for (int column = 0; column < 6; ++column)
        if (const Cell& cell = claim.cells[static_cast<std::size_t>(column)]; is_gpu(column)) {
          if (!cell.ran()) {
            ++reasons[cell.why];
          } else if (cell.run >= 0) {
            book.gpus.insert(device_and_day(lesson.runs[static_cast<std::size_t>(cell.run)]));
          }
        }
    }
    for (std::size_t state = 0; state < lesson.teeth_counts.of.size(); ++state) {
      totals.teeth.of[state] += lesson.teeth_counts.of[state];
      for (std::size_t column = 0; column < kColumns.size(); ++column)
        totals.columns[column].of[state] += lesson.counts[column].of[state];
    }
  }
  totals.holding = totals.claims - totals.bad - totals.unseen;
  int most = 0;
  for (const auto& [reason, times] : reasons)
    if (times > most) {
      most = times;
      book.gpu_reason = reason;
    }
}

// The book's own order, as far as it is not that of the names.
int place_in_book(const std::string& id) {
  if (id.size() != 3) return 1000;
  const int number = (id[1] - '0') * 10 + (id[2] - '0');
  if (id == "N00") return 0;
  if (id == "X00") return 65;
  if (id == "X01") return 900;
  return id[0] == 'F' ? number * 10 : 1000;
}

}  // namespace

const Cell* Claim::shown_cell() const {
  for (const Cell& cell : cells)
    if (!cell.comparisons.empty() || !cell.exhibits.empty()) return &cell;
  return nullptr;
}

int Lesson::bad_claims() const {
  return static_cast<int>(
      std::count_if(claims.begin(), claims.end(), [](const Claim& claim) { return claim.bad; }));
}

int Lesson::bad_mistakes() const {
  return static_cast<int>(std::count_if(mistakes.begin(), mistakes.end(), [](const MistakeInfo& mistake) {
    return mistake.state != State::pass;
  }));
}

bool Lesson::all_right() const {
  return has_results && !claims.empty() && !incomplete && problems.empty() && bad_claims() == 0 &&
         bad_mistakes() == 0 && ledger.counts.failed == 0 && ledger.counts.open == 0;
}

const std::string& Sources::text(const std::string& path) const {
  const std::lock_guard lock(guard_);
  const auto [found, fresh] = texts_.try_emplace(path);
  if (fresh) found->second = read_if_there(root_ + "/" + path).value_or("");
  return found->second;
}

const Lesson* Book::find(const std::string& id) const {
  for (const Lesson& lesson : lessons)
    if (lesson.id == id) return &lesson;
  return nullptr;
}

int Book::exit_status() const {
  if (lessons.empty()) return 1;
  int status = 0;
  for (const Lesson& lesson : lessons) {
    if (lesson.unreadable) return 2;
    if (!lesson.all_right()) status = 1;
  }
  return status;
}

Book load_book(const BookOptions& options) {
  Book book;
  book.options = options;
  book.sources = std::make_shared<Sources>(options.root);
  book.lessons = load_lessons(options, *book.sources);
  Evidence evidence;
  for (Lesson& lesson : book.lessons) {
    count(lesson);
    gather(lesson, evidence);
  }
  find_unnoticed_slips(book.lessons);
  book.shown = {true, true, true, true, false, false};
  for (Lesson& lesson : book.lessons) {
    if (lesson.fixture) lesson.ledger = make_ledger(*lesson.fixture, lesson.figures, evidence);
    for (const Run& run : lesson.runs)
      for (const std::string& column : run.columns)
        if (const int place = column_index(column); place >= 0)
          book.shown[static_cast<std::size_t>(place)] = true;
  }
  total(book);
  return book;
}

bool earlier_in_book(const std::string& a, const std::string& b) {
  const int place_a = place_in_book(a), place_b = place_in_book(b);
  return place_a != place_b ? place_a < place_b : a < b;
}

Text gpu_words(const Book& book) {
  const Totals& totals = book.totals;
  Text text{fmt::format("{}条主张中有{}条在GPU上运行过", totals.claims, totals.gpu_claims),
            fmt::format("{} of {} claims ran on a GPU", totals.gpu_claims, totals.claims)};
  if (!book.gpus.empty()) {
    std::string list;
    for (const std::string& gpu : book.gpus) list += (list.empty() ? "" : "; ") + gpu;
    text.zh += "（" + list + "）";
    text.en += " (" + list + ")";
  }
  if (totals.gpu_claims < totals.claims && !book.gpu_reason.empty()) {
    const Text reason = reason_words(book.gpu_reason);
    text.zh += (totals.gpu_claims > 0 ? "；其余：" : "：") + reason.zh;
    text.en += (totals.gpu_claims > 0 ? "; the others: " : ": ") + reason.en;
  }
  return text;
}

}  // namespace galley::report
