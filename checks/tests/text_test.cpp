// Bytes, characters and tokens against the second route, on random inputs.
#include <gtest/gtest.h>

#include <algorithm>

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

TEST_F(Text, TablesGoBothWays) {
  const Pieces table = {"a", "ab", "b"};
  for (std::int64_t id = 0; id < std::ssize(table); ++id) {
    EXPECT_EQ(on.id_of(table, on.piece_of(table, id)), id);
  }
  EXPECT_EQ(on.encode_by_table(table, "aabb").values(), (Numbers{0, 1, 2}));
  EXPECT_THROW(on.id_of(table, "c"), Misuse);
  EXPECT_THROW(on.piece_of(table, 3), Misuse);
  EXPECT_THROW(on.piece_of(table, -1), Misuse);
  EXPECT_EQ(on.byte_values(std::string("a\xFF", 2)).values(), (Numbers{97, 255}));
  EXPECT_EQ(on.fold("AbZ\xEF\xBC\xA1"), "abza") << "full-width A is folded, then in lower case";
}

TEST_F(Text, PairsAreCountedAndJoinedAsByHand) {
  for (int i = 0; i < 200; ++i) {
    std::vector<Pieces> cut;
    for (std::int64_t w = 1 + below(4); w > 0; --w) {
      Pieces& pieces = cut.emplace_back();
      for (std::int64_t p = 1 + below(6); p > 0; --p) pieces.push_back(letters(1, 2));
    }
    const std::vector<PairCount> counts = on.count_pairs(cut);
    std::int64_t neighbours = 0;
    std::int64_t counted = 0;
    for (const Pieces& pieces : cut) neighbours += std::ssize(pieces) - 1;
    for (const PairCount& one : counts) {
      std::int64_t found = 0;
      for (const Pieces& pieces : cut) {
        for (std::size_t p = 1; p < pieces.size(); ++p) {
          found += pieces[p - 1] == one.pair.left && pieces[p] == one.pair.right;
        }
      }
      EXPECT_EQ(one.count, found);
      counted += one.count;
    }
    EXPECT_EQ(counted, neighbours);
    if (counts.empty()) continue;
    const Merge best = on.most_frequent(counts);
    for (const PairCount& one : counts) {
      const bool before = one.pair < best;
      const PairCount& chosen =
          *std::find_if(counts.begin(), counts.end(), [&](const PairCount& c) { return c.pair == best; });
      EXPECT_TRUE(before ? one.count < chosen.count : one.count <= chosen.count);
    }
    const Pieces joined = on.merge_pair(cut[0], best);
    std::string all, after;
    for (const std::string& piece : cut[0]) all += piece;
    for (const std::string& piece : joined) after += piece;
    EXPECT_EQ(all, after);
    for (std::size_t p = 1; p < joined.size(); ++p) {
      EXPECT_FALSE(joined[p - 1] == best.left && joined[p] == best.right) << "no occurrence is left";
    }
  }
  EXPECT_EQ(to_text(on.merge_pair({"a", "a", "a"}, {"a", "a"})), to_text(Pieces{"aa", "a"}));
  EXPECT_THROW(on.most_frequent({}), Misuse);
}

TEST_F(Text, CutsAndLengthsOfAPrompt) {
  const Tokenizer tokenizer = on.byte_tokenizer(on.train_merges(words(40, 5), 60), {"<|user|>", "<|end|>"});
  for (int i = 0; i < 200; ++i) {
    const std::string text = letters(below(20), 5) + " " + bytes(below(6));
    const Pieces pieces = on.cut(tokenizer, text);
    const Ids ids = on.encode(tokenizer, text);
    ASSERT_EQ(std::ssize(pieces), ids.size());
    for (std::int64_t p = 0; p < ids.size(); ++p) {
      EXPECT_EQ(on.piece_of(tokenizer.pieces, ids.at({p})), pieces[static_cast<std::size_t>(p)]);
    }
    EXPECT_EQ(on.decode_text(tokenizer, ids), second::encode_utf8(second::decode_utf8(text)));
    const std::vector<Message> chat = {{"user", text}, {"user", "a"}};
    EXPECT_EQ(on.count_prompt_tokens(tokenizer, chat), on.apply_template(tokenizer, chat).size());
  }
}

/// Bytes are an unfinished start when one to three continuations can still make one character of them.
TEST_F(Text, UnfinishedStartsAreThoseThatCanBeFinished) {
  const std::vector<std::string> whole = {"\xC3\xA9", "\xE6\x88\x91", "\xF0\x9F\x98\x80", "a"};
  for (const std::string& character : whole) {
    for (std::size_t cut = 0; cut <= character.size(); ++cut) {
      const std::int64_t want = cut == character.size() ? 0 : static_cast<std::int64_t>(cut);
      EXPECT_EQ(on.unfinished_length("x" + character.substr(0, cut)), want);
    }
  }
  for (const char* hopeless : {"\x80", "\xC0", "\xED\xA0", "\xF5", "\xE0\x80", "\xF4\x90", "\xFF"}) {
    EXPECT_EQ(on.unfinished_length(hopeless), 0) << to_text(Pieces{hopeless});
  }
}

}  // namespace
}  // namespace galley
