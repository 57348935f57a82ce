// Shapes, views and broadcasting against explicit loops and the second route, on random shapes.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "checks/ops.h"
#include "checks/second/array.h"
#include "checks/second/batch.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 60;
const Ops on;

Shape shuffled_axes(Chance& chance, std::int64_t rank) {
  Shape order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1],
              order[static_cast<std::size_t>(chance.between(0, static_cast<std::int64_t>(i) - 1))]);
  }
  return order;
}

TEST(Array, ReshapeKeepsRowMajorOrder) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor a = chance.tensor(chance.shape(1, 4));
    const Tensor from = chance.coin() ? chance.scattered(a) : a;
    // Any two factors of the size make a shape.
    std::int64_t first = chance.between(1, a.size());
    while (a.size() % first != 0) --first;
    const Tensor got = on.reshape(from, {first, -1});
    ASSERT_EQ(got.shape(), Shape({first, a.size() / first}));
    const std::vector<double> values = a.values();
    for (std::int64_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(got.at({i / got.length(1), i % got.length(1)}), values[static_cast<std::size_t>(i)]);
    }
    EXPECT_AGREE(got, second::reshape(from, {first, -1}), 0.0);
    EXPECT_EQ(got.shares_storage_with(from), from.is_contiguous()) << "a view where it can be";
  }
}

TEST(Array, PermuteThenItsInverseIsNothing) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor a = chance.scattered(chance.tensor(chance.shape(1, 5)));
    const Shape order = shuffled_axes(chance, a.rank());
    Shape inverse(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      inverse[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
    }
    const Tensor turned = on.permute(a, order);
    EXPECT_AGREE(turned, second::permute(a, order), 0.0);
    EXPECT_AGREE(on.permute(turned, inverse), a, 0.0);
    EXPECT_TRUE(turned.shares_storage_with(a));
  }
}

TEST(Array, TransposeSelectSliceSqueezeAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor a = chance.scattered(chance.tensor(chance.shape(2, 4)));
    EXPECT_AGREE(on.transpose(a), second::transpose(a), 0.0);
    EXPECT_AGREE(on.contiguous(a), second::contiguous(a), 0.0);
    EXPECT_FALSE(on.contiguous(a).shares_storage_with(a));
    EXPECT_AGREE(on.squeeze_all(a), second::squeeze_all(a), 0.0);
    const std::int64_t axis = chance.between(-a.rank(), a.rank() - 1);
    const std::int64_t length = a.length(axis);
    const std::int64_t start = chance.between(0, length);
    const std::int64_t stop = chance.between(start, length);
    EXPECT_AGREE(on.slice(a, axis, start, stop), second::slice(a, axis, start, stop), 0.0);
    const std::int64_t index = chance.between(0, length - 1);
    EXPECT_AGREE(on.select(a, axis, index), second::select(a, axis, index), 0.0);
    const std::int64_t place = chance.between(-a.rank() - 1, a.rank());
    const Tensor wider = on.unsqueeze(a, place);
    EXPECT_AGREE(wider, second::unsqueeze(a, place), 0.0);
    EXPECT_AGREE(on.squeeze(wider, place), a, 0.0);
    EXPECT_AGREE(second::squeeze(wider, place), a, 0.0);
    EXPECT_AGREE(on.sum(a, axis), second::sum(a, axis), kAgreement);
    const Tensor left = on.slice(a, axis, 0, start);
    EXPECT_AGREE(on.concat(left, on.slice(a, axis, start, length), axis), a, 0.0);
    EXPECT_AGREE(on.concat(a, left, axis), second::concat(a, left, axis), 0.0);
  }
}

TEST(Array, BroadcastingIsTheExplicitLoop) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Shape full = chance.shape(1, 4);
    const Tensor a = chance.scattered(chance.tensor(full));
    const Tensor b = chance.tensor(chance.below(full));
    EXPECT_EQ(on.broadcast_shape(a.shape(), b.shape()), second::broadcast_shape(a.shape(), b.shape()));
    EXPECT_AGREE(on.broadcast_to(b, full), second::broadcast_to(b, full), 0.0);
    EXPECT_AGREE(on.add(a, b), second::add(a, b), kAgreement);
    EXPECT_AGREE(on.subtract(b, a), second::subtract(b, a), kAgreement);
    EXPECT_AGREE(on.multiply(b, a), second::multiply(b, a), kAgreement);
    EXPECT_AGREE(on.divide(a, b), second::divide(a, b), kAgreement);
  }
}

