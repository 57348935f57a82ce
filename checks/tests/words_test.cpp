// Every word is measured: each one is spoken by some test here. A new word without a test is named.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

const std::vector<std::string>& all_words() {
  static const std::vector<std::string> words = {
#define WORD(result, name, parameters, arguments, names) #name,
#define VOID_WORD(name, parameters, arguments, names) #name,
#include "checks/words.inc"
#undef WORD
#undef VOID_WORD
  };
  return words;
}

std::string all_tests() {
  std::string text;
  for (const auto& entry : std::filesystem::directory_iterator(GALLEY_CHECK_TESTS)) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream in(entry.path());
    text.append(std::istreambuf_iterator<char>(in), {});
  }
  return text;
}

TEST(Words, EachIsMeasured) {
  const std::string tests = all_tests();
  ASSERT_GT(all_words().size(), 100u);
  for (const std::string& word : all_words()) {
    EXPECT_NE(tests.find("." + word + "("), std::string::npos) << "no test in checks/tests speaks " << word;
  }
}

}  // namespace
