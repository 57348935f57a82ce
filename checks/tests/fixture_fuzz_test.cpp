// A fixture that somebody has damaged is refused with one line, whatever the damage.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "checks/bad_input.h"
#include "checks/fixture.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

std::string text_of(const std::string& name) {
  std::ifstream in(std::string(GALLEY_FIXTURES) + "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// True when the text is read, or refused in one line that names the file.
testing::AssertionResult is_read_or_refused(const std::string& text) {
  try {
    parse_fixture(text, "F99.json");
  } catch (const BadInput& error) {
    const std::string message = error.what();
    if (message.find('\n') != std::string::npos || message.find("F99.json") == std::string::npos) {
      return testing::AssertionFailure() << "refused with: " << message;
    }
  } catch (const std::exception& error) {
    return testing::AssertionFailure() << "another exception: " << error.what();
  }
  return testing::AssertionSuccess();
}

TEST(DamagedFixture, AnyDamagedByteIsRefusedOrRead) {
  const std::string good = text_of("F09.json").substr(0, 6000);
  ASSERT_FALSE(good.empty());
  // Closed again, so that damage is met behind the parser of JSON as well.
  const std::string whole = R"({"lesson": "F99", "sections": [{"heading": "h", "fingerprint": "x", "reads": [
      {"a": "1 2"}, {"b[0:2]": "3 4"}, {"b[2]": "5"}, {"aside": "6", "why": "w"}, {"c": "−∞ 20%"}],
      "shapes": {"a": [2]}, "names": {"a": {"zh": "一", "en": "one"}}}]})";
  ASSERT_NO_THROW(parse_fixture(whole, "F99.json"));
  for (std::uint64_t c = 0; c < 20000; ++c) {
    Chance chance = Chance::of_test(c);
    std::string text = c % 8 == 0 ? good : whole;
    for (std::int64_t edits = chance.between(1, 3); edits > 0; --edits) {
      const auto at = static_cast<std::size_t>(chance.between(0, static_cast<std::int64_t>(text.size()) - 1));
      const auto length = static_cast<std::size_t>(chance.between(0, 6));
      static const std::vector<std::string> pieces = {
          "\"",  "{",  "}",  "[",    "]", ":", ",", "1", "-1", "null", "\n", "\x80", "99999999999999999999",
          "1.5", "{}", "[]", "\"x\""};
      switch (chance.between(0, 2)) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text.insert(at, pieces[static_cast<std::size_t>(chance.between(0, std::ssize(pieces) - 1))]);
          break;
        default:
          text[at] = static_cast<char>(chance.between(1, 255));
      }
      if (text.empty()) break;
    }
    ASSERT_TRUE(is_read_or_refused(text)) << text;
  }
}

/// Values of a wrong kind in each place.
TEST(DamagedFixture, AnyOtherKindOfValueIsRefusedOrRead) {
  const std::string frame[] = {
      R"({"lesson": @, "sections": []})",
      R"({"lesson": "F99", "sections": @})",
      R"({"lesson": "F99", "sections": [@]})",
      R"({"lesson": "F99", "sections": [{"heading": @, "reads": []}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "fingerprint": @, "reads": []}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": @}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": [@]}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": [{"a": @}]}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": [{"aside": "1", "why": @}]}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": [{"a": "1"}], "shapes": @}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": [{"a": "1"}], "shapes": {"a": @}}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": [{"a": "1"}], "shapes": {"a": [@]}}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": [{"a": "1"}], "names": @}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": [{"a": "1"}], "names": {"a": @}}]})",
      R"({"lesson": "F99", "sections": [{"heading": "h", "reads": [{"a": "1"}], "names": {"a": {"zh": @, "en": ""}}}]})",
      R"(@)"};
  for (const std::string& text : frame) {
    for (const char* value : {"null", "true", "3", "-1", "1e30", "9223372036854775807", "\"\"", "\"x\"", "[]",
                              "{}", "[null]", "{\"x\": null}", "[[1]]"}) {
      std::string with = text;
      with.replace(with.find('@'), 1, value);
      EXPECT_TRUE(is_read_or_refused(with)) << with;
    }
  }
}

}  // namespace
}  // namespace galley