TEST(Array, BothOperandsMayBroadcast) {
  EXPECT_AGREE(on.add(table({{1}, {2}}), row({10, 20, 30})), table({{11, 21, 31}, {12, 22, 32}}), 0.0);
  EXPECT_EQ(on.broadcast_shape({4, 1, 3}, {2, 1}), Shape({4, 2, 3}));
  EXPECT_THROW(on.broadcast_shape({2, 3}, {2}), Misuse);
  EXPECT_THROW(second::broadcast_shape({2, 3}, {2}), Misuse);
  EXPECT_EQ(on.broadcast_shape({0, 1}, {1, 3}), Shape({0, 3})) << "0 is a length like any other";
  EXPECT_THROW(on.broadcast_shape({0}, {2}), Misuse);
}

TEST(Array, WritesAreSeenByTheOwner) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Shape shape = chance.shape(2, 4);
    Tensor mine = chance.tensor(shape);
    Tensor other(mine.shape(), mine.values());
    const std::int64_t axis = chance.between(0, mine.rank() - 1);
    const std::int64_t index = chance.between(0, mine.length(axis) - 1);
    Tensor view = on.select(on.transpose(mine), axis, chance.between(0, on.transpose(mine).length(axis) - 1));
    static_cast<void>(index);
    Tensor same = other.view(view.shape(), view.strides(), view.offset());
    const Tensor values = chance.tensor(chance.below(view.shape()));
    on.write(view, values);
    second::write(same, values);
    EXPECT_AGREE(mine, other, 0.0);
    on.add_in_place(view, values);
    second::add_in_place(same, values);
    EXPECT_AGREE(mine, other, kAgreement);
  }
}

TEST(Array, WritingAViewOntoItselfReadsFirst) {
  Tensor a = table({{1, 2}, {3, 4}});
  const Tensor turned = on.transpose(a);
  on.write(a, turned);
  EXPECT_AGREE(a, table({{1, 3}, {2, 4}}), 0.0);
  on.add_in_place(a, a);
  EXPECT_AGREE(a, table({{2, 6}, {4, 8}}), 0.0);
}

TEST(Array, WritingRefusesRepeatedElements) {
  Tensor spread = on.broadcast_to(row({1, 2}), {3, 2});
  EXPECT_THROW(on.write(spread, row({5, 6})), Misuse);
  EXPECT_THROW(on.add_in_place(spread, row({5, 6})), Misuse);
  Tensor empty({3, 0}, {});
  on.write(empty, scalar(1));
}

TEST(Array, AColumnWritesItsOwnNumbers) {
  const Ops f32(Precision::f32);
  Tensor a = row({0, 0});
  f32.write(a, row({0.1, 1e300}));
  EXPECT_EQ(a.at({0}), static_cast<double>(0.1F));
  EXPECT_EQ(a.at({1}), std::numeric_limits<double>::infinity());
}

TEST(Array, HeadsSplitAndMerge) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t heads = chance.between(1, 4);
    const Tensor x =
        chance.tensor({chance.between(1, 3), chance.between(1, 5), heads * chance.between(1, 3)});
    const Tensor apart = on.split_heads(x, heads);
    EXPECT_AGREE(apart, second::split_heads(x, heads), 0.0);
    EXPECT_AGREE(on.merge_heads(apart), x, 0.0);
    EXPECT_AGREE(second::merge_heads(apart), x, 0.0);
  }
}

