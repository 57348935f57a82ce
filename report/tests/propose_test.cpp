#include "report/propose.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "report/align.h"

namespace galley {
namespace {

using Spans = std::vector<std::string>;

Fixture proposal(const std::string& text, const Fixture& known = {}) {
  return propose_fixture(chapter_of(text, "F99"), known);
}

/// The spans of all sections as "label=numbers".
Spans spans(const Fixture& fixture) {
  Spans list;
  for (const Section& section : fixture.sections)
    for (const Span& span : section.reads) {
      std::string numbers;
      for (const Printed& number : span.numbers) numbers += " " + number.text;
      list.push_back(span.label() + numbers);
    }
  return list;
}

TEST(Propose, ListsAndSingleNumbersAreSpans) {
  EXPECT_EQ(spans(proposal("分数[2,1,0]，和为3，次序1、2、3。\n")),
            Spans({"list1 2 1 0", "number1 3", "list2 1 2 3"}));
}

TEST(Propose, TermsOfAnExpressionAreNoList) {
  EXPECT_EQ(spans(proposal("[1×5, 2×6]\n")), Spans({"number1 1", "number2 5", "number3 2", "number4 6"}));
}

TEST(Propose, NestedListsHaveAShape) {
  const Fixture draft = proposal("X = [[1,2,3],\n     [4,5,6]]\n");
  EXPECT_EQ(spans(draft), Spans({"table1 1 2 3 4 5 6"}));
  EXPECT_EQ(draft.shapes.at("table1"), std::vector<std::int64_t>({2, 3}));
}

TEST(Propose, TablesSideBySideTakeTurns) {
  const Fixture draft = proposal("W = [[1,2],    + [7,8] = [[3,4],\n     [5,6]]              [9,0]]\n");
  EXPECT_EQ(spans(draft),
            Spans({"table1[0:2] 1 2", "list1 7 8", "table2[0:2] 3 4", "table1[2:4] 5 6", "table2[2:4] 9 0"}));
  EXPECT_EQ(draft.shapes.at("table2"), std::vector<std::int64_t>({2, 2}));
}

TEST(Propose, LabelsOfATableAreAsides) {
  const Fixture draft = proposal("对象\t特征0\t特征1\n位置0\t0.5\t0.6\n位置1\t0.7\t0.8\n");
  EXPECT_EQ(spans(draft),
            Spans({"aside 0 1", "aside 0", "table1[0:2] 0.5 0.6", "aside 1", "table1[2:4] 0.7 0.8"}));
  EXPECT_EQ(draft.sections[0].reads[0].why, "label of a column");
  EXPECT_EQ(draft.sections[0].reads[1].why, "label of a row");
}

TEST(Propose, AFigureMetAgainGetsItsNameAgain) {
  EXPECT_EQ(spans(proposal("[0.665241,0.244728] 然后 0.244728，再 [0.665241,0.244728]\n")),
            Spans({"list1 0.665241 0.244728", "list1[1] 0.244728", "list1 0.665241 0.244728"}));
}

TEST(Propose, SmallNumbersThatAreEqualAreNotTheSame) {
  EXPECT_EQ(spans(proposal("共2条，长2。\n")), Spans({"number1 2", "number2 2"}));
}

TEST(Propose, ItsDraftLoadsAndIsInStepWithItsText) {
  const std::string text = "题\n\n一节\n\n表 [[1,2],[3,4]] 与 0.25。\n";
  const Fixture draft = parse_fixture(fixture_text(proposal(text)), "F99.json");
  EXPECT_TRUE(drift_of(draft, chapter_of(text, "F99")).is_clean());
}

TEST(Propose, AKnownFixtureKeepsItsNames) {
  const Fixture known = parse_fixture(R"({"lesson": "F99", "sections": [{"heading": "", "reads": [
    {"scores": "2 1 0"}, {"aside": "6", "why": "digits shown"}, {"sum": "3"}]}],
    "names": {"scores": {"zh": "分数", "en": "scores"}}})",
                                      "F99.json");
  const Fixture draft = proposal("分数[2,5,0]，显示6位，新增 8，和为3。\n", known);
  EXPECT_EQ(spans(draft), Spans({"scores 2 5 0", "aside 6", "number1 8", "sum 3"}));
  EXPECT_EQ(draft.names.at("scores").en, "scores");
  EXPECT_EQ(draft.sections[0].reads[1].why, "digits shown");
}

TEST(Propose, ASpanThatANumberJoinedIsProposedAfresh) {
  const Fixture known = parse_fixture(
      R"({"lesson": "F99", "sections": [{"heading": "", "reads": [{"scores": "2 1 0"}, {"sum": "3"}]}]})",
      "F99.json");
  EXPECT_EQ(spans(proposal("分数[2,1,7,0]，和为3。\n", known)), Spans({"list1 2 1 7 0", "sum 3"}));
}

}  // namespace
}  // namespace galley
