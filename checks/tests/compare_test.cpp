// The ruler is measured: each assertion accepts the right and rejects the wrong, the NaN and the misshapen.
#include "checks/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace galley {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");
const Place kHere{"x", "compare_test.cpp", 7};

/// What an assertion said and what it left in the record.
struct Trial {
  bool held = false;
  std::string message;
  Comparison made;
  std::vector<std::string> off_device;
};

template <class Assertion>
Trial trial(Precision precision, Assertion assertion, bool needs_device = false) {
  Record record;
  record.precision = precision;
  record.needs_device = needs_device;
  const RecordScope scope(record);
  const Finding result = assertion();
  Trial t;
  t.held = static_cast<bool>(result);
  t.message = result.message;
  EXPECT_EQ(record.comparisons.size(), 1u) << "each assertion leaves one comparison";
  if (!record.comparisons.empty()) t.made = record.comparisons.front();
  EXPECT_EQ(t.held, t.made.held);
  if (!t.held) {
    EXPECT_FALSE(t.message.empty());
  }
  t.off_device = record.off_device;
  return t;
}

Figure figure(const std::vector<std::vector<std::string>>& texts, Shape shape = {}) {
  std::vector<std::vector<Printed>> printings;
  for (const auto& element : texts) {
    auto& all = printings.emplace_back();
    for (const std::string& text : element) all.push_back(parse_printed(text));
  }
  if (shape.empty() && texts.size() != 1) shape = {static_cast<std::int64_t>(texts.size())};
  return Figure("shares", shape, printings);
}

Trial printed(const Tensor& got, const Figure& want, Precision precision = Precision::f64) {
  return trial(precision, [&] { return printed_as(kHere, got, want); });
}

Trial close(const Tensor& got, const Tensor& want, const Bound& bound, Precision precision = Precision::f64) {
  return trial(precision, [&] { return close_to(kHere, got, want, bound); });
}

Trial exact(const Tensor& got, const Tensor& want) {
  return trial(Precision::f64, [&] { return exactly(kHere, got, want); });
}

// --- printed figures

TEST(PrintedAs, HoldsWithinHalfAUnitOfTheLastDigit) {
  const Figure shares = figure({{"0.665241"}, {"0.244728"}, {"0.090031"}});
  EXPECT_TRUE(printed(row({0.66524096, 0.24472847, 0.09003057}), shares).held);
  EXPECT_TRUE(printed(row({0.6652405, 0.2447284, 0.0900305}), shares).held)
      << "the border itself rounds there";
  EXPECT_FALSE(printed(row({0.66524096, 0.24472847, 0.0900304}), shares).held);
  EXPECT_FALSE(printed(row({0.66524096, 0.24472851, 0.09003057}), shares).held);
}

TEST(PrintedAs, NamesTheWorstElement) {
  const Trial t =
      printed(row({0.665241, 0.244728, 0.080031}), figure({{"0.665241"}, {"0.244728"}, {"0.090031"}}));
  EXPECT_EQ(t.made.index, Index({2}));
  EXPECT_EQ(t.made.printed, "0.090031");
  EXPECT_EQ(t.made.figure, "shares");
  EXPECT_DOUBLE_EQ(t.made.got, 0.080031);
  EXPECT_EQ(t.made.line, 7);
  EXPECT_NE(t.message.find("shares[2] [f64]: got 0.080031"), std::string::npos) << t.message;
  EXPECT_NE(t.message.find("expected 0.090031"), std::string::npos) << t.message;
}

TEST(PrintedAs, KeepsTheMarginOfAPass) {
  const Trial t = printed(row({0.5001, 0.25}), figure({{"0.500"}, {"0.250"}}));
  EXPECT_TRUE(t.held);
  EXPECT_EQ(t.made.index, Index({0}));
  EXPECT_NEAR(t.made.error, 1e-4, 1e-12);
  EXPECT_NEAR(t.made.bound, 5e-4, 1e-12);
  EXPECT_EQ(t.made.values, std::vector<double>({0.5001, 0.25}));
}

