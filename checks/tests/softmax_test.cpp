#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "checks/ops.h"
#include "checks/second/decode.h"
#include "checks/second/mask.h"
#include "checks/second/softmax.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 80;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const Ops on;

TEST(Softmax, AgreesAlongEachAxis) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor z = chance.scattered(chance.tensor(chance.shape(1, 4)));
    const std::int64_t axis = chance.between(-z.rank(), z.rank() - 1);
    EXPECT_AGREE(on.softmax(z, axis), second::softmax(z, axis), kAgreement);
    EXPECT_AGREE(on.subtract_max(z, axis), second::subtract_max(z, axis), kAgreement);
    EXPECT_AGREE(on.exp(z), second::exp(z), kAgreement);
    EXPECT_AGREE(on.sigmoid(z), second::sigmoid(z), kAgreement);
    const Tensor weights = on.exp(z);
    EXPECT_AGREE(on.log(weights), second::log(weights), kAgreement);
    EXPECT_AGREE(on.normalise(weights, axis), second::normalise(weights, axis), kAgreement);
    EXPECT_AGREE(on.running_sum(weights, axis), second::running_sum(weights, axis), kAgreement);
    EXPECT_AGREE(on.argmax(z, axis), second::argmax(z, axis));
    const double tau = chance.real(0.1, 4);
    EXPECT_AGREE(on.apply_temperature(z, tau), second::apply_temperature(z, tau), kAgreement);
  }
}

TEST(Softmax, RowsSumToOneAndAShiftChangesNothing) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor z = chance.tensor(chance.shape(1, 3));
    const std::int64_t axis = chance.between(0, z.rank() - 1);
    const Tensor shares = on.softmax(z, axis);
    Shape one = z.shape();
    one[static_cast<std::size_t>(axis)] = 1;
    EXPECT_AGREE(on.sum(shares, axis), Tensor::full(one, 1), 1e-14);
    for (const double share : shares.values()) EXPECT_GT(share, 0);
    // A power of two moves the scores without rounding.
    EXPECT_AGREE(on.softmax(on.add(z, scalar(1024)), axis), shares, 1e-11);
    for (const Precision p : {Precision::f32, Precision::bf16, Precision::f16}) {
      const Ops column(p);
      EXPECT_AGREE(column.sum(column.softmax(z, axis), axis), Tensor::full(one, 1), 6 * epsilon_of(p));
      EXPECT_AGREE(column.softmax(z, axis), shares, 6 * epsilon_of(p));
    }
  }
}

TEST(Softmax, LargeScoresAndForbiddenOnes) {
  EXPECT_AGREE(on.softmax(row({1000, 1000, -kInfinity}), 0), row({0.5, 0.5, 0}), 0.0);
  EXPECT_AGREE(on.softmax(row({-kInfinity, -kInfinity}), 0), row({0, 0}), 0.0);
  EXPECT_AGREE(second::softmax(row({-kInfinity, -kInfinity}), 0), row({0, 0}), 0.0);
  for (const double x : on.softmax(row({1, std::nan(""), 2}), 0).values()) EXPECT_TRUE(std::isnan(x));
  for (const double x : on.softmax(row({std::nan(""), 1, 2}), 0).values()) EXPECT_TRUE(std::isnan(x));
  EXPECT_EQ(on.softmax(Tensor({2, 0}, {}), -1).shape(), Shape({2, 0}));
}

TEST(Argmax, TheFirstOfEqualOnesAndNeverNan) {
  EXPECT_AGREE(on.argmax(row({1, 3, 3, 2}), 0), Ids({}, {1}));
  EXPECT_AGREE(on.argmax(row({-kInfinity, -kInfinity}), 0), Ids({}, {0}));
  EXPECT_THROW(on.argmax(Tensor({2, 0}, {}), -1), Misuse);
  EXPECT_THROW(on.argmax(row({std::nan(""), 1}), 0), Misuse);
  EXPECT_THROW(on.argmax(row({1, std::nan("")}), 0), Misuse);
}

TEST(Sample, HalfOpenIntervals) {
  const Tensor shares = row({0, 0.25, 0, 0.5, 0.25, 0});
  EXPECT_EQ(on.sample(shares, 0), 1);
  EXPECT_EQ(on.sample(shares, std::nextafter(0.25, 0)), 1);
  EXPECT_EQ(on.sample(shares, 0.25), 3);
  EXPECT_EQ(on.sample(shares, std::nextafter(0.75, 0)), 3);
  EXPECT_EQ(on.sample(shares, 0.75), 4);
  EXPECT_EQ(on.sample(shares, std::nextafter(1.0, 0)), 4);
  EXPECT_EQ(on.sample(row({0.3, 0.3, 0}), 0.9), 1) << "past the last running sum";
  EXPECT_THROW(on.sample(shares, 1), Misuse);
  EXPECT_THROW(on.sample(shares, -0.1), Misuse);
  EXPECT_THROW(on.sample(shares, std::nan("")), Misuse);
  EXPECT_THROW(on.sample(row({0, 0}), 0.5), Misuse);
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor drawn_from = chance.shares(chance.between(1, 8));
    const double u = chance.real(0, 1);
    EXPECT_EQ(on.sample(drawn_from, u), second::sample(drawn_from, u));
  }
}

