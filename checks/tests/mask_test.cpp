// Masks and losses against the second route; what joins, what stays apart.
#include <gtest/gtest.h>

#include <cmath>

#include "checks/ops.h"
#include "checks/second/second.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 60;
const Ops on;

TEST(Masks, AgreeOnRandomShapes) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t keys = chance.between(1, 6);
    const std::int64_t queries = chance.between(0, keys);
    EXPECT_AGREE(on.causal_mask(queries, keys), second::causal_mask(queries, keys));
    const Mask valid = chance.mask({chance.between(1, 3), keys});
    EXPECT_AGREE(on.padding_mask(valid), second::padding_mask(valid));
    EXPECT_AGREE(on.joint_mask(valid), second::joint_mask(valid));
    EXPECT_AGREE(on.invert_mask(valid), second::invert_mask(valid));
    const Ids samples = chance.ids({keys}, 3);
    EXPECT_AGREE(on.sample_mask(samples), second::sample_mask(samples));
    EXPECT_AGREE(on.packed_mask(samples), second::packed_mask(samples));
    const Ids positions = chance.ids({queries}, 6);
    EXPECT_AGREE(on.position_mask(positions, samples), second::position_mask(positions, samples));
    const Shape full = chance.shape(1, 4);
    const Mask a = chance.mask(chance.below(full));
    const Mask b = chance.mask(full);
    EXPECT_AGREE(on.join_masks(a, b), second::join_masks(a, b));
    EXPECT_AGREE(on.join_masks(b, a), second::join_masks(a, b));
    const Tensor scores = chance.scattered(chance.tensor(full));
    EXPECT_AGREE(on.zero_forbidden(scores, a), second::zero_forbidden(scores, a), 0.0);
    EXPECT_AGREE(on.mask_scores(scores, a), second::mask_scores(scores, a), 0.0);
    EXPECT_AGREE(on.masked_softmax(scores, a), second::masked_softmax(scores, a), kAgreement);
    EXPECT_AGREE(on.additive_mask(b), second::additive_mask(b), 0.0);
    const Tensor other = chance.tensor(full);
    EXPECT_AGREE(on.join_additive_masks(scores, other), second::join_additive_masks(scores, other), 0.0);
  }
}

TEST(Losses, AgreeOnRandomShapes) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Shape shape = chance.shape(1, 3);
    const std::int64_t vocabulary = chance.between(1, 6);
    const Ids tokens = chance.ids(shape, vocabulary);
    EXPECT_AGREE(on.next_tokens(tokens), second::next_tokens(tokens));
    Shape with_scores = shape;
    with_scores.push_back(vocabulary);
    const Tensor logits = chance.scattered(chance.tensor(with_scores));
    const Tensor losses = on.token_losses(logits, tokens);
    EXPECT_AGREE(losses, second::token_losses(logits, tokens), kAgreement);
    Mask counted = chance.mask(shape);
    counted.set(Index(shape.size(), 0), 1);
    EXPECT_AGREE(on.mean_loss(losses, counted), second::mean_loss(losses, counted), kAgreement);
    const std::int64_t end = chance.between(0, shape[0]);
    const std::int64_t first = chance.between(0, end);
    const Ids labels = chance.ids({shape[0]}, 4);
    EXPECT_AGREE(on.loss_mask(labels, first, end), second::loss_mask(labels, first, end));
  }
}

/// A target whose share is below the smallest number still has a finite loss.
TEST(Losses, FarOffTargetsHaveFiniteLosses) {
  for (const Precision p : {Precision::f64, Precision::f32}) {
    const Ops column(p);
    EXPECT_AGREE(column.token_losses(table({{0, 5000}, {5000, 0}}), ids({0, 0})), row({5000, 0}), 0.0);
    EXPECT_AGREE(column.token_losses(table({{10000, 10003, -INFINITY}}), ids({2})), row({INFINITY}), 0.0);
  }
}

TEST(Masks, RefuseWhatDoesNotFit) {
  EXPECT_THROW(on.causal_mask(3, 2), Misuse);
  EXPECT_THROW(on.padding_mask(Mask({3}, {1, 1, 0})), Misuse);
  EXPECT_THROW(on.join_masks(Mask({2}, {1, 1}), Mask({3}, {1, 1, 1})), Misuse);
  EXPECT_THROW(on.join_additive_masks(row({0}), row({0, 0})), Misuse);
  EXPECT_THROW(on.token_losses(table({{1, 2}}), ids({2})), Misuse);
  EXPECT_THROW(on.token_losses(table({{1, 2}}), ids({0, 1})), Misuse);
  EXPECT_THROW(on.loss_mask(ids({1, 2}), 1, 3), Misuse);
  EXPECT_THROW(on.mean_loss(row({1}), Mask({1}, {0})), Misuse);
  EXPECT_THROW(on.next_tokens(Ids({0}, {})), Misuse);
}

}  // namespace
}  // namespace galley