TEST(PrintedAs, RejectsNan) {
  EXPECT_FALSE(printed(row({kNan, 1}), figure({{"0"}, {"1"}})).held);
  EXPECT_FALSE(printed(row({0, kNan}), figure({{"0"}, {"−∞"}})).held);
  const Trial t = printed(row({0.3, kNan, 9}), figure({{"0.3"}, {"0.3"}, {"1.0"}}));
  EXPECT_EQ(t.made.index, Index({1})) << "NaN is worst of all";
  EXPECT_EQ(t.made.failed.size(), 2u);
}

TEST(PrintedAs, RejectsTheMisshapen) {
  const Figure two = figure({{"1"}, {"2"}});
  EXPECT_FALSE(printed(table({{1, 2}}), two).held);
  EXPECT_FALSE(printed(row({1, 2, 3}), two).held);
  EXPECT_FALSE(printed(scalar(1), two).held);
  const Trial t = printed(table({{1}, {2}}), two);
  EXPECT_NE(t.message.find("shape [2,1], expected [2]"), std::string::npos) << t.message;
  EXPECT_TRUE(printed(table({{1, 2}, {3, 4}}), figure({{"1"}, {"2"}, {"3"}, {"4"}}, {2, 2})).held);
  EXPECT_FALSE(printed(table({{1, 3}, {2, 4}}), figure({{"1"}, {"2"}, {"3"}, {"4"}}, {2, 2})).held)
      << "transposed";
}

TEST(PrintedAs, AnInfinityHoldsOnlyForItself) {
  const Figure masked = figure({{"−∞"}});
  EXPECT_TRUE(printed(scalar(-kInfinity), masked).held);
  EXPECT_FALSE(printed(scalar(kInfinity), masked).held);
  EXPECT_FALSE(printed(scalar(-1e300), masked).held);
  EXPECT_FALSE(printed(scalar(0), masked).held);
  EXPECT_FALSE(printed(scalar(-kInfinity), figure({{"-1000000"}})).held);
  EXPECT_TRUE(printed(scalar(kInfinity), figure({{"∞"}})).held);
}

TEST(PrintedAs, WholeNumbersAreMetExactly) {
  EXPECT_TRUE(printed(scalar(1048576), figure({{"1,048,576"}})).held);
  EXPECT_FALSE(printed(scalar(1048576.4), figure({{"1,048,576"}})).held);
  EXPECT_FALSE(printed(scalar(3.4), figure({{"3"}})).held);
  EXPECT_TRUE(printed(scalar(1 + 1e-16), figure({{"1"}})).held) << "rounding steps are forgiven";
  EXPECT_TRUE(trial(Precision::f64, [&] { return printed_as(kHere, ids({3}), figure({{"3"}}, {1})); }).held);
  EXPECT_FALSE(trial(Precision::f64, [&] { return printed_as(kHere, ids({4}), figure({{"3"}}, {1})); }).held);
  EXPECT_TRUE(trial(Precision::f64, [&] {
                return printed_as(kHere, Shape{2, 3}, figure({{"2"}, {"3"}}));
              }).held);
  EXPECT_FALSE(trial(Precision::f64, [&] {
                 return printed_as(kHere, Shape{3, 2}, figure({{"2"}, {"3"}}));
               }).held);
  EXPECT_FALSE(trial(Precision::f64, [&] {
                 return printed_as(kHere, Shape{2, 3, 1}, figure({{"2"}, {"3"}}));
               }).held);
}

