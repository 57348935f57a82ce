#include "cuda/tests/parity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include "cuda/device_array.h"
#ifdef GALLEY_EMULATED
#include "cuda/emulator/emulator.h"
#endif

namespace galley::parity {

namespace {

std::string in_text(long double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.17Lg", value);
  return text;
}

double epsilon(bool in_double) {
  return in_double ? std::numeric_limits<double>::epsilon()
                   : static_cast<double>(std::numeric_limits<float>::epsilon());
}

const char* type_name(bool in_double) { return in_double ? "f64" : "f32"; }

// A body as a test of GoogleTest.
class Body : public testing::Test {
 public:
  explicit Body(std::function<void()> body) : body_(std::move(body)) {}
  void TestBody() override {
    const DeviceInfo device = device_info();
    if (!device.unavailable.empty()) GTEST_SKIP() << device.unavailable;
    body_();
  }

 private:
  std::function<void()> body_;
};

void add_test(const std::string& suite, const std::string& name, std::function<void()> body) {
  testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                        [body]() -> Body* { return new Body(body); });
}

#ifdef GALLEY_EMULATED

struct Schedule {
  emu::Schedule order;
  unsigned seed;
  const char* name;
};
constexpr Schedule kSchedules[] = {{emu::Schedule::forward, 1, "forward"},
                                   {emu::Schedule::reverse, 1, "reverse"},
                                   {emu::Schedule::random, 1, "random"},
                                   {emu::Schedule::random, 20, "random again"}};

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(a[i] == b[i]) && !(std::isnan(a[i]) && std::isnan(b[i]))) return false;
  return true;
}

void check_schedules_agree(const Table& table) {
  for (const Line& line : table.lines())
    for (const bool in_double : {false, true}) {
      emu::set_schedule(emu::Schedule::forward);
      const Outcome first = table.run(line, in_double);
      for (const Schedule& schedule : kSchedules) {
        emu::set_schedule(schedule.order, schedule.seed);
        EXPECT_TRUE(same_bits(first.got, table.run(line, in_double).got))
            << table.kernel() << " " << to_text(line.shape) << " " << type_name(in_double) << ": schedule "
            << schedule.name << " gives other bits than forward";
      }
    }
  emu::set_schedule(emu::Schedule::forward);
}

void check_barriers_are_needed(const Table& table) {
  emu::forget_barriers();
  EXPECT_EQ("", table.first_failure());
  for (const emu::Site& site : emu::barriers()) {
    emu::skip_barrier(site);
    EXPECT_NE("", table.first_failure())
        << table.kernel() << " gives the right values without the barrier at " << site.file << ":"
        << site.line;
    emu::skip_no_barrier();
  }
}

#endif

}  // namespace

Table::Table(const char* kernel, Run in_float, Run in_double, std::vector<Line> lines)
    : kernel_(kernel),
      in_float_(std::move(in_float)),
      in_double_(std::move(in_double)),
      lines_(std::move(lines)) {
  for (const Line& line : lines_)
    for (const bool in_double_now : {false, true})
      add_test(kernel_, "AgreesAt" + to_text(line.shape) + (in_double_now ? "InF64" : "InF32"),
               [this, &line, in_double_now] { EXPECT_EQ("", check(line, in_double_now)); });
#ifdef GALLEY_EMULATED
  add_test(kernel_, "SchedulesAgree", [this] { check_schedules_agree(*this); });
  add_test(kernel_, "EveryBarrierIsNeeded", [this] { check_barriers_are_needed(*this); });
#endif
}

std::string Table::check(const Line& line, bool in_double) const {
  const std::string where =
      std::string(kernel_) + " " + to_text(line.shape) + " " + type_name(in_double) + " (" + line.why + "): ";
  Outcome outcome;
  try {
    outcome = run(line, in_double);
  } catch (const DeviceError& error) {
    return where + error.what();
  }
  if (outcome.got.size() != outcome.expected.size())
    return where + std::to_string(outcome.got.size()) + " results, expected " +
           std::to_string(outcome.expected.size());
  const bool all_zero =
      std::all_of(outcome.got.begin(), outcome.got.end(), [](double value) { return value == 0; });
  if (!line.trivial && all_zero) return where + "no result differs from 0";

  long double worst = 0;  // error over bound
  for (std::size_t i = 0; i < outcome.got.size(); ++i) {
    const long double expected = outcome.expected[i], got = outcome.got[i];
    if (expected == got) continue;  // also ±∞
    const long double magnitude = outcome.magnitude.empty() ? std::fabs(expected) : outcome.magnitude[i];
    const long double error = std::fabs(got - expected);
    // f32 cannot hold more than its smallest normal number allows.
    const long double smallest =
        in_double ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
    const long double bound =
        line.ulps * epsilon(in_double) * std::max(magnitude, smallest / epsilon(in_double));
    if (std::isnan(expected) && std::isnan(got)) continue;
    if (line.ulps > 0 && error <= bound) {
      worst = std::max(worst, error / bound);
      continue;
    }
    return where + "element " + std::to_string(i) + ": got " + in_text(got) + ", expected " +
           in_text(expected) + ", error " + in_text(error) + ", bound " + in_text(line.ulps > 0 ? bound : 0) +
           " (" + line.reason + ")";
  }
  static const bool tells = std::getenv("GALLEY_PARITY_WORST") != nullptr;
  if (tells) std::printf("%sworst error %.2Lf of its bound\n", where.c_str(), worst);
  return "";
}

