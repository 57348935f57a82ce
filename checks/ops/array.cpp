#include "checks/ops/array.h"

#include "checks/ops/elements.h"

namespace galley {
namespace {

/// f(a, b) element by element over two operands that have been broadcast to the same shape.
template <class F>
Tensor zip(Precision precision, const Tensor& a, const Tensor& b, F f) {
  return elements::compute_in(precision, [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> left = elements::load<T>(precision, a);
    const std::vector<T> right = elements::load<T>(precision, b);
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = f(left[i], right[i]);
    return elements::store(precision, a.shape(), left);
  });
}

/// f(a, b) with broadcasting, by the column's own rule for it.
template <class F>
Tensor broadcast_zip(const ArrayOps& on, const Tensor& a, const Tensor& b, F f) {
  if (a.shape() == b.shape()) return zip(on.precision(), a, b, f);
  const Shape shape = on.broadcast_shape(a.shape(), b.shape());
  return zip(on.precision(), on.broadcast_to(a, shape), on.broadcast_to(b, shape), f);
}

void refuse_repeats(const char* word, const Tensor& view) {
  if (view.repeats_elements()) {
    throw Misuse(std::string(word) + ": the view of shape " + to_text(view.shape()) +
                 " shows one stored element in several places (stride 0)");
  }
}

/// Writes row-major values through a view, as numbers of the column.
void write_values(Precision precision, Tensor& view, const std::vector<double>& values) {
  Index index(view.shape().size(), 0);
  for (const double value : values) {
    view.set(index, round_to(precision, value));
    for (std::size_t a = index.size(); a-- > 0;) {
      if (++index[a] < view.shape()[a]) break;
      index[a] = 0;
    }
  }
}

Shape without_axis(Shape shape, std::size_t axis) {
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  return shape;
}

}  // namespace

std::int64_t ArrayOps::count_elements(const Shape& shape) const {
  std::int64_t count = 1;
  for (const std::int64_t length : shape) {
    if (length < 0) throw Misuse("count_elements: negative length in " + to_text(shape));
    count *= length;
  }
  return count;
}

std::int64_t ArrayOps::count_axes(const Tensor& a) const {
  return static_cast<std::int64_t>(a.shape().size());
}

Tensor ArrayOps::array_of(const Shape& shape, double value) const {
  const auto count = static_cast<std::size_t>(count_elements(shape));
  return Tensor(shape, std::vector<double>(count, round_to(precision_, value)));
}

Tensor ArrayOps::element(const Tensor& a, const Index& index) const {
  if (index.size() != a.shape().size()) {
    throw Misuse("element: " + to_text(index) + " has not one entry for each axis of " + to_text(a.shape()));
  }
  Tensor part = a;
  for (const std::int64_t entry : index) part = select(part, 0, entry);
  return part;
}

Tensor ArrayOps::reshape(const Tensor& a, const Shape& shape) const {
  Shape full = shape;
  std::int64_t known = 1;
  std::int64_t* open = nullptr;
  for (std::int64_t& length : full) {
    if (length == -1) {
      if (open) throw Misuse("reshape: more than one -1 in " + to_text(shape));
      open = &length;
    } else {
      if (length < 0) throw Misuse("reshape: negative length in " + to_text(shape));
      known *= length;
    }
  }
  if (open) {
    if (known == 0 || a.size() % known != 0) {
      throw Misuse("reshape: " + std::to_string(a.size()) + " elements do not fit " + to_text(shape));
    }
    *open = a.size() / known;
  } else if (known != a.size()) {
    throw Misuse("reshape: " + to_text(a.shape()) + " holds " + std::to_string(a.size()) + " elements, " +
                 to_text(shape) + " holds " + std::to_string(known));
  }
  if (a.is_contiguous()) return a.view(full, row_major_strides(full), a.offset());
  return Tensor(full, a.values());
}

Tensor ArrayOps::transpose(const Tensor& a) const {
  if (a.rank() < 2) throw Misuse("transpose: needs two axes, given " + to_text(a.shape()));
  Shape shape = a.shape();
  Strides strides = a.strides();
  std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  std::swap(strides[strides.size() - 1], strides[strides.size() - 2]);
  return a.view(shape, strides, a.offset());
}

Tensor ArrayOps::permute(const Tensor& a, const Shape& order) const {
  Shape sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size() || i < a.shape().size(); ++i) {
    if (sorted.size() != a.shape().size() || sorted[i] != static_cast<std::int64_t>(i)) {
      throw Misuse("permute: " + to_text(order) + " does not name each axis of " + to_text(a.shape()) +
                   " once");
    }
  }
  Shape shape;
  Strides strides;
  for (const std::int64_t axis : order) {
    shape.push_back(a.shape()[static_cast<std::size_t>(axis)]);
    strides.push_back(a.strides()[static_cast<std::size_t>(axis)]);
  }
  return a.view(shape, strides, a.offset());
}

