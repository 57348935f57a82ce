// Operators that move elements: reshaping, slicing, looking up, choosing.
#include <algorithm>

#include "checks/tests/onnx/vectors.h"

namespace galley::onnx {
namespace {

Outputs reshape(const Ops& on, const Case& c) {
  Shape shape(c.in(1).integers());
  // Here 0 stands for "as it was", unless allowzero says that it is a length.
  if (c.attribute("allowzero", 0) == 0) {
    for (std::size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] == 0) shape[i] = c.in(0).shape[i];
    }
  }
  return {{0, on.reshape(c.x(0), shape)}};
}

Outputs transpose(const Ops& on, const Case& c) {
  Shape order;
  for (std::int64_t i = c.x(0).rank(); i-- > 0;) order.push_back(i);
  return {{0, on.permute(c.x(0), c.attribute("perm", order))}};
}

Outputs expand(const Ops& on, const Case& c) {
  const Tensor x = c.x(0);
  return {{0, on.broadcast_to(x, on.broadcast_shape(x.shape(), Shape(c.in(1).integers())))}};
}

Outputs squeeze(const Ops& on, const Case& c) {
  Tensor x = c.x(0);
  if (!c.has(1)) return {{0, on.squeeze_all(x)}};
  std::vector<std::int64_t> axes = c.in(1).integers();
  for (std::int64_t& axis : axes) axis += axis < 0 ? x.rank() : 0;
  std::sort(axes.rbegin(), axes.rend());
  for (const std::int64_t axis : axes) x = on.squeeze(x, axis);
  return {{0, x}};
}

Outputs unsqueeze(const Ops& on, const Case& c) {
  Tensor x = c.x(0);
  std::vector<std::int64_t> axes = c.in(1).integers();
  const std::int64_t rank = x.rank() + static_cast<std::int64_t>(axes.size());
  for (std::int64_t& axis : axes) axis += axis < 0 ? rank : 0;
  std::sort(axes.begin(), axes.end());
  for (const std::int64_t axis : axes) x = on.unsqueeze(x, axis);
  return {{0, x}};
}

Outputs concat(const Ops& on, const Case& c) {
  Tensor all = c.x(0);
  for (int i = 1; c.has(i); ++i) all = on.concat(all, c.x(i), c.attribute("axis", std::int64_t{0}));
  return {{0, all}};
}

Outputs slice(const Ops& on, const Case& c) {
  Tensor x = c.x(0);
  const std::vector<std::int64_t> starts = c.in(1).integers();
  const std::vector<std::int64_t> ends = c.in(2).integers();
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (c.has(4) && c.in(4).integers()[i] != 1) throw NoWord("slice takes each element, no steps");
    const std::int64_t axis = c.has(3) ? c.in(3).integers()[i] : static_cast<std::int64_t>(i);
    const std::int64_t length = x.length(axis);
    const auto place = [&](std::int64_t at) {
      return std::clamp(at < 0 ? at + length : at, std::int64_t{0}, length);
    };
    x = on.slice(x, axis, place(starts[i]), place(ends[i]));
  }
  return {{0, x}};
}

Outputs split(const Ops& on, const Case& c) {
  const std::int64_t axis = c.attribute("axis", std::int64_t{0});
  Outputs parts;
  std::int64_t start = 0;
  for (const auto& [slot, part] : c.outputs) {
    const std::int64_t length = part.shape[c.x(0).axis_at(axis)];
    parts[slot] = on.slice(c.x(0), axis, start, start + length);
    start += length;
  }
  return parts;
}

Outputs gather(const Ops& on, const Case& c) {
  const Tensor data = c.x(0);
  const Ids indices = c.in(1).ids();
  const std::vector<std::int64_t> which = indices.values();
  if (std::any_of(which.begin(), which.end(), [](std::int64_t i) { return i < 0; })) {
    throw NoWord("embed refuses negative ids");
  }
  // The axis in front, the rest as one row; look rows up; the axis back where it was.
  const Shape order = axis_to_front(data.rank(), c.attribute("axis", std::int64_t{0}));
  const Tensor front = on.permute(data, order);
  const Tensor rows = on.embed(on.reshape(front, {front.length(0), -1}), indices);
  Shape shape = front.shape();
  shape[0] = indices.size();
  return {{0, on.permute(on.reshape(rows, shape), inverse(order))}};
}

Outputs one_hot(const Ops& on, const Case& c) {
  const Ids indices = c.in(0).ids();
  const auto depth = static_cast<std::int64_t>(c.in(1).data.at(0));
  for (const std::int64_t i : indices.values()) {
    if (i < 0 || i >= depth) throw NoWord("ids outside of the vocabulary are refused");
  }
  // 0 and 1 as the two values that the case asks for.
  const double off = c.in(2).data.at(0);
  const double on_value = c.in(2).data.at(1);
  const Tensor rows = on.add(on.multiply(on.one_hot(indices, depth), scalar(on_value - off)), scalar(off));
  const std::int64_t axis = c.attribute("axis", std::int64_t{-1});
  return {{0, on.permute(rows, inverse(axis_to_end(rows.rank(), axis)))}};
}

