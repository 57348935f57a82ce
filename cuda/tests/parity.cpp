#include "cuda/tests/parity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <set>

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
  if (!line.trivial && std::set<double>(outcome.got.begin(), outcome.got.end()) == std::set<double>{0})
    return where + "every result is 0";

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
    if (line.ulps > 0 && error <= bound) continue;
    return where + "element " + std::to_string(i) + ": got " + in_text(got) + ", expected " +
           in_text(expected) + ", error " + in_text(error) + ", bound " + in_text(line.ulps > 0 ? bound : 0) +
           " (" + line.reason + ")";
  }
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

std::vector<std::uint8_t> mask(std::int64_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed + 1);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
  for (std::uint8_t& byte : bytes) byte = random() % 4 != 0;
  return bytes;
}

}  // namespace galley::parity
