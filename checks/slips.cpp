#include "checks/slips.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "checks/edits.h"

namespace galley {
namespace {

using edits::can_edit;
using edits::edited;
using edits::is_array;
using edits::is_list;
using edits::same;
using edits::with_members;

/// The place of a name in "a, shape, axis", or -1.
int place_of(std::string_view names, std::string_view wanted) {
  int place = 0;
  while (!names.empty()) {
    const std::size_t end = names.find(", ");
    if (names.substr(0, end) == wanted) return place;
    if (end == std::string_view::npos) break;
    names.remove_prefix(end + 2);
    ++place;
  }
  return -1;
}

/// A number without its last digits: an edit that only moves those (a factor that is divided out again) is
/// none.
std::uint64_t leading_bits(double value) {
  constexpr int kDropped = 24;
  return (std::bit_cast<std::uint64_t>(value + 0.0) + (std::uint64_t{1} << (kDropped - 1))) >> kDropped;
}

/// Folds values into fingerprints.
class Fold {
 public:
  explicit Fold(SlippedOps::Digest& digest) : digest_(digest) {}

  template <class T>
  void take(const T& value) {
    take(value, digest_.values);
  }

  /// The arguments that the word may have changed.
  template <class... Args>
  void take_changeable(Args&... arguments) {
    (take_if_changeable(arguments), ...);
  }

 private:
  template <class T>
  void take_if_changeable(T& argument) {
    if constexpr (!std::is_const_v<T>) take(argument, digest_.values);
  }

  static void bits(std::uint64_t value, std::uint64_t& hash) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
    hash ^= hash >> 29;
  }

  template <class T>
  void take(const T& value, std::uint64_t& hash) {
    if constexpr (is_array<T>) {
      take(value.shape(), hash);
      take(value.values(), hash);
    } else if constexpr (is_list<T> || std::is_same_v<T, std::string>) {
      bits(value.size(), hash);
      for (const auto& element : value) take(element, hash);
    } else if constexpr (std::is_floating_point_v<T>) {
      bits(leading_bits(static_cast<double>(value)), hash);
    } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      bits(static_cast<std::uint64_t>(value), hash);
    } else if constexpr (std::is_same_v<T, Trace>) {
      for (const Trace::Step& step : value.unread_steps()) take(step.value, digest_.traces);
    } else if constexpr (std::is_aggregate_v<T>) {
      with_members(value, [&](const auto&... members) { (take(members, hash), ...); });
    } else {
      digest_.more = true;
    }
  }

  SlippedOps::Digest& digest_;
};

/// Counts how deep words stand in words.
class Inside {
 public:
  explicit Inside(int& depth) : depth_(++depth) {}
  ~Inside() { --depth_; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  int& depth_;
};

/// Whether a word of this signature may change an argument: it cannot be spoken twice.
template <class Signature>
constexpr bool changes_an_argument = false;
template <class... Parameters>
constexpr bool changes_an_argument<void(Parameters...)> =
    ((std::is_lvalue_reference_v<Parameters> && !std::is_const_v<std::remove_reference_t<Parameters>>) ||
     ...);

/// Whether a word of this signature has two first operands that can be exchanged.
template <class Signature>
constexpr bool can_swap = false;
template <class First, class Second, class... Rest>
constexpr bool can_swap<void(First, Second, Rest...)> = std::is_same_v<First, Second>;

bool can_skip(std::string_view kind) { return kind == "skip"; }

/// The call with its first two operands exchanged, where they are of one type; else nothing.
template <class Result, class Call, class A, class... Rest>
std::optional<Result> called_swapped(Call call, const A& a, const A& b, const Rest&... rest) {
  return call(b, a, rest...);
}
template <class Result, class Call, class... Args>
std::optional<Result> called_swapped(Call, const Args&...) {
  return std::nullopt;
}

/// A whole number that is the axis becomes the axis beside it; every other argument stays.
template <class A, class T>
decltype(auto) on_next_axis(const NdArray<A>& a, bool is_axis, const T& argument) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    return is_axis ? (static_cast<std::int64_t>(a.axis_at(argument)) + 1) % a.rank() : argument;
  } else {
    return (argument);
  }
}

