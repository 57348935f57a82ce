#include "report/results.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "checks/files.h"
#include "checks/provenance.h"
#include "report/machine.h"
#include "report/tests/sample.h"

namespace galley::report {
namespace {

// A results folder of one chapter with two claims, written line by line.
class Results : public testing::Test {
 protected:
  const Sample sample_;
  const std::string folder_ = sample_.path("made");

  std::string header(bool filtered = false, const std::string& host = "elsewhere",
                     std::int64_t pid = 1) const {
    return std::string(
               R"({"event":"run","lesson":"F50","group":"cpu","columns":[{"name":"cpu.f64"}],"started":")") +
           utc_now() + R"(","host":")" + host + R"(","pid":)" + std::to_string(pid) + R"(,"filtered":)" +
           (filtered ? "true" : "false") +
           R"(,"hashes":{},"claims":[{"id":"A","section":0},{"id":"B","section":0}]})" + "\n";
  }
  static std::string begin(const std::string& claim) {
    return R"({"event":"begin","claim":")" + claim + R"(","column":"cpu.f64"})" + "\n";
  }
  static std::string end(const std::string& claim, const std::string& state) {
    return R"({"event":"end","claim":")" + claim + R"(","column":"cpu.f64","state":")" + state + R"("})" +
           "\n";
  }
  static std::string both(const std::string& claim, const std::string& state) {
    return begin(claim) + end(claim, state);
  }
  static std::string done() { return "{\"event\":\"done\"}\n"; }