TEST(PrintedAs, PercentagesAndExponentsAreNumbers) {
  EXPECT_TRUE(printed(scalar(0.204), figure({{"20%"}})).held);
  EXPECT_FALSE(printed(scalar(0.206), figure({{"20%"}})).held);
  EXPECT_FALSE(printed(scalar(20), figure({{"20%"}})).held);
  EXPECT_TRUE(printed(scalar(1.4e-12), figure({{"1e−12"}})).held);
  EXPECT_FALSE(printed(scalar(1.6e-12), figure({{"1e−12"}})).held);
}

TEST(PrintedAs, EveryPrintingMustHold) {
  const Figure twice = figure({{"0.67", "0.665241"}});
  EXPECT_TRUE(printed(scalar(0.66524096), twice).held);
  const Trial t = printed(scalar(0.6661), twice);
  EXPECT_FALSE(t.held);
  ASSERT_EQ(t.made.failed.size(), 1u);
  EXPECT_EQ(t.made.failed[0], std::make_pair(std::size_t{0}, std::size_t{1})) << "the finer printing failed";
  EXPECT_EQ(t.made.printed, "0.665241");
}

TEST(PrintedAs, AFloatThatMissesTheDigitsPassesWithANote) {
  // 0.5000005 rounds to 0.500001 (away from the border) and a float32 error of 4 ulp may fall below it.
  const Figure border = figure({{"0.5"}, {"0.500001"}});
  const Tensor near = row({0.5, 0.50000048});
  const Trial f32 = printed(near, border, Precision::f32);
  EXPECT_TRUE(f32.held);
  EXPECT_NE(f32.made.note.find("element [1]"), std::string::npos) << f32.made.note;
  EXPECT_NE(f32.made.note.find("0.500001"), std::string::npos) << f32.made.note;
  EXPECT_FALSE(printed(near, border, Precision::f64).held) << "float64 has no such excuse";
  EXPECT_TRUE(printed(row({0.5, 0.5000008}), border, Precision::f32).made.note.empty());
  EXPECT_FALSE(printed(row({0.5, 0.4999}), border, Precision::f32).held);
}

TEST(PrintedAs, ADoubleJustBehindTheBorderPassesWithoutANote) {
  const Trial t = printed(scalar(0.500001 - 5e-7 - 7e-16), figure({{"0.500001"}}));
  EXPECT_TRUE(t.held) << "within 4 rounding steps of the border";
  EXPECT_TRUE(t.made.note.empty());
}

TEST(PrintedAs, StatedSlackIsUsed) {
  const Figure one = figure({{"1.000000"}});
  const auto with = [&](double count) {
    return trial(Precision::f32,
                 [&] {
                   return printed_as(kHere, scalar(1 + 5e-7 + 10 * 0x1p-23), one, ulps(count, "a long sum"));
                 })
        .held;
  };
  EXPECT_FALSE(with(4));
  EXPECT_TRUE(with(16));
}

TEST(Figures, RefuseContradictingPrintings) {
  EXPECT_DOUBLE_EQ(figure({{"0.67", "0.665241"}}).number(), 0.665241);
  EXPECT_THROW(static_cast<void>(figure({{"0.66", "0.665241"}}).number()), Misprint);
  EXPECT_EQ(figure({{"−∞", "-∞"}}).number(), -kInfinity);
  EXPECT_THROW(static_cast<void>(figure({{"−∞", "0"}}).number()), Misprint);
  EXPECT_EQ(figure({{"4", "4.0"}}).integer(), 4);
  EXPECT_THROW(static_cast<void>(figure({{"4.5"}}).integer()), Misuse);
  EXPECT_THROW(static_cast<void>(figure({{"−∞"}}).integer()), Misuse);
  EXPECT_THROW(static_cast<void>(figure({{"1"}, {"2"}}).number()), Misuse);
  EXPECT_THROW(Figure("f", {3}, {{parse_printed("1")}}), Misuse);
}

