#include "checks/second/plain.h"

namespace galley::second {

Plain plain(const Tensor& a) {
  const std::vector<double> values = a.values();
  return {a.shape(), std::vector<Real>(values.begin(), values.end())};
}

Plain plain(const Mask& a) {
  Plain out{a.shape(), {}};
  for (const std::uint8_t readable : a.values()) out.elements.push_back(readable != 0 ? 1 : 0);
  return out;
}

Tensor tensor(const Plain& a) {
  std::vector<double> values;
  for (const Real x : a.elements) values.push_back(static_cast<double>(x));
  return Tensor(a.shape, std::move(values));
}

void need(bool holds, const std::string& message) {
  if (!holds) throw Misuse("second route: " + message);
}

std::size_t axis_of(const Shape& shape, std::int64_t axis) {
  const auto rank = static_cast<std::int64_t>(shape.size());
  need(-rank <= axis && axis < rank, "no axis " + std::to_string(axis) + " in " + to_text(shape));
  return static_cast<std::size_t>(axis < 0 ? axis + rank : axis);
}

Index index_of(std::int64_t n, const Shape& shape) {
  Index index(shape.size());
  for (std::size_t a = shape.size(); a-- > 0;) {
    index[a] = n % shape[a];
    n /= shape[a];
  }
  return index;
}

Real read(const Plain& a, const Index& index) {
  const std::size_t surplus = index.size() - a.shape.size();
  std::int64_t place = 0;
  for (std::size_t i = 0; i < a.shape.size(); ++i) {
    place = place * a.shape[i] + (a.shape[i] == 1 ? 0 : index[surplus + i]);
  }
  return a.elements.at(static_cast<std::size_t>(place));
}

Index with_entry(Index index, std::size_t axis, std::int64_t entry) {
  index[axis] = entry;
  return index;
}

}  // namespace galley::second
