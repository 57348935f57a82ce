#pragma once

#include <cstdint>

#ifdef __CUDACC__
#define GALLEY_BOTH __host__ __device__
#else
#define GALLEY_BOTH
#endif

namespace galley::kernels {

/// Rows, columns, offsets: 64 bits, since a tensor of 16 times the book's size has more than 2^31 elements.
using Size = std::int64_t;

/// A row-major array seen around one of its axes, (outer, n, inner): outer · inner lines of n elements that
/// are `inner` apart. The last axis has inner = 1, and its lines are the rows.
struct Lines {
  Size outer, n, inner;
  GALLEY_BOTH Size count() const { return outer * inner; }
  /// Offset of element 0 of a line.
  GALLEY_BOTH Size start(Size line) const { return line / inner * n * inner + line % inner; }
};

/// Most axes that an array may have after equal neighbours are joined.
constexpr int kMaxAxes = 8;

/// How N operands lie under one shape: strides in elements, 0 where an operand is broadcast. Row-major
/// numbering of the shape.
template <int N>
struct Layout {
  int rank = 0;
  Size shape[kMaxAxes] = {};
  Size strides[N][kMaxAxes] = {};

  GALLEY_BOTH Size count() const {
    Size product = 1;
    for (int a = 0; a < rank; ++a) product *= shape[a];
    return product;
  }
  /// Where the element that is number `flat` of the shape lies in each operand.
  GALLEY_BOTH void place(Size flat, Size* places) const {
    for (int k = 0; k < N; ++k) places[k] = 0;
    for (int a = rank - 1; a >= 0; --a) {
      const Size index = flat % shape[a];
      flat /= shape[a];
      for (int k = 0; k < N; ++k) places[k] += index * strides[k][a];
    }
  }
};

}  // namespace galley::kernels
