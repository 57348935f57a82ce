#pragma once
#include "checks/ops/host.h"

namespace galley {

/// Shapes, views and broadcasting (F02, F08).
class ArrayOps : public HostOps {
 public:
  using HostOps::HostOps;

  /// How many numbers a shape holds: the product of its lengths, 1 for rank 0. F02.
  virtual std::int64_t count_elements(const Shape& shape) const;

  /// How many axes an array has, its rank: not the length of one of them. F02.
  virtual std::int64_t count_axes(const Tensor& a) const;

  /// An array of this shape that holds one number everywhere. F02.
  virtual Tensor array_of(const Shape& shape, double value) const;

  /// One number, by an index with one entry for each axis, counted from 0; rank 0. A view. Throws where the
  /// count of entries or one of them does not fit. F02.
  virtual Tensor element(const Tensor& a, const Index& index) const;

  /// The same elements in row-major order under another shape; one length may be -1 and is then inferred.
  /// A view where the elements lie row-major, else a copy. Throws if the counts differ. F08.
  virtual Tensor reshape(const Tensor& a, const Shape& shape) const;

  /// (…, m, n) → (…, n, m): swaps the last two axes. A view. Throws below rank 2. F08.
  virtual Tensor transpose(const Tensor& a) const;

  /// Axis i of the result is axis order[i] of `a`. A view. Throws unless `order` names each axis once. F08.
  virtual Tensor permute(const Tensor& a, const Shape& order) const;

  /// The same elements laid row-major in storage of their own. A copy. F08.
  virtual Tensor contiguous(const Tensor& a) const;

  /// Removes one axis, which must have length 1. A view. F08.
  virtual Tensor squeeze(const Tensor& a, std::int64_t axis) const;

  /// Removes every axis of length 1, the batch axis too when B = 1. A view. F08.
  virtual Tensor squeeze_all(const Tensor& a) const;

  /// Inserts an axis of length 1 before `axis`. A view. F08.
  virtual Tensor unsqueeze(const Tensor& a, std::int64_t axis) const;

  /// The part at one index of an axis; that axis is gone. A view. Throws naming index, axis and size. F02.
  virtual Tensor select(const Tensor& a, std::int64_t axis, std::int64_t index) const;

  /// The part [start, stop) of an axis; the axis stays. A view. Throws unless 0 ≤ start ≤ stop ≤ length. F02.
  virtual Tensor slice(const Tensor& a, std::int64_t axis, std::int64_t start, std::int64_t stop) const;

  /// Puts `b` behind `a` along an axis; all other lengths must agree. A copy.
  virtual Tensor concat(const Tensor& a, const Tensor& b, std::int64_t axis) const;

  /// The shape that two shapes broadcast to, aligned from the right; lengths agree or one is 1. Throws
  /// otherwise. F08.
  virtual Shape broadcast_shape(const Shape& a, const Shape& b) const;

  /// `a` seen under a larger shape, aligned from the right, with stride 0 where an axis repeats. A view. F08.
  virtual Tensor broadcast_to(const Tensor& a, const Shape& shape) const;

  /// Writes `values` (broadcast) through a view; the owner sees it. Refused where the view repeats elements.
  /// F08.
  virtual void write(Tensor& view, const Tensor& values) const;

  /// Adds `values` (broadcast) through a view, each element once. Refused where the view repeats elements.
  /// F08.
  virtual void add_in_place(Tensor& view, const Tensor& values) const;

  /// (B, T, d) → (B, H, T, d_h) with d = H·d_h: reshape to (B, T, H, d_h), then swap T and H. F08.
  virtual Tensor split_heads(const Tensor& x, std::int64_t heads) const;

  /// (B, H, T, d_h) → (B, T, H·d_h): the way back of split_heads. F08.
  virtual Tensor merge_heads(const Tensor& x) const;

  /// a + b, broadcast from the right. F08.
  virtual Tensor add(const Tensor& a, const Tensor& b) const;

  /// a − b, broadcast from the right. F08.
  virtual Tensor subtract(const Tensor& a, const Tensor& b) const;

  /// a · b element by element, broadcast from the right. F07, F08.
  virtual Tensor multiply(const Tensor& a, const Tensor& b) const;

  /// a / b element by element, broadcast from the right. F08.
  virtual Tensor divide(const Tensor& a, const Tensor& b) const;

  /// Sum over one axis, which is kept with length 1. F02.
  virtual Tensor sum(const Tensor& a, std::int64_t axis) const;

  /// Σ x² over one axis, which is kept with length 1: squared first, then added. F02.
  virtual Tensor sum_of_squares(const Tensor& a, std::int64_t axis) const;
};

}  // namespace galley
