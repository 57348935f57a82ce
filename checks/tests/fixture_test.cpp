#include "checks/fixture.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "checks/bad_input.h"

namespace galley {
namespace {

/// A fixture of one section with these spans and, after it, this rest.
std::string json(const std::string& reads, const std::string& rest = "") {
  return R"({"lesson": "F99", "sections": [{"heading": "一节", "fingerprint": "xxh3:0", "reads": [)" + reads +
         "]}]" + rest + "}";
}

Fixture read(const std::string& reads, const std::string& rest = "") {
  return parse_fixture(json(reads, rest), "F99.json");
}

/// What a broken fixture is refused with; "" when it is read.
std::string refusal(const std::string& text) {
  try {
    parse_fixture(text, "F99.json");
    return "";
  } catch (const BadInput& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << "one line was expected";
    return error.what();
  }
}

#define EXPECT_REFUSED(text, ...)                                                 \
  do {                                                                            \
    const std::string message = refusal(text);                                    \
    for (const char* part : {__VA_ARGS__})                                        \
      EXPECT_NE(message.find(part), std::string::npos) << "message: " << message; \
  } while (false)

TEST(Fixture, ReadsSpansInOrder) {
  const Fixture fixture =
      read(R"({"scores": "2 1 0"}, {"aside": "6", "why": "digits shown"}, {"scores[1]": "1"})");
  EXPECT_EQ(fixture.lesson, "F99");
  ASSERT_EQ(fixture.sections.size(), 1u);
  const std::vector<Span>& reads = fixture.sections[0].reads;
  ASSERT_EQ(reads.size(), 3u);
  EXPECT_EQ(reads[0].numbers.size(), 3u);
  EXPECT_TRUE(reads[1].is_aside());
  EXPECT_EQ(reads[1].why, "digits shown");
  EXPECT_EQ(reads[2].first, 1);
  EXPECT_EQ(reads[2].last, 2);
  EXPECT_EQ(reads[2].label(), "scores[1]");
}

TEST(Fixture, EveryPrintingOfAnElementIsKept) {
  const FigureText scores =
      figure_of(read(R"({"scores": "2 1 0"}, {"scores[0]": "2"}, {"scores[1:3]": "1 0"})"), "scores");
  ASSERT_EQ(scores.size(), 3);
  EXPECT_EQ(scores.shape, std::vector<std::int64_t>({3}));
  EXPECT_EQ(scores.printings[0].size(), 2u);
  EXPECT_EQ(scores.printings[2][1].number.text, "0");
  EXPECT_EQ(scores.printings[2][1].span, 2u);
  EXPECT_EQ(scores.printings[2][1].at, 1u);
}

TEST(Fixture, PartsMakeAFigure) {
  const Fixture fixture = read(R"({"W[0:2]": "1 2"}, {"b": "7"}, {"W[2:4]": "3 4"}, {"W[2]": "3"})",
                               R"(, "shapes": {"W": [2, 2]})");
  EXPECT_EQ(figure_of(fixture, "W").shape, std::vector<std::int64_t>({2, 2}));
  EXPECT_EQ(figure_of(fixture, "W").printings[2].size(), 2u);
  EXPECT_TRUE(figure_of(fixture, "b").shape.empty()) << "one number has no axis";
}

TEST(Fixture, APartMayComeBeforeTheWhole) {
  EXPECT_EQ(figure_of(read(R"({"t[5]": "0.3"}, {"t[0:4]": "1 2 3 4"}, {"t[4:6]": "5 0.3"})"), "t").size(), 6);
}

TEST(Fixture, ShapesAndNamesMayStandInASection) {
  const Fixture fixture =
      parse_fixture(R"({"lesson": "F99", "sections": [{"heading": "", "reads": [{"x": "1 2"}],
    "shapes": {"x": [1, 2]}, "names": {"x": {"zh": "输入", "en": "input"}}}]})",
                    "F99.json");
  EXPECT_EQ(fixture.shapes.at("x").size(), 2u);
  EXPECT_EQ(fixture.names.at("x").zh, "输入");
}

TEST(Fixture, ItsTextReadsBackToItself) {
  const Fixture fixture = read(R"({"x": "1 −2"}, {"aside": "6", "why": "a \"quoted\" why"})",
                               R"(, "shapes": {"x": [2, 1]}, "names": {"x": {"zh": "输入", "en": "input"}})");
  const std::string text = fixture_text(fixture);
  EXPECT_EQ(fixture_text(parse_fixture(text, "F99.json")), text);
  EXPECT_NE(text.find("\n        {\"x\": \"1 −2\"},\n"), std::string::npos) << text;
}

TEST(Fixture, SavedFixturesAreWholeFiles) {
  Fixture fixture = read(R"({"x": "1"})");
  fixture.path = testing::TempDir() + "galley_saved.json";
  save_fixture(fixture);
  EXPECT_EQ(load_fixture(fixture.path).lesson, "F99");
  std::remove(fixture.path.c_str());
  fixture.path = testing::TempDir() + "no/such/folder/x.json";
  EXPECT_THROW(save_fixture(fixture), BadInput);
}

