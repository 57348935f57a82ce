#include "checks/compare.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace galley {
namespace {

Index index_of(std::size_t element, const Shape& shape) {
  Index index(shape.size());
  for (std::size_t a = shape.size(); a-- > 0;) {
    index[a] = static_cast<std::int64_t>(element) % shape[a];
    element /= static_cast<std::size_t>(shape[a]);
  }
  return index;
}

/// Distance between two numbers: 0 for the same infinity, ∞ between an infinity and anything else, NaN where
/// either is NaN. No bound reaches ∞.
double error_between(double got, double want) { return got == want ? 0 : std::abs(got - want); }

/// True when `error` says more against the value than `worst`: NaN is worst of all.
bool worse(double error, double bound, const Comparison& than, bool first) {
  if (first) return true;
  if (std::isnan(than.error)) return false;
  if (std::isnan(error)) return true;
  // By how much of its own bound an element is off, so that elements with tighter bounds count.
  const auto used = [](double e, double b) {
    return b > 0 ? e / b : (e > 0 ? std::numeric_limits<double>::infinity() : 0);
  };
  return used(error, bound) > used(than.error, than.bound);
}

/// Where a compared value comes from. Shapes, counts, ids, masks and text are no arithmetic: where they were
/// made says nothing.
enum class Origin { device, host, no_arithmetic };

Origin origin_of(const Tensor& numbers) {
  return numbers.came_through_device() ? Origin::device : Origin::host;
}
template <class T>
Origin origin_of(const NdArray<T>& ids_or_mask) {
  return ids_or_mask.came_through_device() ? Origin::device : Origin::no_arithmetic;
}

void note_origin(const Comparison& made, Origin origin) {
  Record& record = current_record();
  if (origin == Origin::device) record.any_through_device = true;
  if (record.needs_device && origin == Origin::host) record.off_device.push_back(made.what);
}

Finding finish(Comparison made, Origin origin, const std::string& message) {
  Record& record = current_record();
  note_origin(made, origin);
  const bool held = made.held;
  record.comparisons.push_back(std::move(made));
  return {held, held ? "" : message};
}

Comparison start(const Place& place, const Shape& shape) {
  Comparison made;
  made.what = place.what;
  made.line = place.line;
  made.shape = shape;
  return made;
}

Finding misshapen(Comparison made, Origin origin, const Shape& want) {
  const std::string message =
      fmt::format("{} [{}]: shape {}, expected {}", made.what, name_of(current_record().precision),
                  to_text(made.shape), to_text(want));
  made.held = false;
  made.error = std::numeric_limits<double>::quiet_NaN();
  return finish(std::move(made), origin, message);
}

template <class T>
Tensor numbers(const NdArray<T>& a) {
  const std::vector<T> values = a.values();
  return Tensor(a.shape(), std::vector<double>(values.begin(), values.end()));
}

Tensor numbers(const Shape& shape) {
  return Tensor({static_cast<std::int64_t>(shape.size())}, std::vector<double>(shape.begin(), shape.end()));
}

std::string worst_element(const Comparison& made) {
  return fmt::format("{}{} [{}]: got {:.17g}, expected {}, error {:.3g} > bound {:.3g} ({})", made.what,
                     made.shape.empty() ? "" : to_text(made.index), name_of(current_record().precision),
                     made.got, made.printed.empty() ? fmt::format("{:.17g}", made.expected) : made.printed,
                     made.error, made.bound, made.bound_why);
}

/// A comparison of no element at all, which proves nothing.
Finding vacuous(Comparison made, Origin origin) {
  const std::string message =
      fmt::format("{}: compares no element, both have shape {}", made.what, to_text(made.shape));
  made.held = false;
  return finish(std::move(made), origin, message);
}

/// Compares every element against bound_at(expected).
template <class BoundAt>
Finding compare(Place place, const Tensor& got, const Tensor& want, Origin origin, BoundAt bound_at,
                std::string why) {
  Comparison made = start(place, got.shape());
  if (got.shape() != want.shape()) return misshapen(std::move(made), origin, want.shape());
  made.bound_why = std::move(why);
  const std::vector<double> g = got.values();
  const std::vector<double> w = want.values();
  for (std::size_t e = 0; e < g.size(); ++e) {
    const double error = error_between(g[e], w[e]);
    const double bound = bound_at(w[e]);
    if (!(error <= bound)) made.held = false;
    if (worse(error, bound, made, e == 0)) {
      made.index = index_of(e, made.shape);
      made.expected = w[e];
      made.got = g[e];
      made.error = error;
      made.bound = bound;
    }
  }
  const std::string message = made.held ? "" : worst_element(made);
  return finish(std::move(made), origin, message);
}

double rounding_steps(double count, double value, Precision precision) {
  const double scale = std::isfinite(value) ? std::max(1.0, std::abs(value)) : 1.0;
  return count * epsilon_of(precision) * scale;
}

/// A whole number is met exactly, but for the rounding steps; digits behind a point are where the print was
/// cut.
double half_unit_of(const Printed& printed) { return printed.is_integer() ? 0 : printed.unit / 2; }

double bound_of(const Printed& printed, double steps, Precision precision) {
  return half_unit_of(printed) +
         (std::isinf(printed.value) ? 0 : rounding_steps(steps, printed.value, precision));
}

Finding compare_printed(Place place, const Tensor& got, const Figure& figure, const Ulps& slack,
                        Origin origin) {
  Record& record = current_record();
  Comparison made = start(place, got.shape());
  made.what = made.figure = figure.name();
  if (got.shape() != figure.shape()) return misshapen(std::move(made), origin, figure.shape());
  made.bound_why = fmt::format("half a unit of the last printed digit, and {}", slack.why);
  std::vector<double> values = got.values();
  bool first = true;
  for (std::size_t e = 0; e < values.size(); ++e) {
    for (std::size_t p = 0; p < figure.to_be_met(e).size(); ++p) {
      const Printed& printed = figure.to_be_met(e)[p];
      const double error = error_between(values[e], printed.value);
      const double half_unit = half_unit_of(printed);
      const double bound = bound_of(printed, slack.count, record.precision);
      if (!(error <= bound)) {
        made.held = false;
        made.failed.emplace_back(e, p);
      } else if (error > half_unit * (1 + 1e-9) && made.note.empty() && record.precision != Precision::f64) {
        made.note =
            fmt::format("correct at {} and yet not the printed digits: element {} is {:.9g}, printed {}",
                        name_of(record.precision), to_text(index_of(e, made.shape)), values[e], printed.text);
      }
      if (worse(error, bound, made, first)) {
        made.index = index_of(e, made.shape);
        made.expected = printed.value;
        made.printed = printed.text;
        made.got = values[e];
        made.error = error;
        made.bound = bound;
      }
      first = false;
    }
  }
  const std::string message = made.held ? "" : worst_element(made);
  if (record.keep_met) record.met.push_back({figure.name(), values, slack.count});
  if (record.keep_details) made.values = std::move(values);
  return finish(std::move(made), origin, message);
}

Finding compare_exactly(Place place, const Tensor& got, const Tensor& want, Origin origin) {
  return compare(
      place, got, want, origin, [](double) { return 0.0; }, "exact");
}

}  // namespace

