// The runner from outside: small lessons are run as programs, and their exit status, messages and results are
// read.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include "checks/sanitizer.h"

namespace galley {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const std::string kLessons = GALLEY_TEST_LESSONS;
const std::string kFixtures = GALLEY_TEST_FIXTURES;

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Runs lessons with a results folder of its own.
class Runner : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "galley-runner-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    fixtures_ = kFixtures;
  }
  void TearDown() override { fs::remove_all(folder_); }

  /// The shell line that runs a lesson.
  std::string command(const std::string& lesson, const std::string& arguments,
                      const std::string& environment) {
    return "env -u GTEST_FILTER -u GALLEY_REQUIRE_GPU GALLEY_RESULTS='" + (folder_ / "results").string() +
           "' GALLEY_FIXTURES='" + fixtures_ + "' " + environment + " '" + kLessons + "/bin/" + lesson +
           "' " + arguments;
  }

  /// Runs a lesson and keeps its output; gives its exit status, 128 + n for signal n.
  int run(const std::string& lesson, const std::string& arguments, const std::string& environment = "") {
    const std::string line = command(lesson, arguments, environment) + " >'" + (folder_ / "out").string() +
                             "' 2>'" + (folder_ / "err").string() + "'";
    const int status = std::system(("{ " + line + "; } 2>/dev/null").c_str());
    out_ = text_of(folder_ / "out");
    err_ = text_of(folder_ / "err");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  std::vector<fs::path> files(const std::string& group) const {
    std::vector<fs::path> found;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder_ / "results" / group, none)) {
      found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  /// All events of the newest file of a group.
  std::vector<Json> events(const std::string& group) const {
    const std::vector<fs::path> found = files(group);
    return found.empty() ? std::vector<Json>{} : events_of(found.back());
  }

  static std::vector<Json> events_of(const fs::path& path) {
    std::vector<Json> all;
    std::istringstream in(text_of(path));
    for (std::string line; std::getline(in, line);) all.push_back(Json::parse(line));
    return all;
  }

  /// The `end` of a claim (or mistake) in a column; null where there is none.
  Json end_of(const std::string& group, const std::string& name, const std::string& column) const {
    for (const Json& e : events(group)) {
      if (e["event"] == "end" && e.value("claim", e.value("mistake", "")) == name && e["column"] == column)
        return e;
    }
    return nullptr;
  }

  bool any(const std::string& group, const std::string& event, const std::string& claim) const {
    for (const Json& e : events(group)) {
      if (e["event"] == event && (claim.empty() || e.value("claim", "") == claim)) return true;
    }
    return false;
  }

  fs::path folder_;
  std::string fixtures_, out_, err_;
};

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// --- teeth

class TeethRun : public Runner {
 protected:
  void SetUp() override {
    Runner::SetUp();
    EXPECT_EQ(run("T01", "--column=teeth"), 1);
  }
  Json teeth(const std::string& claim) const { return end_of("T01.teeth", claim, "teeth"); }
  Json nudges(const std::string& claim, const std::string& figure) const {
    return teeth(claim)["nudges"][figure];
  }
};

