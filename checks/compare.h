#pragma once
// The assertions that lessons speak. Each records its worst element, on a pass as well; shapes are compared
// before values; NaN never passes, and an infinity passes only against the same infinity.
#include <concepts>
#include <string>

#include "checks/bound.h"
#include "checks/figure.h"
#include "checks/ndarray.h"
#include "checks/record.h"

namespace galley {

/// A plain number: int, int64, bool, double.
template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

/// Where an assertion stands and what it is about.
struct Place {
  const char* what;
  const char* file;
  int line;
};

/// What an assertion found: whether it held; if not, why not.
struct Finding {
  bool held = true;
  std::string message;
  explicit operator bool() const { return held; }
};

/// Every element rounds to what is printed, in each of its printings: |got − printed| ≤ half a unit of the
/// last printed digit, plus the rounding steps stated. A float32 value that needs those steps is a pass with
/// a note that names the cell.
Finding printed_as(Place place, const Tensor& got, const Figure& figure, const Ulps& slack = default_ulps());
Finding printed_as(Place place, const Ids& got, const Figure& figure);
/// @cond Doxygen takes Ids and Mask for one type.
Finding printed_as(Place place, const Mask& got, const Figure& figure);
/// @endcond
/// A shape, as the row of its lengths.
Finding printed_as(Place place, const Shape& got, const Figure& figure);
/// A plain number; a whole one is met exactly.
template <Number N>
Finding printed_as(Place place, N got, const Figure& figure, const Ulps& slack = default_ulps()) {
  if constexpr (std::integral<N>) return printed_as(place, Ids({}, {static_cast<std::int64_t>(got)}), figure);
  return printed_as(place, scalar(static_cast<double>(got)), figure, slack);
}

/// Whether this value rounds to this printed number, give or take so many rounding steps: what printed_as
/// asks of each element.
bool meets(double got, const Printed& printed, double steps, Precision precision);

/// |got − want| ≤ bound for every element.
Finding close_to(Place place, const Tensor& got, const Tensor& want, const Bound& bound);
Finding close_to(Place place, const Tensor& got, const Tensor& want, const Ulps& bound);
template <Number N, Number M, class B>
Finding close_to(Place place, N got, M want, const B& bound) {
  return close_to(place, scalar(static_cast<double>(got)), scalar(static_cast<double>(want)), bound);
}
/// A tensor of rank 0 against a plain number.
template <Number M, class B>
Finding close_to(Place place, const Tensor& got, M want, const B& bound) {
  return close_to(place, got, scalar(static_cast<double>(want)), bound);
}

/// The same shape and the same numbers, bit for bit (+0 and −0 are the same).
Finding exactly(Place place, const Tensor& got, const Tensor& want);
Finding exactly(Place place, const Ids& got, const Ids& want);
/// @cond Doxygen takes Ids and Mask for one type.
Finding exactly(Place place, const Mask& got, const Mask& want);
/// @endcond
Finding exactly(Place place, const Shape& got, const Shape& want);
template <Number N, Number M>
Finding exactly(Place place, N got, M want) {
  if constexpr (std::integral<N> && std::integral<M>) {
    return exactly(place, Ids({}, {static_cast<std::int64_t>(got)}),
                   Ids({}, {static_cast<std::int64_t>(want)}));
  }
  return exactly(place, scalar(static_cast<double>(got)), scalar(static_cast<double>(want)));
}
/// A tensor of rank 0 against a plain number.
template <Number M>
Finding exactly(Place place, const Tensor& got, M want) {
  return exactly(place, got, scalar(static_cast<double>(want)));
}
Finding exactly(Place place, const std::string& got, const std::string& want);

/// The same shape, no NaN, and some element further apart than `distance`.
Finding differs(Place place, const Tensor& got, const Tensor& other, const Bound& distance);

/// The first of two plain numbers is smaller than the second; NaN never is.
Finding less(Place place, double got, double than);

/// Something to call, for as long as it lives: a lesson's lambda, without the templates that std::function
/// needs for each.
class Call {
 public:
  template <class F>
  Call(const F& f) : object_(&f), run_([](const void* object) { (*static_cast<const F*>(object))(); }) {}
  void operator()() const { run_(object_); }

 private:
  const void* object_;
  void (*run_)(const void* object);
};

/// The call throws Misuse, and its message names each of these parts.
Finding refused(Place place, Call call, std::initializer_list<const char*> parts);

/// Tells GoogleTest of an assertion that did not hold. A function, so that a lesson compiles quickly.
void report(Place place, const Finding& finding);

}  // namespace galley

#define GALLEY_PLACE(text) (::galley::Place{text, __FILE__, __LINE__})
#define GALLEY_EXPECT(assertion) ::galley::report(GALLEY_PLACE(""), assertion)

/// `EXPECT_PRINTED(shares, page.figure("shares"))`, or with slack `ulps(16, "why")` as a third argument.
#define EXPECT_PRINTED(got, ...) GALLEY_EXPECT(::galley::printed_as(GALLEY_PLACE(#got), got, __VA_ARGS__))
/// `EXPECT_CLOSE(got, want, ulps(8, "why"))` or `within(1e-9, "why")`.
#define EXPECT_CLOSE(got, want, bound) GALLEY_EXPECT(::galley::close_to(GALLEY_PLACE(#got), got, want, bound))
/// `EXPECT_EXACTLY(on.matmul(a, b), table({{32}}))`: small integers, ids, masks, shapes, text.
#define EXPECT_EXACTLY(got, ...) GALLEY_EXPECT(::galley::exactly(GALLEY_PLACE(#got), got, __VA_ARGS__))
/// `EXPECT_DIFFERS(a, b, within(0.01, "why"))`: some element is further apart than that.
#define EXPECT_DIFFERS(got, other, distance) \
  GALLEY_EXPECT(::galley::differs(GALLEY_PLACE(#got), got, other, distance))
/// `EXPECT_LESS(0.0, share)`: a plain number is smaller than another.
#define EXPECT_LESS(got, than) GALLEY_EXPECT(::galley::less(GALLEY_PLACE(#got " < " #than), got, than))
/// `EXPECT_REFUSED(on.reshape(x, {5, 5}), "12", "[5,5]")`: the call throws, naming what was asked and what
/// was there.
#define EXPECT_REFUSED(call, ...) \
  GALLEY_EXPECT(::galley::refused(GALLEY_PLACE(#call), [&] { static_cast<void>(call); }, {__VA_ARGS__}))