TEST(Figures, NudgesMoveOnePrinting) {
  const Figure moved = figure({{"0.67", "0.665241"}, {"2"}}).with_nudge(0, 1, -1);
  EXPECT_EQ(moved.printings(0)[0].text, "0.67");
  EXPECT_EQ(moved.printings(0)[1].text, "0.665240");
  EXPECT_EQ(moved.printings(1)[0].text, "2");
  EXPECT_EQ(figure({{"−∞"}}).with_nudge(0, 0, 1).printings(0)[0].value, 0);
}

// --- close, exactly, differs

TEST(CloseTo, HoldsUpToTheBound) {
  EXPECT_TRUE(close(row({1, 2.25}), row({1, 2}), within(0.25, "why")).held);
  EXPECT_FALSE(close(row({1, 2.25}), row({1, 2}), within(0.2499, "why")).held);
  EXPECT_FALSE(close(row({1, 1.75}), row({1, 2}), within(0.2499, "why")).held);
  const Trial t = close(row({1, 2.25}), row({1, 2}), within(0.1, "because"));
  EXPECT_NE(t.message.find("x[1] [f64]: got 2.25, expected 2, error 0.25 > bound 0.1 (because)"),
            std::string::npos)
      << t.message;
}

TEST(CloseTo, RejectsNanInfinityAndTheMisshapen) {
  const Bound wide = within(1e9, "why");
  EXPECT_FALSE(close(scalar(kNan), scalar(1), wide).held);
  EXPECT_FALSE(close(scalar(1), scalar(kNan), wide).held);
  EXPECT_FALSE(close(scalar(kNan), scalar(kNan), wide).held);
  EXPECT_FALSE(close(scalar(kInfinity), scalar(1), wide).held);
  EXPECT_FALSE(close(scalar(kInfinity), scalar(-kInfinity), wide).held);
  EXPECT_TRUE(close(scalar(-kInfinity), scalar(-kInfinity), wide).held);
  EXPECT_FALSE(close(row({1}), scalar(1), wide).held);
  EXPECT_FALSE(close(table({{1, 2}}), row({1, 2}), wide).held) << "nothing is broadcast";
}

TEST(CloseTo, AnEmptyComparisonProvesNothing) {
  EXPECT_FALSE(close(Tensor({0, 2}, {}), Tensor({0, 2}, {}), within(1, "why")).held);
  EXPECT_TRUE(exact(Tensor({0, 2}, {}), Tensor({0, 2}, {})).held) << "that something is empty can be a claim";
}

TEST(CloseTo, BoundsMustBeFiniteAndNotNegative) {
  EXPECT_THROW(within(kInfinity, "why"), Misuse);
  EXPECT_THROW(within(kNan, "why"), Misuse);
  EXPECT_THROW(within(-1, "why"), Misuse);
  EXPECT_THROW(within(1, ""), Misuse) << "a bound without a reason";
  EXPECT_THROW(ulps(-1, "why"), Misuse);
  EXPECT_THROW(ulps(kInfinity, "why"), Misuse);
  EXPECT_THROW(ulps(1, ""), Misuse);
  EXPECT_THROW(within(1, "why").in_f32(kInfinity, "why"), Misuse);
}

TEST(CloseTo, BoundsFollowTheColumn) {
  const double step = epsilon_of(Precision::f32) / epsilon_of(Precision::f64);
  EXPECT_DOUBLE_EQ(within(1e-12, "w").at(Precision::f32), 1e-12 * step);
  EXPECT_EQ(within(1e-12, "w").in_f32(1e-5, "v").at(Precision::f32), 1e-5);
  EXPECT_EQ(within(1e-12, "w").in_f32(1e-5, "v").why(Precision::f32), "v");
  EXPECT_EQ(within(1e-12, "w").in_every_column().at(Precision::f32), 1e-12);
  EXPECT_FALSE(close(scalar(1e-9), scalar(0), within(1e-12, "w")).held);
  EXPECT_TRUE(close(scalar(1e-9), scalar(0), within(1e-12, "w"), Precision::f32).held);
  const auto at = [&](Precision precision, double got) {
    return trial(precision, [&] { return close_to(kHere, scalar(got), scalar(100), ulps(2, "two steps")); })
        .held;
  };
  EXPECT_TRUE(at(Precision::f64, 100 * (1 + 2 * epsilon_of(Precision::f64))));
  EXPECT_FALSE(at(Precision::f64, 100 * (1 + 4 * epsilon_of(Precision::f64))));
  EXPECT_TRUE(at(Precision::f32, 100 * (1 + 2 * epsilon_of(Precision::f32))));
}