TEST_F(TeethRun, ASoundClaimIsCaughtByAMisconception) {
  const Json end = teeth("Sound");
  EXPECT_EQ(end["state"], "pass");
  ASSERT_EQ(end["caught"].size(), 1u);
  const Json& caught = end["caught"][0];
  EXPECT_EQ(caught["mistake"], "WrongSign");
  EXPECT_EQ(caught["what"], "total");
  EXPECT_DOUBLE_EQ(caught["got"].get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(caught["expected"].get<double>(), 1.5);
  EXPECT_EQ(nudges("Sound", "left"), Json({"vv"}));
  EXPECT_EQ(nudges("Sound", "total"), Json({"vv"}));
}

TEST_F(TeethRun, AStrawmanIsNoCatch) {
  EXPECT_EQ(teeth("Sound")["strawmen"][0]["mistake"], "OnlyThrows");
  const Json end = end_of("T01.teeth", "OnlyThrows", "teeth");
  EXPECT_EQ(end["state"], "fail");
  EXPECT_TRUE(end["caught_by"].empty());
}

TEST_F(TeethRun, AMisconceptionThatNobodyNoticesFails) {
  EXPECT_EQ(end_of("T01.teeth", "Unnoticed", "teeth")["state"], "fail");
  EXPECT_EQ(end_of("T01.teeth", "WrongSign", "teeth")["state"], "pass");
  EXPECT_NE(out_.find("misconception Unnoticed"), std::string::npos);
}

TEST_F(TeethRun, AClaimWithoutTeethFails) {
  EXPECT_EQ(teeth("HasNoTeeth")["state"], "fail");
  EXPECT_NE(teeth("HasNoTeeth")["why"].get<std::string>().find("no teeth"), std::string::npos);
  EXPECT_EQ(teeth("SpeaksNoWord")["state"], "fail");
  EXPECT_NE(out_.find("T01_teeth.cpp:"), std::string::npos) << "the failure names file and line";
}

TEST_F(TeethRun, AClaimThatFailsOnTheReferenceIsNotJudged) {
  for (const char* claim : {"FailsOnReference", "ThrowsOnReference"}) {
    EXPECT_EQ(teeth(claim)["state"], "not_judged");
    EXPECT_TRUE(teeth(claim)["caught"].empty());
    EXPECT_FALSE(teeth(claim)["why"].get<std::string>().empty());
  }
}

TEST_F(TeethRun, AFigureAgainstItselfVerifiesNothing) {
  EXPECT_EQ(nudges("AgainstItself", "once"), Json({"-"}));
  EXPECT_EQ(nudges("AgainstItself", "twice"), Json({"-", "-"}))
      << "that two printings agree is no computation";
}

TEST_F(TeethRun, EachPrintingOfAnInputIsVerified) {
  EXPECT_EQ(nudges("ReadsATwicePrintedInput", "input"), Json({"v", "v"}));
}

TEST_F(TeethRun, AnInputThatOnlyALargeMoveChangesIsGiven) {
  EXPECT_EQ(nudges("LooseInput", "loose"), Json({"gg"}));
}

TEST_F(TeethRun, AMoveIsNoticedUpAndDown) {
  EXPECT_EQ(nudges("LiesOnTheBorder", "border"), Json({"g"})) << "0.625 is printed as 0.62 as well";
}

TEST_F(TeethRun, OtherChaptersMisconceptionsDoNotCount) {
  EXPECT_TRUE(teeth("HasNoTeeth")["caught"].empty());
  EXPECT_TRUE(end_of("T01.teeth", "OfAnotherChapter", "teeth").is_null());
}

TEST_F(TeethRun, APrintedInfinityIsMoved) { EXPECT_EQ(nudges("InfinityIsNudged", "forbidden"), Json({"v"})); }

TEST_F(TeethRun, NanIsAValueThatGivesAMisconceptionAway) {
  const Json end = teeth("NanIsCaught");
  EXPECT_EQ(end["state"], "pass");
  EXPECT_EQ(end["caught"][0]["mistake"], "GivesNan");
  EXPECT_EQ(end["caught"][0]["got"], "nan") << "JSON has no NaN";
}

// --- slips

TEST_F(Runner, SlipsAreTriedWhereTheyCanBeNoticed) {
  EXPECT_EQ(run("T01", "--column=slips --gtest_filter=*.SeesOnlyTheWinner/*"), 0);
  const Json end = end_of("T01.slips", "SeesOnlyTheWinner", "slips");
  const std::set<std::string> tried = end["tried"];
  const std::set<std::string> noticed = end["noticed"];
  EXPECT_EQ(noticed.count("softmax.negate"), 1u);
  EXPECT_EQ(noticed.count("argmax.plus_one"), 1u);
  EXPECT_EQ(tried.count("softmax.scale"), 1u) << "the claim got other shares";
  EXPECT_EQ(noticed.count("softmax.scale"), 0u) << "and did not notice";
  EXPECT_EQ(tried.count("exp.negate"), 0u) << "the sign is divided out again: nobody got another share";
  EXPECT_EQ(tried.count("exp.scale"), 0u) << "so is a factor";
}

// --- columns

TEST_F(Runner, VerdictsOfTheCpuColumns) {
  EXPECT_EQ(run("T01", "--column=cpu"), 1);
  EXPECT_EQ(end_of("T01.cpu", "Sound", "cpu.f64")["state"], "pass");
  EXPECT_EQ(end_of("T01.cpu", "Sound", "cpu.f32")["state"], "pass");
  const Json failed = end_of("T01.cpu", "FailsOnReference", "cpu.f64");
  EXPECT_EQ(failed["state"], "fail");
  EXPECT_NE(failed["why"].get<std::string>().find("got 2, expected 3"), std::string::npos);
  const Json thrown = end_of("T01.cpu", "ThrowsOnReference", "cpu.f64");
  EXPECT_EQ(thrown["state"], "fail");
  EXPECT_NE(thrown["why"].get<std::string>().find("throws: broadcast"), std::string::npos);
  EXPECT_EQ(end_of("T01.cpu", "ComparesNothing", "cpu.f64")["state"], "fail");
  EXPECT_TRUE(any("T01.cpu", "done", ""));
  const Json done = events("T01.cpu").back();
  EXPECT_EQ(done["event"], "done");
  EXPECT_GT(done["failed"].get<int>(), 0);
}

TEST_F(Runner, AClaimThatNeedsFloat64SaysSoAndHidesNothingElse) {
  run("T01", "--column=cpu");
  EXPECT_EQ(end_of("T01.cpu", "NeedsManyDigits", "cpu.f64")["state"], "pass");
  const Json f32 = end_of("T01.cpu", "NeedsManyDigits", "cpu.f32");
  EXPECT_EQ(f32["state"], "not_applicable");
  EXPECT_NE(f32["why"].get<std::string>().find("measured"), std::string::npos);
  EXPECT_EQ(end_of("T01.cpu", "HidesBehindDigits", "cpu.f32")["state"], "fail") << "NaN is no lack of digits";
}

TEST_F(Runner, TheRunSaysWhatItWas) {
  run("T01", "--column=cpu --gtest_filter=*.Sound/*");
  const Json first = events("T01.cpu").front();
  EXPECT_EQ(first["event"], "run");
  EXPECT_EQ(first["lesson"], "T01");
  EXPECT_EQ(first["group"], "cpu");
  EXPECT_EQ(first["filtered"], true);
  EXPECT_EQ(first["claims"][0]["id"], "Sound");
  EXPECT_EQ(first["claims"][0]["en"], "the sum is the printed one, \"quoted\" & <escaped>");
  EXPECT_EQ(first["notes"][0]["claim"], "Sound");
  EXPECT_EQ(first["mistakes"].size(), 4u);
  for (const char* kind : {"lesson", "words", "fixture"}) {
    EXPECT_TRUE(first["hashes"][kind].get<std::string>().starts_with("xxh3:")) << kind;
  }
  const std::string before = first["hashes"]["fixture"];
  fixtures_ = (folder_ / "fixtures").string();
  fs::create_directories(fixtures_);
  std::ofstream(fixtures_ + "/T01.json") << text_of(kFixtures + "/T01.json") << "\n";
  run("T01", "--column=cpu --gtest_filter=*.Sound/*");
  EXPECT_NE(events("T01.cpu").front()["hashes"]["fixture"], before) << "of the fixture that was read";
}

TEST_F(Runner, FiguresAreComparedAndKept) {
  run("T01", "--column=cpu --gtest_filter=*.Sound/*");
  const Json end = end_of("T01.cpu", "Sound", "cpu.f64");
  EXPECT_EQ(end["figures"], Json({"left", "right", "total"}));
  const Json& c = end["comparisons"][0];
  EXPECT_EQ(c["figure"], "total");
  EXPECT_EQ(c["values"], Json({1.5, 2.25}));
  EXPECT_EQ(c["held"], true);
  EXPECT_GT(c["line"].get<int>(), 0);
  EXPECT_EQ(end["host_words"], Json({"add"}));
}

TEST_F(Runner, AChangedDigitTurnsItsClaimRed) {
  fixtures_ = (folder_ / "fixtures").string();
  fs::create_directories(fixtures_);
  std::string text = text_of(kFixtures + "/T01.json");
  text.replace(text.find("2.25"), 4, "2.26");
  std::ofstream(fixtures_ + "/T01.json") << text;
  EXPECT_EQ(run("T01", "--column=cpu --gtest_filter=*.Sound/*"), 1);
  const Json end = end_of("T01.cpu", "Sound", "cpu.f64");
  EXPECT_EQ(end["state"], "fail");
  EXPECT_EQ(end["comparisons"][0]["failed"], Json::parse("[[1,0]]"));
  EXPECT_NE(out_.find("total[1] [f64]: got 2.25, expected 2.26"), std::string::npos) << out_;
}

// --- processes

TEST_F(Runner, AKilledRunLeavesABeginWithoutAnEnd) {
  const std::pair<const char*, int> ends[] = {{"abort", 128 + SIGABRT},
                                              {"signal", 128 + SIGKILL},
                                              {"segv", 128 + SIGSEGV},
                                              {"exit", 1},
                                              {"_exit", 0}};
  for (const auto& [how, status] : ends) {
    if (kAddressSanitizer && status == 128 + SIGSEGV) continue;
    fs::remove_all(folder_ / "results");
    EXPECT_EQ(run("T02", "--column=cpu", std::string("GALLEY_TEST_END=") + how), status) << how;
    EXPECT_TRUE(any("T02.cpu", "end", "First")) << how;
    EXPECT_TRUE(any("T02.cpu", "begin", "Ends")) << how;
    EXPECT_FALSE(any("T02.cpu", "end", "Ends")) << how;
    EXPECT_FALSE(any("T02.cpu", "begin", "Last")) << how;
    EXPECT_FALSE(any("T02.cpu", "done", "")) << how;
  }
  EXPECT_EQ(run("T02", "--column=cpu", "GALLEY_TEST_END=exit"), 1);
  EXPECT_NE(err_.find("T02: the process was ended before"), std::string::npos) << err_;
}

TEST_F(Runner, AnOddExceptionIsAFailureAndTheRunGoesOn) {
  EXPECT_EQ(run("T02", "--column=cpu", "GALLEY_TEST_END=throw"), 1);
  EXPECT_EQ(end_of("T02.cpu", "Ends", "cpu.f64")["state"], "fail");
  EXPECT_EQ(end_of("T02.cpu", "Last", "cpu.f64")["state"], "pass");
  EXPECT_TRUE(any("T02.cpu", "done", ""));
}

TEST_F(Runner, AFullRunReplacesEarlierOnesAndAFilteredOneDoesNot) {
  run("T02", "--column=cpu");
  const auto full = files("T02.cpu");
  ASSERT_EQ(full.size(), 1u);
  run("T02", "--column=cpu --gtest_filter=*.First/*");
  EXPECT_EQ(files("T02.cpu").size(), 2u);
  EXPECT_TRUE(fs::exists(full[0]));
  run("T02", "--column=cpu", "GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=0");
  EXPECT_EQ(files("T02.cpu").size(), 3u) << "a shard is part of a run";
  run("T02", "--column=cpu --gtest_fail_fast", "GALLEY_TEST_END=throw");
  EXPECT_EQ(files("T02.cpu").size(), 4u) << "a run that stops at the first failure is part of one";
  run("T02", "--column=cpu", "GALLEY_TEST_END=abort");
  EXPECT_EQ(files("T02.cpu").size(), 5u);
  run("T02", "--column=cpu");
  EXPECT_EQ(files("T02.cpu").size(), 1u);
  EXPECT_TRUE(any("T02.cpu", "done", ""));
}

TEST_F(Runner, AShardIsAFilteredRun) {
  run("T01", "--column=cpu", "GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=0");
  EXPECT_EQ(events("T01.cpu").front()["filtered"], true);
}

TEST_F(Runner, ListingTestsWritesNothing) {
  EXPECT_EQ(run("T02", "--gtest_list_tests"), 0);
  EXPECT_NE(out_.find("First/cpu.f64"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "results"));
  EXPECT_EQ(run("T02", "--help"), 0);
  EXPECT_FALSE(fs::exists(folder_ / "results"));
}

TEST_F(Runner, ZeroTestsSelectedIsAFailure) {
  EXPECT_EQ(run("T02", "--column=cpu --gtest_filter=NoSuch*"), 1);
  EXPECT_NE(err_.find("no test was selected"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "results"));
  EXPECT_EQ(run("T02", "--column=cpu --gtest_filter=-*"), 1);
}

TEST_F(Runner, WrongUseIsTwo) {
  EXPECT_EQ(run("T02", "--column=tpu"), 2);
  EXPECT_EQ(run("T02", "--nonsense"), 2);
}

TEST_F(Runner, AResultsFolderThatCannotBeWrittenIsAFailure) {
  std::ofstream(folder_ / "results") << "a file in the way";
  EXPECT_NE(run("T02", "--column=cpu"), 0);
}

TEST_F(Runner, TwoProcessesAtOnceLoseNothing) {
  const std::string quiet = " >/dev/null 2>&1";
  std::string line;
  for (int i = 0; i < 4; ++i) line += command("T02", "--column=cpu", "") + quiet + " & ";
  ASSERT_EQ(std::system((line + "wait").c_str()), 0);
  const auto found = files("T02.cpu");
  ASSERT_FALSE(found.empty());
  for (const fs::path& path : found) {
    const std::vector<Json> all = events_of(path);
    EXPECT_EQ(all.front()["event"], "run");
    EXPECT_EQ(all.back()["event"], "done");
    EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const Json& e) { return e["event"] == "end"; }), 6);
  }
}

