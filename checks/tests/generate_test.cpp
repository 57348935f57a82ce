// From a prompt to its stop: with a cache by Ops, computed anew at each step by the second route.
#include <gtest/gtest.h>

#include <cmath>

#include "checks/ops.h"
#include "checks/second/second.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"
#include "checks/tests/models.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 40;
const Ops on;

TEST(Generate, RunsAgreeWithAndWithoutCache) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Model model = random_model(chance, chance.between(1, 2), chance.between(1, 2));
    const std::int64_t vocabulary = model.embedding.length(0);
    Pieces table;
    for (std::int64_t i = 0; i < vocabulary; ++i) table.push_back(std::string(1, static_cast<char>('a' + i)));
    const Ids prompt = chance.ids({chance.between(1, 4)}, vocabulary);
    Choice how;
    if (chance.coin()) {
      how.temperature = chance.real(0.3, 2);
      how.top_k = chance.between(0, vocabulary);
      how.top_p = chance.coin() ? 1 : chance.real(0.2, 1);
    }
    StopRules rules;
    rules.most = chance.between(1, 6);
    if (chance.coin()) rules.end_token = chance.between(0, vocabulary - 1);
    if (chance.coin()) rules.stop_texts = {std::string(1, static_cast<char>('a' + chance.between(0, 2)))};
    std::vector<double> draws;
    draws.reserve(3);
    for (int i = 0; i < 3; ++i) draws.push_back(chance.real(0, 1));
    const Generation got = on.generate(model, table, prompt, how, rules, Tensor({3}, draws));
    const Generation want = second::generate(model, table, prompt, how, rules, Tensor({3}, draws));
    EXPECT_AGREE(got.produced, want.produced);
    EXPECT_EQ(got.pieces, want.pieces);
    EXPECT_AGREE(got.cached, want.cached);
    EXPECT_EQ(got.forwards, want.forwards);
    EXPECT_EQ(to_text(got.stop), to_text(want.stop));
  }
}

TEST(Generate, PrefillAndStepsScoreWhatAFullRunScores) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Model model = random_model(chance, chance.between(1, 3), chance.between(1, 2));
    const Ids prompt = chance.ids({chance.between(1, 4)}, model.embedding.length(0));
    std::vector<std::int64_t> sentence = prompt.values();
    KvCache cache;
    Trace trace;
    EXPECT_AGREE(on.prefill(model, prompt, cache, trace), second::logits_after(model, sentence), 1e-11);
    for (int step = 0; step < 3; ++step) {
      sentence.push_back(chance.between(0, model.embedding.length(0) - 1));
      EXPECT_AGREE(on.decode_step(model, sentence.back(), cache, trace),
                   second::logits_after(model, sentence), 1e-11);
      EXPECT_EQ(on.cached_positions(cache), on.offset_after(prompt.size(), step + 1));
    }
  }
}

TEST(Generate, HeadsRowsAndChoicesAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t batch = chance.between(1, 3);
    const std::int64_t length = chance.between(1, 4);
    const Tensor x = chance.tensor({batch, length, 3});
    const Tensor w = chance.tensor({3, 5});
    EXPECT_AGREE(on.output_head(x, w), second::output_head(x, w), kAgreement);
    EXPECT_AGREE(on.output_head(row({1, 2, 3}), w), second::output_head(row({1, 2, 3}), w), kAgreement);
    Mask valid = Mask::full({batch, length}, 0);
    for (std::int64_t b = 0; b < batch; ++b) {
      const std::int64_t real = chance.between(1, length);
      const bool left = chance.coin();
      for (std::int64_t t = 0; t < real; ++t) valid.set({b, left ? length - 1 - t : t}, 1);
    }
    EXPECT_AGREE(on.last_rows(x, valid), second::last_rows(x, valid), 0.0);
    const Tensor logits = chance.tensor({6});
    const Choice how{chance.coin() ? 0 : chance.real(0.2, 3), chance.between(0, 6), chance.real(0.1, 1)};
    const double u = chance.real(0, 1);
    EXPECT_EQ(on.choose_token(logits, how, u), second::choose_token(logits, how, u));
  }
}

TEST(Generate, NumbersAsTextComeBack) {
  const Tensor a = table({{0.1, -1e-300, 1e300}, {-std::numeric_limits<double>::infinity(), 1.0 / 3, -0.0}});
  EXPECT_AGREE(on.read_numbers(on.write_numbers(a), {2, 3}), a, 0.0);
  EXPECT_THROW(on.read_numbers("1 2", {3}), Misuse);
}

}  // namespace
}  // namespace galley
