#include "report/commands_numbers.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "checks/bad_input.h"
#include "checks/fixture.h"
#include "checks/json.h"
#include "report/align.h"
#include "report/chapter.h"
#include "report/propose.h"

namespace galley {
namespace {

namespace fs = std::filesystem;

constexpr int kAllRight = 0, kDoesNotHold = 1, kBadUse = 2;

/// Runs a command; input that cannot be used becomes one line on standard error.
template <typename Command>
int guarded(Command command) {
  try {
    return command();
  } catch (const BadInput& error) {
    fmt::print(stderr, "galley: {}\n", error.what());
    return kBadUse;
  }
}

/// The value as JSON knows it: infinities have no number there, and a token out of a double's range has none.
Json json_value(const Token& token) {
  try {
    const double value = parse_printed(token.text).value;
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    return value;
  } catch (const BadInput&) {
    return nullptr;
  }
}

void print_numbers_json(const Chapter& chapter) {
  Json list = Json::array();
  for (const TextSection& section : chapter.sections)
    for (const Token& token : section.tokens)
      list.push_back({{"line", token.line},
                      {"column", token.column},
                      {"offset", token.offset},
                      {"section", section.heading},
                      {"text", token.text},
                      {"value", json_value(token)}});
  fmt::print("{}\n", json_text(list, 1));
}

std::string value_text(const Token& token) {
  try {
    return fmt::format("{}", parse_printed(token.text).value);
  } catch (const BadInput& error) {
    return error.what();
  }
}

void print_numbers(const Chapter& chapter) {
  for (const TextSection& section : chapter.sections) {
    if (section.tokens.empty()) continue;
    fmt::print("# {}\n", section.heading.empty() ? "(before the first heading)" : section.heading);
    for (const Token& token : section.tokens)
      fmt::print("{}:{}\t{}\t{}\n", token.line, token.column, token.text, value_text(token));
  }
  fmt::print("{} numbers\n", chapter.number_count());
}

const char* word_of(SectionDrift::State state) {
  switch (state) {
    case SectionDrift::State::same:
      return "unchanged";
    case SectionDrift::State::prose:
      return "other words, same numbers";
    case SectionDrift::State::numbers:
      return "numbers changed";
    case SectionDrift::State::renamed:
      return "renamed";
    case SectionDrift::State::added:
      return "new";
    case SectionDrift::State::gone:
      return "gone";
  }
  return "";
}

/// "shares" of "shares[1]".
std::string figure_of_label(const std::string& label) { return label.substr(0, label.find('[')); }

std::string claims_text(const DriftOptions& options, const std::string& lesson, const std::string& label) {
  if (!options.claims || label.empty() || label == "aside") return "";
  std::string text;
  for (const std::string& claim : options.claims(lesson, figure_of_label(label)))
    text += (text.empty() ? "  read by " : ", ") + claim;
  return text;
}

void print_change(const NumberChange& change, const std::string& lesson, const DriftOptions& options) {
  const std::string place = change.line > 0 ? fmt::format("{}:{}", change.line, change.column) : "-";
  const std::string label = change.figure.empty() ? "" : "  " + change.figure;
  std::string what;
  if (change.before.empty())
    what = "new " + change.after;
  else if (change.after.empty())
    what = "gone " + change.before;
  else
    what = change.before + " → " + change.after;
  fmt::print("    {}  {}{}{}\n", place, what, label, claims_text(options, lesson, change.figure));
}

void print_section(const SectionDrift& section, const std::string& lesson, const DriftOptions& options) {
  if (section.state == SectionDrift::State::same) return;
  const std::string heading = section.heading.empty() ? "(before the first heading)" : section.heading;
  fmt::print("  {}: {}{}\n", heading, word_of(section.state),
             section.was.empty() ? "" : ", before: " + section.was);
  for (const NumberChange& change : section.changes) print_change(change, lesson, options);
}

/// "F09: 1 numbers changed, 7 unchanged", each state that occurs.
std::string summary(const Drift& drift) {
  using State = SectionDrift::State;
  std::string text;
  for (const State state :
       {State::numbers, State::prose, State::renamed, State::added, State::gone, State::same}) {
    const std::size_t count = drift.count(state);
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : "; ", count, word_of(state));
  }
  return fmt::format("{}: sections: {}", drift.lesson, text.empty() ? "none" : text);
}

/// The lessons that have a fixture, in the order of their names.
std::vector<std::string> lessons_in(const std::string& folder) {
  if (!fs::is_directory(folder)) throw BadInput(folder + ": no folder of fixtures");
  std::vector<std::string> lessons;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") lessons.push_back(entry.path().stem().string());
  std::sort(lessons.begin(), lessons.end());
  if (lessons.empty()) throw BadInput(folder + ": holds no fixture");
  return lessons;
}

/// True when a file of this lesson alone is missing or broken, so that the others are still compared.
bool compare_one(const std::string& lesson, const DriftOptions& options, bool& clean) {
  const int status = guarded([&] {
    const Fixture fixture = load_fixture((fs::path(options.fixtures_dir) / (lesson + ".json")).string());
    const Drift drift =
        drift_of(fixture, read_chapter((fs::path(options.book_dir) / (lesson + ".txt")).string()));
    fmt::print("{}\n", summary(drift));
    for (const SectionDrift& section : drift.sections) print_section(section, lesson, options);
    clean = clean && drift.is_clean();
    return kAllRight;
  });
  return status != kAllRight;
}

}  // namespace

int cmd_numbers(const NumbersOptions& options) {
  return guarded([&] {
    const Chapter chapter = read_chapter(options.file);
    options.json ? print_numbers_json(chapter) : print_numbers(chapter);
    return kAllRight;
  });
}

int cmd_propose(const ProposeOptions& options) {
  return guarded([&] {
    const Fixture known = options.fixture.empty() ? Fixture{} : load_fixture(options.fixture);
    fmt::print("{}", fixture_text(propose_fixture(read_chapter(options.file), known)));
    return kAllRight;
  });
}

int cmd_drift(const DriftOptions& options) {
  return guarded([&] {
    const std::vector<std::string> lessons =
        options.lessons.empty() ? lessons_in(options.fixtures_dir) : options.lessons;
    if (!fs::is_directory(options.book_dir)) throw BadInput(options.book_dir + ": no folder of texts");
    bool clean = true, broken = false;
    for (const std::string& lesson : lessons) broken = compare_one(lesson, options, clean) || broken;
    if (broken) return kBadUse;
    return clean ? kAllRight : kDoesNotHold;
  });
}

}  // namespace galley