// --- contradictions and broken fixtures: one line each, with file and place, before any claim runs

TEST_F(Runner, AContradictoryLessonDoesNotStart) {
  EXPECT_EQ(run("T03", "--column=cpu"), 2);
  for (const char* part :
       {"T03_contradictions.cpp:13: claim T03.Twice: the name is taken, by line 8",
        "T03_contradictions.cpp:14: claim T03.With_Underscore", "claim T99.Stray: stands in lesson T03",
        "the chapter has no section '没有这一节'", "names a claim that is not there: NoSuchClaim"}) {
    EXPECT_NE(err_.find(part), std::string::npos) << part << "\n" << err_;
  }
  EXPECT_FALSE(fs::exists(folder_ / "results"));
}

TEST_F(Runner, ABrokenFixtureIsOneLineWithFileAndPlace) {
  const std::string good = text_of(kFixtures + "/T01.json");
  fixtures_ = (folder_ / "fixtures").string();
  fs::create_directories(fixtures_);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    std::ofstream(fixtures_ + "/T01.json") << text;
    const int status = run("T01", "--column=cpu");
    EXPECT_EQ(lines_in(err_), 1u) << err_;
    EXPECT_NE(err_.find("T01.json"), std::string::npos) << err_;
    return status;
  };
  EXPECT_EQ(with("\"reads\": [", "\"reads\": "), 2);
  EXPECT_NE(err_.find("T01.json:"), std::string::npos) << "line and column of the JSON: " << err_;
  EXPECT_EQ(with("1.50 2.25", "1.50 x"), 2);
  EXPECT_NE(err_.find("span 3 'total'"), std::string::npos) << err_;
  EXPECT_EQ(with("[1]", "[2]"), 2);
  EXPECT_NE(err_.find("forbidden"), std::string::npos) << err_;
  fs::remove(fixtures_ + "/T01.json");
  EXPECT_EQ(run("T01", "--column=cpu"), 2);
  EXPECT_EQ(lines_in(err_), 1u) << err_;
  EXPECT_NE(err_.find("T01.json: there is no such file"), std::string::npos) << err_;
}

