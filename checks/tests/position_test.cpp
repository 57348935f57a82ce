// Positions and rotary embedding against the second route, and what turning keeps.
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

TEST(Positions, AgreeOnRandomShapes) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Mask valid = chance.mask(chance.shape(1, 3));
    const Ids positions = on.position_ids(valid);
    EXPECT_AGREE(positions, second::position_ids(valid));
    EXPECT_AGREE(on.next_position(positions), second::next_position(positions));
    const std::int64_t first = chance.between(0, 9), count = chance.between(0, 4);
    EXPECT_AGREE(on.positions_from(first, count), second::positions_from(first, count));
    const std::int64_t kept = chance.between(0, count);
    const Ids consecutive = on.positions_from(first, count);
    EXPECT_AGREE(on.kept_positions(consecutive, kept), second::kept_positions(consecutive, kept));
  }
}

TEST(Rope, AgreesOnRandomShapes) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t n = chance.between(1, 4), pairs = chance.between(1, 4);
    Shape shape = chance.shape(0, 2);
    shape.insert(shape.end(), {n, 2 * pairs});
    const Tensor x = chance.scattered(chance.tensor(shape));
    const Ids positions = chance.ids({n}, 50);
    const double base = chance.real(2, 20000);
    EXPECT_AGREE(on.rope_frequencies(2 * pairs, base), second::rope_frequencies(2 * pairs, base), kAgreement);
    EXPECT_AGREE(on.rope(x, positions, base), second::rope(x, positions, base), kAgreement);
    EXPECT_AGREE(on.rope_halves(x, positions, base), second::rope_halves(x, positions, base), kAgreement);
    const Tensor angles = chance.tensor(chance.coin() ? Shape{n, pairs} : Shape{pairs});
    EXPECT_AGREE(on.cosine(angles), second::cosine(angles), kAgreement);
    EXPECT_AGREE(on.sine(angles), second::sine(angles), kAgreement);
    EXPECT_AGREE(on.radians(angles), second::radians(angles), kAgreement);
    EXPECT_AGREE(on.turn_pairs(x, angles), second::turn_pairs(x, angles), kAgreement);
    EXPECT_AGREE(on.turn_halves(x, angles), second::turn_halves(x, angles), kAgreement);
    const double angle = chance.real(-7, 7);
    const Tensor points = chance.tensor({n, 2});
    EXPECT_AGREE(on.rotate_rows(points, angle), second::rotate_rows(points, angle), kAgreement);
    EXPECT_AGREE(on.rotation_matrix(angle), second::rotation_matrix(angle), kAgreement);
  }
}

/// Scores depend on the distance alone, and turning back undoes turning.
TEST(Rope, OnlyDistancesCount) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor q = chance.tensor({1, 6}), k = chance.tensor({1, 6});
    const std::int64_t m = chance.between(0, 40), n = chance.between(0, 40), shift = chance.between(1, 500);
    const auto score = [&](std::int64_t at_q, std::int64_t at_k) {
      return on.raw_scores(on.rope(q, ids({at_q}), 10000), on.rope(k, ids({at_k}), 10000));
    };
    EXPECT_AGREE(score(m + shift, n + shift), score(m, n), 1e-11);
    EXPECT_AGREE(on.rope(on.rope(q, ids({m}), 10000), ids({-m}), 10000), q, kAgreement);
  }
}

/// One head, cut into steps in any way, gives what the run without cache gives.
TEST(Rope, StepsAgreeWithTheFullRun) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t length = chance.between(1, 7);
    const Tensor q = chance.tensor({2, length, 4}), k = chance.tensor({2, length, 4}),
                 v = chance.tensor({2, length, 3});
    const Ids all = on.positions_from(0, length);
    const Mask causal = on.causal_mask(length, length);
    const Tensor full = on.rope_attention(q, k, v, all, all, 100, causal);
    EXPECT_AGREE(full, second::rope_attention(q, k, v, all, all, 100, causal), kAgreement);
    LayerCache cache, other;
    for (std::int64_t done = 0; done < length;) {
      const std::int64_t n = chance.between(1, length - done);
      const auto part = [&](const Tensor& a) { return on.slice(a, 1, done, done + n); };
      const Ids positions = on.positions_from(done, n);
      const Mask may_read = on.causal_mask(n, done + n);
      const Tensor out = on.rope_step(part(q), part(k), part(v), positions, 100, may_read, cache);
      EXPECT_AGREE(out, part(full), 1e-12);
      EXPECT_AGREE(out, second::rope_step(part(q), part(k), part(v), positions, 100, may_read, other),
                   kAgreement);
      done += n;
    }
  }
}

TEST(Rope, RefusesWhatDoesNotFit) {
  EXPECT_THROW(on.rope_frequencies(3, 10000), Misuse);
  EXPECT_THROW(on.rope_frequencies(0, 10000), Misuse);
  EXPECT_THROW(on.rope_frequencies(4, -1), Misuse);
  EXPECT_THROW(on.rope(table({{1, 2, 3}}), ids({0}), 10000), Misuse);
  EXPECT_THROW(on.turn_pairs(table({{1, 2}}), row({1, 2})), Misuse);
  EXPECT_THROW(on.positions_from(0, -1), Misuse);
  EXPECT_THROW(on.next_position(Ids({0}, {})), Misuse);
}

TEST(Positions, QueriesAndKeysTurnAlike) {
  for (std::uint64_t c = 0; c < 40; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t width = 2 * chance.between(1, 4);
    const std::int64_t n = chance.between(1, 4);
    const Tensor x = chance.tensor({n, width});
    const Ids positions = chance.ids({n}, 500);
    EXPECT_AGREE(on.rope_queries(x, positions, 10000), second::rope(x, positions, 10000), 1e-12);
    EXPECT_AGREE(on.rope_keys(x, positions, 10000), second::rope(x, positions, 10000), 1e-12);
    const Tensor angles = on.rope_angles(positions, on.rope_frequencies(width, 10000));
    EXPECT_AGREE(on.turn_pairs(x, angles), second::rope(x, positions, 10000), 1e-12);
    // A score depends on the distance alone.
    const std::int64_t by = chance.between(1, 50);
    std::vector<std::int64_t> later;
    for (const std::int64_t p : positions.values()) later.push_back(p + by);
    const Tensor y = chance.tensor({n, width});
    const auto scores = [&](const Ids& at) {
      return on.matmul(on.rope(x, at, 10000), on.transpose(on.rope(y, at, 10000)));
    };
    EXPECT_AGREE(scores(Ids({n}, later)), scores(positions), 1e-11);
  }
}

}  // namespace
}  // namespace galley
