// Attention, layers and the whole model against the second route; causality and caching as properties.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "checks/ops.h"
#include "checks/second/second.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"
#include "checks/tests/models.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 40;
const Ops on;

/// Every table of two traces, in order and by name.
void expect_same_traces(const Trace& got, const Trace& want, double bound) {
  ASSERT_EQ(got.steps().size(), want.steps().size());
  for (std::size_t i = 0; i < got.steps().size(); ++i) {
    EXPECT_EQ(got.steps()[i].name, want.steps()[i].name);
    EXPECT_EQ(got.steps()[i].layer, want.steps()[i].layer);
    EXPECT_TRUE(agree(got.steps()[i].value, want.steps()[i].value, bound)) << got.steps()[i].name;
  }
}

TEST(Attention, AgreesOnRandomShapes) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t n = chance.between(1, 4);
    const std::int64_t m = chance.between(1, 5);
    const std::int64_t width = chance.between(1, 4);
    Shape lead = chance.shape(0, 2);
    const auto with = [&](std::int64_t rows, std::int64_t columns) {
      Shape shape = lead;
      shape.insert(shape.end(), {rows, columns});
      return shape;
    };
    const Tensor q = chance.scattered(chance.tensor(with(n, width)));
    const Tensor k = chance.scattered(chance.tensor(with(m, width)));
    const Tensor v = chance.tensor(with(m, chance.between(1, 4)));
    const Mask may_read = chance.mask(chance.coin() ? Shape{n, m} : with(n, m));
    EXPECT_AGREE(on.raw_scores(q, k), second::raw_scores(q, k), kAgreement);
    EXPECT_AGREE(on.scale_scores(q, width), second::scale_scores(q, width), kAgreement);
    EXPECT_AGREE(on.attention_scores(q, k, may_read), second::attention_scores(q, k, may_read), kAgreement);
    const Tensor shares = on.attention_shares(q, k, may_read);
    EXPECT_AGREE(shares, second::attention_shares(q, k, may_read), kAgreement);
    EXPECT_AGREE(on.mix(shares, v), second::mix(shares, v), kAgreement);
    EXPECT_AGREE(on.attention(q, k, v, may_read), second::attention(q, k, v, may_read), kAgreement);
    const AttentionWeights weights{chance.tensor({width, 3}), chance.tensor({width, 3}),
                                   chance.tensor({width, 2})};
    EXPECT_AGREE(on.cross_attention(q, k, weights, may_read),
                 second::cross_attention(q, k, weights, may_read), kAgreement);
    const Mask causal = on.causal_mask(n, n);
    EXPECT_AGREE(on.self_attention(q, weights, causal), second::self_attention(q, weights, causal),
                 kAgreement);
  }
}

/// What a prefix gives does not change when more is read behind it.
TEST(Attention, CausalRunsContainTheirPrefixRuns) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t length = chance.between(2, 6);
    const Tensor q = chance.tensor({length, 3});
    const Tensor k = chance.tensor({length, 3});
    const Tensor v = chance.tensor({length, 2});
    const Tensor whole = on.attention(q, k, v, on.causal_mask(length, length));
    for (std::int64_t n = 1; n < length; ++n) {
      const auto prefix = [&](const Tensor& a) { return on.slice(a, 0, 0, n); };
      EXPECT_AGREE(prefix(whole), on.attention(prefix(q), prefix(k), prefix(v), on.causal_mask(n, n)),
                   kAgreement);
    }
  }
}

TEST(Attention, UnreadableValuesDoNotMatterNotEvenNan) {
  for (const double hidden : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    const Tensor v = table({{1, 2}, {3, 4}, {hidden, hidden}});
    const Tensor k = table({{1}, {2}, {3}});
    const Tensor q = table({{1}, {2}});
    const Mask may_read = mask_table({{1, 0, 0}, {1, 1, 0}});
    const Tensor clean = table({{1, 2}, {3, 4}, {0, 0}});
    EXPECT_AGREE(on.attention(q, k, v, may_read), on.attention(q, k, clean, may_read), 0.0);
    EXPECT_AGREE(second::attention(q, k, v, may_read), on.attention(q, k, clean, may_read), kAgreement);
  }
}

