#include "checks/second/array.h"

#include <algorithm>

namespace galley::second {
namespace {

/// f(a, b) at each index of the shape that both broadcast to.
template <class F>
Plain pairwise(const Plain& a, const Plain& b, F f) {
  return build(broadcast_shape(a.shape, b.shape),
               [&](const Index& index) { return f(read(a, index), read(b, index)); });
}

Shape without(Shape shape, std::size_t axis) {
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  return shape;
}

/// Every element written once, in row-major order.
void write_each(Tensor& view, const Plain& values) {
  for (std::int64_t n = 0; n < view.size(); ++n) {
    const Index index = index_of(n, view.shape());
    view.set(index, static_cast<double>(read(values, index)));
  }
}

}  // namespace

Tensor reshape(const Tensor& a, const Shape& shape) {
  Shape full = shape;
  const auto open = std::find(full.begin(), full.end(), -1);
  if (open != full.end()) {
    *open = 1;
    need(element_count(full) > 0, "reshape cannot infer a length beside 0");
    *open = a.size() / element_count(full);
  }
  need(element_count(full) == a.size(), "reshape from " + to_text(a.shape()) + " to " + to_text(shape));
  return Tensor(full, a.values());
}

Tensor transpose(const Tensor& a) {
  need(a.rank() >= 2, "transpose needs two axes");
  Shape order;
  for (std::int64_t i = 0; i < a.rank(); ++i) order.push_back(i);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return permute(a, order);
}

Plain permute(const Plain& a, const Shape& order) {
  need(order.size() == a.shape.size(), "permute names each axis once");
  Shape shape;
  for (const std::int64_t axis : order) {
    need(axis >= 0 && std::count(order.begin(), order.end(), axis) == 1, "permute names each axis once");
    shape.push_back(a.shape[axis_of(a.shape, axis)]);
  }
  return build(shape, [&](const Index& index) {
    Index source(index.size());
    for (std::size_t i = 0; i < index.size(); ++i) source[static_cast<std::size_t>(order[i])] = index[i];
    return read(a, source);
  });
}

Tensor permute(const Tensor& a, const Shape& order) { return tensor(permute(plain(a), order)); }

Tensor contiguous(const Tensor& a) { return Tensor(a.shape(), a.values()); }

Tensor squeeze(const Tensor& a, std::int64_t axis) {
  const std::size_t place = axis_of(a.shape(), axis);
  need(a.shape()[place] == 1, "squeeze needs length 1");
  return Tensor(without(a.shape(), place), a.values());
}

Tensor squeeze_all(const Tensor& a) {
  Shape shape;
  for (const std::int64_t length : a.shape()) {
    if (length != 1) shape.push_back(length);
  }
  return Tensor(shape, a.values());
}

Tensor unsqueeze(const Tensor& a, std::int64_t axis) {
  const std::int64_t place = axis < 0 ? axis + a.rank() + 1 : axis;
  need(0 <= place && place <= a.rank(), "unsqueeze has no such place");
  Shape shape;
  for (std::int64_t i = 0; i <= a.rank(); ++i) {
    if (i == place) shape.push_back(1);
    if (i < a.rank()) shape.push_back(a.shape()[static_cast<std::size_t>(i)]);
  }
  return Tensor(shape, a.values());
}

Plain select(const Plain& a, std::int64_t axis, std::int64_t index) {
  const std::size_t place = axis_of(a.shape, axis);
  need(0 <= index && index < a.shape[place], "select outside the axis");
  return build(without(a.shape, place), [&](Index rest) {
    rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(place), index);
    return read(a, rest);
  });
}

Tensor select(const Tensor& a, std::int64_t axis, std::int64_t index) {
  return tensor(select(plain(a), axis, index));
}

Tensor slice(const Tensor& a, std::int64_t axis, std::int64_t start, std::int64_t stop) {
  const std::size_t place = axis_of(a.shape(), axis);
  need(0 <= start && start <= stop && stop <= a.shape()[place], "slice outside the axis");
  const Plain from = plain(a);
  Shape shape = a.shape();
  shape[place] = stop - start;
  return tensor(build(shape, [&](const Index& index) {
    return from.elements[static_cast<std::size_t>([&] {
      std::int64_t flat = 0;
      for (std::size_t i = 0; i < index.size(); ++i) {
        flat = flat * a.shape()[i] + index[i] + (i == place ? start : 0);
      }
      return flat;
    }())];
  }));
}

Plain concat(const Plain& a, const Plain& b, std::int64_t axis) {
  const std::size_t place = axis_of(a.shape, axis);
  need(a.shape.size() == b.shape.size() && without(a.shape, place) == without(b.shape, place),
       "concat: " + to_text(a.shape) + " and " + to_text(b.shape));
  Shape shape = a.shape;
  shape[place] += b.shape[place];
  return build(shape, [&](const Index& index) {
    const std::int64_t i = index[place];
    const std::int64_t first = a.shape[place];
    return i < first ? read(a, index) : read(b, with_entry(index, place, i - first));
  });
}

