#pragma once
// A dense array of any rank: shape, strides and offset over shared storage (F02, F08).
//
// Copying an NdArray copies the description and shares the storage, so that a view's write is seen by its
// owner. Everything that a chapter talks about (slicing, reshaping, broadcasting, writing through a view) is
// a word of Ops; this class only holds.
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "checks/shape.h"

namespace galley {

/// "[2,3]", as messages print a shape.
std::string to_text(const Shape& shape);

/// Number of elements of a shape; 1 for rank 0. F02.
std::int64_t element_count(const Shape& shape);

/// Strides, in elements, of a row-major array of this shape. F08.
Strides row_major_strides(const Shape& shape);

template <class T>
class NdArray {
 public:
  /// A rank-0 array that holds T{}.
  NdArray() : NdArray(Shape{}, std::vector<T>(1)) {}

  /// An array of this shape over row-major values. Throws if the count differs.
  NdArray(Shape shape, std::vector<T> values);

  /// An array of this shape with every element the same.
  static NdArray full(const Shape& shape, T value);

  const Shape& shape() const { return shape_; }
  std::int64_t rank() const { return static_cast<std::int64_t>(shape_.size()); }
  std::int64_t size() const { return element_count(shape_); }
  const Strides& strides() const { return strides_; }
  std::int64_t offset() const { return offset_; }

  /// Length of an axis; negative axes count from the last. Throws if there is no such axis.
  std::int64_t length(std::int64_t axis) const { return shape_[axis_at(axis)]; }

  /// The axis as a place in shape(); negative axes count from the last. Throws if there is no such axis.
  std::size_t axis_at(std::int64_t axis) const;

  /// The element at an index with one entry for each axis. Throws naming index, axis and size when out of
  /// range.
  T at(const Index& index) const { return storage_->values[place_of(index)]; }

  /// Writes one element; every view on the same storage sees it.
  void set(const Index& index, T value) { storage_->values[place_of(index)] = value; }

  /// The only element. Throws unless there is exactly one.
  T item() const;

  /// All elements in row-major order, copied.
  std::vector<T> values() const;

  /// The elements in place, where they lie row-major without gaps; otherwise nullptr.
  const T* contiguous_data() const { return is_contiguous() ? storage_->values.data() + offset_ : nullptr; }

  /// True when elements lie row-major without gaps.
  bool is_contiguous() const;

  /// True when some step along a longer axis reaches the same element again (a broadcast view). F08.
  bool repeats_elements() const;

  bool shares_storage_with(const NdArray& other) const { return storage_ == other.storage_; }

  /// Equal for all views of the same elements, and for nothing else while one of them lives.
  const void* identity() const { return storage_.get(); }

  /// Another description of the same storage. Throws if it reaches outside.
  NdArray view(Shape shape, Strides strides, std::int64_t offset) const;

  /// True when the elements were computed on a device, or from something that was. See Column.
  bool came_through_device() const { return storage_->through_device; }
  void mark_through_device() const { storage_->through_device = true; }

 private:
  struct Storage {
    std::vector<T> values;
    bool through_device = false;
  };
  std::size_t place_of(const Index& index) const;

  Shape shape_;
  Strides strides_;
  std::int64_t offset_ = 0;
  std::shared_ptr<Storage> storage_;
};

extern template class NdArray<double>;
extern template class NdArray<std::int64_t>;
extern template class NdArray<std::uint8_t>;

using Tensor = NdArray<double>;      ///< Numbers: scores, weights, features.
using Ids = NdArray<std::int64_t>;   ///< Token ids, positions, indices.
using Mask = NdArray<std::uint8_t>;  ///< true = may read here, and only that. F12.

/// A rank-0 tensor.
Tensor scalar(double value);
/// A vector of these numbers.
Tensor row(std::initializer_list<double> values);
/// A table with these rows. Throws if they differ in length.
Tensor table(std::initializer_list<std::initializer_list<double>> rows);
/// A vector of ids.
Ids ids(std::initializer_list<std::int64_t> values);
/// A table of ids with these rows.
Ids ids_table(std::initializer_list<std::initializer_list<std::int64_t>> rows);
/// A mask with these rows of 0 and 1.
Mask mask_table(std::initializer_list<std::initializer_list<int>> rows);

}  // namespace galley