Tensor ArrayOps::contiguous(const Tensor& a) const { return Tensor(a.shape(), a.values()); }

Tensor ArrayOps::squeeze(const Tensor& a, std::int64_t axis) const {
  const std::size_t place = a.axis_at(axis);
  if (a.shape()[place] != 1) {
    throw Misuse("squeeze: axis " + std::to_string(axis) + " of " + to_text(a.shape()) +
                 " does not have length 1");
  }
  return a.view(without_axis(a.shape(), place), without_axis(a.strides(), place), a.offset());
}

Tensor ArrayOps::squeeze_all(const Tensor& a) const {
  Shape shape;
  Strides strides;
  for (std::size_t i = 0; i < a.shape().size(); ++i) {
    if (a.shape()[i] == 1) continue;
    shape.push_back(a.shape()[i]);
    strides.push_back(a.strides()[i]);
  }
  return a.view(shape, strides, a.offset());
}

Tensor ArrayOps::unsqueeze(const Tensor& a, std::int64_t axis) const {
  const std::int64_t place = axis < 0 ? axis + a.rank() + 1 : axis;
  if (place < 0 || place > a.rank()) {
    throw Misuse("unsqueeze: no place " + std::to_string(axis) + " in " + to_text(a.shape()));
  }
  Shape shape = a.shape();
  Strides strides = a.strides();
  shape.insert(shape.begin() + place, 1);
  strides.insert(strides.begin() + place, 0);
  return a.view(shape, strides, a.offset());
}

Tensor ArrayOps::select(const Tensor& a, std::int64_t axis, std::int64_t index) const {
  const std::size_t place = a.axis_at(axis);
  if (index < 0 || index >= a.shape()[place]) {
    throw Misuse("select: index " + std::to_string(index) + " is out of range for axis " +
                 std::to_string(axis) + " of size " + std::to_string(a.shape()[place]));
  }
  return a.view(without_axis(a.shape(), place), without_axis(a.strides(), place),
                a.offset() + index * a.strides()[place]);
}

Tensor ArrayOps::slice(const Tensor& a, std::int64_t axis, std::int64_t start, std::int64_t stop) const {
  const std::size_t place = a.axis_at(axis);
  if (start < 0 || start > stop || stop > a.shape()[place]) {
    throw Misuse("slice: [" + std::to_string(start) + "," + std::to_string(stop) + ") is not within axis " +
                 std::to_string(axis) + " of size " + std::to_string(a.shape()[place]));
  }
  Shape shape = a.shape();
  shape[place] = stop - start;
  return a.view(shape, a.strides(), a.offset() + start * a.strides()[place]);
}

Tensor ArrayOps::concat(const Tensor& a, const Tensor& b, std::int64_t axis) const {
  const std::size_t place = a.axis_at(axis);
  Shape shape = a.shape();
  if (a.rank() != b.rank() || without_axis(shape, place) != without_axis(b.shape(), place)) {
    throw Misuse("concat: " + to_text(a.shape()) + " and " + to_text(b.shape()) + " differ beside axis " +
                 std::to_string(axis));
  }
  shape[place] += b.shape()[place];
  std::size_t outer = 1;
  for (std::size_t i = 0; i < place; ++i) outer *= static_cast<std::size_t>(shape[i]);
  const std::vector<double> left = a.values();
  const std::vector<double> right = b.values();
  const auto left_run = static_cast<std::ptrdiff_t>(outer ? left.size() / outer : 0);
  const auto right_run = static_cast<std::ptrdiff_t>(outer ? right.size() / outer : 0);
  std::vector<double> values;
  values.reserve(left.size() + right.size());
  for (std::ptrdiff_t o = 0; o < static_cast<std::ptrdiff_t>(outer); ++o) {
    values.insert(values.end(), left.begin() + o * left_run, left.begin() + (o + 1) * left_run);
    values.insert(values.end(), right.begin() + o * right_run, right.begin() + (o + 1) * right_run);
  }
  return Tensor(shape, std::move(values));
}

