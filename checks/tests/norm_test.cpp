// Norms against the second route, and what they leave alone.
#include <gtest/gtest.h>

#include "checks/ops.h"
#include "checks/second/second.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 60;
const Ops on;

TEST(Norm, AgreesOverEveryAxis) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor x = chance.scattered(chance.tensor(chance.shape(1, 4)));
    const std::int64_t axis = chance.between(-x.rank(), x.rank() - 1);
    EXPECT_AGREE(on.mean(x, axis), second::mean(x, axis), kAgreement);
    EXPECT_AGREE(on.variance(x, axis), second::variance(x, axis), kAgreement);
    EXPECT_AGREE(on.standard_deviation(x, axis), second::standard_deviation(x, axis), kAgreement);
    const Tensor gamma = chance.tensor({x.length(-1)});
    const Tensor beta = chance.tensor({x.length(-1)});
    EXPECT_AGREE(on.layer_norm(x, gamma, beta, 1e-3), second::layer_norm(x, gamma, beta, 1e-3), 1e-12);
    EXPECT_AGREE(on.rms_norm(x, gamma, 1e-3), second::rms_norm(x, gamma, 1e-3), kAgreement);
  }
}

TEST(Norm, RowsHaveMeanZeroAndVarianceOne) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t n = chance.between(2, 9);
    const Tensor x = chance.tensor({chance.between(1, 3), n});
    const Tensor z = on.layer_norm(x, Tensor::full({n}, 1), Tensor::full({n}, 0), 0);
    EXPECT_AGREE(on.mean(z, -1), Tensor::full({x.length(0), 1}, 0), 1e-12);
    EXPECT_AGREE(on.variance(z, -1), Tensor::full({x.length(0), 1}, 1), 1e-12);
    const Tensor r = on.rms_norm(x, Tensor::full({n}, 1), 0);
    EXPECT_AGREE(on.mean(on.multiply(r, r), -1), Tensor::full({x.length(0), 1}, 1), 1e-12);
  }
}

TEST(Norm, MisuseIsRefused) {
  EXPECT_THROW(on.layer_norm(row({1, 2}), row({1}), row({0, 0}), 0), Misuse);
  EXPECT_THROW(on.rms_norm(row({1, 2}), row({1, 1}), -1), Misuse);
  EXPECT_THROW(on.mean(Tensor({2, 0}, {}), 1), Misuse);
  EXPECT_THROW(on.add_residual(row({1, 2}), row({1, 2, 3})), Misuse);
}

}  // namespace
}  // namespace galley
