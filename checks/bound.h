#pragma once
#include <cmath>
#include <optional>
#include <string>

#include "checks/misuse.h"
#include "checks/precision.h"

namespace galley {

/// A tolerance that everything meets, or that has no reason, is none: throws Misuse.
inline void need_tolerance(double amount, const char* why) {
  if (!std::isfinite(amount) || amount < 0) {
    throw Misuse("bound: must be finite and not negative, given " + std::to_string(amount));
  }
  if (*why == '\0') throw Misuse("bound: needs a reason");
}

/// How far a value may be off, and why. A comparison passes only when error ≤ bound.
///
/// A bound is stated for float64. A column of another precision uses its own number where one is stated
/// (`in_f32`), and otherwise the same number of its own rounding steps: the bound times the ratio of the two
/// epsilons. Reasons are literals: a lesson holds hundreds of bounds, which need no clean-up that way.
class Bound {
 public:
  Bound(double absolute, const char* why) : absolute_(absolute), why_(why) {
    need_tolerance(absolute_, why_);
  }

  /// Another number for the float32 columns, with its own reason.
  Bound in_f32(double absolute, const char* why) const {
    need_tolerance(absolute, why);
    Bound copy = *this;
    copy.absolute_f32_ = absolute;
    copy.why_f32_ = why;
    return copy;
  }

  /// The same number in every column.
  Bound in_every_column() const { return in_f32(absolute_, why_); }

  double at(Precision precision) const {
    if (precision == Precision::f64) return absolute_;
    if (precision == Precision::f32 && absolute_f32_) return *absolute_f32_;
    return absolute_ * (epsilon_of(precision) / epsilon_of(Precision::f64));
  }
  std::string why(Precision precision) const {
    if (precision == Precision::f32 && absolute_f32_) return why_f32_;
    return precision == Precision::f64 ? why_ : std::string(why_) + ", at this column's epsilon";
  }

 private:
  double absolute_;
  const char* why_;
  std::optional<double> absolute_f32_;
  const char* why_f32_ = "";
};

/// At most this far off, in the value's own unit.
inline Bound within(double absolute, const char* why) { return Bound(absolute, why); }

/// A number of rounding steps (epsilon of the column's precision) at the scale of max(1, |expected|).
struct Ulps {
  double count;
  const char* why;
};
inline Ulps ulps(double count, const char* why) {
  need_tolerance(count, why);
  return {count, why};
}

/// What a printed figure is compared with when a claim states nothing else.
inline Ulps default_ulps() { return ulps(4, "4 rounding steps of the last operations"); }

}  // namespace galley
