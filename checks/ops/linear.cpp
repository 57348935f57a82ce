#include "checks/ops/linear.h"

#include <Eigen/Core>

#include "checks/ops/elements.h"

namespace galley {
namespace {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Shape leading_axes(const Tensor& a) { return Shape(a.shape().begin(), a.shape().end() - 2); }

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

Tensor LinearOps::matmul(const Tensor& a, const Tensor& b) const {
  if (a.rank() < 2 || b.rank() < 2) {
    throw Misuse("matmul: needs matrices, given " + to_text(a.shape()) + " × " + to_text(b.shape()));
  }
  const std::int64_t m = a.length(-2);
  const std::int64_t n = a.length(-1);
  const std::int64_t p = b.length(-1);
  if (b.length(-2) != n) {
    throw Misuse("matmul: inner sizes differ: " + to_text(a.shape()) + " × " + to_text(b.shape()));
  }
  const Shape leading = broadcast_shape(leading_axes(a), leading_axes(b));
  const Tensor left = broadcast_to(a, with_matrix(leading, m, n));
  const Tensor right = broadcast_to(b, with_matrix(leading, n, p));
  return elements::compute_in(precision_, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<T> x = elements::load<T>(precision_, left);
    const std::vector<T> y = elements::load<T>(precision_, right);
    std::vector<T> z(static_cast<std::size_t>(element_count(leading) * m * p), T{0});
    for (std::int64_t i = 0; n > 0 && i < element_count(leading); ++i) {
      const Eigen::Map<const RowMajor<T>> x_i(x.data() + i * m * n, m, n);
      const Eigen::Map<const RowMajor<T>> y_i(y.data() + i * n * p, n, p);
      Eigen::Map<RowMajor<T>>(z.data() + i * m * p, m, p).noalias() = x_i * y_i;
    }
    return elements::store(precision_, with_matrix(leading, m, p), z);
  });
}

}  // namespace galley
