// The smallest network, forwards and one step of training, against the second route.
#include <gtest/gtest.h>

#include <cmath>

#include "checks/ops.h"
#include "checks/second/network.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 60;
const Ops on;

TwoLayerNet random_net(Chance& chance) {
  const std::int64_t in = chance.between(1, 4);
  const std::int64_t hidden = chance.between(1, 5);
  const std::int64_t out = chance.between(1, 3);
  return {chance.tensor({in, hidden}), chance.tensor({hidden}), chance.tensor({hidden, out}),
          chance.tensor({out})};
}

void expect_same(const TwoLayerNet& got, const TwoLayerNet& want, double bound) {
  EXPECT_AGREE(got.w1, want.w1, bound);
  EXPECT_AGREE(got.b1, want.b1, bound);
  EXPECT_AGREE(got.w2, want.w2, bound);
  EXPECT_AGREE(got.b2, want.b2, bound);
}

TEST(Network, ForwardPassAgrees) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const TwoLayerNet net = random_net(chance);
    const Tensor x = chance.tensor({chance.between(1, 3), chance.between(1, 3), net.w1.length(0)});
    EXPECT_AGREE(on.hidden_state(x, net), second::hidden_state(x, net), kAgreement);
    EXPECT_AGREE(on.forward_pass(x, net), second::forward_pass(x, net), 1e-12);
    EXPECT_AGREE(on.add_relu(x), second::add_relu(x), 0.0);
  }
}

TEST(Network, HiddenUnitsMayChangeTheirOrder) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const TwoLayerNet net = random_net(chance);
    std::vector<std::int64_t> order;
    for (std::int64_t i = 0; i < net.b1.size(); ++i) {
      order.insert(order.begin() + chance.between(0, i), i);
    }
    const Ids places({net.b1.size()}, order);
    const TwoLayerNet turned = on.reorder_hidden(net, places);
    expect_same(turned, second::reorder_hidden(net, places), 0.0);
    const Tensor x = chance.tensor({2, net.w1.length(0)});
    EXPECT_AGREE(on.forward_pass(x, turned), on.forward_pass(x, net), 1e-12);
  }
}

TEST(Network, TheGradientIsTheMeasuredSlope) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const TwoLayerNet net = random_net(chance);
    const Tensor x = chance.tensor({chance.between(1, 3), net.w1.length(0)});
    const Tensor target = chance.tensor({x.length(0), net.b2.size()});
    // A kink of ReLU within the measuring step has no slope to measure.
    bool near_a_kink = false;
    for (const double v : on.affine(x, net.w1, net.b1).values()) near_a_kink |= std::abs(v) < 0.01;
    if (near_a_kink) continue;
    expect_same(on.gradient(net, x, target), second::gradient(net, x, target), 1e-9);
    for (const bool frozen : {false, true}) {
      expect_same(on.training_step(net, x, target, 0.125, frozen),
                  second::training_step(net, x, target, 0.125, frozen), 1e-9);
    }
  }
}

TEST(Network, TiedTablesCountOnce) {
  const Tensor e = table({{1, 2, 3}, {4, 5, 6}});
  const Tensor turned = on.transpose(e);
  const Tensor first = on.slice(e, 0, 0, 1);
  const Tensor last = on.slice(e, 0, 1, 2);
  for (const auto& [tables, count] : std::vector<std::pair<std::vector<Tensor>, std::int64_t>>{
           {{e}, 6}, {{e, turned}, 6}, {{e, on.contiguous(e)}, 12}, {{first, last}, 6}, {{}, 0}}) {
    EXPECT_EQ(on.count_parameters(tables), count);
    EXPECT_EQ(second::count_parameters(tables), count);
  }
}

}  // namespace
}  // namespace galley
