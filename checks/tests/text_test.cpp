// Bytes, characters and tokens against the second route, on random inputs.
#include <gtest/gtest.h>

#include <random>

#include "checks/ops.h"
#include "checks/second/text.h"

namespace galley {
namespace {

using Numbers = std::vector<std::int64_t>;

struct Text : testing::Test {
  const Ops on{Precision::f64};
  std::mt19937_64 random{20260101};

  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  }

  std::string letters(std::int64_t length, std::int64_t kinds) {
    std::string text;
    for (std::int64_t i = 0; i < length; ++i) text += static_cast<char>('a' + below(kinds));
    return text;
  }

  /// Bytes that are often near the borders of what UTF-8 allows.
  std::string bytes(std::int64_t length) {
    static const int borders[] = {0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF,
                                  0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF};
    std::string text;
    for (std::int64_t i = 0; i < length; ++i) {
      const bool any = below(4) == 0;
      text += static_cast<char>(any ? below(256) : borders[below(std::ssize(borders))]);
    }
    return text;
  }

  Pieces words(std::int64_t count, std::int64_t kinds) {
    Pieces made;
    for (std::int64_t w = 0; w < count; ++w) made.push_back(letters(1 + below(7), kinds));
    return made;
  }
};

TEST_F(Text, EveryCharacterComesBack) {
  for (std::int64_t c = 0; c <= 0x10FFFF; c = c == 0xD7FF ? 0xE000 : c + 1) {
    if (c > 0x3000 && below(16) != 0 && c != 0xFFFF && c != 0x10000 && c != 0x10FFFF) continue;
    const std::string bytes = on.encode_utf8(Ids({1}, {c}));
    ASSERT_EQ(bytes, second::encode_utf8({c})) << c;
    ASSERT_EQ(on.decode_utf8(bytes).values(), Numbers{c});
    ASSERT_EQ(on.character_length(bytes, 0), std::ssize(bytes));
  }
}

TEST_F(Text, DecodingAgreesOnRandomBytes) {
  for (int i = 0; i < 20000; ++i) {
    const std::string text = bytes(below(9));
    const Numbers want = second::decode_utf8(text);
    ASSERT_EQ(on.decode_utf8(text).values(), want) << to_text(Pieces{text});
    const bool valid = second::encode_utf8(want) == text;
    ASSERT_EQ(on.is_valid_utf8(text), valid) << to_text(Pieces{text});
    ASSERT_EQ(on.character_starts(text).size(), std::ssize(want));
    ASSERT_EQ(on.count_characters(text), std::ssize(want));
  }
}

TEST_F(Text, MergesAgreeWithTheSecondRoute) {
  for (int i = 0; i < 200; ++i) {
    const Pieces corpus = words(1 + below(12), 1 + below(4));
    const std::int64_t merges = below(12);
    const std::vector<Merge> learned = on.train_merges(corpus, merges);
    ASSERT_EQ(to_text(learned), to_text(second::train_merges(corpus, merges)));
    for (const std::string& word : words(8, 4)) {
      ASSERT_EQ(to_text(on.apply_merges(word, learned)), to_text(second::apply_merges(word, learned)))
          << word;
    }
  }
}

TEST_F(Text, AnyBytesComeBack) {
  const Tokenizer tokenizer = on.byte_tokenizer(on.train_merges(words(40, 5), 60), {"<|user|>", "<|end|>"});
  for (int i = 0; i < 500; ++i) {
    const std::string text =
        below(2) == 0 ? bytes(below(30)) : letters(below(30), 5) + " \n" + letters(below(9), 5);
    const Ids ids = on.encode(tokenizer, text);
    ASSERT_EQ(on.decode_bytes(tokenizer, ids), text);
    ASSERT_EQ(on.count_tokens(tokenizer, text), ids.size());
    std::string joined;
    for (const std::string& run : on.pre_split(text)) joined += run;
    ASSERT_EQ(joined, text);
    const std::vector<Message> chat = {{"user", text}, {"user", ""}};
    ASSERT_EQ(on.read_template(tokenizer, on.apply_template(tokenizer, chat)), chat);
  }
}

TEST_F(Text, MisuseIsRefused) {
  EXPECT_THROW(on.character_length("a", 1), Misuse);
  EXPECT_THROW(on.subpart_length("", 0), Misuse);
  EXPECT_THROW(on.code_point(""), Misuse);
  EXPECT_THROW(on.bits_of(-1, 8), Misuse);
  EXPECT_THROW(on.encode_utf8(Ids({1}, {-1})), Misuse);
  EXPECT_THROW(on.cut_by_table({"a"}, "b"), Misuse);
  EXPECT_THROW(on.control_id({}, "<|end|>"), Misuse);
}

}  // namespace
}  // namespace galley
