#include "checks/slips.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace galley {
namespace {

template <class T>
constexpr bool is_array = false;
template <class T>
constexpr bool is_array<NdArray<T>> = true;

template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = true;
template <>
constexpr bool is_list<Shape> = true;

/// The array with `change(values)` made to its row-major values.
template <class T, class Change>
NdArray<T> with_values(const NdArray<T>& a, Change change) {
  std::vector<T> values = a.values();
  change(values);
  return NdArray<T>(a.shape(), std::move(values));
}

/// Length of the last axis, at least 1.
template <class T>
std::size_t last_axis(const NdArray<T>& a) {
  return a.rank() == 0 ? 1 : std::max<std::size_t>(1, static_cast<std::size_t>(a.length(-1)));
}

/// negate: the sign (of a mask, its polarity); scale: an eighth more; shift: one place round along the last
/// axis; drop_last: the last of each row lost; plus_one: an index or a count one too high.
template <class T>
std::optional<NdArray<T>> edited_array(const NdArray<T>& a, std::string_view kind) {
  const std::size_t width = last_axis(a);
  if (kind == "negate") {
    return with_values(a, [](std::vector<T>& v) {
      for (T& x : v) x = std::is_same_v<T, std::uint8_t> ? static_cast<T>(x == 0) : static_cast<T>(-x);
    });
  }
  if (kind == "shift") {
    return with_values(a, [&](std::vector<T>& v) {
      for (std::size_t r = 0; r + width <= v.size(); r += width) {
        std::rotate(v.begin() + static_cast<std::ptrdiff_t>(r),
                    v.begin() + static_cast<std::ptrdiff_t>(r + width - 1),
                    v.begin() + static_cast<std::ptrdiff_t>(r + width));
      }
    });
  }
  if (kind == "drop_last") {
    return with_values(a, [&](std::vector<T>& v) {
      for (std::size_t r = width; r <= v.size(); r += width) v[r - 1] = T{0};
    });
  }
  if (kind == "scale" && std::is_same_v<T, double>) {
    return with_values(a, [](std::vector<T>& v) {
      for (T& x : v) x = static_cast<T>(static_cast<double>(x) * 1.125);
    });
  }
  if (kind == "plus_one" && std::is_same_v<T, std::int64_t>) {
    return with_values(a, [](std::vector<T>& v) {
      for (T& x : v) ++x;
    });
  }
  return std::nullopt;
}

/// Stands for a member of any type while members are counted.
struct AnyMember {
  template <class T>
  operator T() const;
};

/// How many members an aggregate has, up to 8: the longest list that it can be made from.
template <class A, class... Members>
constexpr std::size_t member_count() {
  if constexpr (sizeof...(Members) < 9 && requires { A{Members{}..., AnyMember{}}; }) {
    return member_count<A, Members..., AnyMember>();
  } else {
    return sizeof...(Members);
  }
}

/// f(member…) with the members of an aggregate.
template <class A, class F>
auto with_members(A& aggregate, F f) {
  constexpr std::size_t count = member_count<std::remove_const_t<A>>();
  static_assert(count >= 1 && count <= 8, "a struct of more members: give it its own line here");
  if constexpr (count == 1) {
    auto& [a] = aggregate;
    return f(a);
  } else if constexpr (count == 2) {
    auto& [a, b] = aggregate;
    return f(a, b);
  } else if constexpr (count == 3) {
    auto& [a, b, c] = aggregate;
    return f(a, b, c);
  } else if constexpr (count == 4) {
    auto& [a, b, c, d] = aggregate;
    return f(a, b, c, d);
  } else if constexpr (count == 5) {
    auto& [a, b, c, d, e] = aggregate;
    return f(a, b, c, d, e);
  } else if constexpr (count == 6) {
    auto& [a, b, c, d, e, g] = aggregate;
    return f(a, b, c, d, e, g);
  } else if constexpr (count == 7) {
    auto& [a, b, c, d, e, g, h] = aggregate;
    return f(a, b, c, d, e, g, h);
  } else {
    auto& [a, b, c, d, e, g, h, i] = aggregate;
    return f(a, b, c, d, e, g, h, i);
  }
}

template <class R>
std::optional<R> edited(const R& result, std::string_view kind);

/// A list without its last element, turned round by one, or with each element edited.
template <class List>
std::optional<List> edited_list(List list, std::string_view kind) {
  if (list.empty()) return std::nullopt;
  if (kind == "drop_last") {
    list.pop_back();
    return list;
  }
  if (kind == "shift") {
    std::rotate(list.begin(), list.end() - 1, list.end());
    return list;
  }
  bool any = false;
  for (auto& element : list) {
    if (auto wrong = edited(element, kind)) {
      element = std::move(*wrong);
      any = true;
    }
  }
  return any ? std::optional<List>(std::move(list)) : std::nullopt;
}

/// The result edited, or nothing where the kind does not apply to this type. Of a struct each member is
/// edited to which it applies.
template <class R>
std::optional<R> edited(const R& result, std::string_view kind) {
  if constexpr (is_array<R>) {
    return edited_array(result, kind);
  } else if constexpr (is_list<R>) {
    return edited_list(result, kind);
  } else if constexpr (std::is_same_v<R, std::int64_t>) {
    return kind == "plus_one" ? std::optional<R>(result + 1) : std::nullopt;
  } else if constexpr (std::is_same_v<R, double>) {
    if (kind == "negate") return -result;
    if (kind == "scale") return result * 1.125;
    return std::nullopt;
  } else if constexpr (std::is_same_v<R, bool>) {
    return kind == "negate" ? std::optional<R>(!result) : std::nullopt;
  } else if constexpr (std::is_same_v<R, std::string>) {
    if (kind == "drop_last" && !result.empty()) return result.substr(0, result.size() - 1);
    return std::nullopt;
  } else if constexpr (std::is_aggregate_v<R>) {
    R copy = result;
    bool any = false;
    const auto edit = [&](auto& member) {
      if (auto wrong = edited(member, kind)) {
        member = std::move(*wrong);
        any = true;
      }
    };
    with_members(copy, [&](auto&... members) { (edit(members), ...); });
    return any ? std::optional<R>(std::move(copy)) : std::nullopt;
  } else {
    return std::nullopt;
  }
}

/// Bytes, so that NaN equals itself: an edit of NaN into NaN changes nothing.
template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <class R>
bool same(const R& a, const R& b) {
  if constexpr (is_array<R>) {
    return a.shape() == b.shape() && same_bytes(a.values(), b.values());
  } else if constexpr (is_list<R>) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) { return same(x, y); });
  } else if constexpr (std::equality_comparable<R>) {
    return a == b;
  } else {
    return with_members(a, [&](const auto&... mine) {
      return with_members(b, [&](const auto&... other) { return (same(mine, other) && ...); });
    });
  }
}

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
  Fold& take(const T& value) {
    take(value, digest_.values);
    return *this;
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

/// What edited() does to some value of this type.
template <class R>
bool can_edit(std::string_view kind) {
  const auto one_of = [&](std::initializer_list<std::string_view> kinds) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  if constexpr (is_array<R>) {
    if (one_of({"negate", "shift", "drop_last"})) return true;
    return kind == (std::is_same_v<R, Tensor> ? "scale" : std::is_same_v<R, Ids> ? "plus_one" : "");
  } else if constexpr (is_list<R>) {
    return one_of({"drop_last", "shift"}) || can_edit<typename R::value_type>(kind);
  } else if constexpr (std::is_same_v<R, std::int64_t>) {
    return kind == "plus_one";
  } else if constexpr (std::is_same_v<R, double>) {
    return one_of({"negate", "scale"});
  } else if constexpr (std::is_same_v<R, bool>) {
    return kind == "negate";
  } else if constexpr (std::is_same_v<R, std::string>) {
    return kind == "drop_last";
  } else if constexpr (std::is_aggregate_v<R>) {
    R some{};
    return with_members(some, [&](auto&... members) {
      return (can_edit<std::remove_reference_t<decltype(members)>>(kind) || ...);
    });
  } else {
    return false;
  }
}

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
#define WORD(result, name, parameters, arguments, names)                                      \
  result SlippedOps::name parameters const {                                                  \
    const Inside inside(depth_);                                                              \
    result made = Ops::name arguments;                                                        \
    if (slip_.word == #name) {                                                                \
      const auto call = [this](const auto&... each) -> result { return Ops::name(each...); }; \
      made = slipped<void parameters>(std::move(made), names, call, PARTS arguments);         \
    }                                                                                         \
    if (depth_ == 1) Fold(digest_).take(made).take_changeable arguments;                      \
    return made;                                                                              \
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
