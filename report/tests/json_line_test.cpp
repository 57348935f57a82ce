#include "report/json_line.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>

namespace galley::report {
namespace {

// What the library's document says of the same value.
bool same(const JsonValue& ours, const nlohmann::ordered_json& theirs) {
  switch (ours.kind()) {
    case JsonValue::Kind::null:
      return theirs.is_null();
    case JsonValue::Kind::boolean:
      return theirs.is_boolean() && theirs.get<bool>() == ours.truth();
    case JsonValue::Kind::number:
      return theirs.is_number() && theirs.get<double>() == ours.number();
    case JsonValue::Kind::string:
      return theirs.is_string() && theirs.get<std::string>() == ours.text();
    case JsonValue::Kind::array:
    case JsonValue::Kind::object:
      break;
  }
  const std::vector<JsonValue> values = ours.values();
  if (values.size() != theirs.size() || ours.is_object() != theirs.is_object()) return false;
  std::size_t place = 0;
  for (const auto& [name, value] : theirs.items()) {
    const JsonValue& mine = values[place++];
    if (ours.is_object() && mine.name() != name) return false;
    if (!same(mine, value)) return false;
  }
  return true;
}

class Valid : public testing::TestWithParam<const char*> {};

TEST_P(Valid, ReadsTheSameAsTheLibrary) {
  JsonLine line;
  ASSERT_TRUE(line.read(GetParam())) << GetParam();
  EXPECT_TRUE(same(line.root(), nlohmann::ordered_json::parse(GetParam()))) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Json, Valid,
                         testing::Values("{}", "[]", "null", "true", "-0", "1e-5", "123456789012345678",
                                         "0.1", "1e-400", R"("a\"b\\c\/d\n\t\u0041\u7231\ud83d\ude00")",
                                         R"({"a":[1,2,{"b":null}],"爱":"学习","":false})",
                                         R"( { "a" : [ 1 , 2 ] , "b" : "" } )", R"([[[[1]]],[],{}])",
                                         R"(["\u0000"])"));

class Broken : public testing::TestWithParam<const char*> {};

TEST_P(Broken, IsRefused) {
  JsonLine line;
  EXPECT_FALSE(line.read(GetParam())) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Json, Broken,
                         testing::Values("", " ", "{", "[1,", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "[1],",
                                         "nul", "tru", "\"a", "1e400", "-1e400", "\"\\x\"", "\"\\u12\"",
                                         "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "inf", "nan",
                                         "-", "-inf", "+1", ".5", "\"a\tb\"", "\"\xff\"", "\"\xc0\xaf\"",
                                         "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xe7\x88\"",
                                         "{\"a\":1,}"));

TEST(Json, NestingWithoutEndIsRefused) {
  JsonLine line;
  EXPECT_FALSE(line.read(std::string(100000, '[')));
  EXPECT_FALSE(line.read(std::string(100, '[') + std::string(100, ']')));
}

TEST(Json, DoublesComeBackToTheBit) {
  std::mt19937_64 random(9);
  JsonLine line;
  for (int time = 0; time < 2000; ++time) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    ASSERT_TRUE(line.read(nlohmann::json(value).dump()));
    EXPECT_EQ(line.root().number(), value);
  }
}

// Whatever is cut off or turned over in a line: it is read as the library reads it, or refused.
TEST(Json, DamagedLinesAreReadAsTheLibraryReadsThem) {
  const std::string whole =
      R"({"event":"end","claim":"A爱","values":[0.5,-1e-3,"-inf",null,true],"why":"a\n\"b\u00e9"})";
  std::mt19937 random(4);
  JsonLine line;
  for (int time = 0; time < 5000; ++time) {
    std::string text = whole;
    if (time % 2) text.resize(random() % text.size());
    if (!text.empty()) text[random() % text.size()] = static_cast<char>(random() % 256);
    const auto theirs = nlohmann::ordered_json::parse(text, nullptr, false);
    const bool read = line.read(text);
    // The library is stricter on numbers ("01"); what it accepts must read the same.
    if (!theirs.is_discarded()) {
      ASSERT_TRUE(read) << text;
      EXPECT_TRUE(same(line.root(), theirs)) << text;
    }
  }
}

TEST(Json, MembersThatAreNotThereAreNull) {
  JsonLine line;
  ASSERT_TRUE(line.read(R"({"a":1})"));
  EXPECT_TRUE(line.root()["b"].is_null());
  EXPECT_TRUE(line.root()["a"]["b"].is_null());
  EXPECT_TRUE(line.root()["a"].values().empty());
  EXPECT_EQ(line.root()["a"].source(), "1");
}

}  // namespace
}  // namespace galley::report
