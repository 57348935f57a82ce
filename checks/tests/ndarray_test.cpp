#include "checks/ndarray.h"

#include <gtest/gtest.h>

#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

/// What a call is refused with; "" when it goes through.
template <class F>
std::string refusal(F call) {
  try {
    call();
    return "";
  } catch (const Misuse& misuse) {
    return misuse.what();
  }
}

TEST(NdArray, HoldsRowMajorValues) {
  const Tensor a = table({{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(a.shape(), Shape({2, 3}));
  EXPECT_EQ(a.strides(), Strides({3, 1}));
  EXPECT_EQ(a.at({1, 0}), 4);
  EXPECT_EQ(a.values(), std::vector<double>({1, 2, 3, 4, 5, 6}));
}

TEST(NdArray, RefusesWhatDoesNotFit) {
  EXPECT_NE(refusal([] {
              Tensor({2, 2}, {1, 2, 3});
            }).find("[2,2] holds 4 elements, given 3"),
            std::string::npos);
  EXPECT_NE(refusal([] { Tensor({-1}, {}); }).find("negative length"), std::string::npos);
  EXPECT_NE(refusal([] { table({{1, 2}, {3}}); }).find("differ in length"), std::string::npos);
  const Tensor a = table({{1, 2, 3}, {4, 5, 6}});
  EXPECT_NE(refusal([&] {
              a.at({0, 3});
            }).find("index 3 is out of range for axis 1 of size 3"),
            std::string::npos);
  EXPECT_NE(refusal([&] { a.at({0, -1}); }).find("index -1"), std::string::npos);
  EXPECT_NE(refusal([&] { a.at({0}); }).find("has 1 entries"), std::string::npos);
  EXPECT_NE(refusal([&] { static_cast<void>(a.length(2)); }).find("axis 2 does not exist"),
            std::string::npos);
  EXPECT_NE(refusal([&] { a.item(); }).find("exactly one"), std::string::npos);
  EXPECT_NE(refusal([&] { a.view({2, 4}, {3, 1}, 0); }).find("reaches outside"), std::string::npos);
  EXPECT_NE(refusal([&] { a.view({2}, {-3}, 2); }).find("reaches outside"), std::string::npos);
  EXPECT_NE(refusal([&] { a.view({2}, {3, 1}, 0); }).find("one stride for each axis"), std::string::npos);
}

TEST(NdArray, ViewsShareStorage) {
  Tensor a = table({{1, 2, 3}, {4, 5, 6}});
  Tensor turned = a.view({3, 2}, {1, 3}, 0);
  EXPECT_EQ(turned.values(), std::vector<double>({1, 4, 2, 5, 3, 6}));
  EXPECT_FALSE(turned.is_contiguous());
  EXPECT_EQ(turned.contiguous_data(), nullptr);
  turned.set({2, 0}, 30);
  EXPECT_EQ(a.at({0, 2}), 30);
  Tensor backwards = a.view({2}, {-3}, 3);
  EXPECT_EQ(backwards.values(), std::vector<double>({4, 1}));
  EXPECT_TRUE(backwards.shares_storage_with(a));
}

TEST(NdArray, CopiesAreDescriptionsAndConstructionsAreNot) {
  Tensor a = row({1, 2});
  Tensor b = a;
  b.set({0}, 7);
  EXPECT_EQ(a.at({0}), 7);
  Tensor c(a.shape(), a.values());
  c.set({0}, 9);
  EXPECT_EQ(a.at({0}), 7);
}

TEST(NdArray, KnowsRepeatedElements) {
  const Tensor a = row({1, 2});
  EXPECT_TRUE(a.view({3, 2}, {0, 1}, 0).repeats_elements());
  EXPECT_FALSE(a.view({1, 2}, {0, 1}, 0).repeats_elements()) << "one place is no repetition";
  EXPECT_FALSE(Tensor({3, 0}, {}).repeats_elements()) << "nothing is repeated in an empty array";
}

TEST(NdArray, RankZeroAndEmptyArrays) {
  EXPECT_EQ(scalar(5).shape(), Shape{});
  EXPECT_EQ(scalar(5).item(), 5);
  EXPECT_EQ(scalar(5).at({}), 5);
  EXPECT_EQ(Tensor({0, 3}, {}).values().size(), 0u);
  EXPECT_EQ(Tensor({2, 0}, {}).size(), 0);
  EXPECT_EQ(Tensor().item(), 0);
}

/// Any view reads the elements that its strides name.
TEST(NdArray, ViewsReadWhatTheirStridesName) {
  for (std::uint64_t c = 0; c < 100; ++c) {
    Chance chance = Chance::of_test(c);
    const Tensor a = chance.tensor(chance.shape(2, 4));
    EXPECT_AGREE(chance.scattered(a), a, 0.0);
  }
}

}  // namespace
}  // namespace galley
