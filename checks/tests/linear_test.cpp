#include <gtest/gtest.h>

#include <cmath>

#include "checks/ops.h"
#include "checks/second/linear.h"
#include "checks/second/network.h"
#include "checks/second/norm.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 60;
const Ops on;

TEST(Linear, MatmulAgreesUnderBroadcasting) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t n = chance.between(1, 6);
    Shape left = chance.shape(0, 2);
    Shape right = chance.below(left);
    left.insert(left.end(), {chance.between(1, 5), n});
    right.insert(right.end(), {n, chance.between(1, 5)});
    const Tensor a = chance.scattered(chance.tensor(left));
    const Tensor b = chance.scattered(chance.tensor(right));
    EXPECT_AGREE(on.matmul(a, b), second::matmul(a, b), kAgreement);
  }
}

TEST(Linear, SmallWholeNumbersAreExact) {
  EXPECT_AGREE(on.matmul(table({{1, 2, 3}, {4, 5, 6}}), table({{7, 8}, {9, 10}, {11, 12}})),
               table({{58, 64}, {139, 154}}), 0.0);
  EXPECT_EQ(on.dot(row({1, 2, 3}), row({4, 5, 6})).item(), 32);
  EXPECT_EQ(second::dot(row({1, 2, 3}), row({4, 5, 6})).item(), 32);
}

TEST(Linear, EmptyInnerAxisGivesZeros) {
  EXPECT_AGREE(on.matmul(Tensor({2, 0}, {}), Tensor({0, 3}, {})), Tensor::full({2, 3}, 0), 0.0);
  EXPECT_EQ(on.matmul(Tensor({0, 2}, {}), table({{1}, {2}})).shape(), Shape({0, 1}));
}

TEST(Linear, MisuseIsNamed) {
  EXPECT_THROW(on.matmul(table({{1, 2}}), table({{1, 2}})), Misuse);
  EXPECT_THROW(on.matmul(row({1, 2}), table({{1}, {2}})), Misuse);
  EXPECT_THROW(on.dot(row({1, 2}), row({1})), Misuse);
  EXPECT_THROW(on.dot(table({{1}}), table({{1}})), Misuse);
  EXPECT_THROW(on.matmul(Tensor::full({2, 1, 1}, 0), Tensor::full({3, 1, 1}, 0)), Misuse);
}

TEST(Linear, HalfPrecisionComputesInFloat) {
  // 2048 + 1 + 1 as float16 sums would stay 2048.
  const Ops f16(Precision::f16);
  EXPECT_EQ(f16.dot(row({2048, 1, 1}), row({1, 1, 1})).item(), 2050);
  const Ops bf16(Precision::bf16);
  EXPECT_EQ(bf16.matmul(Tensor::full({1, 4096}, 1), Tensor::full({4096, 1}, 1)).item(), 4096);
}

TEST(Network, ActivationsAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Shape shape = chance.shape(1, 3);
    const Tensor x = chance.scattered(chance.tensor(shape));
    const Tensor y = chance.tensor(shape);
    EXPECT_AGREE(on.relu(x), second::relu(x), 0.0);
    EXPECT_AGREE(on.silu(x), second::silu(x), kAgreement);
    EXPECT_AGREE(on.swiglu(x, y), second::swiglu(x, y), kAgreement);
    const Tensor w = chance.tensor({x.length(-1), 3});
    const Tensor b = chance.tensor({3});
    if (x.rank() >= 2) {
      EXPECT_AGREE(on.affine(x, w, b), second::affine(x, w, b), kAgreement);
    }
  }
  EXPECT_TRUE(std::isnan(on.relu(scalar(std::nan(""))).item()));
}

TEST(Norm, AgreesAndNormalises) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    Shape shape = chance.shape(0, 2);
    const std::int64_t width = chance.between(1, 7);
    shape.push_back(width);
    const Tensor x = chance.scattered(chance.tensor(shape));
    const Tensor gamma = chance.tensor({width});
    const Tensor beta = chance.tensor({width});
    const double epsilon = chance.real(1e-6, 0.1);
    EXPECT_AGREE(on.layer_norm(x, gamma, beta, epsilon), second::layer_norm(x, gamma, beta, epsilon), 1e-12);
    EXPECT_AGREE(on.rms_norm(x, gamma, epsilon), second::rms_norm(x, gamma, epsilon), kAgreement);
    // Adding the same number to each feature of a position does nothing to its LayerNorm.
    EXPECT_AGREE(on.layer_norm(on.add(x, scalar(5)), gamma, beta, epsilon),
                 on.layer_norm(x, gamma, beta, epsilon), 1e-10);
  }
}

TEST(Norm, LargeCloseNumbersDoNotCancel) {
  const Tensor x = row({1e8 + 1, 1e8 + 2, 1e8 + 3, 1e8 + 6});
  const Tensor one = Tensor::full({4}, 1);
  const Tensor none = Tensor::full({4}, 0);
  EXPECT_AGREE(on.layer_norm(x, one, none, 0), second::layer_norm(x, one, none, 0), 1e-12);
  EXPECT_THROW(on.layer_norm(x, one, none, -1e-9), Misuse);
  EXPECT_THROW(on.layer_norm(x, one, none, std::nan("")), Misuse);
  EXPECT_THROW(on.layer_norm(x, row({1}), none, 0), Misuse);
  EXPECT_THROW(on.rms_norm(x, table({{1, 1, 1, 1}}), 0), Misuse);
}

TEST(Linear, WeightedSumsAndShapesAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    Shape rows = chance.shape(1, 3);
    const Tensor weights = chance.scattered(chance.tensor({rows.front()}));
    const Tensor a = chance.scattered(chance.tensor(rows));
    EXPECT_AGREE(on.weighted_sum(weights, a), second::weighted_sum(weights, a), kAgreement);
    EXPECT_THROW(static_cast<void>(on.weighted_sum(chance.tensor({rows.front() + 1}), a)), Misuse);
    const std::int64_t n = chance.between(1, 4);
    Shape left = chance.shape(0, 2);
    Shape right = chance.below(left);
    left.insert(left.end(), {chance.between(1, 4), n});
    right.insert(right.end(), {n, chance.between(1, 4)});
    EXPECT_EQ(on.product_shape(left, right), second::product_shape(left, right));
    right[right.size() - 2] = n + 1;
    EXPECT_THROW(static_cast<void>(on.product_shape(left, right)), Misuse);
  }
}

}  // namespace
}  // namespace galley
