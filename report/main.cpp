// The `galley` program: the book from results, verdicts in the terminal, numbers of a text, text against
// fixtures.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "checks/bad_input.h"
#include "report/commands_numbers.h"
#include "report/diff.h"
#include "report/files.h"
#include "report/model.h"
#include "report/show.h"
#include "report/stale.h"
#include "report/trace.h"
#include "report/write.h"

namespace galley::report {
namespace {

// What the commands that read results have in common.
struct Where {
  std::string root = GALLEY_ROOT;
  std::vector<std::string> results;

  void add_to(CLI::App& command) {
    command.add_option("--root", root, "the project's folder")->capture_default_str();
    command.add_option("--results", results,
                       "a folder of results; several are merged (default: " GALLEY_RESULTS ")");
  }

  BookOptions options() const {
    BookOptions to;
    to.root = root;
    to.results = results.empty() ? std::vector<std::string>{GALLEY_RESULTS} : results;
    to.version = GALLEY_VERSION;
    to.commit = commit_of(root);
    to.generated = now_iso();
    to.gpu_present = gpu_is_present();
    for (const std::string& folder : results)
      if (!std::filesystem::is_directory(folder))
        throw BadInput(folder + ": there is no such folder of results");
    if (!std::filesystem::is_directory(root)) throw BadInput(root + ": there is no such project folder");
    return to;
  }
};

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

int write(const Where& where, const WriteOptions& options, bool quiet) {
  const BookOptions from = where.options();
  if (!options.book.empty() && !std::filesystem::is_directory(options.book))
    throw BadInput(options.book + ": there is no such folder of chapters");
  const WriteLock lock(options.out);
  const Book book = load_book(from);
  if (!options.only.empty()) lesson_named(book, options.only);
  write_book(book, options);
  report_problems(book);
  if (!quiet) print(verdict_table(book, paint()) + "\n" + gpu_line(book) + "\n");
  print("the book: " + (std::filesystem::path(options.out) / "index.html").string() + "\n");
  return book.exit_status();
}

int show(const Where& where, const std::string& id, bool failed) {
  const Book book = load_book(where.options());
  if (!id.empty()) {
    const Lesson& lesson = lesson_named(book, id);
    print(claims_text(book, lesson, failed, paint()));
    return lesson.unreadable ? 2 : lesson.all_right() ? 0 : 1;
  }
  report_problems(book);
  if (!failed) {
    print(verdict_table(book, paint()) + "\n" + gpu_line(book) + "\n");
    return book.exit_status();
  }
  for (const Lesson& lesson : book.lessons) print(claims_text(book, lesson, failed, paint()));
  return book.exit_status();
}

int trace(const Where& where, const std::string& id, bool json) {
  const Book book = load_book(where.options());
  const Lesson& lesson = lesson_named(book, id);
  for (const std::string& problem : lesson.problems) fmt::print(stderr, "galley: {}\n", problem);
  if (!has_trace(lesson)) throw BadInput(id + ": its results hold no table of a run");
  print(json ? trace_json(lesson) : trace_text(lesson));
  return lesson.bad_claims() > 0 || lesson.incomplete ? 1 : 0;
}

int diff(const std::string& old_path, const std::string& new_path) {
  const BookDiff found = diff_books(old_path, new_path);
  print(found.text);
  fmt::print("{} regressed, {} fixed, {} otherwise changed\n", found.regressed, found.fixed, found.other);
  return found.regressed > 0 ? 1 : 0;
}

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

int drift(const Where& where, DriftOptions options) {
  options.fixtures_dir = where.root + "/fixtures";
  const Book book = load_book(where.options());
  options.claims = [&](const std::string& lesson, const std::string& figure) {
    return claims_reading(book, lesson, figure);
  };
  return cmd_drift(options);
}

int run(int argc, char** argv) {
  CLI::App app{
      "A textbook's claims and numbers, checked: the book from results, verdicts, traces, numbers of a "
      "text."};
  app.set_version_flag("--version", GALLEY_VERSION);
  app.require_subcommand(1);
  int status = 0;
  Where where;

  WriteOptions writing{GALLEY_OUT, "", ""};
  bool quiet = false;
  CLI::App* write_command = app.add_subcommand("write", "the book from results");
  where.add_to(*write_command);
  write_command->add_option("--book", writing.book,
                            "the chapters' texts, F09.txt …: pages become proof sheets");
  write_command->add_option("--out", writing.out, "the book's folder")->capture_default_str();
  write_command->add_option("--only", writing.only, "draw only this chapter's page, the index and book.json");
  write_command->add_flag("--quiet", quiet, "no verdict table");
  bool always_succeed = false;
  write_command->add_flag("--always-succeed", always_succeed,
                          "the exit status tells only whether the book could be written, not what it says");
  write_command->callback([&] {
    status = write(where, writing, quiet);
    if (always_succeed && status == 1) status = 0;
  });

  CLI::App* stale_command = app.add_subcommand("stale", "the chapters that have to be run again, one a line");
  where.add_to(*stale_command);
  stale_command->callback([&] {
    for (const std::string& id : stale_lessons(load_book(where.options()))) print(id + "\n");
  });

  std::string lesson;
  bool failed = false, json = false;
  CLI::App* show_command = app.add_subcommand("show", "verdicts in the terminal");
  where.add_to(*show_command);
  show_command->add_option("lesson", lesson, "a chapter, F09");
  show_command->add_flag("--failed", failed, "only what does not hold");
  show_command->callback([&] { status = show(where, lesson, failed); });

  CLI::App* trace_command = app.add_subcommand("trace", "the worked example's tables, from its results");
  where.add_to(*trace_command);
  trace_command->add_option("lesson", lesson, "the chapter, X01")->required();
  trace_command->add_flag("--json", json, "every table at full precision, for programs");
  trace_command->callback([&] { status = trace(where, lesson, json); });

  std::string old_path, new_path;
  CLI::App* diff_command =
      app.add_subcommand("diff", "two book.json: what holds now that did not, and the other way round");
  diff_command->add_option("old", old_path, "the older book.json")->required();
  diff_command->add_option("new", new_path, "the newer book.json")->required();
  diff_command->callback([&] { status = diff(old_path, new_path); });

  NumbersOptions numbers;
  CLI::App* numbers_command = app.add_subcommand("numbers", "the number tokens of a text");
  numbers_command->add_option("file", numbers.file, "a chapter's text")->required();
  numbers_command->add_flag("--json", numbers.json, "for programs");
  numbers_command->callback([&] { status = cmd_numbers(numbers); });

  ProposeOptions proposing;
  CLI::App* propose_command =
      app.add_subcommand("propose", "a fixture for a chapter, so that nobody counts by hand");
  propose_command->add_option("file", proposing.file, "the chapter's text")->required();
  propose_command->add_option("--fixture", proposing.fixture, "a fixture whose spans and names are kept");
  propose_command->callback([&] { status = cmd_propose(proposing); });

  DriftOptions drifting;
  CLI::App* drift_command = app.add_subcommand("drift", "the text as it is today against the fixtures");
  where.add_to(*drift_command);
  drift_command->add_option("folder", drifting.book_dir, "the chapters' texts, F09.txt …")->required();
  drift_command->add_option("lessons", drifting.lessons, "only these chapters");
  drift_command->callback([&] { status = drift(where, drifting); });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) return app.exit(problem);
    fmt::print(stderr, "galley: {}; see galley --help\n", problem.what());
    return 2;
  }
  return status;
}

}  // namespace
}  // namespace galley::report

int main(int argc, char** argv) {
  try {
    return galley::report::run(argc, argv);
  } catch (const std::exception& problem) {
    fmt::print(stderr, "galley: {}\n", problem.what());
    return 2;
  }
}
