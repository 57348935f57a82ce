#pragma once
// What the second route computes with: elements in row-major order as long double, and an index for each
// element. Slow and plain on purpose: every word here is its formula, element by element, so that it can be
// read against the chapter. It never calls Ops and shares no code with it; Tensor, Ids and Mask are only how
// values come and go. Composites stay in long double from end to end.
#include <limits>
#include <string>
#include <vector>

#include "checks/ndarray.h"

namespace galley::second {

using Real = long double;

/// The score of what may not be read, and the largest of no scores.
inline constexpr Real kNothing = -std::numeric_limits<Real>::infinity();

/// A dense array: shape and row-major elements.
struct Plain {
  Shape shape;
  std::vector<Real> elements;
};

/// The elements of a tensor, exactly.
Plain plain(const Tensor& a);

/// The bytes of a mask as 0 and 1.
Plain plain(const Mask& a);

/// Each element rounded to double, once.
Tensor tensor(const Plain& a);

/// Throws Misuse with this message unless `holds`.
void need(bool holds, const std::string& message);

/// The axis counted from the first one; negative axes count from the last. Throws if there is none.
std::size_t axis_of(const Shape& shape, std::int64_t axis);

/// The n-th index of a shape in row-major order.
Index index_of(std::int64_t n, const Shape& shape);

/// The element at an index. Where an axis has length 1 any entry reads its only element, and entries before
/// the array's first axis are passed over: reading is broadcasting from the right.
Real read(const Plain& a, const Index& index);

/// An array whose element at each index is f(index).
template <class F>
Plain build(const Shape& shape, F f) {
  Plain out{shape, {}};
  const std::int64_t count = element_count(shape);
  out.elements.reserve(static_cast<std::size_t>(count));
  for (std::int64_t n = 0; n < count; ++n) out.elements.push_back(f(index_of(n, shape)));
  return out;
}

/// f of each element.
template <class F>
Plain each(const Plain& a, F f) {
  Plain out = a;
  for (Real& x : out.elements) x = f(x);
  return out;
}

/// `index` with another entry for one axis.
Index with_entry(Index index, std::size_t axis, std::int64_t entry);

}  // namespace galley::second
