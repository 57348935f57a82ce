#pragma once
#include <cstdint>

namespace galley {

/// z = x · y for row-major matrices x (m, n), y (n, p), z (m, p), by Eigen: one number at a time for the
/// small ones of a chapter, in blocks for large ones. In a source of its own, since Eigen takes longer to
/// compile than all words of linear algebra. T is float or double.
template <class T>
void matrix_product(const T* x, const T* y, T* z, std::int64_t m, std::int64_t n, std::int64_t p);

}  // namespace galley
