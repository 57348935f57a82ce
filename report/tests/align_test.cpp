#include "report/align.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/propose.h"

namespace galley {
namespace {

const char* const kText =
    "F99｜标题\n\n开头有 7 个字。\n\n第一节\n\n分数[2,1,0]，和为3。\n\n第二节\n\n比例0.5与0.5。\n";

Fixture fixture() {
  Fixture known = parse_fixture(R"({"lesson": "F99", "sections": [
    {"heading": "", "reads": [{"aside": "7", "why": "how long it is"}]},
    {"heading": "第一节", "reads": [{"scores": "2 1 0"}, {"sum": "3"}]},
    {"heading": "第二节", "reads": [{"shares": "0.5 0.5"}]}]})",
                                "F99.json");
  const Chapter chapter = chapter_of(kText, "F99");
  for (std::size_t i = 0; i < known.sections.size(); ++i)
    known.sections[i].fingerprint = chapter.sections[i].fingerprint;
  return known;
}

/// The text with one passage replaced.
std::string with(const std::string& from, const std::string& to) {
  std::string text = kText;
  return text.replace(text.find(from), from.size(), to);
}

Drift drift(const std::string& text) { return drift_of(fixture(), chapter_of(text, "F99")); }

TEST(Align, OneInsertedItemIsOneDifference) {
  const auto pairs = align({"1", "2", "3", "4"}, {"1", "9", "2", "3", "4"});
  ASSERT_EQ(pairs.size(), 5u);
  EXPECT_EQ(pairs[1].left, kNowhere);
  EXPECT_EQ(pairs[1].right, 1u);
  EXPECT_TRUE(pairs[0].same && pairs[2].same && pairs[3].same && pairs[4].same);
}

TEST(Align, WhatIsGoneAndAddedInOnePlaceIsChanged) {
  const auto pairs = align({"1", "2", "3"}, {"1", "5", "6", "3"});
  ASSERT_EQ(pairs.size(), 4u);
  EXPECT_TRUE(pairs[1].is_changed());
  EXPECT_EQ(pairs[2].left, kNowhere);
}

TEST(Align, AChangeIntoTheNeighboursNumberIsOneDifference) {
  const auto pairs = align({"1", "2", "3"}, {"2", "2", "3"});
  ASSERT_EQ(pairs.size(), 3u);
  EXPECT_TRUE(pairs[0].is_changed());
  EXPECT_TRUE(pairs[1].same && pairs[2].same);
}

TEST(Align, EmptyListsAlign) {
  EXPECT_TRUE(align({}, {}).empty());
  EXPECT_EQ(align({"1"}, {}).size(), 1u);
}

TEST(Drift, TheTextItWasMadeFromIsUnchanged) { EXPECT_TRUE(drift(kText).is_clean()); }

TEST(Drift, NewLineBreaksAreNoChange) { EXPECT_TRUE(drift(with("，和为3", "，\n和为3")).is_clean()); }

TEST(Drift, AChangedNumberNamesItsElement) {
  const Drift found = drift(with("[2,1,0]", "[2,4,0]"));
  const SectionDrift& section = found.sections[1];
  EXPECT_EQ(section.state, SectionDrift::State::numbers);
  ASSERT_EQ(section.changes.size(), 1u);
  EXPECT_EQ(section.changes[0].before, "1");
  EXPECT_EQ(section.changes[0].after, "4");
  EXPECT_EQ(section.changes[0].figure, "scores[1]");
  EXPECT_EQ(section.changes[0].line, 7);
  EXPECT_EQ(section.changes[0].column, 6);
}

TEST(Drift, OneInsertedNumberIsOneChange) {
  const SectionDrift section = drift(with("[2,1,0]", "[5,2,1,0]")).sections[1];
  ASSERT_EQ(section.changes.size(), 1u);
  EXPECT_EQ(section.changes[0].after, "5");
  EXPECT_EQ(section.changes[0].before, "");
}

TEST(Drift, AnotherMinusSignIsTheSameNumber) {
  Fixture known =
      parse_fixture(R"({"lesson":"F99","sections":[{"heading":"","reads":[{"x":"-1"}]}]})", "F99.json");
  const Drift found = drift_of(known, chapter_of("值 −1\n", "F99"));
  EXPECT_TRUE(found.sections[0].changes.empty());
}

