#pragma once
// Random inputs for tests, the same on every machine and in every run: a test's seed is its own name.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "checks/ndarray.h"

namespace galley {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}

  /// Seeded by the running test's name and the number of the case.
  static Chance of_test(std::uint64_t number = 0) {
    const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
    std::uint64_t hash = 14695981039346656037ULL + number * 0x9E3779B97F4A7C15ULL;
    for (const char c : std::string(info->test_suite_name()) + "." + info->name()) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    }
    return Chance(hash);
  }

  /// A whole number in [from, to].
  std::int64_t between(std::int64_t from, std::int64_t to) {
    return from + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(to - from + 1));
  }

  /// A number in [from, to).
  double real(double from, double to) {
    return from + (to - from) * (static_cast<double>(next() >> 11) * 0x1p-53);
  }

  bool coin() { return (next() & 1) != 0; }

  /// Numbers in [-3, 3).
  Tensor tensor(const Shape& shape) {
    std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
    for (double& v : values) v = real(-3, 3);
    return Tensor(shape, std::move(values));
  }

  /// Positive numbers whose sum along the only axis is 1.
  Tensor shares(std::int64_t n) {
    std::vector<double> values(static_cast<std::size_t>(n));
    double total = 0;
    for (double& v : values) total += (v = real(0.01, 1));
    for (double& v : values) v /= total;
    return Tensor({n}, std::move(values));
  }

  Ids ids(const Shape& shape, std::int64_t below) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(element_count(shape)));
    for (std::int64_t& v : values) v = between(0, below - 1);
    return Ids(shape, std::move(values));
  }

  /// A mask that leaves most places readable, now and then a whole row of none.
  Mask mask(const Shape& shape) {
    std::vector<std::uint8_t> values(static_cast<std::size_t>(element_count(shape)));
    const std::int64_t width = shape.empty() ? 1 : shape.back();
    bool dark = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (static_cast<std::int64_t>(i) % width == 0) dark = between(0, 5) == 0;
      values[i] = !dark && between(0, 3) != 0;
    }
    return Mask(shape, std::move(values));
  }

  /// A shape of so many axes, each 1 to 4 long (1 often enough that broadcasting is met).
  Shape shape(std::int64_t lowest_rank, std::int64_t highest_rank) {
    Shape shape(static_cast<std::size_t>(between(lowest_rank, highest_rank)));
    for (std::int64_t& length : shape) length = between(1, 4);
    return shape;
  }

  /// A shape that broadcasts to `full`: leading axes left out, others now and then of length 1.
  Shape below(const Shape& full) {
    Shape shape(full.begin() + between(0, static_cast<std::int64_t>(full.size())), full.end());
    for (std::int64_t& length : shape) length = coin() ? length : 1;
    return shape;
  }

  /// The same elements behind other strides: a permuted view of a permuted copy, so that words meet arrays
  /// that do not lie row-major.
  Tensor scattered(const Tensor& a) {
    if (a.rank() < 2) return a;
    const auto rank = static_cast<std::size_t>(a.rank());
    Shape turned(rank);
    for (std::size_t i = 0; i < rank; ++i) turned[i] = a.shape()[rank - 1 - i];
    Tensor copy = Tensor::full(turned, 0);
    const std::vector<double> values = a.values();
    Strides strides(copy.strides().rbegin(), copy.strides().rend());
    Tensor view = copy.view(a.shape(), strides, 0);
    Index index(rank, 0);
    for (const double value : values) {
      view.set(index, value);
      for (std::size_t i = rank; i-- > 0;) {
        if (++index[i] < a.shape()[i]) break;
        index[i] = 0;
      }
    }
    return view;
  }

 private:
  std::uint64_t next() {
    // SplitMix64.
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace galley