TEST(CloseTo, TheWorstElementIsTheOneThatUsesMostOfItsBound) {
  // 1000.001 is further off than 0.0005, and yet nearer to its own, larger bound.
  const Trial t = trial(Precision::f64, [&] {
    return close_to(kHere, row({1000.001, 0.0005}), row({1000, 0}), ulps(1e13, "wide"));
  });
  EXPECT_EQ(t.made.index, Index({1}));
}

TEST(Exactly, IsBitForBit) {
  EXPECT_TRUE(exact(row({0.1, -kInfinity}), row({0.1, -kInfinity})).held);
  EXPECT_TRUE(exact(scalar(0.0), scalar(-0.0)).held);
  EXPECT_FALSE(exact(scalar(0.1 + 0.2), scalar(0.3)).held);
  EXPECT_FALSE(exact(scalar(kNan), scalar(kNan)).held);
  EXPECT_FALSE(exact(row({1, 2}), table({{1, 2}})).held);
  const auto same_ids = [](const Ids& a, const Ids& b) {
    return trial(Precision::f64, [&] { return exactly(kHere, a, b); }).held;
  };
  EXPECT_TRUE(same_ids(ids({1, 2}), ids({1, 2})));
  EXPECT_FALSE(same_ids(ids({1, 2}), ids({2, 1})));
  EXPECT_FALSE(same_ids(ids({1, 2}), ids({1, 2, 3})));
  const auto same_mask = [](const Mask& a, const Mask& b) {
    return trial(Precision::f64, [&] { return exactly(kHere, a, b); }).held;
  };
  EXPECT_TRUE(same_mask(mask_table({{1, 0}}), mask_table({{1, 0}})));
  EXPECT_FALSE(same_mask(mask_table({{1, 0}}), mask_table({{0, 1}})));
  const auto same_shape = [](const Shape& a, const Shape& b) {
    return trial(Precision::f64, [&] { return exactly(kHere, a, b); }).held;
  };
  EXPECT_TRUE(same_shape({2, 3}, {2, 3}));
  EXPECT_FALSE(same_shape({2, 3}, {3, 2}));
  EXPECT_FALSE(same_shape({2, 3}, {2}));
}

TEST(Exactly, WholeNumbersBeyondADoubleAreToldApart) {
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  const auto same = [](std::int64_t a, std::int64_t b) {
    return trial(Precision::f64, [&] { return exactly(kHere, a, b); }).held;
  };
  EXPECT_TRUE(same(large, large));
  EXPECT_FALSE(same(large, large - 1));
  EXPECT_FALSE(trial(Precision::f64, [&] { return exactly(kHere, ids({large}), ids({large - 1})); }).held);
}

TEST(Exactly, TextIsComparedByteByByte) {
  const auto same = [](const std::string& a, const std::string& b) {
    return trial(Precision::f64, [&] { return exactly(kHere, a, b); });
  };
  EXPECT_TRUE(same("我爱", "我爱").held);
  EXPECT_FALSE(same("我爱", "我").held);
  EXPECT_NE(same("a", "b").message.find("got \"a\", expected \"b\""), std::string::npos);
}

