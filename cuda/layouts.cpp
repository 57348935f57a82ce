#include "cuda/layouts.h"

namespace galley {

Strides strides_under(const Shape& shape, const Shape& operand) {
  const Strides own = row_major_strides(operand);
  Strides strides(shape.size());
  for (std::size_t back = 1; back <= operand.size(); ++back)
    if (operand[operand.size() - back] != 1) strides[shape.size() - back] = own[operand.size() - back];
  return strides;
}

bool broadcasts(const Shape& a, const Shape& b, Shape& result) {
  result = Shape(std::max(a.size(), b.size()), 1);
  for (std::size_t back = 1; back <= result.size(); ++back) {
    const std::int64_t left = back <= a.size() ? a[a.size() - back] : 1;
    const std::int64_t right = back <= b.size() ? b[b.size() - back] : 1;
    if (left != right && left != 1 && right != 1) return false;
    result[result.size() - back] = left == 1 ? right : left;
  }
  return true;
}

template <int N>
kernels::Layout<N> layout_of(const Shape& shape, const Strides (&strides)[N]) {
  static_assert(Shape::kMostAxes <= kernels::kMaxAxes);
  kernels::Layout<N> layout;
  for (std::size_t a = 0; a < shape.size(); ++a) {
    if (shape[a] == 1) continue;
    const int last = layout.rank - 1;
    bool joins = last >= 0;
    for (int k = 0; k < N && joins; ++k) joins = layout.strides[k][last] == strides[k][a] * shape[a];
    const int at = joins ? last : layout.rank++;
    layout.shape[at] = joins ? layout.shape[at] * shape[a] : shape[a];
    for (int k = 0; k < N; ++k) layout.strides[k][at] = strides[k][a];
  }
  return layout;
}

template kernels::Layout<1> layout_of(const Shape&, const Strides (&)[1]);
template kernels::Layout<2> layout_of(const Shape&, const Strides (&)[2]);

}  // namespace galley