TEST(BrokenFixture, MissingFile) {
  try {
    load_fixture("no/such/F99.json");
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_STREQ(error.what(), "no/such/F99.json: there is no such file");
  }
}

TEST(BrokenFixture, JsonThatEndsEarlyNamesLineAndColumn) {
  EXPECT_REFUSED("{\n  \"lesson\": }", "F99.json:2:13: not JSON: ");
  EXPECT_REFUSED("", "F99.json:1:1");
}

TEST(BrokenFixture, KeysAreChecked) {
  EXPECT_REFUSED("[]", "F99.json: an object");
  EXPECT_REFUSED(R"({"sections": []})", "'lesson' is missing");
  EXPECT_REFUSED(R"({"lesson": "F99"})", "'sections' is missing");
  EXPECT_REFUSED(R"({"lesson": "F99", "sections": [{"heading": "一节", "read": []}]})", "section 1",
                 "unknown key 'read'");
  EXPECT_REFUSED(R"({"lesson": "F99", "sections": [{"heading": "一节", "reads": 1}]})",
                 "section 1 '一节': 'reads' must be");
}

TEST(BrokenFixture, ASpanNamesOneFigure) {
  EXPECT_REFUSED(json(R"({"a": "1", "b": "2"})"), "section 1 '一节', span 1: ", "'a' and 'b'");
  EXPECT_REFUSED(json(R"({"why": "so"})"), "names no figure");
  EXPECT_REFUSED(json(R"({"a": 1})"), "'a' must be a string");
  EXPECT_REFUSED(json(R"({"a": ""})"), "span 1 'a': holds no number");
  EXPECT_REFUSED(json(R"({"2a": "1"})"), "'2a' is not a name");
}

TEST(BrokenFixture, ANumberIsANumber) {
  EXPECT_REFUSED(json(R"({"a": "1 x"})"), "span 1 'a'", "'x' is not a printed number");
}

TEST(BrokenFixture, AnAsideSaysWhy) {
  EXPECT_REFUSED(json(R"({"aside": "6"})"), "F99.json: section 1 '一节', span 1 'aside': an aside says why");
  EXPECT_REFUSED(json(R"({"a": "6", "why": "so"})"), "only an aside");
}

TEST(BrokenFixture, PartsAreWellFormed) {
  EXPECT_REFUSED(json(R"({"a[x]": "1"})"), "a part is written");
  EXPECT_REFUSED(json(R"({"a[0": "1"})"), "a part is written");
  EXPECT_REFUSED(json(R"({"a[2:2]": "1"})"), "empty");
  EXPECT_REFUSED(json(R"({"a[0:3]": "1 2"})"), "3 numbers expected, 2 found");
  EXPECT_REFUSED(json(R"({"aside[0]": "1", "why": "so"})"), "a part is written");
}

TEST(BrokenFixture, PartsDoNotOverlap) {
  EXPECT_REFUSED(json(R"({"a[0:2]": "1 2"}, {"a[1:3]": "2 3"})"), "span 2 'a[1:3]': the part overlaps [0:2]");
}

TEST(BrokenFixture, EveryElementIsPrinted) {
  EXPECT_REFUSED(json(R"({"a[0]": "1"}, {"a[2]": "3"})"), "figure 'a': element 1 stands in no span");
}

TEST(BrokenFixture, PrintingsHaveOneSize) {
  EXPECT_REFUSED(json(R"({"a": "1 2"}, {"a": "1 2 3"})"),
                 "span 2 'a': printed before with 2 numbers, here with 3");
  EXPECT_REFUSED(json(R"({"a": "1 2"}, {"a[2]": "3"})"), "figure 'a'", "the whole has 2");
}

TEST(BrokenFixture, AShapeFitsItsFigure) {
  EXPECT_REFUSED(json(R"({"a": "1 2 3"})", R"(, "shapes": {"a": [2, 2]})"),
                 "figure 'a': its shape holds 4 numbers, its spans 3");
  EXPECT_REFUSED(json(R"({"a": "1"})", R"(, "shapes": {"b": [1]})"), "'shapes' speaks of 'b'");
  EXPECT_REFUSED(json(R"({"a": "1"})", R"(, "shapes": {"a": 1})"), "must be a list");
  EXPECT_REFUSED(json(R"({"a": "1"})", R"(, "shapes": {"a": [0]})"), "holds no size");
  EXPECT_REFUSED(json(R"({"a": "1"})", R"(, "names": {"b": {"zh": "乙", "en": "b"}})"),
                 "'names' speaks of 'b'");
}

TEST(BrokenFixture, AMissingFigureNamesTheNearest) {
  try {
    figure_of(read(R"({"shares": "0.5 0.5"}, {"draw": "0.7"})"), "sharez");
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_STREQ(error.what(), "F99.json: no figure 'sharez', the nearest is 'shares'");
  }
}

}  // namespace
}  // namespace galley
