#include <gtest/gtest.h>

#include <cmath>

#include "report/html.h"
#include "report/pages/pages.h"
#include "report/pages/table.h"
#include "report/tests/sample.h"
#include "report/words.h"

namespace galley::report {
namespace {

TEST(Html, TextIsEscapedEverywhere) {
  EXPECT_EQ(escaped("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(escaped(std::string("a\0b\x1b", 4)), "a\uFFFDb\uFFFD");
  EXPECT_EQ(Html().attribute("title", "\"><script>").str(), " title=\"&quot;&gt;&lt;script&gt;\"");
  EXPECT_EQ(Html().both({"<甲>", "<b>"}).str(),
            "<span lang=\"zh\">&lt;甲&gt;</span><span lang=\"en\">&lt;b&gt;</span>");
}

TEST(Html, OneLanguageStandsForBothWhereTheOtherIsMissing) {
  EXPECT_EQ(Html().both({"", "only"}).str(), "only");
  EXPECT_EQ(Html().both({"只有", ""}).str(), "只有");
}

TEST(Html, NumbersAreTypeset) {
  EXPECT_EQ(Html().value(-0.5).str(), "−0.5");
  EXPECT_EQ(Html().value(-INFINITY).str(), "−∞");
  EXPECT_EQ(Html().value(NAN).str(), "NaN");
  EXPECT_EQ(Html().small_value(4.75e-8).str(), "4.8·10<sup>−8</sup>");
  EXPECT_EQ(Html().small_value(0).str(), "0");
  EXPECT_EQ(Html().small_value(1e20).str(), "1·10<sup>20</sup>");
}

TEST(Html, AnchorsHoldPlainCharactersOnly) { EXPECT_EQ(anchor("a b<c>\"é"), "a-b-c----"); }

TEST(Html, AnElementOfAListHasAnIndex) {
  EXPECT_EQ(index_of(5, {2, 3}), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(index_of(0, {}), (std::vector<std::int64_t>{}));
}

TEST(Words, ReasonsOfTheProgramAreTranslated) {
  EXPECT_EQ(reason_words("not run: no CUDA device").zh, "没有CUDA设备");
  EXPECT_EQ(reason_words("changed since the run: lesson, words").zh, "运行之后已改动：本章源文件, 词");
  EXPECT_EQ(reason_words("the author's own").zh, "the author's own");
}

std::string table_of(const std::vector<std::int64_t>& shape, const std::vector<double>& values) {
  ValueTable table;
  table.name = "t";
  table.shape = shape;
  table.values = &values;
  table.heat = true;
  Html html;
  draw_table(html, table);
  return html.take();
}

std::size_t count(const std::string& text, const std::string& of) {
  std::size_t times = 0;
  for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + of.size())) ++times;
  return times;
}

TEST(Table, SmallOnesAreNumbersAndBigOnesArePictures) {
  EXPECT_EQ(count(table_of({2, 3}, std::vector<double>(6, 1.0)), "<td class=\"warm\""), 6u);
  const std::string big = table_of({32, 32}, std::vector<double>(1024, 1.0));
  EXPECT_EQ(count(big, "<td"), 0u);
  EXPECT_EQ(count(big, "<rect"), 1024u);
}

TEST(Table, HigherRanksAreTablesOfTheirLeadingIndices) {
  const std::string drawn = table_of({2, 2, 2}, std::vector<double>(8, 1.0));
  EXPECT_EQ(count(drawn, "<table"), 2u);
  EXPECT_NE(drawn.find("[1,:,:]"), std::string::npos);
}

TEST(Table, ValuesThatAreMissingDoNotBreakIt) {
  EXPECT_NE(table_of({2, 3}, {1.0, 2.0}).find("NaN"), std::string::npos);
  EXPECT_EQ(table_of({0}, {}), "");
}

TEST(Plot, GapsBreakTheLine) {
  Exhibit exhibit;
  exhibit.kind = "lines";
  exhibit.shape = {2, 4};
  exhibit.values = {0, 1, 2, 3, 1, NAN, 2, 3};
  exhibit.rows = {"<line>"};
  Html html;
  draw_plot(html, exhibit);
  EXPECT_EQ(count(html.str(), "M"), 2u);
  EXPECT_NE(html.str().find("&lt;line&gt;"), std::string::npos);
}

TEST(Code, AClaimIsQuotedFromItsCommentToItsBrace) {
  const Sample sample;
  const Book book = load_book(sample.options());
  Html html;
  draw_code(html, book, "lessons/F09_shares.cpp", 8);
  EXPECT_NE(html.str().find("each is &lt; 1."), std::string::npos);
  EXPECT_EQ(html.str().find("EscapesWhatItSays"), std::string::npos);
  Html nothing;
  draw_code(nothing, book, "lessons/F09_shares.cpp", 4000);
  draw_code(nothing, book, "lessons/none.cpp", 1);
  EXPECT_TRUE(nothing.empty());
}

TEST(Code, AMistakeIsQuotedWithItsStruct) {
  const Sample sample;
  const Book book = load_book(sample.options());
  Html html;
  draw_code(html, book, "checks/mistakes/F09.cpp", 7);
  EXPECT_NE(html.str().find("NoShift : Ops"), std::string::npos);
  EXPECT_EQ(html.str().find("Forgotten"), std::string::npos);
}

}  // namespace
}  // namespace galley::report
