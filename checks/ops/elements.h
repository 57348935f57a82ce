#pragma once
// How words compute: elements are rounded to the column's precision as they are read, arithmetic is done in
// double (f64) or float (all others), and results are rounded again as they are stored. For the .cpp files of
// checks/ops only.
#include <algorithm>
#include <cmath>
#include <utility>

#include "checks/ops/words.h"

namespace galley::elements {

/// Calls f(double{}) or f(float{}): the type that a precision computes in.
template <class F>
auto compute_in(Precision precision, F f) {
  return precision == Precision::f64 ? f(double{}) : f(float{});
}

/// A number as the column sees it.
template <class T>
T load(Precision precision, double value) {
  if constexpr (std::is_same_v<T, double>) {
    return value;
  } else {
    return static_cast<T>(precision == Precision::f32 ? value : round_to(precision, value));
  }
}

/// All elements in row-major order, as the column sees them.
template <class T>
std::vector<T> load(Precision precision, const Tensor& a) {
  const auto count = static_cast<std::size_t>(a.size());
  std::vector<T> out(count);
  if (const double* data = a.contiguous_data()) {
    std::transform(data, data + count, out.begin(), [&](double v) { return load<T>(precision, v); });
  } else {
    const std::vector<double> values = a.values();
    std::transform(values.begin(), values.end(), out.begin(),
                   [&](double v) { return load<T>(precision, v); });
  }
  return out;
}

/// A new tensor with these results, rounded to the column's precision.
template <class T>
Tensor store(Precision precision, const Shape& shape, const std::vector<T>& results) {
  std::vector<double> values(results.begin(), results.end());
  if (precision == Precision::bf16 || precision == Precision::f16) {
    for (double& v : values) v = round_to(precision, v);
  }
  return Tensor(shape, std::move(values));
}

/// f of each element.
template <class F>
Tensor map(Precision precision, const Tensor& a, F f) {
  return compute_in(precision, [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> values = load<T>(precision, a);
    for (T& v : values) v = f(v);
    return store(precision, a.shape(), values);
  });
}

/// A row-major array seen as [outer, n, inner] around one axis.
struct AxisView {
  std::size_t outer = 1, n = 1, inner = 1;
};

inline AxisView around_axis(const Tensor& a, std::int64_t axis) {
  const std::size_t place = a.axis_at(axis);
  AxisView view;
  for (std::size_t i = 0; i < a.shape().size(); ++i) {
    const auto length = static_cast<std::size_t>(a.shape()[i]);
    (i < place ? view.outer : i == place ? view.n : view.inner) *= length;
  }
  return view;
}

/// One line of elements along an axis, in place.
template <class T>
struct Line {
  T* first;
  std::size_t n, step;
  T& operator[](std::size_t i) const { return first[i * step]; }
};

/// f(line) for each line along an axis; f changes the line in place.
template <class F>
Tensor map_lines(Precision precision, const Tensor& a, std::int64_t axis, F f) {
  const AxisView view = around_axis(a, axis);
  return compute_in(precision, [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> values = load<T>(precision, a);
    for (std::size_t o = 0; o < view.outer; ++o) {
      for (std::size_t i = 0; i < view.inner; ++i) {
        f(Line<T>{values.data() + o * view.n * view.inner + i, view.n, view.inner});
      }
    }
    return store(precision, a.shape(), values);
  });
}

}  // namespace galley::elements
