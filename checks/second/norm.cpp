#include "checks/second/norm.h"

#include <cmath>

namespace galley::second {
namespace {

/// The mean of f(x_j) over the features of the position that an index lies in.
template <class F>
Real mean_over_features(const Plain& x, const Index& index, F f) {
  const std::size_t last = x.shape.size() - 1;
  Real total = 0;
  for (std::int64_t j = 0; j < x.shape[last]; ++j) total += f(read(x, with_entry(index, last, j)));
  return total / static_cast<Real>(x.shape[last]);
}

void need_valid(const Plain& x, const Shape& gamma, double epsilon) {
  need(!x.shape.empty() && gamma == Shape{x.shape.back()} && epsilon >= 0, "norm over " + to_text(x.shape));
}

}  // namespace

Plain layer_norm(const Plain& x, const Plain& gamma, const Plain& beta, double epsilon) {
  need_valid(x, gamma.shape, epsilon);
  return build(x.shape, [&](const Index& index) {
    const Real mean = mean_over_features(x, index, [](Real v) { return v; });
    const Real variance = mean_over_features(x, index, [&](Real v) { return (v - mean) * (v - mean); });
    return (read(x, index) - mean) / std::sqrt(variance + epsilon) * read(gamma, index) + read(beta, index);
  });
}

namespace {

/// f(the numbers of each line along an axis), under the shape in which that axis has length 1.
template <class F>
Tensor of_lines(const Tensor& x, std::int64_t axis, F f) {
  const Plain values = plain(x);
  const std::size_t place = axis_of(values.shape, axis);
  Shape shape = values.shape;
  shape[place] = 1;
  return tensor(build(shape, [&](const Index& index) {
    std::vector<Real> line;
    for (std::int64_t j = 0; j < values.shape[place]; ++j)
      line.push_back(read(values, with_entry(index, place, j)));
    return f(line);
  }));
}

Real mean_of(const std::vector<Real>& line) {
  Real total = 0;
  for (const Real v : line) total += v;
  return total / static_cast<Real>(line.size());
}

Real variance_of(const std::vector<Real>& line) {
  const Real middle = mean_of(line);
  Real total = 0;
  for (const Real v : line) total += (v - middle) * (v - middle);
  return total / static_cast<Real>(line.size());
}

}  // namespace

Tensor mean(const Tensor& x, std::int64_t axis) { return of_lines(x, axis, mean_of); }

Tensor variance(const Tensor& x, std::int64_t axis) { return of_lines(x, axis, variance_of); }

Tensor standard_deviation(const Tensor& x, std::int64_t axis) {
  return of_lines(x, axis, [](const std::vector<Real>& line) { return std::sqrt(variance_of(line)); });
}

Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) {
  return tensor(layer_norm(plain(x), plain(gamma), plain(beta), epsilon));
}

Tensor rms_norm(const Tensor& x, const Tensor& gamma, double epsilon) {
  const Plain rows = plain(x);
  const Plain scale = plain(gamma);
  need_valid(rows, scale.shape, epsilon);
  return tensor(build(rows.shape, [&](const Index& index) {
    const Real squares = mean_over_features(rows, index, [](Real v) { return v * v; });
    return read(rows, index) / std::sqrt(squares + epsilon) * read(scale, index);
  }));
}

}  // namespace galley::second