bool meets(double got, const Printed& printed, double steps, Precision precision) {
  return error_between(got, printed.value) <= bound_of(printed, steps, precision);
}

Finding printed_as(Place place, const Tensor& got, const Figure& figure, const Ulps& slack) {
  return compare_printed(place, got, figure, slack, origin_of(got));
}

Finding printed_as(Place place, const Ids& got, const Figure& figure) {
  return compare_printed(place, numbers(got), figure, ulps(0, "none: whole numbers"), origin_of(got));
}

Finding printed_as(Place place, const Mask& got, const Figure& figure) {
  return compare_printed(place, numbers(got), figure, ulps(0, "none: 0 or 1"), origin_of(got));
}

Finding printed_as(Place place, const Shape& got, const Figure& figure) {
  return compare_printed(place, numbers(got), figure, ulps(0, "none: lengths of axes"),
                         Origin::no_arithmetic);
}

Finding close_to(Place place, const Tensor& got, const Tensor& want, const Bound& bound) {
  const Precision precision = current_record().precision;
  if (got.size() == 0 && want.shape() == got.shape()) {
    return vacuous(start(place, got.shape()), origin_of(got));
  }
  return compare(
      place, got, want, origin_of(got), [&](double) { return bound.at(precision); }, bound.why(precision));
}

Finding close_to(Place place, const Tensor& got, const Tensor& want, const Ulps& bound) {
  if (got.size() == 0 && want.shape() == got.shape()) {
    return vacuous(start(place, got.shape()), origin_of(got));
  }
  return compare(
      place, got, want, origin_of(got),
      [&](double w) { return rounding_steps(bound.count, w, current_record().precision); },
      fmt::format("{:g} rounding steps: {}", bound.count, bound.why));
}

