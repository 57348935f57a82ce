#pragma once
// Small generic wrong edits of a value, whatever its type, and whether they changed it: what slips do to
// results.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "checks/ndarray.h"

namespace galley::edits {

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

/// Some value of a type, with one element wherever there may be none.
template <class R>
R some() {
  if constexpr (is_array<R>) {
    return R({1}, {1});
  } else if constexpr (is_list<R>) {
    return R{some<typename R::value_type>()};
  } else if constexpr (std::is_same_v<R, std::string>) {
    return "a";
  } else if constexpr (std::is_aggregate_v<R>) {
    R made{};
    with_members(made, [](auto&... members) {
      ((members = some<std::remove_reference_t<decltype(members)>>()), ...);
    });
    return made;
  } else {
    return R{};
  }
}

/// Whether edited() does this to values of this type.
template <class R>
bool can_edit(std::string_view kind) {
  static const R value = some<R>();
  return edited(value, kind).has_value();
}

}  // namespace galley::edits
