#pragma once
// Second route: shapes, broadcasting, element by element (F02, F08). Results are copies, never views, but for
// write and add_in_place.
#include "checks/second/plain.h"

namespace galley::second {

std::int64_t count_elements(const Shape& shape);
std::int64_t count_axes(const Tensor& a);
Tensor array_of(const Shape& shape, double value);
Tensor element(const Tensor& a, const Index& index);
Tensor reshape(const Tensor& a, const Shape& shape);
Tensor transpose(const Tensor& a);
Tensor permute(const Tensor& a, const Shape& order);
Tensor contiguous(const Tensor& a);
Tensor squeeze(const Tensor& a, std::int64_t axis);
Tensor squeeze_all(const Tensor& a);
Tensor unsqueeze(const Tensor& a, std::int64_t axis);
Tensor select(const Tensor& a, std::int64_t axis, std::int64_t index);
Tensor slice(const Tensor& a, std::int64_t axis, std::int64_t start, std::int64_t stop);
Tensor concat(const Tensor& a, const Tensor& b, std::int64_t axis);
Shape broadcast_shape(const Shape& a, const Shape& b);
Tensor broadcast_to(const Tensor& a, const Shape& shape);
void write(Tensor& view, const Tensor& values);
void add_in_place(Tensor& view, const Tensor& values);
Tensor split_heads(const Tensor& x, std::int64_t heads);
Tensor merge_heads(const Tensor& x);
Tensor add(const Tensor& a, const Tensor& b);
Tensor subtract(const Tensor& a, const Tensor& b);
Tensor multiply(const Tensor& a, const Tensor& b);
Tensor divide(const Tensor& a, const Tensor& b);
Tensor sum(const Tensor& a, std::int64_t axis);
Tensor sum_of_squares(const Tensor& a, std::int64_t axis);

// The same in long double, for composites.
Plain permute(const Plain& a, const Shape& order);
Plain concat(const Plain& a, const Plain& b, std::int64_t axis);
Plain select(const Plain& a, std::int64_t axis, std::int64_t index);
Plain split_heads(const Plain& x, std::int64_t heads);
Plain merge_heads(const Plain& x);
Plain add(const Plain& a, const Plain& b);
Plain multiply(const Plain& a, const Plain& b);
Plain sum(const Plain& a, std::int64_t axis);

}  // namespace galley::second