Finding exactly(Place place, const Tensor& got, const Tensor& want) {
  return compare_exactly(place, got, want, origin_of(got));
}

Finding exactly(Place place, const Ids& got, const Ids& want) {
  // As doubles, whole numbers beyond 2^53 may look the same and not be it.
  const std::vector<std::int64_t> g = got.values();
  const std::vector<std::int64_t> w = want.values();
  const Tensor as_numbers = numbers(got);
  if (got.shape() == want.shape() && g != w && as_numbers.values() == numbers(want).values()) {
    Comparison made = start(place, got.shape());
    const auto e = static_cast<std::size_t>(std::mismatch(g.begin(), g.end(), w.begin()).first - g.begin());
    made.held = false;
    made.index = index_of(e, made.shape);
    made.expected = static_cast<double>(w[e]);
    made.got = static_cast<double>(g[e]);
    made.error = std::abs(static_cast<double>(g[e] - w[e]));
    made.bound_why = "exact";
    const std::string message = fmt::format("{}: got {}, expected {}", made.what, g[e], w[e]);
    return finish(std::move(made), origin_of(got), message);
  }
  return compare_exactly(place, as_numbers, numbers(want), origin_of(got));
}

Finding exactly(Place place, const Mask& got, const Mask& want) {
  return compare_exactly(place, numbers(got), numbers(want), origin_of(got));
}

Finding exactly(Place place, const Shape& got, const Shape& want) {
  return compare_exactly(place, numbers(got), numbers(want), Origin::no_arithmetic);
}

Finding exactly(Place place, const std::string& got, const std::string& want) {
  Comparison made = start(place, {});
  made.held = got == want;
  made.bound_why = "exact";
  const std::string message = fmt::format("{}: got \"{}\", expected \"{}\"", place.what, got, want);
  return finish(std::move(made), Origin::no_arithmetic, message);
}

Finding differs(Place place, const Tensor& got, const Tensor& other, const Bound& distance) {
  Comparison made = start(place, got.shape());
  if (got.shape() != other.shape()) return misshapen(std::move(made), origin_of(got), other.shape());
  const std::vector<double> g = got.values();
  const std::vector<double> o = other.values();
  made.bound = distance.at(Precision::f64);
  made.bound_why = "at least so far apart: " + distance.why(Precision::f64);
  made.held = false;
  bool any_nan = false;
  for (std::size_t e = 0; e < g.size(); ++e) {
    const double apart = error_between(g[e], o[e]);
    if (std::isnan(apart)) any_nan = true;
    if (e == 0 || std::isnan(apart) || apart > made.error) {
      made.index = index_of(e, made.shape);
      made.expected = o[e];
      made.got = g[e];
      made.error = apart;
    }
    if (apart > made.bound) made.held = true;
  }
  if (any_nan) made.held = false;
  const std::string message =
      fmt::format("{} [{}]: nowhere further apart than {:.3g}, expected more than {:.3g} ({})", made.what,
                  name_of(current_record().precision), made.error, made.bound, distance.why(Precision::f64));
  return finish(std::move(made), origin_of(got), message);
}

Finding less(Place place, double got, double than) {
  Comparison made = start(place, {});
  made.got = got;
  made.expected = than;
  made.held = got < than;
  made.bound_why = "smaller";
  const std::string message = fmt::format("{}: {:.17g} is not smaller than {:.17g}", place.what, got, than);
  return finish(std::move(made), Origin::no_arithmetic, message);
}

void report(Place place, const Finding& finding) {
  if (!finding) ADD_FAILURE_AT(place.file, place.line) << finding.message;
}

Finding refused(Place place, Call call, std::initializer_list<const char*> parts) {
  Comparison made = start(place, {});
  made.bound_why = "refused with a message that says what was asked and what was there";
  made.held = false;
  std::string message = fmt::format("{}: was not refused", place.what);
  try {
    call();
  } catch (const Misuse& misuse) {
    made.held = true;
    made.note = misuse.what();
    for (const char* part : parts) {
      if (std::string_view(misuse.what()).find(part) == std::string_view::npos) {
        made.held = false;
        message =
            fmt::format("{}: refused with \"{}\", which does not name {}", place.what, misuse.what(), part);
      }
    }
  }
  return finish(std::move(made), Origin::no_arithmetic, message);
}

}  // namespace galley
