// Streams, stops and whole sentences against the second route, on random input.
#include <gtest/gtest.h>

#include "checks/ops.h"
#include "checks/second/generate.h"
#include "checks/second/text.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

const Ops on{Precision::f64};

TEST(Decode, StreamsAgreeHoweverTheyAreCut) {
  static const int bytes[] = {0x41, 0x80, 0x90, 0xA0, 0xBF, 0xC1, 0xC3,
                              0xE0, 0xE4, 0xED, 0xEF, 0xF0, 0xF4, 0xF5};
  Chance chance = Chance::of_test();
  for (int i = 0; i < 3000; ++i) {
    TextStream stream;
    std::string all;
    std::string shown;
    std::size_t before = 0;
    for (std::int64_t piece = chance.between(1, 4); piece > 0; --piece) {
      std::string arrived;
      for (std::int64_t n = chance.between(0, 3); n > 0; --n) {
        arrived += static_cast<char>(bytes[chance.between(0, std::ssize(bytes) - 1)]);
      }
      all += arrived;
      const std::string fresh = on.push_bytes(stream, arrived);
      ASSERT_EQ(fresh, second::newly_shown(all, before)) << to_text(Pieces{all});
      shown += fresh;
    }
    shown += on.end_stream(stream);
    ASSERT_EQ(shown, second::encode_utf8(second::decode_utf8(all))) << to_text(Pieces{all});
  }
}

TEST(Decode, StopTextsAgreeWithASearchByHand) {
  Chance chance = Chance::of_test();
  for (int i = 0; i < 2000; ++i) {
    StopRules rules{-1, 99, {}};
    const auto letters = [&](std::int64_t most) {
      std::string text;
      for (std::int64_t n = chance.between(1, most); n > 0; --n)
        text += static_cast<char>('a' + chance.between(0, 1));
      return text;
    };
    for (std::int64_t n = chance.between(0, 2); n > 0; --n) rules.stop_texts.push_back(letters(3));
    Pieces pieces;
    std::string all;
    for (std::int64_t n = chance.between(0, 3); n > 0; --n) all += pieces.emplace_back(letters(2));
    std::size_t end = all.size();
    for (std::size_t at = all.size(); at-- > 0;) {
      for (const std::string& stop : rules.stop_texts) {
        if (all.substr(at, stop.size()) == stop) end = at;
      }
    }
    ASSERT_EQ(on.text_before_stop(rules, pieces), all.substr(0, end));
    const bool stopped = on.reason_to_stop(rules, Ids({0}, {}), pieces, false) == Stop::stop_text;
    ASSERT_EQ(stopped, end < all.size());
  }
}

TEST(Decode, MisuseIsRefused) {
  EXPECT_THROW(on.choose_token(Tensor({1, 2}, {0, 1}), {}, 0), Misuse);
  EXPECT_THROW(on.choose_token(Tensor({2}, {0, 1}), {-1, 0, 1}, 0), Misuse);
  EXPECT_THROW(on.exclude(Tensor({2}, {0, 1}), Ids({1}, {2})), Misuse);
  EXPECT_THROW(on.output_head(Tensor({3}, {0, 1, 2}), Tensor({2, 1}, {0, 1})), Misuse);
}

}  // namespace
}  // namespace galley