  void write(const std::string& stamp, const std::string& lines) const {
    std::filesystem::create_directories(folder_ + "/F50.cpu");
    write_file(folder_ + "/F50.cpu/" + stamp + "-1.jsonl", lines);
  }
  LessonResults read() const { return read_lesson(find_results({folder_}), "F50", ""); }
  static State state(const LessonResults& results, const std::string& claim) {
    return results.cells.at(claim)[0].state;
  }
};

TEST_F(Results, TheNewestVerdictWins) {
  write("1", header() + both("A", "fail") + both("B", "fail") + done());
  write("2", header() + both("A", "pass") + both("B", "pass") + done());
  const LessonResults results = read();
  EXPECT_EQ(state(results, "A"), State::pass);
  EXPECT_EQ(state(results, "B"), State::pass);
  EXPECT_EQ(results.runs.size(), 1u) << "what a whole run covers need not be read";
}

TEST_F(Results, ARunWithoutADeviceDoesNotHideAnEarlierOneThatHadIt) {
  write("1", header() + both("A", "pass") + both("B", "not_applicable") + done());
  write("2", header() + both("A", "not_run") + both("B", "not_run") + done());
  const LessonResults results = read();
  EXPECT_EQ(state(results, "A"), State::pass);
  EXPECT_EQ(state(results, "B"), State::not_applicable);
  EXPECT_EQ(results.runs.size(), 2u) << "that it could not run here is known all the same";
}

TEST_F(Results, ARunWithoutADeviceSpeaksWhereThereIsNoOther) {
  write("1", header() + both("A", "not_run") + both("B", "not_run") + done());
  EXPECT_EQ(state(read(), "A"), State::not_run);
}

TEST_F(Results, AFilteredRunLeavesTheOthersAlone) {
  write("1", header() + both("A", "pass") + both("B", "pass") + done());
  write("2", header(true) + both("B", "fail") + done());
  const LessonResults results = read();
  EXPECT_EQ(state(results, "A"), State::pass);
  EXPECT_EQ(state(results, "B"), State::fail);
}

TEST_F(Results, AFilteredRunThatEndsEarlyDoesNotSpeakOfOthers) {
  write("1", header() + both("A", "pass") + both("B", "pass") + done());
  write("2", header(true) + begin("B"));
  const LessonResults results = read();
  EXPECT_EQ(state(results, "A"), State::pass);
  EXPECT_EQ(state(results, "B"), State::crash);
}

TEST_F(Results, WhatBeganAndNeverEndedCrashedAndTheRestDidNotRun) {
  write("1", header() + both("A", "pass") + both("B", "pass") + done());
  write("2", header() + begin("A"));
  const LessonResults results = read();
  EXPECT_EQ(state(results, "A"), State::crash);
  EXPECT_EQ(results.cells.at("A")[0].why, "the run ended inside it");
  EXPECT_EQ(state(results, "B"), State::not_run);
  EXPECT_EQ(results.cells.at("B")[0].why, "the run ended before it");
  EXPECT_FALSE(results.runs[0].complete);
}

TEST_F(Results, ARunThatCalledExitIsIncomplete) {
  write("1", header() + both("A", "pass"));
  const LessonResults results = read();
  EXPECT_EQ(state(results, "A"), State::pass);
  EXPECT_EQ(state(results, "B"), State::not_run);
  EXPECT_FALSE(results.runs[0].complete);
}

TEST_F(Results, ARunStillAtWorkIsNotJudgedYet) {
  write("1", header() + both("A", "pass") + both("B", "pass") + done());
  write("2", header(false, host_name(), ::getpid()) + both("A", "fail") + begin("B") + R"({"event":"en)");
  const LessonResults results = read();
  EXPECT_EQ(state(results, "A"), State::fail);
  EXPECT_EQ(state(results, "B"), State::pass);
  EXPECT_TRUE(results.problems.empty());
  EXPECT_TRUE(results.runs[0].alive);
}

TEST_F(Results, AProcessNumberThatWasGivenAgainIsNotTheRun) {
  std::string old = header(false, host_name(), ::getpid());
  old.replace(old.find(utc_now().substr(0, 4)), 4, "2001");
  write("1", old + begin("A"));
  EXPECT_EQ(state(read(), "A"), State::crash);
}

TEST_F(Results, ATornLineIsOneMessageAndTheRestIsKept) {
  write("1", header() + both("A", "pass") + begin("B") + R"({"event":"end","claim":"B","colu)");
  const LessonResults results = read();
  EXPECT_EQ(state(results, "A"), State::pass);
  EXPECT_EQ(state(results, "B"), State::crash);
  ASSERT_EQ(results.problems.size(), 1u);
  EXPECT_NE(results.problems[0].message.find("F50.cpu/1-1.jsonl:5: "), std::string::npos)
      << results.problems[0].message;
}

TEST_F(Results, GarbageLeavesTheRunIncompleteThoughItIsDone) {
  write("1", header() + both("A", "pass") + "\x01\xff garbage\n[1,2]\n" + both("B", "pass") + done());
  const LessonResults results = read();
  EXPECT_EQ(state(results, "A"), State::pass);
  EXPECT_EQ(state(results, "B"), State::pass);
  EXPECT_EQ(results.problems.size(), 2u);
  EXPECT_FALSE(results.runs[0].complete);
}

TEST_F(Results, AnEmptyFileIsARunThatEndedEarly) {
  write("1", "");
  const LessonResults results = read();
  ASSERT_EQ(results.problems.size(), 1u);
  EXPECT_FALSE(results.runs[0].complete);
}

TEST_F(Results, ARepeatedClaimThatCrashesTheSecondTimeCrashed) {
  write("1", header() + both("A", "pass") + both("B", "pass") + begin("A"));
  EXPECT_EQ(state(read(), "A"), State::crash);
}

TEST_F(Results, WrongTypesAreNoReasonToFall) {
  write(
      "1",
      header() + begin("A") +
          R"({"event":"end","claim":"A","column":"cpu.f64","state":7,"comparisons":{"a":1},"exhibits":[1,null]})" +
          "\n" + done());
  EXPECT_EQ(state(read(), "A"), State::not_run);
}

TEST(FindResults, AFolderThatIsNotThereHasNone) {
  EXPECT_TRUE(find_results({"/nonexistent/galley"}).files.empty());
}

TEST(Worst, IsTheOneNearestToItsBoundAndFailuresComeFirst) {
  Cell cell;
  for (const double error : {0.1, 0.9, 0.5}) {
    Comparison comparison;
    comparison.held = true;
    comparison.error = error;
    comparison.bound = 1;
    cell.comparisons.push_back(comparison);
  }
  EXPECT_EQ(cell.worst(), &cell.comparisons[1]);
  cell.comparisons[2].held = false;
  EXPECT_EQ(cell.worst(), &cell.comparisons[2]);
}

}  // namespace
}  // namespace galley::report