TEST(Drift, AnotherDecimalIsAnotherPrint) {
  EXPECT_EQ(drift(with("0.5与", "0.50与")).sections[2].changes.size(), 1u);
}

TEST(Drift, OtherWordsAloneAreProse) {
  const Drift found = drift(with("分数", "得分"));
  EXPECT_EQ(found.sections[1].state, SectionDrift::State::prose);
  EXPECT_EQ(found.count(SectionDrift::State::same), 2u);
}

TEST(Drift, SectionsAreNewGoneAndRenamed) {
  EXPECT_EQ(drift(with("第二节", "改名的一节")).sections[2].state, SectionDrift::State::renamed);
  EXPECT_EQ(drift(with("第二节", "改名的一节")).sections[2].was, "第二节");
  EXPECT_EQ(drift(std::string(kText) + "\n第三节\n\n有 9 个。\n").sections[3].state,
            SectionDrift::State::added);
  const Drift gone = drift(with("第二节\n\n比例0.5与0.5。\n", ""));
  EXPECT_EQ(gone.sections[2].state, SectionDrift::State::gone);
  EXPECT_EQ(gone.sections[2].changes.size(), 2u);
}

TEST(Drift, AChangedNumberInAHeadingRenamesTheSection) {
  Fixture known = parse_fixture(R"({"lesson":"F99","sections":[{"heading":"","reads":[]},
    {"heading":"读完约 3.3 千字","reads":[{"aside":"3.3","why":"length"}]}]})",
                                "F99.json");
  const Drift found = drift_of(known, chapter_of("题\n\n读完约 3.4 千字\n", "F99"));
  ASSERT_EQ(found.sections.size(), 2u);
  EXPECT_EQ(found.sections[1].state, SectionDrift::State::renamed);
  EXPECT_EQ(found.sections[1].changes.size(), 1u);
}

TEST(Drift, ANewSectionBeforeARenamedOneDoesNotHideIt) {
  const Drift found = drift(with("第二节", "插入的一节\n\n新的 8 和 9。\n\n改名的一节"));
  ASSERT_EQ(found.sections.size(), 4u);
  EXPECT_EQ(found.sections[2].state, SectionDrift::State::added);
  EXPECT_EQ(found.sections[3].state, SectionDrift::State::renamed);
}

TEST(PlaceNumbers, EveryNumberOfTheTextHasAPlaceOrIsOpen) {
  const auto placed = place_numbers(fixture(), chapter_of(with("[2,1,0]", "[2,4,0,6]"), "F99"));
  ASSERT_EQ(placed.size(), 8u);
  EXPECT_EQ(placed[0].span, 0u);
  EXPECT_TRUE(placed[2].changed);
  EXPECT_EQ(placed[4].token.text, "6");
  EXPECT_EQ(placed[4].span, kNowhere);
  EXPECT_EQ(placed[5].span, 1u);
}

TEST(Headings, AreShortLinesOfTheirOwn) {
  EXPECT_TRUE(is_heading("进入注意力之前，X到底是什么"));
  EXPECT_TRUE(is_heading("“组批”就是让若干条输入一起处理"));
  EXPECT_TRUE(is_heading("3．为什么写成[2,3]"));
  EXPECT_TRUE(is_heading("Q = LN(X) × Wq"));
  EXPECT_FALSE(is_heading("一句话。"));
  EXPECT_FALSE(is_heading("如下："));
  EXPECT_FALSE(is_heading("[B,T] --查表--> [B,T,d]"));
  EXPECT_FALSE(is_heading("缩放：[1/√2, 0] ≈ [0.7071,0]"));
  EXPECT_FALSE(is_heading("对象\t特征0"));
  EXPECT_FALSE(is_heading(std::string(41, 'a')));
}

TEST(Chapters, NumbersOfAHeadingBelongToItsSection) {
  const Chapter chapter = chapter_of("题 1\n\n第2节\n\n数 3。\n", "F99");
  ASSERT_EQ(chapter.sections.size(), 2u);
  EXPECT_EQ(chapter.sections[0].tokens.size(), 1u);
  EXPECT_EQ(chapter.sections[1].tokens.size(), 2u);
  EXPECT_EQ(chapter.sections[1].line, 3);
  EXPECT_EQ(chapter.number_count(), 3u);
}

}  // namespace
}  // namespace galley
