#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>

#include "checks/bad_input.h"
#include "checks/body.h"
#include "checks/build_facts.h"
#include "checks/columns.h"
#include "checks/hash.h"
#include "checks/results.h"
#include "checks/teeth.h"

namespace galley {
namespace {

constexpr int kNothingCouldRun = 77;

/// Everything that the tests of one process share.
struct Session {
  std::unique_ptr<FigureShelf> shelf;
  std::unique_ptr<Judge> judge;
  std::map<std::string, std::unique_ptr<ResultsWriter>> writers;  ///< by group
  int ran = 0, failed = 0, could_not_run = 0;
  bool require_gpu = false;
  bool at_work = false;  ///< between the first test and the last
};
Session& session() {
  static Session everything;
  return everything;
}

ResultsWriter& writer(const std::string& group) { return *session().writers.at(group); }

/// Shows a failure at the place where the lesson made it.
void report_failure(const std::string& file, int line, const std::string& message) {
  testing::internal::AssertHelper(testing::TestPartResult::kNonFatalFailure, file.c_str(), line, "") =
      testing::Message() << message;
}

void report(const Claim& claim, const Verdict& verdict) {
  Session& s = session();
  if (verdict.state == State::fail || verdict.state == State::not_judged) {
    ++s.failed;
    report_failure(claim.file, claim.line, verdict.why);
  }
}

/// Some comparison failed by NaN or by shape, which no lack of digits explains.
bool any_nan_or_shape(const Outcome& outcome) {
  return std::any_of(outcome.record.comparisons.begin(), outcome.record.comparisons.end(),
                     [](const Comparison& c) { return !c.held && std::isnan(c.error); });
}

Verdict verdict_of(const Claim& claim, const Column& column, const Outcome& outcome, const WordLog& log) {
  if (!outcome.passed()) {
    const Flag* needs_f64 = claim.flag("NeedsF64");
    if (needs_f64 && column.precision != Precision::f64 && !outcome.exception && !any_nan_or_shape(outcome)) {
      return {State::not_applicable,
              std::string(needs_f64->why) + " (measured: " + outcome.first_problem() + ")"};
    }
    return {State::fail, outcome.first_problem()};
  }
  if (outcome.record.comparisons.empty()) return {State::fail, "compares nothing"};
  if (!column.on_device) return {};
  if (log.on_device().empty()) return {State::not_applicable, "no arithmetic on the device"};
  if (!outcome.record.off_device.empty()) {
    return {State::not_applicable, "computed on the host: " + outcome.record.off_device.front()};
  }
  if (!outcome.record.any_through_device) return {State::not_applicable, "compares no result of arithmetic"};
  return {};
}

/// A claim in one column.
class ColumnTest : public testing::Test {
 public:
  ColumnTest(const Claim& claim, const Column& column, std::string group, bool with_exhibits)
      : claim_(claim), column_(column), group_(std::move(group)), with_exhibits_(with_exhibits) {}

  void TestBody() override {
    Session& s = session();
    ++s.ran;
    writer(group_).begin_claim(claim_.id, column_.name);
    if (!column_.unavailable.empty()) {
      ++s.could_not_run;
      const Verdict verdict{State::not_run, column_.unavailable};
      writer(group_).end_claim(claim_.id, column_.name, verdict);
      if (group_ == "gpu" && s.require_gpu) {
        ++s.failed;
        GTEST_FAIL() << "GALLEY_REQUIRE_GPU is set: " << column_.unavailable;
      }
      GTEST_SKIP() << column_.unavailable;
    }
    if (claim_.flag("DeviceOnly") && group_ != "gpu") {
      writer(group_).end_claim(claim_.id, column_.name,
                               {State::not_applicable, claim_.flag("DeviceOnly")->why});
      return;
    }
    WordLog log;
    const std::unique_ptr<Ops> on = column_.make_ops(log);
    Record record;
    record.precision = column_.precision;
    record.needs_device = column_.on_device;
    const Outcome outcome = run_body(claim_, *on, *s.shelf, std::move(record));
    const Verdict verdict = verdict_of(claim_, column_, outcome, log);
    writer(group_).end_claim(claim_.id, column_.name, verdict, outcome, log, with_exhibits_);
    if (verdict.state == State::fail) {
      ++s.failed;
      for (const Failure& f : outcome.failures) report_failure(f.file, f.line, f.message);
      if (outcome.failures.empty()) report_failure(claim_.file, claim_.line, verdict.why);
    }
  }

