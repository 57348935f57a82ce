#include "checks/second/linear.h"

#include "checks/second/array.h"

namespace galley::second {

Tensor weighted_sum(const Tensor& shares, const Tensor& rows) {
  need(shares.rank() == 1 && rows.rank() >= 1 && rows.shape()[0] == shares.size(), "one share for each row");
  const Plain all = plain(rows);
  return tensor(build(Shape(all.shape.begin() + 1, all.shape.end()), [&](const Index& index) {
    Real total = 0;
    for (std::int64_t i = 0; i < shares.size(); ++i) {
      Index place = index;
      place.insert(place.begin(), i);
      total += shares.at({i}) * read(all, place);
    }
    return total;
  }));
}

Tensor dot(const Tensor& a, const Tensor& b) {
  need(a.rank() == 1 && a.shape() == b.shape(), "dot: " + to_text(a.shape()) + " · " + to_text(b.shape()));
  Real total = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) total += static_cast<Real>(a.at({i})) * b.at({i});
  return scalar(static_cast<double>(total));
}

Plain matmul(const Plain& a, const Plain& b) {
  need(a.shape.size() >= 2 && b.shape.size() >= 2, "matmul needs matrices");
  const std::int64_t n = a.shape[a.shape.size() - 1];
  need(b.shape[b.shape.size() - 2] == n, "matmul: " + to_text(a.shape) + " × " + to_text(b.shape));
  Shape shape =
      broadcast_shape(Shape(a.shape.begin(), a.shape.end() - 2), Shape(b.shape.begin(), b.shape.end() - 2));
  const std::size_t row = shape.size();
  shape.push_back(a.shape[a.shape.size() - 2]);
  shape.push_back(b.shape[b.shape.size() - 1]);
  return build(shape, [&](const Index& index) {
    Index in_row = index;
    Index in_column = index;
    Real total = 0;
    for (std::int64_t k = 0; k < n; ++k) {
      in_row[row + 1] = in_column[row] = k;
      total += read(a, in_row) * read(b, in_column);
    }
    return total;
  });
}

Shape product_shape(const Shape& a, const Shape& b) {
  return matmul(Plain{a, std::vector<Real>(static_cast<std::size_t>(element_count(a)))},
                Plain{b, std::vector<Real>(static_cast<std::size_t>(element_count(b)))})
      .shape;
}

Tensor matmul(const Tensor& a, const Tensor& b) { return tensor(matmul(plain(a), plain(b))); }

}  // namespace galley::second