TEST(TopKAndTopP, Agree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    Tensor shares = chance.shares(chance.between(1, 8));
    if (chance.coin()) shares = on.normalise(Tensor::full({chance.between(1, 8)}, 1), 0);  // all equal
    const std::int64_t k = chance.between(1, shares.size());
    EXPECT_AGREE(on.top_k(shares, k), second::top_k(shares, k), kAgreement);
    const double p = chance.real(0.01, 1);
    EXPECT_AGREE(on.top_p(shares, p), second::top_p(shares, p), kAgreement);
  }
  EXPECT_AGREE(on.top_k(row({0.25, 0.5, 0.25}), 2), row({1.0 / 3, 2.0 / 3, 0}), 1e-15);
  EXPECT_AGREE(on.top_p(row({0.25, 0.5, 0.25}), 0.5), row({0, 1, 0}), 0.0);
  EXPECT_AGREE(on.top_p(row({0.25, 0.5, 0.25}), 0.51), row({1.0 / 3, 2.0 / 3, 0}), 1e-15);
  EXPECT_AGREE(on.top_p(row({0.25, 0.5, 0.25}), 1), row({0.25, 0.5, 0.25}), 0.0);
  EXPECT_THROW(on.top_k(row({0.5, 0.5}), 0), Misuse);
  EXPECT_THROW(on.top_k(row({0.5, 0.5}), 3), Misuse);
  EXPECT_THROW(on.top_p(row({0.5, 0.5}), 0), Misuse);
  EXPECT_THROW(on.top_p(row({0.5, 0.5}), std::nan("")), Misuse);
  EXPECT_THROW(on.top_k(row({0.5, std::nan("")}), 1), Misuse);
  EXPECT_THROW(on.top_p(row({0.5, std::nan("")}), 0.5), Misuse);
}

TEST(Mask, CausalMaskCountsFromTheNewest) {
  for (std::int64_t keys = 0; keys < 6; ++keys) {
    for (std::int64_t queries = 0; queries <= keys; ++queries) {
      EXPECT_AGREE(on.causal_mask(queries, keys), second::causal_mask(queries, keys));
    }
  }
  EXPECT_THROW(on.causal_mask(3, 2), Misuse);
}

TEST(Mask, AgreesUnderBroadcasting) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Shape full = chance.shape(2, 4);
    const Tensor scores = chance.scattered(chance.tensor(full));
    const Mask may_read = chance.mask(chance.coin() ? full : chance.below(full));
    EXPECT_AGREE(on.mask_scores(scores, may_read), second::mask_scores(scores, may_read), 0.0);
    EXPECT_AGREE(on.masked_softmax(scores, may_read), second::masked_softmax(scores, may_read), kAgreement);
    EXPECT_AGREE(on.additive_mask(may_read), second::additive_mask(may_read), 0.0);
  }
  EXPECT_THROW(on.mask_scores(row({1, 2}), mask_table({{1, 0, 1}})), Misuse);
  EXPECT_THROW(on.mask_scores(row({1, 2}), mask_table({{1, 0}, {1, 1}})), Misuse);
}

TEST(Mask, WhatMayNotBeReadDoesNotMatter) {
  const Mask may_read = mask_table({{1, 0, 1}});
  for (const double hidden : {std::nan(""), kInfinity, 1e300}) {
    EXPECT_AGREE(on.masked_softmax(table({{1, hidden, 1}}), may_read), table({{0.5, 0, 0.5}}), 0.0);
  }
}

TEST(Exclude, SetsScoresAside) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor logits = chance.scattered(chance.tensor(chance.shape(1, 3)));
    const Ids banned = chance.ids({chance.between(0, 3)}, logits.length(-1));
    EXPECT_AGREE(on.exclude(logits, banned), second::exclude(logits, banned), 0.0);
  }
  EXPECT_THROW(on.exclude(row({1}), ids({1})), Misuse);
}

TEST(Softmax, TemperatureAndChoiceAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor z = chance.tensor(chance.shape(1, 3));
    const double tau = chance.real(0.1, 4);
    EXPECT_AGREE(on.shares_at_temperature(z, tau), second::shares_at_temperature(z, tau), kAgreement);
    const Tensor candidates = chance.tensor({chance.between(1, 6)});
    const double u = chance.real(0, 1);
    EXPECT_EQ(on.choose(candidates, tau, u), second::choose(candidates, tau, u));
    EXPECT_EQ(on.choose(candidates, 0, u), second::choose(candidates, 0, u));
    EXPECT_THROW(static_cast<void>(on.choose(candidates, -tau, u)), Misuse);
  }
}

}  // namespace
}  // namespace galley