 private:
  const Claim& claim_;
  const Column& column_;
  std::string group_;
  bool with_exhibits_;
};

/// Whether a claim can fail.
class TeethTest : public testing::Test {
 public:
  explicit TeethTest(const Claim& claim) : claim_(claim) {}

  void TestBody() override {
    ++session().ran;
    writer("teeth").begin_claim(claim_.id, "teeth");
    if (claim_.flag("DeviceOnly")) {
      writer("teeth").end_claim(claim_.id, "teeth", {State::not_applicable, claim_.flag("DeviceOnly")->why});
      return;
    }
    const auto start = std::chrono::steady_clock::now();
    const Teeth teeth = session().judge->judge(claim_);
    const double ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    writer("teeth").end_teeth(claim_.id, teeth, ms);
    const State state = teeth.state == Teeth::State::pass   ? State::pass
                        : teeth.state == Teeth::State::fail ? State::fail
                                                            : State::not_judged;
    report(claim_, {state, teeth.why});
  }

 private:
  const Claim& claim_;
};

/// Which small wrong edits of the claim's words it notices. Slips that no claim of the chapter notices are
/// listed in the book.
class SlipsTest : public testing::Test {
 public:
  explicit SlipsTest(const Claim& claim) : claim_(claim) {}

  void TestBody() override {
    ++session().ran;
    writer("slips").begin_claim(claim_.id, "slips");
    const auto start = std::chrono::steady_clock::now();
    const SlipResult result =
        claim_.flag("DeviceOnly") || claim_.flag("Big") ? SlipResult{} : session().judge->slip(claim_);
    const double ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    writer("slips").end_slips(claim_.id, result, ms);
  }

 private:
  const Claim& claim_;
};

/// A misconception must be caught by some claim of its chapter, by a value and not by a crash.
class MistakeTest : public testing::Test {
 public:
  explicit MistakeTest(const Mistake& mistake) : mistake_(mistake) {}

  void TestBody() override {
    ++session().ran;
    writer("teeth").begin_mistake(mistake_.id);
    std::vector<std::string> caught_by;
    for (const Claim& claim : registry().claims) {
      if (claim.flag("DeviceOnly") || !session().judge->on_reference(claim).passed()) continue;
      if (Judge::is_catch(session().judge->under(mistake_, claim))) caught_by.push_back(claim.id);
    }
    Verdict verdict;
    if (caught_by.empty()) verdict = {State::fail, "no claim of the chapter catches it"};
    writer("teeth").end_mistake(mistake_.id, verdict, caught_by);
    if (caught_by.empty()) {
      ++session().failed;
      report_failure(mistake_.file, mistake_.line, "misconception " + mistake_.id + ": " + verdict.why);
    }
  }

