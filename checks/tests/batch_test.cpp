// Batches and the lookup of rows against the second route, on random inputs.
#include <gtest/gtest.h>

#include "checks/ops.h"
#include "checks/second/batch.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 60;
const Ops on;

Sentences some_sentences(Chance& chance) {
  Sentences sentences(static_cast<std::size_t>(chance.between(1, 5)));
  for (std::vector<std::int64_t>& ids : sentences) ids = chance.ids({chance.between(1, 7)}, 9).values();
  return sentences;
}

TEST(Batch, PaddingAgreesOnBothSides) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Sentences sentences = some_sentences(chance);
    const Ids lengths = on.lengths_of(sentences);
    EXPECT_AGREE(lengths, second::lengths_of(sentences));
    const std::int64_t longest = on.common_length(lengths);
    EXPECT_EQ(longest, second::common_length(lengths));
    const std::int64_t room = longest + chance.between(0, 2);
    EXPECT_AGREE(on.pad_right(sentences, room, 8), second::pad_right(sentences, room, 8));
    EXPECT_AGREE(on.pad_left(sentences, room, 8), second::pad_left(sentences, room, 8));
    EXPECT_AGREE(on.valid_right(lengths, room), second::valid_right(lengths, room));
    EXPECT_AGREE(on.valid_left(lengths, room), second::valid_left(lengths, room));
    EXPECT_EQ(on.truncate(sentences, room - 2), second::truncate(sentences, room - 2));
    // What was padded comes back, whichever side.
    std::vector<std::int64_t> all;
    for (const auto& ids : sentences) all.insert(all.end(), ids.begin(), ids.end());
    const Ids back({std::ssize(all)}, all);
    EXPECT_AGREE(on.valid_tokens(on.pad_right(sentences, room, 8), on.valid_right(lengths, room)), back);
    EXPECT_AGREE(on.valid_tokens(on.pad_left(sentences, room, 8), on.valid_left(lengths, room)), back);
  }
}

TEST(Batch, MarksAreReadAlike) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    Shape shape = chance.shape(0, 2);
    shape.push_back(chance.between(1, 6));
    Mask valid = chance.mask(shape);
    EXPECT_AGREE(on.count_valid(valid), second::count_valid(valid));
    const Ids ids = chance.ids(shape, 7);
    EXPECT_AGREE(on.valid_tokens(ids, valid), second::valid_tokens(ids, valid));
    EXPECT_AGREE(on.valid_by_pad_id(ids, 3), second::valid_by_pad_id(ids, 3));
    const std::vector<std::int64_t> counts = on.count_valid(valid).values();
    if (std::count(counts.begin(), counts.end(), 0) > 0) {
      EXPECT_THROW(on.last_valid(valid), Misuse);
    } else {
      EXPECT_AGREE(on.last_valid(valid), second::last_valid(valid));
      if (valid.rank() == 2) {
        EXPECT_AGREE(on.last_ids(ids, valid), second::last_ids(ids, valid));
      }
    }
  }
}

TEST(Batch, PositionsAndMeansAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t batch = chance.between(1, 4);
    const std::int64_t length = chance.between(1, 5);
    const Tensor x = chance.scattered(chance.tensor({batch, length, chance.between(1, 4)}));
    const Ids positions = chance.ids({batch}, length);
    EXPECT_AGREE(on.take_positions(x, positions), second::take_positions(x, positions), 0.0);
    Mask valid = chance.mask({batch, length});
    for (std::int64_t b = 0; b < batch; ++b) valid.set({b, chance.between(0, length - 1)}, 1);
    EXPECT_AGREE(on.mean_valid(x, valid), second::mean_valid(x, valid), kAgreement);
  }
}

TEST(Batch, OrdersWasteAndWaitsAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t n = chance.between(1, 9);
    const std::int64_t size = chance.between(1, 4);
    const Ids lengths = chance.ids({n}, 6);
    const Ids order = on.order_by_length(lengths);
    EXPECT_AGREE(order, second::order_by_length(lengths));
    EXPECT_AGREE(on.inverse_order(order), second::inverse_order(order));
    EXPECT_EQ(on.padding_waste(lengths, order, size), second::padding_waste(lengths, order, size));
    std::vector<std::int64_t> arrivals = chance.ids({n}, 50).values();
    std::sort(arrivals.begin(), arrivals.end());
    EXPECT_AGREE(on.batch_waits(Ids({n}, arrivals), size), second::batch_waits(Ids({n}, arrivals), size));
  }
}

TEST(Batch, LookupAgrees) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t n = chance.between(1, 6);
    const Tensor table = chance.scattered(chance.tensor({n, chance.between(1, 5)}));
    const Ids ids = chance.ids(chance.shape(0, 3), n);
    EXPECT_AGREE(on.embed(table, ids), second::embed(table, ids), 0.0);
    EXPECT_AGREE(on.one_hot(ids, n), second::one_hot(ids, n), 0.0);
    EXPECT_AGREE(on.embed_scaled(table, ids), second::embed_scaled(table, ids), kAgreement);
    EXPECT_AGREE(on.embedding_scale(n), second::embedding_scale(n), kAgreement);
  }
}

TEST(Batch, MisuseIsNamed) {
  EXPECT_THROW(on.pad_right({{1, 2, 3}}, 2, 0), Misuse);
  EXPECT_THROW(on.pad_left({{1, 2, 3}}, 2, 0), Misuse);
  EXPECT_THROW(on.common_length(Ids({0}, {})), Misuse);
  EXPECT_THROW(on.truncate({{1}}, -1), Misuse);
  EXPECT_THROW(on.valid_right(ids({4}), 3), Misuse);
  EXPECT_THROW(on.valid_left(ids({-1}), 3), Misuse);
  EXPECT_THROW(on.valid_tokens(ids({1}), mask_table({{1}})), Misuse);
  EXPECT_THROW(on.take_positions(table({{1, 2}}), ids({2})), Misuse);
  EXPECT_THROW(on.take_positions(table({{1, 2}}), ids({0, 0})), Misuse);
  EXPECT_THROW(on.mean_valid(Tensor::full({1, 2, 1}, 1), mask_table({{0, 0}})), Misuse);
  EXPECT_THROW(on.inverse_order(ids({0, 0})), Misuse);
  EXPECT_THROW(on.padding_waste(ids({1, 2}), ids({0, 1}), 0), Misuse);
  EXPECT_THROW(on.batch_waits(ids({2, 1}), 2), Misuse);
  EXPECT_THROW(on.embed(table({{1, 2}}), ids({1})), Misuse);
  EXPECT_THROW(on.embed(row({1, 2}), ids({0})), Misuse);
  EXPECT_THROW(on.one_hot(ids({-1}), 3), Misuse);
  EXPECT_THROW(on.embedding_scale(0), Misuse);
}

}  // namespace
}  // namespace galley