Tensor concat(const Tensor& a, const Tensor& b, std::int64_t axis) {
  return tensor(concat(plain(a), plain(b), axis));
}

Shape broadcast_shape(const Shape& a, const Shape& b) {
  Shape left = a;
  Shape right = b;
  while (left.size() < right.size()) left.insert(left.begin(), 1);
  while (right.size() < left.size()) right.insert(right.begin(), 1);
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i] == 1) left[i] = right[i];
    need(right[i] == 1 || right[i] == left[i], "broadcast: " + to_text(a) + " and " + to_text(b));
  }
  return left;
}

Tensor broadcast_to(const Tensor& a, const Shape& shape) {
  need(broadcast_shape(a.shape(), shape) == shape, "broadcast_to " + to_text(shape));
  const Plain from = plain(a);
  return tensor(build(shape, [&](const Index& index) { return read(from, index); }));
}

void write(Tensor& view, const Tensor& values) {
  need(broadcast_shape(values.shape(), view.shape()) == view.shape(), "write: values do not fit");
  write_each(view, plain(values));
}

void add_in_place(Tensor& view, const Tensor& values) {
  need(broadcast_shape(values.shape(), view.shape()) == view.shape(), "add_in_place: values do not fit");
  write_each(view, add(plain(view), plain(values)));
}

Plain split_heads(const Plain& x, std::int64_t heads) {
  need(x.shape.size() == 3 && heads > 0 && x.shape[2] % heads == 0, "split_heads: " + to_text(x.shape));
  const std::int64_t width = x.shape[2] / heads;
  return build({x.shape[0], heads, x.shape[1], width}, [&](const Index& i) {
    return read(x, {i[0], i[2], i[1] * width + i[3]});
  });
}

Plain merge_heads(const Plain& x) {
  need(x.shape.size() == 4, "merge_heads: " + to_text(x.shape));
  const std::int64_t width = x.shape[3];
  return build({x.shape[0], x.shape[2], x.shape[1] * width}, [&](const Index& i) {
    return read(x, {i[0], i[2] / width, i[1], i[2] % width});
  });
}

Tensor split_heads(const Tensor& x, std::int64_t heads) { return tensor(split_heads(plain(x), heads)); }

Tensor merge_heads(const Tensor& x) { return tensor(merge_heads(plain(x))); }

Plain add(const Plain& a, const Plain& b) {
  return pairwise(a, b, [](Real x, Real y) { return x + y; });
}

Plain multiply(const Plain& a, const Plain& b) {
  return pairwise(a, b, [](Real x, Real y) { return x * y; });
}

Tensor add(const Tensor& a, const Tensor& b) { return tensor(add(plain(a), plain(b))); }

Tensor multiply(const Tensor& a, const Tensor& b) { return tensor(multiply(plain(a), plain(b))); }

Tensor subtract(const Tensor& a, const Tensor& b) {
  return tensor(pairwise(plain(a), plain(b), [](Real x, Real y) { return x - y; }));
}

Tensor divide(const Tensor& a, const Tensor& b) {
  return tensor(pairwise(plain(a), plain(b), [](Real x, Real y) { return x / y; }));
}

Plain sum(const Plain& a, std::int64_t axis) {
  const std::size_t place = axis_of(a.shape, axis);
  Shape shape = a.shape;
  shape[place] = 1;
  return build(shape, [&](const Index& index) {
    Real total = 0;
    for (std::int64_t i = 0; i < a.shape[place]; ++i) total += read(a, with_entry(index, place, i));
    return total;
  });
}

Tensor sum(const Tensor& a, std::int64_t axis) { return tensor(sum(plain(a), axis)); }

std::int64_t count_elements(const Shape& shape) {
  // Counted one by one.
  std::int64_t count = 0;
  Index index(shape.size(), 0);
  for (const std::int64_t length : shape) {
    if (length == 0) return 0;
  }
  for (bool more = true; more; ++count) {
    more = false;
    for (std::size_t a = shape.size(); a-- > 0 && !more;) {
      more = ++index[a] < shape[a];
      if (!more) index[a] = 0;
    }
  }
  return count;
}

std::int64_t count_axes(const Tensor& a) {
  return static_cast<std::int64_t>(row_major_strides(a.shape()).size());
}

Tensor array_of(const Shape& shape, double value) {
  return tensor(build(shape, [&](const Index&) { return Real{value}; }));
}

Tensor element(const Tensor& a, const Index& index) { return scalar(a.at(index)); }

Tensor sum_of_squares(const Tensor& a, std::int64_t axis) {
  return tensor(sum(each(plain(a), [](Real v) { return v * v; }), axis));
}

}  // namespace galley::second
