#include "checks/ops/product.h"

#include <Eigen/Core>

namespace galley {
namespace {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

template <class T>
void matrix_product(const T* x, const T* y, T* z, std::int64_t m, std::int64_t n, std::int64_t p) {
  Eigen::Map<RowMajor<T>>(z, m, p).noalias() =
      Eigen::Map<const RowMajor<T>>(x, m, n) * Eigen::Map<const RowMajor<T>>(y, n, p);
}

template void matrix_product<double>(const double*, const double*, double*, std::int64_t, std::int64_t,
                                     std::int64_t);
template void matrix_product<float>(const float*, const float*, float*, std::int64_t, std::int64_t,
                                    std::int64_t);

}  // namespace galley
