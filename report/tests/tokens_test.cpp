#include "report/tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace galley {
namespace {

using Texts = std::vector<std::string>;

Texts numbers(std::string_view text) {
  Texts texts;
  for (const Token& token : tokens_of(text)) texts.push_back(token.text);
  return texts;
}

TEST(Tokens, ThousandsAreGroupsOfThree) {
  EXPECT_EQ(numbers("共1,048,576个"), Texts({"1,048,576"}));
  EXPECT_EQ(numbers("1,000 and 12,345.50"), Texts({"1,000", "12,345.50"}));
  EXPECT_EQ(numbers("1,200,30"), Texts({"1", "200", "30"}));
  EXPECT_EQ(numbers("1,2000"), Texts({"1", "2000"}));
  EXPECT_EQ(numbers("0,128,256"), Texts({"0", "128", "256"}));
  EXPECT_EQ(numbers("1234,567"), Texts({"1234", "567"}));
}

TEST(Tokens, CommasOfAListSeparate) {
  EXPECT_EQ(numbers("[2,128,4096]"), Texts({"2", "128", "4096"}));
  EXPECT_EQ(numbers("[2,128,100]"), Texts({"2", "128", "100"}));
  EXPECT_EQ(numbers("{1,200}"), Texts({"1", "200"}));
  EXPECT_EQ(numbers("[[1,200],\n [3,400]]"), Texts({"1", "200", "3", "400"}));
  EXPECT_EQ(numbers("[a] then 1,024"), Texts({"1,024"}));
}

TEST(Tokens, AnIntervalClosesWithEitherBracket) {
  EXPECT_EQ(numbers("[0,1) 1,024"), Texts({"0", "1", "1,024"}));
  EXPECT_EQ(numbers("[0.665241,0.909969)"), Texts({"0.665241", "0.909969"}));
}

TEST(Tokens, AForgottenBracketEndsWithItsParagraph) {
  EXPECT_EQ(numbers("[1,200\n\n1,200"), Texts({"1", "200", "1,200"}));
}

TEST(Tokens, AMinusBeforeADigitIsASign) {
  EXPECT_EQ(numbers("-0.3 −0.3 －0.3"), Texts({"-0.3", "−0.3", "－0.3"}));
  EXPECT_EQ(numbers("[1,-1]"), Texts({"1", "-1"}));
  EXPECT_EQ(numbers("(-0.5)"), Texts({"-0.5"}));
  EXPECT_EQ(numbers("H=-0.3"), Texts({"-0.3"}));
  EXPECT_EQ(numbers("0         -1         -2"), Texts({"0", "-1", "-2"}));
  EXPECT_EQ(numbers("[:, -1]"), Texts({"-1"}));
  EXPECT_EQ(numbers("得到-1"), Texts({"-1"}));
  EXPECT_EQ(numbers("位置0\t-0.342977\t−∞"), Texts({"0", "-0.342977", "−∞"}));
}

TEST(Tokens, AMinusAfterAnOperandSubtracts) {
  EXPECT_EQ(numbers("n-1"), Texts({"1"}));
  EXPECT_EQ(numbers("exp(z_i-m)"), Texts());
  EXPECT_EQ(numbers("4−1=3"), Texts({"4", "1", "3"}));
  EXPECT_EQ(numbers("(a)-1"), Texts({"1"}));
  EXPECT_EQ(numbers("x²−1"), Texts({"1"}));
  EXPECT_EQ(numbers("7 - 4"), Texts({"7", "4"}));
  EXPECT_EQ(numbers("2026-11-29"), Texts({"2026", "11", "29"}));
}

TEST(Tokens, DashesAndPlusAreNoSigns) {
  EXPECT_EQ(numbers("3–5、3—5、1+2、+1"), Texts({"3", "5", "3", "5", "1", "2", "1"}));
  EXPECT_EQ(numbers("F01—F16"), Texts());
}

TEST(Tokens, InfinityIsANumber) {
  EXPECT_EQ(numbers("[[0,−∞],"), Texts({"0", "−∞"}));
  EXPECT_EQ(numbers("∞ 和 -∞"), Texts({"∞", "-∞"}));
}

TEST(Tokens, ExponentsBelongToTheNumber) {
  EXPECT_EQ(numbers("小于1e−12。"), Texts({"1e−12"}));
  EXPECT_EQ(numbers("4.5e−6, 2E+3, 1e9"), Texts({"4.5e−6", "2E+3", "1e9"}));
  EXPECT_EQ(numbers("e^2"), Texts({"2"}));
}

TEST(Tokens, RaisedDigitsAfterANumberAreItsExponent) {
  EXPECT_EQ(numbers("2³=8"), Texts({"2", "³", "8"}));
  EXPECT_EQ(numbers("10⁻⁶"), Texts({"10", "⁻⁶"}));
  EXPECT_EQ(numbers("(1+1)²"), Texts({"1", "1", "²"}));
  EXPECT_EQ(numbers("x²和σ²=1"), Texts({"1"}));
}

TEST(Tokens, FullWidthDigitsCount) {
  EXPECT_EQ(numbers("第３行，１．５倍"), Texts({"３", "１．５"}));
  EXPECT_EQ(numbers("1．先固定"), Texts({"1"}));
}

TEST(Tokens, PercentBelongsToTheNumber) {
  EXPECT_EQ(numbers("200%，20％，2.5%"), Texts({"200%", "20％", "2.5%"}));
  EXPECT_EQ(numbers("10%3"), Texts({"10", "3"}));
}

TEST(Tokens, ATimesSignSeparates) { EXPECT_EQ(numbers("1×0.5+1×(-0.5)"), Texts({"1", "0.5", "1", "-0.5"})); }

TEST(Tokens, RootsAndFractionsHoldNumbers) {
  EXPECT_EQ(numbers("1/√2≈0.7071"), Texts({"1", "2", "0.7071"}));
  EXPECT_EQ(numbers("0/1"), Texts({"0", "1"}));
}

TEST(Tokens, IdsAndWordsHoldNoNumbers) {
  EXPECT_EQ(numbers("F08 Q007 X01 F-TENSOR x7b9q2 d_2 W1 int64 query0 BatchNorm1d 7b9q2 0x1F"), Texts());
  EXPECT_EQ(numbers("q₁=[1,0]，x₀"), Texts({"1", "0"}));
  EXPECT_EQ(numbers("θ2"), Texts());
}

TEST(Tokens, AUnitMayFollow) { EXPECT_EQ(numbers("2MiB 32K 0.25I 8位"), Texts({"2", "32", "0.25", "8"})); }

TEST(Tokens, ChineseMayStandOnEitherSide) {
  EXPECT_EQ(numbers("第0行，2行4列，位置0，特征0，头1"), Texts({"0", "2", "4", "0", "0", "1"}));
}

TEST(Tokens, APointNeedsDigitsOnBothSides) {
  EXPECT_EQ(numbers("为2. 见1.5。"), Texts({"2", "1.5"}));
  EXPECT_EQ(numbers("1.2.3"), Texts());
}

TEST(Tokens, OtherNumeralsAreWords) { EXPECT_EQ(numbers("① 三个 Ⅳ ½"), Texts()); }

TEST(Tokens, PlacesCountCharactersFromOne) {
  const std::vector<Token> tokens = tokens_of("概率0.2\n表示 20%");
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens[0].line, 1);
  EXPECT_EQ(tokens[0].column, 3);
  EXPECT_EQ(tokens[0].offset, 6u);
  EXPECT_EQ(tokens[1].line, 2);
  EXPECT_EQ(tokens[1].column, 4);
  EXPECT_EQ(tokens[1].end(), 20u);
}

TEST(Tokens, BrokenBytesAreSkipped) { EXPECT_EQ(numbers("1\xff\xe4 2"), Texts({"1", "2"})); }

}  // namespace
}  // namespace galley