TEST_F(Runner, AMissingFigureFailsItsClaimByName) {
  fixtures_ = (folder_ / "fixtures").string();
  fs::create_directories(fixtures_);
  std::string text = text_of(kFixtures + "/T01.json");
  text.replace(text.find("\"total\""), 7, "\"totals\"");
  std::ofstream(fixtures_ + "/T01.json") << text;
  EXPECT_EQ(run("T01", "--column=cpu --gtest_filter=*.Sound/cpu.f64"), 1);
  const std::string why = end_of("T01.cpu", "Sound", "cpu.f64")["why"];
  EXPECT_NE(why.find("T01.json: no figure 'total', the nearest is 'totals'"), std::string::npos) << why;
}

// --- a device

class DeviceRun : public Runner {
 protected:
  void SetUp() override {
    Runner::SetUp();
    EXPECT_EQ(run("T05", "--column=emu", "LD_LIBRARY_PATH='" + kLessons + "/fake_device'"), 1)
        << "the device's wrong sum";
  }
  Json cell(const std::string& claim) const { return end_of("T05.emu", claim, "emu.f32"); }
};

TEST_F(DeviceRun, APassNeedsEveryComparedValueFromTheDevice) {
  EXPECT_EQ(cell("ComputedThere")["state"], "pass");
  EXPECT_EQ(cell("ComputedThere")["device_words"], Json({"matmul"}));
  EXPECT_EQ(cell("DerivedFromThere")["state"], "pass");
  EXPECT_EQ(cell("DerivedFromThere")["host_words"], Json({"add", "reshape"}));
  EXPECT_EQ(cell("Composite")["state"], "pass");
  EXPECT_EQ(cell("Composite")["device_words"], Json({"matmul"}));
  EXPECT_EQ(cell("Composite")["host_words"], Json({"add"})) << "affine itself only speaks others";
  for (const char* claim : {"ComparesWhatIsHere", "OneOfTwo"}) {
    EXPECT_EQ(cell(claim)["state"], "not_applicable") << claim;
    EXPECT_NE(cell(claim)["why"].get<std::string>().find("computed on the host"), std::string::npos);
  }
  EXPECT_EQ(cell("ShapeBesideAResult")["state"], "pass");
  EXPECT_EQ(cell("OnlyAShape")["state"], "not_applicable");
  EXPECT_EQ(cell("OnlyAShape")["why"], "compares no result of arithmetic");
  EXPECT_EQ(cell("ComputedHere")["state"], "not_applicable");
  EXPECT_EQ(cell("ComputedHere")["why"], "no arithmetic on the device");
}

