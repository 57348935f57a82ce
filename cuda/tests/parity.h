#pragma once

// Parity tables: a kernel against plain loops in long double, over shapes that each have a reason to be
// there.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace galley::parity {

using Shape = std::vector<std::int64_t>;

/// What a kernel computed, and what it should have.
struct Outcome {
  std::vector<double> got;             ///< float and integer results widened, which is exact
  std::vector<long double> expected;   ///< by plain loops
  std::vector<long double> magnitude;  ///< size of the terms that an element is made of; empty: |expected|
};

/// One line of a table. An element passes if |got − expected| ≤ ulps · ε · its magnitude; ulps = 0 asks for
/// equality.
struct Line {
  Shape shape;
  const char* why;       ///< what this shape reaches that the others do not
  double ulps;           ///< bound, in ε of the type: 2^-23 or 2^-52
  const char* reason;    ///< where the bound comes from
  bool trivial = false;  ///< results may all be 0 or absent: an empty array, a fully masked row
};

/// Runs a kernel at a shape, on inputs that depend on nothing but the shape.
using Run = std::function<Outcome(const Shape&)>;

/// A kernel's table. Defining one registers its tests: each line in f32 and f64, and, on the emulator, that
/// all schedules give the same bits and that no `__syncthreads` of the kernel can be left out unnoticed.
class Table {
 public:
  Table(const char* kernel, Run in_float, Run in_double, std::vector<Line> lines);
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  /// Empty if the line holds; else kernel, shape, index, both values, error and bound, in one line. With
  /// GALLEY_PARITY_WORST set, the worst error of a line that holds is printed.
  std::string check(const Line& line, bool in_double) const;

  /// The first line that does not hold, in any precision or schedule; empty if all hold.
  std::string first_failure() const;

  const char* kernel() const { return kernel_; }
  const std::vector<Line>& lines() const { return lines_; }
  Outcome run(const Line& line, bool in_double) const {
    return (in_double ? in_double_ : in_float_)(line.shape);
  }

 private:
  const char* kernel_;
  Run in_float_, in_double_;
  std::vector<Line> lines_;
};

/// "3x33".
std::string to_text(const Shape& shape);

/// Widens results for an Outcome.
template <class T>
std::vector<double> widened(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

/// `count` numbers in about [−scale, scale], the same for the same seed, none zero; one in 16 is eight times
/// as large, so that a maximum or a sum is not what every other element is too.
template <class T>
std::vector<T> numbers(std::int64_t count, std::uint64_t seed, double scale = 1);

/// `count` integers in [low, high].
std::vector<std::int64_t> integers(std::int64_t count, std::uint64_t seed, std::int64_t low,
                                   std::int64_t high);

/// `count` integers in [low, high] as T: sums and products of a few of them are exact.
template <class T>
std::vector<T> whole_numbers(std::int64_t count, std::uint64_t seed, std::int64_t low, std::int64_t high) {
  const std::vector<std::int64_t> whole = integers(count, seed, low, high);
  return {whole.begin(), whole.end()};
}

/// Product of the lengths.
std::int64_t count_of(const Shape& shape);

/// Shapes (count) for kernels of one thread an element, with the reason for each, all with one bound.
std::vector<Line> element_lines(double ulps, const char* reason);

/// Shapes (outer, n, inner) for kernels of one block a line along an axis. `empty_is_zero`: results of lines
/// without elements are zeros.
std::vector<Line> axis_lines(double ulps, const char* reason, bool empty_is_zero = false);

/// `count` bytes, 0 with probability 1/4.
std::vector<std::uint8_t> mask(std::int64_t count, std::uint64_t seed);

}  // namespace galley::parity
