#include "checks/printed.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "checks/bad_input.h"
#include "checks/hash.h"

namespace galley {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Printed, ValueAndUnitFollowTheLastDigit) {
  const Printed share = parse_printed("0.090031");
  EXPECT_EQ(share.value, 0.090031);
  EXPECT_EQ(share.unit, 1e-6);
  EXPECT_EQ(share.decimals, 6);
  EXPECT_FALSE(share.is_integer());
  EXPECT_EQ(share.text, "0.090031");
}

TEST(Printed, ATrailingZeroIsADigit) { EXPECT_EQ(parse_printed("0.70").unit, 0.01); }

TEST(Printed, IntegersHaveUnitOne) {
  const Printed number = parse_printed("1,048,576");
  EXPECT_EQ(number.value, 1048576);
  EXPECT_EQ(number.unit, 1);
  EXPECT_TRUE(number.is_integer());
}

TEST(Printed, EveryMinusIsAMinus) {
  for (const char* token : {"-0.3", "−0.3", "－0.3"}) EXPECT_EQ(parse_printed(token).value, -0.3) << token;
}

TEST(Printed, PercentIsAHundredth) {
  const Printed number = parse_printed("20%");
  EXPECT_EQ(number.value, 0.2);
  EXPECT_EQ(number.unit, 0.01);
  EXPECT_EQ(number.decimals, 0);
  EXPECT_FALSE(number.is_integer());
  EXPECT_EQ(parse_printed("2.5％").unit, 0.001);
}

TEST(Printed, ExponentsScaleTheUnit) {
  EXPECT_EQ(parse_printed("1e−12").value, 1e-12);
  EXPECT_EQ(parse_printed("1e−12").unit, 1e-12);
  EXPECT_EQ(parse_printed("4.5e−6").unit, 1e-7);
  EXPECT_FALSE(parse_printed("1e9").is_integer());
}

TEST(Printed, InfinityHasNoUnit) {
  EXPECT_EQ(parse_printed("−∞").value, -kInfinity);
  EXPECT_EQ(parse_printed("∞").value, kInfinity);
  EXPECT_EQ(parse_printed("−∞").unit, 0);
  EXPECT_FALSE(parse_printed("−∞").is_integer());
}

TEST(Printed, RaisedAndFullWidthDigitsAreDigits) {
  EXPECT_EQ(parse_printed("³").value, 3);
  EXPECT_EQ(parse_printed("⁻⁶").value, -6);
  EXPECT_EQ(parse_printed("１２．５").value, 12.5);
}

TEST(Printed, PlainFormTellsPrintsApart) {
  EXPECT_EQ(plain_form("−１"), plain_form("-1"));
  EXPECT_NE(plain_form("0.5"), plain_form("0.50"));
}

TEST(Printed, AnythingElseIsRefusedByName) {
  for (const char* token :
       {"", "-", "x", "1x", "1.", "1e", "12,34", "1234,567", "1,2", "--1", "1%%", "0.5 0.5", "1e9999"}) {
    try {
      parse_printed(token);
      FAIL() << "'" << token << "' was read";
    } catch (const BadInput& error) {
      EXPECT_NE(std::string(error.what()).find("'" + std::string(token) + "'"), std::string::npos)
          << error.what();
    }
  }
}

/// The text of a number that was moved.
std::string moved(const char* token, int units) { return nudged(parse_printed(token), units).text; }

TEST(Nudged, MovesTheLastDigitAndKeepsTheForm) {
  EXPECT_EQ(moved("0.090031", 1), "0.090032");
  EXPECT_EQ(moved("0.999999", 1), "1.000000");
  EXPECT_EQ(moved("1,048,576", -1), "1,048,575");
  EXPECT_EQ(moved("999,999", 1), "1,000,000");
  EXPECT_EQ(moved("20%", 1), "21%");
  EXPECT_EQ(moved("1e−12", 1), "2e-12");
  EXPECT_EQ(moved("³", -1), "2");
}

TEST(Nudged, MoreDigitsThanADoubleTellsApartAreRefused) {
  EXPECT_EQ(parse_printed("12345678901234567890").value, 12345678901234567890.0);
  EXPECT_THROW(moved("12345678901234567890", 1), BadInput);
}

TEST(Nudged, LeadingZerosStay) { EXPECT_EQ(moved("00000010", 1), "00000011"); }

TEST(Nudged, PassesThroughZero) {
  EXPECT_EQ(moved("0.000000", -1), "-0.000001");
  EXPECT_EQ(moved("-0.000001", 2), "0.000001");
  EXPECT_EQ(moved("−1", 1), "0");
  EXPECT_EQ(nudged(parse_printed("-0.3"), -1).value, -0.4);
}

TEST(Nudged, InfinityBecomesZero) {
  EXPECT_EQ(nudged(parse_printed("−∞"), 1).value, 0);
  EXPECT_EQ(moved("−∞", 1), "0");
}

TEST(Hash, NamesTheMethodAndTellsContentsApart) {
  EXPECT_EQ(content_hash(""), "xxh3:2d06800538d394c2");
  EXPECT_NE(content_hash("a"), content_hash("b"));
  EXPECT_THROW(file_hash("no/such/file"), BadInput);
}

}  // namespace
}  // namespace galley