TEST(Array, MisuseIsNamed) {
  const Tensor a = table({{1, 2, 3}, {4, 5, 6}});
  EXPECT_THROW(on.reshape(a, {4, -1}), Misuse);
  EXPECT_THROW(on.reshape(a, {-1, -1}), Misuse);
  EXPECT_THROW(on.reshape(a, {7}), Misuse);
  EXPECT_THROW(on.reshape(a, {-2, -3}), Misuse);
  EXPECT_THROW(on.transpose(row({1})), Misuse);
  EXPECT_THROW(on.permute(a, {0, 0}), Misuse);
  EXPECT_THROW(on.permute(a, {0}), Misuse);
  EXPECT_THROW(on.permute(a, {0, 2}), Misuse);
  EXPECT_THROW(on.squeeze(a, 0), Misuse);
  EXPECT_THROW(on.unsqueeze(a, 4), Misuse);
  EXPECT_THROW(on.select(a, 0, 2), Misuse);
  EXPECT_THROW(on.select(a, 0, -1), Misuse);
  EXPECT_THROW(on.slice(a, 1, 2, 4), Misuse);
  EXPECT_THROW(on.slice(a, 1, 2, 1), Misuse);
  EXPECT_THROW(on.concat(a, row({1, 2, 3}), 0), Misuse);
  EXPECT_THROW(on.concat(a, a, 2), Misuse);
  EXPECT_THROW(on.broadcast_to(a, {3}), Misuse);
  EXPECT_THROW(on.broadcast_to(row({1, 2}), {1}), Misuse);
  EXPECT_THROW(on.split_heads(a, 3), Misuse);
  EXPECT_THROW(on.merge_heads(a), Misuse);
  EXPECT_THROW(on.sum(a, 2), Misuse);
}

TEST(Array, EmptyArraysPassThrough) {
  const Tensor none({0, 3}, {});
  EXPECT_EQ(on.transpose(none).shape(), Shape({3, 0}));
  EXPECT_EQ(on.reshape(none, {3, 0}).shape(), Shape({3, 0}));
  EXPECT_THROW(on.reshape(none, {0, -1}), Misuse) << "any length would do";
  EXPECT_EQ(on.add(none, row({1, 2, 3})).shape(), Shape({0, 3}));
  EXPECT_AGREE(on.sum(none, 0), table({{0, 0, 0}}), 0.0);
  EXPECT_AGREE(on.concat(none, table({{1, 2, 3}}), 0), table({{1, 2, 3}}), 0.0);
}

TEST(Batch, EmbedLooksRowsUp) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t vocabulary = chance.between(1, 9);
    const Tensor rows = chance.scattered(chance.tensor({vocabulary, chance.between(1, 4)}));
    const Ids chosen = chance.ids(chance.shape(0, 3), vocabulary);
    EXPECT_AGREE(on.embed(rows, chosen), second::embed(rows, chosen), 0.0);
  }
  EXPECT_THROW(on.embed(table({{1}}), ids({1})), Misuse);
  EXPECT_THROW(on.embed(table({{1}}), ids({-1})), Misuse);
  EXPECT_THROW(second::embed(table({{1}}), ids({1})), Misuse);
}

TEST(Array, CountsElementsAndTheSecondRoute) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor a = chance.scattered(chance.tensor(chance.shape(1, 4)));
    EXPECT_EQ(on.count_elements(a.shape()), second::count_elements(a.shape()));
    EXPECT_EQ(on.count_axes(a), second::count_axes(a));
    EXPECT_AGREE(on.array_of(a.shape(), 2.5), second::array_of(a.shape(), 2.5), 0.0);
    const std::int64_t axis = chance.between(-a.rank(), a.rank() - 1);
    EXPECT_AGREE(on.sum_of_squares(a, axis), second::sum_of_squares(a, axis), kAgreement);
    Index index;
    for (const std::int64_t length : a.shape()) index.push_back(chance.between(0, length - 1));
    EXPECT_AGREE(on.element(a, index), second::element(a, index), 0.0);
    EXPECT_TRUE(on.element(a, index).shares_storage_with(a));
    index.back() = a.length(-1);
    EXPECT_THROW(static_cast<void>(on.element(a, index)), Misuse);
    index.pop_back();
    EXPECT_THROW(static_cast<void>(on.element(a, index)), Misuse);
  }
  EXPECT_EQ(on.count_elements({}), 1);
  EXPECT_EQ(on.count_elements({3, 0}), 0);
  EXPECT_THROW(static_cast<void>(on.count_elements({2, -1})), Misuse);
}

}  // namespace
}  // namespace galley
