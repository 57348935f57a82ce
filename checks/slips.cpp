#include "checks/slips.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <tuple>

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
template <class T>
constexpr bool is_comparable_list = false;
template <std::equality_comparable T>
constexpr bool is_comparable_list<std::vector<T>> = true;

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
      for (T& x : v) x = std::is_same_v<T, std::uint8_t> ? static_cast<T>(!x) : static_cast<T>(-x);
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

/// The result edited, or nothing where the kind does not apply to this type.
template <class R>
std::optional<R> edited(const R& result, std::string_view kind) {
  if constexpr (is_array<R>) {
    return edited_array(result, kind);
  } else if constexpr (std::is_same_v<R, std::int64_t>) {
    return kind == "plus_one" ? std::optional<R>(result + 1) : std::nullopt;
  } else if constexpr (std::is_same_v<R, double>) {
    if (kind == "negate") return -result;
    if (kind == "scale") return result * 1.125;
    return std::nullopt;
  } else if constexpr (std::is_same_v<R, bool>) {
    return kind == "negate" ? std::optional<R>(!result) : std::nullopt;
  } else if constexpr (std::is_same_v<R, Shape>) {
    if (kind == "shift" && result.size() > 1) {
      R turned = result;
      std::rotate(turned.begin(), turned.end() - 1, turned.end());
      return turned;
    }
    return std::nullopt;
  } else if constexpr (std::is_same_v<R, std::string>) {
    if (kind == "drop_last" && !result.empty()) return result.substr(0, result.size() - 1);
    return std::nullopt;
  } else if constexpr (is_comparable_list<R>) {
    if (result.empty() || (kind != "drop_last" && kind != "shift")) return std::nullopt;
    R changed = result;
    if (kind == "drop_last") {
      changed.pop_back();
    } else {
      std::rotate(changed.begin(), changed.end() - 1, changed.end());
    }
    return changed;
  } else {
    return std::nullopt;
  }
}

template <class R>
bool same(const R& a, const R& b) {
  if constexpr (is_array<R>) {
    if (a.shape() != b.shape()) return false;
    const auto x = a.values();
    const auto y = b.values();
    // Bytes, so that NaN equals itself; an edit of NaN into NaN changes nothing.
    return x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(x[0])) == 0;
  } else if constexpr (is_comparable_list<R> || (std::equality_comparable<R> && !is_list<R>)) {
    return a == b;
  } else {
    return true;
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

template <class... Args>
constexpr bool changes_no_argument = (... && (!std::is_lvalue_reference_v<Args> ||
                                              std::is_const_v<std::remove_reference_t<Args>>));

/// The call with its first two operands exchanged, where they are of one type; else nothing.
template <class Result, class Call, class... Args>
std::optional<Result> called_swapped(Call call, const std::tuple<Args...>& args) {
  if constexpr (sizeof...(Args) >= 2) {
    using A = std::tuple_element_t<0, std::tuple<Args...>>;
    using B = std::tuple_element_t<1, std::tuple<Args...>>;
    if constexpr (std::is_same_v<A, B>) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return call(std::get<1>(args), std::get<0>(args), std::get<I + 2>(args)...);
      }
      (std::make_index_sequence<sizeof...(Args) - 2>{});
    }
  }
  return std::nullopt;
}

/// The call over the axis beside the one asked for, where there is one; else nothing.
template <class Result, class Call, class... Args>
std::optional<Result> called_on_next_axis(Call call, const std::tuple<Args...>& args, int axis_place) {
  using First = std::decay_t<std::tuple_element_t<0, std::tuple<Args...>>>;
  if constexpr (is_array<First>) {
    const First& a = std::get<0>(args);
    if (axis_place < 0 || a.rank() < 2) return std::nullopt;
    const auto next = [&](std::int64_t axis) {
      return (static_cast<std::int64_t>(a.axis_at(axis)) + 1) % a.rank();
    };
    return [&]<std::size_t... I>(std::index_sequence<I...>)->Result {
      const auto argument = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) -> decltype(auto) {
        using A = std::tuple_element_t<J, std::tuple<Args...>>;
        if constexpr (std::is_same_v<std::decay_t<A>, std::int64_t>) {
          return static_cast<int>(J) == axis_place ? next(std::get<J>(args))
                                                   : std::int64_t{std::get<J>(args)};
        } else {
          return static_cast<A>(std::get<J>(args));
        }
      };
      return call(argument(std::integral_constant<std::size_t, I>{})...);
    }
    (std::index_sequence_for<Args...>{});
  }
  return std::nullopt;
}

}  // namespace

const std::vector<std::string>& slip_kinds() {
  static const std::vector<std::string> kinds = {"negate",   "scale", "shift", "drop_last",
                                                 "plus_one", "swap",  "axis",  "skip"};
  return kinds;
}

template <class Result, class Call, class... Args>
Result SlippedOps::spoken(const char* word, const char* names, Call call,
                          const std::tuple<Args...>& args) const {
  if (slip_.word != word) return std::apply(call, args);
  if constexpr (std::is_void_v<Result>) {
    if (slip_.kind == "skip") {
      effective_ = true;
    } else {
      std::apply(call, args);
    }
  } else {
    Result right = std::apply(call, args);
    std::optional<Result> wrong;
    if constexpr (sizeof...(Args) > 0 && changes_no_argument<Args...>) {
      try {
        if (slip_.kind == "swap") wrong = called_swapped<Result>(call, args);
        if (slip_.kind == "axis") wrong = called_on_next_axis<Result>(call, args, place_of(names, "axis"));
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
}

#define WORD(result, name, parameters, arguments, names)                                               \
  result SlippedOps::name parameters const {                                                           \
    return spoken<result>(                                                                             \
        #name, names,                                                                                  \
        [this](auto&&... each) -> result { return Ops::name(std::forward<decltype(each)>(each)...); }, \
        std::tie arguments);                                                                           \
  }
#include "checks/words.inc"
#undef WORD

}  // namespace galley
