#include "checks/precision.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double bf16(double v) { return round_to(Precision::bf16, v); }
double f16(double v) { return round_to(Precision::f16, v); }

/// The value of a binary16 pattern, from the definition of the format.
double value_of_f16(unsigned bits) {
  const double sign = (bits & 0x8000U) != 0 ? -1 : 1;
  const int exponent = static_cast<int>((bits >> 10) & 31U);
  const double fraction = bits & 1023U;
  return exponent == 0 ? sign * std::ldexp(fraction, -24) : sign * std::ldexp(1024 + fraction, exponent - 25);
}

TEST(Precision, KeepsEveryHalfNumber) {
  for (unsigned bits = 0; bits < 0x10000U; ++bits) {
    if (((bits >> 10) & 31U) == 31) continue;
    EXPECT_EQ(f16(value_of_f16(bits)), value_of_f16(bits));
  }
}

TEST(Precision, RoundsHalvesToTheNearestTiesToEven) {
  for (unsigned bits = 0; bits + 1 < 0x7C00U; ++bits) {
    const double low = value_of_f16(bits);
    const double high = value_of_f16(bits + 1);
    const double middle = (low + high) / 2;
    EXPECT_EQ(f16(middle), (bits & 1U) == 0 ? low : high) << "tie above pattern " << bits;
    EXPECT_EQ(f16(std::nextafter(middle, 0)), low);
    EXPECT_EQ(f16(std::nextafter(middle, kInfinity)), high);
    EXPECT_EQ(f16(-middle), -f16(middle));
  }
}

TEST(Precision, KeepsEveryBrainNumber) {
  for (unsigned bits = 0; bits < 0x7F80U; ++bits) {
    const double low = std::bit_cast<float>(bits << 16);
    const double high = std::bit_cast<float>((bits + 1) << 16);
    EXPECT_EQ(bf16(low), low);
    if (bits + 1 == 0x7F80U) break;
    const double middle = (low + high) / 2;
    EXPECT_EQ(bf16(middle), (bits & 1U) == 0 ? low : high) << "tie above pattern " << bits;
    EXPECT_EQ(bf16(std::nextafter(middle, 0)), low);
    EXPECT_EQ(bf16(std::nextafter(middle, kInfinity)), high);
  }
}

TEST(Precision, LargestAndSmallest) {
  EXPECT_EQ(f16(65504), 65504);
  EXPECT_EQ(f16(65519.999), 65504);
  EXPECT_EQ(f16(65520), kInfinity);
  EXPECT_EQ(f16(-70000), -kInfinity);
  EXPECT_EQ(f16(std::ldexp(1.0, -24)), std::ldexp(1.0, -24));
  EXPECT_EQ(f16(std::ldexp(1.0, -25)), 0) << "a tie between 0 and the smallest number goes to 0";
  EXPECT_EQ(f16(std::ldexp(1.001, -25)), std::ldexp(1.0, -24));
  const double largest = std::bit_cast<float>(0x7F7F0000U);
  EXPECT_EQ(bf16(largest), largest);
  EXPECT_EQ(bf16(std::numeric_limits<float>::max()), kInfinity);
  EXPECT_EQ(bf16(std::ldexp(1.0, -133)), std::ldexp(1.0, -133));
  EXPECT_EQ(bf16(std::ldexp(1.0, -134)), 0);
  EXPECT_EQ(bf16(1e300), kInfinity);
  EXPECT_EQ(round_to(Precision::f32, 1e300), kInfinity);
}

TEST(Precision, SpecialNumbersStay) {
  for (const Precision p : {Precision::f64, Precision::f32, Precision::bf16, Precision::f16}) {
    EXPECT_TRUE(std::isnan(round_to(p, std::nan(""))));
    EXPECT_EQ(round_to(p, kInfinity), kInfinity);
    EXPECT_EQ(round_to(p, -kInfinity), -kInfinity);
    EXPECT_TRUE(std::signbit(round_to(p, -0.0)));
    EXPECT_TRUE(std::signbit(round_to(p, -1e-320)) || p == Precision::f64) << "underflow keeps the sign";
  }
}

/// One rounding, not two: 1 + 2^-8 + 2^-30 lies above the tie of bfloat16, which float32 on the way would
/// lose.
TEST(Precision, RoundsOnce) {
  EXPECT_EQ(bf16(1 + std::ldexp(1.0, -8)), 1);
  EXPECT_EQ(bf16(1 + std::ldexp(1.0, -8) + std::ldexp(1.0, -30)), 1 + std::ldexp(1.0, -7));
  EXPECT_EQ(f16(1 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40)), 1 + std::ldexp(1.0, -10));
}

TEST(Precision, EpsilonIsTheStepAboveOne) {
  for (const Precision p : {Precision::f64, Precision::f32, Precision::bf16, Precision::f16}) {
    const double epsilon = epsilon_of(p);
    EXPECT_EQ(round_to(p, 1 + epsilon), 1 + epsilon) << name_of(p);
    if (p != Precision::f64) {
      EXPECT_EQ(round_to(p, 1 + epsilon / 2), 1) << name_of(p);
    }
  }
}

TEST(Precision, RoundingTwiceIsRoundingOnce) {
  Chance chance = Chance::of_test();
  for (int i = 0; i < 10000; ++i) {
    const double v = std::ldexp(chance.real(-2, 2), static_cast<int>(chance.between(-150, 140)));
    for (const Precision p : {Precision::f32, Precision::bf16, Precision::f16}) {
      EXPECT_EQ(round_to(p, round_to(p, v)), round_to(p, v));
    }
  }
}

}  // namespace
}  // namespace galley
