#include "checks/ops/linear.h"

#include "checks/ops/elements.h"
#include "checks/ops/product.h"

namespace galley {
namespace {

Shape leading_axes(const Shape& shape) { return Shape(shape.begin(), shape.end() - 2); }

Shape with_matrix(Shape leading, std::int64_t rows, std::int64_t columns) {
  leading.push_back(rows);
  leading.push_back(columns);
  return leading;
}

}  // namespace

Tensor LinearOps::dot(const Tensor& a, const Tensor& b) const {
  if (a.rank() != 1 || a.shape() != b.shape()) {
    throw Misuse("dot: needs two vectors of one length, given " + to_text(a.shape()) + " and " +
                 to_text(b.shape()));
  }
  return elements::compute_in(precision_, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<T> left = elements::load<T>(precision_, a);
    const std::vector<T> right = elements::load<T>(precision_, b);
    T total{0};
    for (std::size_t i = 0; i < left.size(); ++i) total += left[i] * right[i];
    return elements::store(precision_, Shape{}, std::vector<T>{total});
  });
}

Tensor LinearOps::weighted_sum(const Tensor& shares, const Tensor& rows) const {
  if (shares.rank() != 1 || rows.rank() < 1 || rows.length(0) != shares.length(0)) {
    throw Misuse("weighted_sum: needs one share for each row, given " + to_text(shares.shape()) + " and " +
                 to_text(rows.shape()));
  }
  Shape beside_rows(rows.shape().size(), 1);
  beside_rows.front() = shares.length(0);
  return select(sum(multiply(reshape(shares, beside_rows), rows), 0), 0, 0);
}

Shape LinearOps::product_shape(const Shape& a, const Shape& b) const {
  if (a.size() < 2 || b.size() < 2) {
    throw Misuse("matmul: needs matrices, given " + to_text(a) + " × " + to_text(b));
  }
  if (b[b.size() - 2] != a.back()) {
    throw Misuse("matmul: inner sizes differ: " + to_text(a) + " × " + to_text(b));
  }
  return with_matrix(broadcast_shape(leading_axes(a), leading_axes(b)), a[a.size() - 2], b.back());
}

Tensor LinearOps::matmul(const Tensor& a, const Tensor& b) const {
  const Shape shape = product_shape(a.shape(), b.shape());
  const std::int64_t m = a.length(-2);
  const std::int64_t n = a.length(-1);
  const std::int64_t p = b.length(-1);
  const Shape leading = leading_axes(shape);
  const Tensor left = broadcast_to(a, with_matrix(leading, m, n));
  const Tensor right = broadcast_to(b, with_matrix(leading, n, p));
  return elements::compute_in(precision_, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<T> x = elements::load<T>(precision_, left);
    const std::vector<T> y = elements::load<T>(precision_, right);
    std::vector<T> z(static_cast<std::size_t>(element_count(leading) * m * p), T{0});
    for (std::int64_t i = 0; n > 0 && i < element_count(leading); ++i) {
      matrix_product(x.data() + i * m * n, y.data() + i * n * p, z.data() + i * m * p, m, n, p);
    }
    return elements::store(precision_, shape, z);
  });
}

}  // namespace galley
