#include "report/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "checks/files.h"
#include "report/tests/sample.h"

namespace galley::report {
namespace {

const Claim& claim_of(const Book& book, const std::string& lesson, const std::string& id) {
  const Lesson* found = book.find(lesson);
  if (found)
    for (const Claim& claim : found->claims)
      if (claim.info.id == id) return claim;
  throw std::runtime_error("no claim " + lesson + "." + id);
}

TEST(Model, ChaptersStandInTheBooksOrder) {
  std::vector<std::string> ids = {"X01", "F16", "F07", "X00", "F06", "N00", "F01", "F17", "A01"};
  std::sort(ids.begin(), ids.end(), earlier_in_book);
  EXPECT_EQ(ids, (std::vector<std::string>{"N00", "F01", "F06", "X00", "F07", "F16", "F17", "X01", "A01"}));
}

TEST(Model, EveryKnownChapterStandsInTheBook) {
  const Sample sample;
  std::vector<std::string> ids;
  for (const Lesson& lesson : load_book(sample.options()).lessons) ids.push_back(lesson.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"N00", "F09", "F10", "F11", "F12", "X01"}));
}

TEST(Model, AChapterThatNeverRanHasItsTitleFromItsSource) {
  const Sample sample;
  const Book book = load_book(sample.options());
  EXPECT_EQ(book.find("F10")->title.en, "A network");
  EXPECT_FALSE(book.find("F10")->has_results);
  EXPECT_FALSE(book.find("F10")->all_right());
}

struct Change {
  const char *file, *before, *after, *why;
};
class Stale : public testing::TestWithParam<Change> {};

// Whatever a run was made from: once it has changed, the verdict is stale and says why.
TEST_P(Stale, AChangedSourceMakesVerdictsStale) {
  const Sample sample;
  ASSERT_EQ(claim_of(load_book(sample.options()), "X01", "TablesAreThePrintedOnes").cells[0].state,
            State::pass);
  sample.edit(GetParam().file, GetParam().before, GetParam().after);
  const Book book = load_book(sample.options());
  const Claim& claim = claim_of(book, "X01", "TablesAreThePrintedOnes");
  EXPECT_EQ(claim.cells[0].state, State::stale);
  EXPECT_EQ(claim.cells[0].before, State::pass);
  EXPECT_EQ(claim.cells[0].why, std::string("changed since the run: ") + GetParam().why);
  EXPECT_EQ(claim.cells[2].state, State::stale);
  EXPECT_EQ(claim.teeth.state, State::stale);
  EXPECT_TRUE(claim.bad);
  EXPECT_FALSE(claim.ran_on_gpu);
  EXPECT_EQ(book.find("X01")->ledger.counts.open, 2) << "what spoke for these numbers is stale";
}

INSTANTIATE_TEST_SUITE_P(Sources, Stale,
                         testing::Values(Change{"root/lessons/X01_worked.cpp", "Every table",
                                                "Every last table", "lesson"},
                                         Change{"root/fixtures/X01.json", "0.5", "0.6", "fixture"},
                                         Change{"root/checks/words.h", "A word", "Another word", "words"}),
                         [](const auto& each) { return std::string(each.param.why); });

TEST(Model, AChangedMisconceptionMakesOnlyItsChaptersTeethStale) {
  const Sample sample;
  sample.edit("root/checks/mistakes/X01.cpp", "Unused", "Used");
  const Book book = load_book(sample.options());
  const Claim& claim = claim_of(book, "X01", "TablesAreThePrintedOnes");
  EXPECT_EQ(claim.cells[0].state, State::pass);
  EXPECT_EQ(claim.teeth.state, State::stale);
  EXPECT_EQ(claim.teeth.why, "changed since the run: mistakes");
  EXPECT_EQ(claim_of(book, "F09", "SharesAreThePrintedOnes").teeth.state, State::pass);
}

TEST(Model, ChangedKernelsMakeOnlyDevicesStale) {
  const Sample sample;
  std::filesystem::create_directories(sample.path("root/cuda"));
  write_file(sample.path("root/cuda/softmax.cu"), "// new\n");
  const Book book = load_book(sample.options());
  const Claim& claim = claim_of(book, "X01", "TablesAreThePrintedOnes");
  EXPECT_EQ(claim.cells[0].state, State::pass);
  EXPECT_EQ(claim.cells[2].state, State::stale);
  EXPECT_EQ(claim.cells[2].why, "changed since the run: kernels");
}

TEST(Model, AnOldMachinesResultsAreShownAsStale) {
  const Sample sample;
  BookOptions options = sample.options();
  options.results = {sample.path("results"), sample.path("old")};
  const Book book = load_book(options);
  EXPECT_EQ(claim_of(book, "X01", "TablesAreThePrintedOnes").cells[2].why,
            "changed since the run: words, kernels");
  EXPECT_EQ(book.totals.gpu_claims, 0);
}

TEST(Model, AStaleGpuIsNoFaultWhereThereIsNoneToday) {
  const Sample sample;
  BookOptions options = sample.options();
  options.results = {sample.path("results"), sample.path("old")};
  EXPECT_TRUE(claim_of(load_book(options), "X01", "TablesAreThePrintedOnes").bad) << "it has not been tried";

  // The same run, as it ends today on a machine without a device.
  std::string idle = read_file(sample.path("results_gpu/X01.gpu/20260101T100000.000Z-6.jsonl"));
  const std::string pass = R"("state":"pass")", not_run = R"("state":"not_run")";
  for (std::size_t at; (at = idle.find(pass)) != std::string::npos;) idle.replace(at, pass.size(), not_run);
  std::filesystem::create_directories(sample.path("results/X01.gpu"));
  write_file(sample.path("results/X01.gpu/20260102T100000.000Z-7.jsonl"), idle);
  const Book book = load_book(options);
  const Claim& claim = claim_of(book, "X01", "TablesAreThePrintedOnes");
  EXPECT_EQ(claim.cells[2].state, State::stale) << "and still shown as that";
  EXPECT_FALSE(claim.bad);
  EXPECT_EQ(book.totals.gpu_claims, 0);
}