Shape ArrayOps::broadcast_shape(const Shape& a, const Shape& b) const {
  Shape shape(std::max(a.size(), b.size()));
  for (std::size_t back = 1; back <= shape.size(); ++back) {
    const std::int64_t left = back <= a.size() ? a[a.size() - back] : 1;
    const std::int64_t right = back <= b.size() ? b[b.size() - back] : 1;
    if (left != right && left != 1 && right != 1) {
      throw Misuse("broadcast: " + to_text(a) + " and " + to_text(b) +
                   " do not fit: " + std::to_string(left) + " meets " + std::to_string(right) + " on axis -" +
                   std::to_string(back));
    }
    shape[shape.size() - back] = left == 1 ? right : left;
  }
  return shape;
}

Tensor ArrayOps::broadcast_to(const Tensor& a, const Shape& shape) const {
  const bool deeper = a.shape().size() > shape.size();
  if (deeper || broadcast_shape(a.shape(), shape) != shape) {
    throw Misuse("broadcast: " + to_text(a.shape()) + " does not fit under " + to_text(shape));
  }
  Strides strides(shape.size(), 0);
  for (std::size_t back = 1; back <= a.shape().size(); ++back) {
    if (a.shape()[a.shape().size() - back] == 1) continue;
    strides[shape.size() - back] = a.strides()[a.shape().size() - back];
  }
  return a.view(shape, strides, a.offset());
}

void ArrayOps::write(Tensor& view, const Tensor& values) const {
  refuse_repeats("write", view);
  write_values(precision_, view, broadcast_to(values, view.shape()).values());
}

void ArrayOps::add_in_place(Tensor& view, const Tensor& values) const {
  refuse_repeats("add_in_place", view);
  write_values(precision_, view, add(view, broadcast_to(values, view.shape())).values());
}

Tensor ArrayOps::split_heads(const Tensor& x, std::int64_t heads) const {
  if (x.rank() != 3 || heads < 1 || x.length(2) % heads != 0) {
    throw Misuse("split_heads: " + to_text(x.shape()) + " does not split into " + std::to_string(heads) +
                 " heads");
  }
  return permute(reshape(x, {x.length(0), x.length(1), heads, x.length(2) / heads}), {0, 2, 1, 3});
}

Tensor ArrayOps::merge_heads(const Tensor& x) const {
  if (x.rank() != 4) throw Misuse("merge_heads: needs (B, H, T, d_h), given " + to_text(x.shape()));
  return reshape(permute(x, {0, 2, 1, 3}), {x.length(0), x.length(2), x.length(1) * x.length(3)});
}

Tensor ArrayOps::add(const Tensor& a, const Tensor& b) const {
  return broadcast_zip(*this, a, b, [](auto x, auto y) { return x + y; });
}

Tensor ArrayOps::subtract(const Tensor& a, const Tensor& b) const {
  return broadcast_zip(*this, a, b, [](auto x, auto y) { return x - y; });
}

Tensor ArrayOps::multiply(const Tensor& a, const Tensor& b) const {
  return broadcast_zip(*this, a, b, [](auto x, auto y) { return x * y; });
}

Tensor ArrayOps::divide(const Tensor& a, const Tensor& b) const {
  return broadcast_zip(*this, a, b, [](auto x, auto y) { return x / y; });
}

Tensor ArrayOps::sum(const Tensor& a, std::int64_t axis) const {
  const elements::AxisView view = elements::around_axis(a, axis);
  Shape shape = a.shape();
  shape[a.axis_at(axis)] = 1;
  return elements::compute_in(precision_, [&](auto zero) {
    using T = decltype(zero);
    const std::vector<T> values = elements::load<T>(precision_, a);
    std::vector<T> sums(view.outer * view.inner, T{0});
    for (std::size_t o = 0; o < view.outer; ++o) {
      for (std::size_t n = 0; n < view.n; ++n) {
        for (std::size_t i = 0; i < view.inner; ++i) {
          sums[o * view.inner + i] += values[(o * view.n + n) * view.inner + i];
        }
      }
    }
    return elements::store(precision_, shape, sums);
  });
}

Tensor ArrayOps::sum_of_squares(const Tensor& a, std::int64_t axis) const {
  return sum(multiply(a, a), axis);
}

}  // namespace galley