/// A value that one query may read and another may not: the other one's result stays clean.
TEST(Attention, NanReachesOnlyThoseWhoReadIt) {
  const double nan = std::nan("");
  const Tensor out = on.mix(table({{1, 0}, {0.5, 0.5}}), table({{1}, {nan}}));
  EXPECT_EQ(out.at({0, 0}), 1);
  EXPECT_TRUE(std::isnan(out.at({1, 0})));
  // One value table for several heads: (2, 1, 2) shares, (2, 1) values.
  const Tensor heads = on.mix(Tensor({2, 1, 2}, {1, 0, 1, 0}), table({{3}, {nan}}));
  EXPECT_AGREE(heads, Tensor({2, 1, 1}, {3, 3}), 0.0);
}

TEST(Attention, HeadsAndProjectionsAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t heads = chance.between(1, 3);
    const std::int64_t batch = chance.between(1, 2);
    const std::int64_t n = chance.between(1, 4);
    const std::int64_t m = chance.between(1, 5);
    const std::int64_t d_k = heads * chance.between(1, 3);
    const std::int64_t d_v = heads * chance.between(1, 3);
    const Tensor q = chance.tensor({batch, n, d_k});
    const Tensor k = chance.tensor({batch, m, d_k});
    const Tensor v = chance.tensor({batch, m, d_v});
    const Tensor wo = chance.tensor({d_v, chance.between(1, 4)});
    const Mask may_read = chance.mask(chance.coin() ? Shape{n, m} : Shape{batch, 1, n, m});
    Trace mine, other;
    EXPECT_AGREE(on.multi_head_attention(q, k, v, may_read, heads, wo, mine),
                 second::multi_head_attention(q, k, v, may_read, heads, wo, other), 1e-12);
    expect_same_traces(mine, other, 1e-12);
    const Tensor x = chance.tensor({n, d_k});
    const AttentionWeights weights{chance.tensor({d_k, 2}), chance.tensor({d_k, 3}), chance.tensor({d_k, 4})};
    EXPECT_AGREE(on.project(x, weights.wq), second::matmul(x, weights.wq), kAgreement);
    EXPECT_AGREE(on.project_queries(x, weights), second::matmul(x, weights.wq), kAgreement);
    EXPECT_AGREE(on.project_keys(x, weights), second::matmul(x, weights.wk), kAgreement);
    EXPECT_AGREE(on.project_values(x, weights), second::matmul(x, weights.wv), kAgreement);
  }
}

TEST(Model, EveryTableAgreesOnRandomModels) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Model model = random_model(chance, chance.between(1, 3), chance.between(1, 3));
    const std::int64_t batch = chance.between(1, 3);
    const std::int64_t length = chance.between(1, 5);
    const Ids tokens = chance.ids({batch, length}, model.embedding.length(0));
    const Mask may_read = on.causal_mask(length, length);
    Trace mine, other;
    const Tensor logits = on.forward(model, tokens, may_read, mine);
    EXPECT_AGREE(logits, second::forward(model, tokens, may_read, other), 1e-11);
    expect_same_traces(mine, other, 1e-11);
  }
}

TEST(Model, LossesAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Model model = random_model(chance, chance.between(1, 3), 1);
    const std::int64_t length = chance.between(2, 5);
    const Ids tokens = chance.ids({length}, model.embedding.length(0));
    Mask counted = chance.mask({length});
    counted.set({length - 1}, 1);
    Trace mine, other;
    EXPECT_AGREE(on.training_loss(model, tokens, counted, mine),
                 second::training_loss(model, tokens, counted, other), 1e-11);
  }
}