TEST(Differs, NeedsOneElementFurtherApart) {
  const auto apart = [](const Tensor& a, const Tensor& b) {
    return trial(Precision::f64, [&] { return differs(kHere, a, b, within(0.5, "half")); });
  };
  EXPECT_TRUE(apart(row({1, 2}), row({1, 2.75})).held);
  EXPECT_FALSE(apart(row({1, 2}), row({1, 2.5})).held);
  EXPECT_FALSE(apart(row({1, 2}), row({1, 2})).held);
  EXPECT_FALSE(apart(row({1, 2}), table({{5, 5}})).held) << "another shape is not a difference in values";
  EXPECT_FALSE(apart(row({kNan, 2}), row({1, 2})).held);
  EXPECT_FALSE(apart(row({kNan, 2}), row({1, 5})).held) << "NaN never passes, whatever stands beside it";
  EXPECT_TRUE(apart(row({-kInfinity}), row({0})).held);
  EXPECT_FALSE(apart(row({-kInfinity}), row({-kInfinity})).held);
  EXPECT_FALSE(apart(Tensor({0}, {}), Tensor({0}, {})).held);
}

TEST(Refused, NeedsMisuseThatNamesTheParts) {
  const auto say = [](const std::function<void()>& call, std::initializer_list<const char*> parts) {
    return trial(Precision::f64, [&] { return refused(kHere, call, parts); });
  };
  const auto misuse = [] { throw Misuse("matmul: inner sizes differ: [2,3] × [4,2]"); };
  EXPECT_TRUE(say(misuse, {"[2,3]", "[4,2]"}).held);
  EXPECT_FALSE(say(misuse, {"[2,3]", "[4,3]"}).held);
  EXPECT_FALSE(say([] {}, {}).held) << "nothing was refused";
  Record record;
  const RecordScope scope(record);
  EXPECT_THROW(static_cast<void>(refused(kHere, [] { throw std::bad_alloc(); }, {})), std::bad_alloc);
}

TEST(Less, IsStrictAndRefusesNan) {
  const auto say = [](double got, double than) {
    return trial(Precision::f64, [&] { return less(kHere, got, than); });
  };
  EXPECT_TRUE(say(1, 2).held);
  EXPECT_FALSE(say(2, 2).held);
  EXPECT_FALSE(say(2, 1).held);
  EXPECT_EQ(say(2, 1).message, "x: 2 is not smaller than 1");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(say(nan, 1).held);
  EXPECT_FALSE(say(1, nan).held);
}

TEST(Record, OutsideOfABodyThereIsNone) { EXPECT_THROW(current_record(), std::logic_error); }

TEST(Record, ValuesThatDidNotComeThroughTheDeviceAreNamed) {
  const auto of = [](const Tensor& got) {
    return trial(
        Precision::f32, [&] { return close_to(kHere, got, scalar(1), within(1, "why")); }, true);
  };
  EXPECT_EQ(of(scalar(1)).off_device, std::vector<std::string>({"x"}));
  const Tensor there = scalar(1);
  there.mark_through_device();
  EXPECT_TRUE(of(there).off_device.empty());
  EXPECT_TRUE(of(there.view({}, {}, 0)).off_device.empty()) << "a view of it did as well";
}

TEST(Record, ShapesCountsIdsAndTextAreNoArithmetic) {
  const auto of = [](auto got, auto want) {
    return trial(
               Precision::f32, [&] { return exactly(kHere, got, want); }, true)
        .off_device;
  };
  EXPECT_TRUE(of(Shape{2, 3}, Shape{2, 3}).empty());
  EXPECT_TRUE(of(std::int64_t{3}, 3).empty());
  EXPECT_TRUE(of(true, true).empty());
  EXPECT_TRUE(of(ids({1}), ids({1})).empty());
  EXPECT_TRUE(of(mask_table({{1}}), mask_table({{1}})).empty());
  EXPECT_TRUE(of(std::string("a"), std::string("a")).empty());
  EXPECT_EQ(of(0.5, 0.5), std::vector<std::string>({"x"})) << "a plain number of the lesson's own";
}

}  // namespace
}  // namespace galley