std::string Table::first_failure() const {
  for (const Line& line : lines_)
    for (const bool in_double : {false, true}) {
#ifdef GALLEY_EMULATED
      for (const Schedule& schedule : kSchedules) {
        emu::set_schedule(schedule.order, schedule.seed);
        const std::string failure = check(line, in_double);
        emu::set_schedule(emu::Schedule::forward);
        if (!failure.empty()) return failure + ", schedule " + schedule.name;
      }
#else
      const std::string failure = check(line, in_double);
      if (!failure.empty()) return failure;
#endif
    }
  return "";
}

std::string to_text(const Shape& shape) {
  std::string text;
  for (const std::int64_t length : shape) text += (text.empty() ? "" : "x") + std::to_string(length);
  return text;
}

template <class T>
std::vector<T> numbers(std::int64_t count, std::uint64_t seed, double scale) {
  std::mt19937_64 random(seed + 1);
  std::uniform_real_distribution<double> share(0.05, 1);
  std::vector<T> values(static_cast<std::size_t>(count));
  for (T& value : values) {
    const double sign = random() % 2 ? 1 : -1, outlier = random() % 16 == 0 ? 8 : 1;
    value = static_cast<T>(scale * sign * outlier * share(random));
  }
  return values;
}

template std::vector<float> numbers<float>(std::int64_t, std::uint64_t, double);
template std::vector<double> numbers<double>(std::int64_t, std::uint64_t, double);

std::vector<std::int64_t> integers(std::int64_t count, std::uint64_t seed, std::int64_t low,
                                   std::int64_t high) {
  std::mt19937_64 random(seed + 1);
  std::uniform_int_distribution<std::int64_t> number(low, high);
  std::vector<std::int64_t> values(static_cast<std::size_t>(count));
  for (std::int64_t& value : values) value = number(random);
  return values;
}

std::int64_t count_of(const Shape& shape) {
  std::int64_t count = 1;
  for (const std::int64_t length : shape) count *= length;
  return count;
}

std::vector<Line> element_lines(double ulps, const char* reason) {
  return {{{0}, "nothing to do", ulps, reason, true},  {{1}, "one lane of one warp has work", ulps, reason},
          {{31}, "one below a warp", ulps, reason},    {{33}, "one over a warp", ulps, reason},
          {{256}, "exactly one block", ulps, reason},  {{257}, "one over a block", ulps, reason},
          {{1021}, "prime, four blocks", ulps, reason}};
}

std::vector<Line> axis_lines(double ulps, const char* reason, bool empty_is_zero) {
  std::vector<Line> lines = {{{0, 5, 1}, "no lines", ulps, reason, true},
                             {{1, 1, 1}, "one line of one element", ulps, reason},
                             {{4, 3, 1}, "the book's size, below a warp", ulps, reason},
                             {{2, 4, 3}, "an axis in the middle: elements lie 3 apart", ulps, reason},
                             {{3, 31, 1}, "one below a warp", ulps, reason},
                             {{2, 32, 1}, "a whole warp", ulps, reason},
                             {{4, 33, 1}, "one over a warp: a second warp with one element", ulps, reason},
                             {{7, 101, 1}, "prime: no multiple of anything", ulps, reason},
                             {{2, 256, 1}, "exactly the largest block", ulps, reason},
                             {{2, 257, 2}, "longer than a block, and strided", ulps, reason},
                             {{3, 1021, 1}, "prime, four elements a thread", ulps, reason}};
  if (empty_is_zero) lines.push_back({{2, 0, 3}, "lines of no elements", ulps, reason, true});
  return lines;
}

std::vector<std::uint8_t> mask(std::int64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed + 1);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
  for (std::uint8_t& byte : bytes) byte = random() % 4 != 0;
  return bytes;
}

}  // namespace galley::parity