 private:
  const Mistake& mistake_;
};

template <class MakeTest>
void register_test(const std::string& name, const std::string& file, int line, MakeTest make) {
  testing::RegisterTest(registry().lesson.c_str(), name.c_str(), nullptr, nullptr, file.c_str(), line,
                        [make]() -> testing::Test* { return make(); });
}

void register_column_tests(const std::string& group, const std::vector<Column>& columns) {
  for (const Claim& claim : registry().claims) {
    for (const Column& column : columns) {
      const bool with_exhibits = column.name == "cpu.f64";
      register_test(claim.id + "/" + column.name, claim.file, claim.line,
                    [&claim, &column, group, with_exhibits] {
                      return new ColumnTest(claim, column, group, with_exhibits);
                    });
    }
  }
}

void register_teeth_tests() {
  for (const Claim& claim : registry().claims) {
    register_test(claim.id + "/teeth", claim.file, claim.line, [&claim] { return new TeethTest(claim); });
  }
  for (const Mistake& mistake : registry().mistakes) {
    if (mistake.lesson != registry().lesson) continue;
    register_test(mistake.id + "/caught", mistake.file, mistake.line,
                  [&mistake] { return new MistakeTest(mistake); });
  }
}

void register_slips_tests() {
  for (const Claim& claim : registry().claims) {
    register_test(claim.id + "/slips", claim.file, claim.line, [&claim] { return new SlipsTest(claim); });
  }
}

/// Contradictions between a lesson, its misconceptions and its fixture; one line each.
std::vector<std::string> contradictions() {
  const Registry& r = registry();
  std::vector<std::string> problems = r.errors;
  const std::vector<std::string> headings = session().shelf->headings();
  // A chapter of which only the title is there yet has no headings that a lesson could follow.
  const bool only_a_title = headings == std::vector<std::string>{""};
  for (const SectionInfo& s : r.sections) {
    if (only_a_title) break;
    if (std::find(headings.begin(), headings.end(), s.zh) == headings.end()) {
      problems.push_back(r.file + ":" + std::to_string(s.line) + ": the chapter has no section '" + s.zh +
                         "'");
    }
  }
  for (const Note& n : r.notes) {
    const bool known =
        std::any_of(r.claims.begin(), r.claims.end(), [&](const Claim& c) { return c.id == n.claim; });
    if (!known)
      problems.push_back(r.file + ": the note '" + n.en + "' names a claim that is not there: " + n.claim);
  }
  if (r.claims.empty()) problems.push_back(r.file + ": the lesson makes no claim");
  return problems;
}

/// A claim that calls exit(0) would end the run as if all were well.
void refuse_early_exit() {
  if (!session().at_work) return;
  std::cerr << registry().lesson << ": the process was ended before all of its tests were done\n";
  std::cerr.flush();
  std::fflush(nullptr);
  std::_Exit(1);
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value && std::string(value) != "0";
}

}  // namespace

int run_lesson(int argc, char** argv) {
  try {
    testing::InitGoogleTest(&argc, argv);
    std::vector<std::string> groups = {"cpu", "teeth", "slips", "emu", "gpu"};
    std::string results =
        std::getenv("GALLEY_RESULTS") ? std::getenv("GALLEY_RESULTS") : build_facts().results;
    std::string fixtures =
        std::getenv("GALLEY_FIXTURES") ? std::getenv("GALLEY_FIXTURES") : build_facts().fixtures;
    CLI::App app{"Runs the claims of chapter " + registry().lesson +
                 "; GoogleTest's own options (--help-all of it) work too"};
    app.add_option("--column", groups, "which groups of columns to run")
        ->check(CLI::IsMember({"cpu", "teeth", "slips", "emu", "gpu"}));
    app.add_option("--results", results, "folder for results")->capture_default_str();
    app.add_option("--fixtures", fixtures, "folder of the chapters' numbers")->capture_default_str();
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : 2;
    }

    Session& s = session();
    s.require_gpu = is_set("GALLEY_REQUIRE_GPU");
    s.shelf = std::make_unique<FigureShelf>(fixtures, registry().lesson);
    s.judge = std::make_unique<Judge>(*s.shelf);
    const std::vector<std::string> problems = contradictions();
    for (const std::string& problem : problems) std::cerr << problem << "\n";
    if (!problems.empty()) return 2;

    const bool filtered = testing::GTEST_FLAG(filter) != "*" || is_set("GTEST_TOTAL_SHARDS");
    const std::string fixture_hash = file_hash(fixtures + "/" + registry().lesson + ".json");
    std::map<std::string, std::vector<Column>> columns;
    for (const std::string& group : groups) {
      if (group == "teeth" || group == "slips") {
        columns[group] = {};
      } else {
        columns[group] = columns_of(group);
      }
      s.writers[group] =
          std::make_unique<ResultsWriter>(results, group, columns[group], filtered, fixture_hash);
      if (group == "teeth") {
        register_teeth_tests();
      } else if (group == "slips") {
        register_slips_tests();
      } else {
        register_column_tests(group, columns[group]);
      }
    }

    std::atexit(refuse_early_exit);
    s.at_work = true;
    const int outcome = RUN_ALL_TESTS();
    s.at_work = false;
    if (testing::GTEST_FLAG(list_tests)) return outcome;
    if (s.ran == 0) {
      std::cerr << registry().lesson << ": no test was selected by '" << testing::GTEST_FLAG(filter) << "'\n";
      return 1;
    }
    const bool every_test_ran = s.ran >= testing::UnitTest::GetInstance()->total_test_count();
    for (const auto& [group, w] : s.writers) w->done(s.ran, s.failed, s.shelf->hashes(), every_test_ran);
    if (outcome == 0 && s.could_not_run == s.ran) return kNothingCouldRun;
    return outcome;
  } catch (const std::exception& error) {
    std::cerr << registry().lesson << ": " << error.what() << "\n";
    return 2;
  }
}

}  // namespace galley