/// The call over the axis beside the one asked for, where there is one; else nothing.
template <class Result, class Call, class A, class... Rest>
std::optional<Result> called_on_next_axis(Call call, int axis_place, const NdArray<A>& a,
                                          const Rest&... rest) {
  if constexpr ((std::is_same_v<Rest, std::int64_t> || ...)) {
    if (axis_place < 0 || a.rank() < 2) return std::nullopt;
    return [&]<std::size_t... I>(std::index_sequence<I...>)->Result {
      return call(a, on_next_axis(a, static_cast<int>(I) + 1 == axis_place, rest)...);
    }
    (std::index_sequence_for<Rest...>{});
  }
  return std::nullopt;
}
template <class Result, class Call, class... Args>
std::optional<Result> called_on_next_axis(Call, int, const Args&...) {
  return std::nullopt;
}

}  // namespace

const std::vector<std::string>& slip_kinds() {
  static const std::vector<std::string> kinds = {"negate",   "scale", "shift", "drop_last",
                                                 "plus_one", "swap",  "axis",  "skip"};
  return kinds;
}

#define WORD(result, name, parameters, arguments, names) \
  {#name, {can_edit<result>, can_swap<void parameters>, place_of(names, "axis") >= 0}},
#define VOID_WORD(name, parameters, arguments, names) {#name, {can_skip, false, false}},
bool can_slip(const Slip& slip) {
  struct Ways {
    bool (*edit)(std::string_view kind);
    bool swap, axis;
  };
  static const std::map<std::string, Ways> ways = {
#include "checks/words.inc"
  };
  const Ways& of_word = ways.at(slip.word);
  return of_word.edit(slip.kind) || (slip.kind == "swap" && of_word.swap) ||
         (slip.kind == "axis" && of_word.axis);
}
#undef WORD
#undef VOID_WORD

template <class Signature, class Result, class Call, class... Args>
Result SlippedOps::slipped(Result right, const char* names, Call call, const Args&... args) const {
  std::optional<Result> wrong;
  if constexpr (!changes_an_argument<Signature>) {
    try {
      if (slip_.kind == "swap") wrong = called_swapped<Result>(call, args...);
      if (slip_.kind == "axis") wrong = called_on_next_axis<Result>(call, place_of(names, "axis"), args...);
    } catch (const Misuse&) {
      effective_ = true;
      throw;
    }
  }
  if (!wrong) wrong = edited(right, slip_.kind);
  if (!wrong || same(right, *wrong)) return right;
  effective_ = true;
  return std::move(*wrong);
}

#define PARTS(...) __VA_ARGS__
// The fingerprints are of what the caller itself gets; the words that a word uses are their own affair.
#define WORD(result, name, parameters, arguments, names)                                           \
  result SlippedOps::name parameters const {                                                       \
    const Inside inside(depth_);                                                                   \
    result made = Ops::name arguments;                                                             \
    if (slip_.word == #name) {                                                                     \
      const auto call = [this](const auto&... each) -> result { return Ops::name(each...); };      \
      made = slipped<void parameters>(std::move(made), names, call, PARTS arguments);              \
    }                                                                                              \
    if (depth_ == 1) {                                                                             \
      Fold(digest_).take(made);                                                                    \
      if constexpr (changes_an_argument<void parameters>) Fold(digest_).take_changeable arguments; \
    }                                                                                              \
    return made;                                                                                   \
  }
#define VOID_WORD(name, parameters, arguments, names)         \
  void SlippedOps::name parameters const {                    \
    const Inside inside(depth_);                              \
    if (slip_.word == #name && slip_.kind == "skip") {        \
      effective_ = true;                                      \
    } else {                                                  \
      Ops::name arguments;                                    \
    }                                                         \
    if (depth_ == 1) Fold(digest_).take_changeable arguments; \
  }
#include "checks/words.inc"
#undef WORD
#undef VOID_WORD
#undef PARTS

}  // namespace galley
