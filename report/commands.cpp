#include "report/commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "checks/bad_input.h"
#include "checks/provenance.h"
#include "report/diff.h"
#include "report/machine.h"
#include "report/show.h"
#include "report/stale.h"
#include "report/trace.h"

namespace galley::report {
namespace {

BookOptions options_of(const Where& where) {
  BookOptions to;
  to.root = where.root;
  to.results = where.results;
  if (to.results.empty()) {
    to.results.push_back(GALLEY_RESULTS);
    const std::string recorded = where.root + "/fixtures/recorded";
    if (std::filesystem::is_directory(recorded)) to.results.push_back(recorded);
  }
  to.version = GALLEY_VERSION;
  to.commit = commit_of(where.root);
  to.generated = utc_now();
  to.gpu_present = gpu_is_present();
  for (const std::string& folder : where.results)
    if (!std::filesystem::is_directory(folder))
      throw BadInput(folder + ": there is no such folder of results");
  if (!std::filesystem::is_directory(where.root))
    throw BadInput(where.root + ": there is no such project folder");
  return to;
}

Paint paint() { return {::isatty(STDOUT_FILENO) == 1 && !std::getenv("NO_COLOR")}; }

void print(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void report_problems(const Book& book) {
  for (const Lesson& lesson : book.lessons)
    for (const std::string& problem : lesson.problems) fmt::print(stderr, "galley: {}\n", problem);
}

const Lesson& lesson_named(const Book& book, const std::string& id) {
  if (const Lesson* lesson = book.find(id)) return *lesson;
  throw BadInput(id + ": there is no such chapter in " + book.options.root);
}

// What a command about one chapter ends with.
int exit_status(const Lesson& lesson) { return lesson.unreadable ? 2 : lesson.all_right() ? 0 : 1; }

// The claims that read a figure, for messages about a number that has changed.
std::vector<std::string> claims_reading(const Book& book, const std::string& lesson,
                                        const std::string& figure) {
  std::vector<std::string> claims;
  for (const Lesson& each : book.lessons) {
    for (const Claim& claim : each.claims) {
      const std::vector<std::string>& read = claim.cells[0].figures;
      const bool reads = std::any_of(read.begin(), read.end(), [&](const std::string& name) {
        return figure_key(each.id, name) == std::pair(lesson, figure);
      });
      if (reads) claims.push_back(each.id + "." + claim.info.id);
    }
  }
  return claims;
}

}  // namespace

int cmd_write(const Where& where, const WriteOptions& options, bool quiet) {
  const BookOptions from = options_of(where);
  if (!options.book.empty() && !std::filesystem::is_directory(options.book))
    throw BadInput(options.book + ": there is no such folder of chapters");
  const WriteLock lock(options.out);
  const Book book = load_book(from);
  const Lesson* only = options.only.empty() ? nullptr : &lesson_named(book, options.only);
  write_book(book, options);
  report_problems(book);
  if (!quiet && only) print(claims_text(book, *only, false, paint()));
  if (!quiet && !only) print(verdict_table(book, paint()) + "\n" + gpu_line(book) + "\n");
  print("the book: " + (std::filesystem::path(options.out) / "index.html").string() + "\n");
  return only ? exit_status(*only) : book.exit_status();
}

int cmd_show(const Where& where, const std::string& id, bool failed) {
  const Book book = load_book(options_of(where));
  if (!id.empty()) {
    const Lesson& lesson = lesson_named(book, id);
    print(claims_text(book, lesson, failed, paint()));
    return exit_status(lesson);
  }
  report_problems(book);
  if (!failed) {
    print(verdict_table(book, paint()) + "\n" + gpu_line(book) + "\n");
    return book.exit_status();
  }
  for (const Lesson& lesson : book.lessons) print(claims_text(book, lesson, failed, paint()));
  return book.exit_status();
}

int cmd_stale(const Where& where) {
  for (const std::string& id : stale_lessons(load_book(options_of(where)))) print(id + "\n");
  return 0;
}

int cmd_trace(const Where& where, const std::string& id, bool json) {
  const Book book = load_book(options_of(where));
  const Lesson& lesson = lesson_named(book, id);
  for (const std::string& problem : lesson.problems) fmt::print(stderr, "galley: {}\n", problem);
  if (!has_trace(lesson)) throw BadInput(id + ": its results hold no table of a run");
  print(json ? trace_json(lesson) : trace_text(lesson));
  return lesson.bad_claims() > 0 || lesson.incomplete ? 1 : 0;
}

int cmd_diff(const std::string& old_path, const std::string& new_path) {
  const BookDiff found = diff_books(old_path, new_path);
  print(found.text);
  fmt::print("{} regressed, {} fixed, {} otherwise changed\n", found.regressed, found.fixed, found.other);
  return found.regressed > 0 ? 1 : 0;
}

int cmd_drift_with_claims(const Where& where, DriftOptions options) {
  options.fixtures_dir = where.root + "/fixtures";
  const Book book = load_book(options_of(where));
  options.claims = [&](const std::string& lesson, const std::string& figure) {
    return claims_reading(book, lesson, figure);
  };
  return cmd_drift(options);
}

}  // namespace galley::report
