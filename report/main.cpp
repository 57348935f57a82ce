// The `galley` program: what it can be asked, and with which options. What it then does is commands.cpp's.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "report/commands.h"

namespace galley::report {
namespace {

int run(int argc, char** argv) {
  CLI::App app{
      "A textbook's claims and numbers, checked: the book from results, verdicts, traces, numbers of a "
      "text."};
  app.set_version_flag("--version", GALLEY_VERSION);
  app.require_subcommand(1);
  int status = 0;
  Where where{GALLEY_ROOT, {}};
  const auto add_where = [&](CLI::App& command) {
    command.add_option("--root", where.root, "the project's folder")->capture_default_str();
    command.add_option("--results", where.results,
                       "a folder of results; several are merged (default: " GALLEY_RESULTS
                       ", and fixtures/recorded with what other machines ran)");
  };

  WriteOptions writing{GALLEY_OUT, "", ""};
  bool quiet = false;
  CLI::App* write_command = app.add_subcommand("write", "the book from results");
  add_where(*write_command);
  write_command->add_option("--book", writing.book,
                            "the chapters' texts, F09.txt …: pages become proof sheets");
  write_command->add_option("--out", writing.out, "the book's folder")->capture_default_str();
  write_command->add_option("--only", writing.only, "draw only this chapter's page, the index and book.json");
  write_command->add_flag("--quiet", quiet, "no verdict table");
  bool always_succeed = false;
  write_command->add_flag("--always-succeed", always_succeed,
                          "the exit status tells only whether the book could be written, not what it says");
  write_command->callback([&] {
    status = cmd_write(where, writing, quiet);
    if (always_succeed && status == 1) status = 0;
  });

  CLI::App* stale_command = app.add_subcommand("stale", "the chapters that have to be run again, one a line");
  add_where(*stale_command);
  stale_command->callback([&] { status = cmd_stale(where); });

  std::string lesson;
  bool failed = false, json = false;
  CLI::App* show_command = app.add_subcommand("show", "verdicts in the terminal");
  add_where(*show_command);
  show_command->add_option("lesson", lesson, "a chapter, F09");
  show_command->add_flag("--failed", failed, "only what does not hold");
  show_command->callback([&] { status = cmd_show(where, lesson, failed); });

  CLI::App* trace_command = app.add_subcommand("trace", "the worked example's tables, from its results");
  add_where(*trace_command);
  trace_command->add_option("lesson", lesson, "the chapter, X01")->required();
  trace_command->add_flag("--json", json, "every table at full precision, for programs");
  trace_command->callback([&] { status = cmd_trace(where, lesson, json); });

  std::string old_path, new_path;
  CLI::App* diff_command =
      app.add_subcommand("diff", "two book.json: what holds now that did not, and the other way round");
  diff_command->add_option("old", old_path, "the older book.json")->required();
  diff_command->add_option("new", new_path, "the newer book.json")->required();
  diff_command->callback([&] { status = cmd_diff(old_path, new_path); });

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
  add_where(*drift_command);
  drift_command->add_option("folder", drifting.book_dir, "the chapters' texts, F09.txt …")->required();
  drift_command->add_option("lessons", drifting.lessons, "only these chapters");
  drift_command->callback([&] { status = cmd_drift_with_claims(where, drifting); });

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) return app.exit(problem);
    std::fprintf(stderr, "galley: %s; see galley --help\n", problem.what());
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
    std::fprintf(stderr, "galley: %s\n", problem.what());
    return 2;
  }
}