TEST_F(DeviceRun, AWrongDeviceFails) {
  EXPECT_EQ(cell("DeviceIsWrong")["state"], "fail");
  EXPECT_NE(cell("DeviceIsWrong")["why"].get<std::string>().find("got 4, expected 3"), std::string::npos);
}

TEST_F(DeviceRun, TheRunNamesDeviceAndKernels) {
  const Json first = events("T05.emu").front();
  EXPECT_EQ(first["device"], "a device that is none");
  EXPECT_EQ(first["hashes"]["kernels"], "xxh3:0123456789abcdef");
  EXPECT_EQ(first["columns"], Json::parse(R"([{"name": "emu.f32", "precision": "f32"}])"));
}

TEST_F(Runner, WithoutADeviceTheColumnIsNotRunAndSaysWhy) {
  // Beside a library that has no plugins.
  const fs::path bare = folder_ / "lib";
  fs::create_directories(bare);
  fs::create_symlink(fs::canonical(kLessons + "/fake_device/libgalley_words.so"),
                     bare / "libgalley_words.so");
  const std::string environment = "LD_LIBRARY_PATH='" + bare.string() + "'";
  EXPECT_EQ(run("T05", "--column=gpu", environment), 77) << "nothing could run";
  const Json cell = end_of("T05.gpu", "ComputedThere", "gpu.f32");
  EXPECT_EQ(cell["state"], "not_run");
  EXPECT_FALSE(cell["why"].get<std::string>().empty());
  EXPECT_EQ(run("T05", "--column=gpu", environment + " GALLEY_REQUIRE_GPU=1"), 1);
}

}  // namespace
}  // namespace galley