Outputs arg_max(const Ops& on, const Case& c) {
  const Tensor x = c.x(0);
  const std::int64_t axis = c.attribute("axis", std::int64_t{0});
  const Ids found = on.argmax(x, axis);
  if (c.attribute("select_last_index", 0) != 0) {
    // Only where several are largest does it matter which one counts.
    const Tensor top = on.subtract_max(x, axis);
    std::int64_t largest = 0;
    for (const double v : top.values()) largest += v == 0;
    if (largest != found.size()) throw NoWord("of several largest ones argmax takes the first");
  }
  const Tensor places = numbers(found);
  return {{0, c.attribute("keepdims", 1) != 0 ? on.unsqueeze(places, axis < 0 ? axis + x.rank() : axis)
                                              : places}};
}

Outputs top_k(const Ops& on, const Case& c) {
  if (c.attribute("largest", 1) == 0) throw NoWord("no word chooses the smallest ones");
  const Tensor x = c.x(0);
  const Shape order = axis_to_end(x.rank(), c.attribute("axis", std::int64_t{-1}));
  const Tensor last = on.contiguous(on.permute(x, order));
  const std::int64_t n = last.length(-1);
  const std::int64_t k = c.in(1).integers().front();
  std::vector<double> values, places;
  const Tensor rows = on.reshape(last, {-1, n});
  for (std::int64_t r = 0; r < rows.length(0); ++r) {
    Tensor row = on.select(rows, 0, r);
    for (std::int64_t i = 0; i < k; ++i) {
      const std::int64_t best = on.argmax(row, 0).item();
      values.push_back(row.at({best}));
      places.push_back(static_cast<double>(best));
      row = on.exclude(row, ids({best}));
    }
  }
  Shape shape = last.shape();
  shape.back() = k;
  return {{0, on.permute(Tensor(shape, values), inverse(order))},
          {1, on.permute(Tensor(shape, places), inverse(order))}};
}

/// Lower triangle: column j is kept in row i when j ≤ i + k; that is, when position i + k may read j.
Outputs trilu(const Ops& on, const Case& c) {
  const Tensor x = c.x(0);
  const bool upper = c.attribute("upper", 1) != 0;
  std::int64_t k = c.has(1) ? c.in(1).integers().front() : 0;
  if (upper) --k;
  std::vector<std::int64_t> rows, columns;
  for (std::int64_t i = 0; i < x.length(-2); ++i) rows.push_back(i + k);
  for (std::int64_t j = 0; j < x.length(-1); ++j) columns.push_back(j);
  const Mask lower = on.position_mask(Ids({x.length(-2)}, rows), Ids({x.length(-1)}, columns));
  return {{0, on.zero_forbidden(x, upper ? on.invert_mask(lower) : lower)}};
}

Outputs where(const Ops& on, const Case& c) {
  const Mask chosen = c.in(0).mask();
  return {{0, on.add(on.zero_forbidden(c.x(1), chosen), on.zero_forbidden(c.x(2), on.invert_mask(chosen)))}};
}

/// Writes new rows into a cache of fixed length, each row of the batch from a place of its own.
Outputs tensor_scatter(const Ops& on, const Case& c) {
  if (c.attribute("mode", std::string("linear")) != "linear") throw NoWord("no word writes round the end");
  const Tensor cache = on.contiguous(c.x(0));
  const Tensor update = c.x(1);
  const std::int64_t axis = c.attribute("axis", std::int64_t{-2});
  for (std::int64_t b = 0; b < cache.length(0); ++b) {
    const std::int64_t start = c.has(2) ? c.in(2).integers()[static_cast<std::size_t>(b)] : 0;
    const Tensor row = on.select(cache, 0, b);
    Tensor place = on.slice(row, axis, start, start + update.length(axis));
    on.write(place, on.select(update, 0, b));
  }
  return {{0, cache}};
}

}  // namespace

std::map<std::string, Translation> array_translations() {
  return {{"Reshape", reshape}, {"Transpose", transpose}, {"Expand", expand},
          {"Squeeze", squeeze}, {"Unsqueeze", unsqueeze}, {"Concat", concat},
          {"Slice", slice},     {"Split", split},         {"Gather", gather},
          {"OneHot", one_hot},  {"ArgMax", arg_max},      {"TopK", top_k},
          {"Trilu", trilu},     {"Where", where},         {"TensorScatter", tensor_scatter}};
}

}  // namespace galley::onnx