TEST(Model, WithoutAGpuRunTheCellsSayWhy) {
  const Sample sample;
  BookOptions options = sample.options();
  options.results = {sample.path("results")};
  const Book book = load_book(options);
  EXPECT_EQ(claim_of(book, "X01", "TablesAreThePrintedOnes").cells[2].why, "no CUDA device");
  EXPECT_EQ(gpu_words(book).en, "0 of 8 claims ran on a GPU: no CUDA device");
  options.gpu_present = true;
  EXPECT_NE(claim_of(load_book(options), "X01", "TablesAreThePrintedOnes").cells[2].why, "no CUDA device");
}

TEST(Model, WhatOnlyADeviceCanShowIsNotSeenToHoldWithoutOne) {
  const Sample sample;
  const std::string cpu = "results/X01.cpu/20260101T100000.000Z-5.jsonl", pass = "\"state\":\"pass\"";
  for (int column = 0; column < 2; ++column) sample.edit(cpu, pass, "\"state\":\"not_applicable\"");
  BookOptions options = sample.options();
  EXPECT_TRUE(claim_of(load_book(options), "X01", "TablesAreThePrintedOnes").seen) << "a GPU has shown it";
  options.results = {sample.path("results")};
  const Book book = load_book(options);
  const Claim& claim = claim_of(book, "X01", "TablesAreThePrintedOnes");
  EXPECT_FALSE(claim.bad);
  EXPECT_FALSE(claim.seen);
  EXPECT_EQ(book.totals.unseen, 1);
}

TEST(Model, ABrokenFixtureCostsItsOwnChapterOnly) {
  const Sample sample;
  const Book book = load_book(sample.options());
  EXPECT_TRUE(book.find("F12")->unreadable);
  ASSERT_EQ(book.find("F12")->problems.size(), 1u);
  EXPECT_NE(book.find("F12")->problems[0].find("F12.json:2"), std::string::npos);
  EXPECT_TRUE(book.find("X01")->all_right());
  EXPECT_EQ(book.exit_status(), 2);
}

TEST(Model, ExitStatusTellsWhatDoesNotHoldFromWhatHolds) {
  const Sample sample;
  std::filesystem::remove(sample.path("root/fixtures/F12.json"));
  EXPECT_EQ(load_book(sample.options()).exit_status(), 1);
  for (const char* other : {"N00", "F09", "F11"})
    for (const char* group : {"cpu", "teeth", "emu", "gpu", "slips"})
      std::filesystem::remove_all(sample.path(std::string("results/") + other + "." + group));
  for (const char* other : {"fixtures/N00.json", "fixtures/F09.json", "lessons/F09_shares.cpp",
                            "lessons/F10_network.cpp", "lessons/F11_attention.cpp"})
    std::filesystem::remove(sample.path(std::string("root/") + other));
  EXPECT_EQ(load_book(sample.options()).exit_status(), 0);
}

TEST(Model, NothingRunIsNotAllRight) {
  const Sample sample;
  std::filesystem::remove_all(sample.path("root"));
  BookOptions options = sample.options();
  options.results = {};
  EXPECT_EQ(load_book(options).exit_status(), 1);
}

TEST(Ledger, EachNumberIsInOneState) {
  const Sample sample;
  const Book book = load_book(sample.options());
  const Ledger& ledger = book.find("F09")->ledger;
  const std::vector<LedgerSpan>& first = ledger.sections.at(0).spans;
  EXPECT_EQ(first.at(0).numbers.at(0).state, NumberState::verified);
  EXPECT_EQ(first.at(0).numbers.at(1).state, NumberState::given);
  EXPECT_EQ(first.at(1).numbers.at(0).got, "0.6652409557748218");
  EXPECT_EQ(first.at(2).numbers.at(0).state, NumberState::aside);
  EXPECT_EQ(first.at(3).numbers.at(0).state, NumberState::verified) << "the second printing of shares[0]";
  const std::vector<LedgerSpan>& second = ledger.sections.at(1).spans;
  EXPECT_EQ(second.at(0).numbers.at(5).state, NumberState::failed);
  EXPECT_EQ(second.at(1).numbers.at(0).state, NumberState::open) << "moved, and nobody noticed";
  EXPECT_EQ(second.at(2).numbers.at(0).state, NumberState::open);
  EXPECT_EQ(ledger.counts.total, 16);
}

TEST(Ledger, TheBestEvidenceCounts) {
  FigureEvidence known;
  known.join_nudges({"-g v", "  "});
  known.join_nudges({"g-vv", "v"});
  EXPECT_EQ(known.rounds, (std::vector<std::string>{"ggvv", "v "}));
}

TEST(Ledger, AnotherChaptersFigureIsItsOwn) {
  EXPECT_EQ(figure_key("F11", "X01/E"), std::pair(std::string("X01"), std::string("E")));
  EXPECT_EQ(figure_key("F11", "E"), std::pair(std::string("F11"), std::string("E")));
}

}  // namespace
}  // namespace galley::report