TEST(Model, SingleBlocksAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Model model = random_model(chance, chance.between(1, 3), 1);
    const LayerWeights& weights = model.layers.front();
    const std::int64_t length = chance.between(1, 4);
    const Tensor x = chance.tensor({chance.between(1, 2), length, model.embedding.length(1)});
    const Mask may_read = on.causal_mask(length, length);
    LayerCache cache, other_cache;
    Trace mine, other;
    EXPECT_AGREE(on.attention_block(x, weights, model, may_read, cache, mine),
                 second::attention_block(x, weights, model, may_read, other_cache, other), 1e-12);
    EXPECT_AGREE(cache.k, other_cache.k, 1e-12);
    EXPECT_AGREE(cache.v, other_cache.v, 1e-12);
    EXPECT_AGREE(on.feed_forward_block(x, weights, model, mine),
                 second::feed_forward_block(x, weights, model, other), 1e-12);
    EXPECT_AGREE(on.feed_forward(x, weights), second::feed_forward(x, weights), 1e-12);
    LayerCache layer_cache, other_layer_cache;
    EXPECT_AGREE(on.decoder_layer(x, weights, model, may_read, layer_cache, mine),
                 second::decoder_layer(x, weights, model, may_read, other_layer_cache, other), 1e-11);
    KvCache all_caches, other_caches;
    EXPECT_AGREE(on.run_layers(model, x, may_read, all_caches, mine),
                 second::run_layers(model, x, may_read, other_caches, other), 1e-11);
    EXPECT_EQ(on.step_products(model, length, 2), second::step_products(model, length, 2));
    EXPECT_AGREE(on.readout(model, x, mine), second::readout(model, x, other), 1e-12);
    expect_same_traces(mine, other, 1e-11);
  }
}

/// Any way to cut a sentence into steps gives the logits of the run without cache.
TEST(Cache, StepsAgreeWithTheFullRun) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Model model = random_model(chance, chance.between(1, 3), chance.between(1, 3));
    const std::int64_t length = chance.between(1, 7);
    const Ids tokens = chance.ids({1, length}, model.embedding.length(0));
    Trace ignored;
    const Tensor full = on.select(on.forward(model, tokens, on.causal_mask(length, length), ignored), 0, 0);
    KvCache cache, other_cache;
    for (std::int64_t done = 0; done < length;) {
      const std::int64_t n = chance.between(1, length - done);
      std::vector<std::int64_t> part;
      for (std::int64_t i = done; i < done + n; ++i) part.push_back(tokens.at({0, i}));
      const Ids next({n}, part);
      Trace mine, other;
      EXPECT_EQ(on.cached_positions(cache), done);
      EXPECT_EQ(second::cached_positions(other_cache), done);
      const Tensor logits = on.next_logits(model, next, cache, mine);
      EXPECT_AGREE(logits, second::next_logits(model, next, other_cache, other), 1e-11);
      expect_same_traces(mine, other, 1e-11);
      done += n;
      EXPECT_AGREE(logits, on.select(full, 0, done - 1), 1e-11);
      EXPECT_EQ(on.cached_positions(cache), done);
      for (std::size_t l = 0; l < cache.size(); ++l) {
        EXPECT_AGREE(cache[l].k, other_cache[l].k, 1e-11);
        EXPECT_AGREE(cache[l].v, other_cache[l].v, 1e-11);
      }
    }
  }
}

TEST(Cache, AppendingCopies) {
  const Tensor rows({1, 1, 2}, {1, 2});
  const Tensor first = on.append_rows(LayerCache{}.k, rows);
  EXPECT_FALSE(first.shares_storage_with(rows)) << "a later write to the rows must not reach the cache";
  const Tensor both = on.append_rows(first, Tensor({1, 2, 2}, {3, 4, 5, 6}));
  EXPECT_AGREE(both, Tensor({1, 3, 2}, {1, 2, 3, 4, 5, 6}), 0.0);
  EXPECT_AGREE(both, second::append_rows(first, Tensor({1, 2, 2}, {3, 4, 5, 6})), 0.0);
  EXPECT_THROW(on.append_rows(both, Tensor({1, 1, 3}, {1, 2, 3})), Misuse);
}

}  // namespace
}  // namespace galley
