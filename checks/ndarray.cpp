#include "checks/ndarray.h"

#include <algorithm>

namespace galley {
namespace {

template <class T, class U>
NdArray<T> from_rows(std::initializer_list<std::initializer_list<U>> rows) {
  const std::int64_t width = rows.size() == 0 ? 0 : static_cast<std::int64_t>(rows.begin()->size());
  std::vector<T> values;
  for (const auto& r : rows) {
    if (static_cast<std::int64_t>(r.size()) != width) {
      throw Misuse("table: rows differ in length: " + std::to_string(width) + " and " +
                   std::to_string(r.size()));
    }
    for (const U value : r) values.push_back(static_cast<T>(value));
  }
  return NdArray<T>({static_cast<std::int64_t>(rows.size()), width}, std::move(values));
}

}  // namespace

std::string to_text(const Shape& shape) {
  std::string text = "[";
  for (std::size_t a = 0; a < shape.size(); ++a) text += (a ? "," : "") + std::to_string(shape[a]);
  return text + "]";
}

std::int64_t element_count(const Shape& shape) {
  std::int64_t count = 1;
  for (const std::int64_t length : shape) count *= length;
  return count;
}

Strides row_major_strides(const Shape& shape) {
  Strides strides(shape.size());
  std::int64_t step = 1;
  for (std::size_t a = shape.size(); a-- > 0;) {
    strides[a] = step;
    step *= shape[a];
  }
  return strides;
}

template <class T>
NdArray<T>::NdArray(Shape shape, std::vector<T> values)
    : shape_(shape), strides_(row_major_strides(shape_)), storage_(std::make_shared<Storage>()) {
  for (const std::int64_t length : shape_) {
    if (length < 0) throw Misuse("array: negative length in shape " + to_text(shape_));
  }
  if (static_cast<std::int64_t>(values.size()) != element_count(shape_)) {
    throw Misuse("array: shape " + to_text(shape_) + " holds " + std::to_string(element_count(shape_)) +
                 " elements, given " + std::to_string(values.size()));
  }
  storage_->values = std::move(values);
}

template <class T>
NdArray<T> NdArray<T>::full(const Shape& shape, T value) {
  return NdArray(shape, std::vector<T>(static_cast<std::size_t>(element_count(shape)), value));
}

template <class T>
std::size_t NdArray<T>::axis_at(std::int64_t axis) const {
  const std::int64_t place = axis < 0 ? axis + rank() : axis;
  if (place < 0 || place >= rank()) {
    throw Misuse("axis " + std::to_string(axis) + " does not exist in shape " + to_text(shape_));
  }
  return static_cast<std::size_t>(place);
}

template <class T>
std::size_t NdArray<T>::place_of(const Index& index) const {
  if (index.size() != shape_.size()) {
    throw Misuse("index " + to_text(index) + " has " + std::to_string(index.size()) + " entries, shape " +
                 to_text(shape_) + " has " + std::to_string(shape_.size()) + " axes");
  }
  std::int64_t place = offset_;
  for (std::size_t a = 0; a < index.size(); ++a) {
    if (index[a] < 0 || index[a] >= shape_[a]) {
      throw Misuse("index " + std::to_string(index[a]) + " is out of range for axis " + std::to_string(a) +
                   " of size " + std::to_string(shape_[a]));
    }
    place += index[a] * strides_[a];
  }
  return static_cast<std::size_t>(place);
}

template <class T>
T NdArray<T>::item() const {
  if (size() != 1) throw Misuse("item: shape " + to_text(shape_) + " does not hold exactly one element");
  return storage_->values[static_cast<std::size_t>(offset_)];
}

template <class T>
std::vector<T> NdArray<T>::values() const {
  const auto count = static_cast<std::size_t>(size());
  if (const T* data = contiguous_data()) return std::vector<T>(data, data + count);
  std::vector<T> out;
  out.reserve(count);
  Index index(shape_.size(), 0);
  std::int64_t place = offset_;
  for (std::size_t n = 0; n < count; ++n) {
    out.push_back(storage_->values[static_cast<std::size_t>(place)]);
    for (std::size_t a = shape_.size(); a-- > 0;) {
      place += strides_[a];
      if (++index[a] < shape_[a]) break;
      place -= strides_[a] * shape_[a];
      index[a] = 0;
    }
  }
  return out;
}

template <class T>
bool NdArray<T>::is_contiguous() const {
  std::int64_t step = 1;
  for (std::size_t a = shape_.size(); a-- > 0;) {
    if (shape_[a] != 1 && strides_[a] != step) return false;
    step *= shape_[a];
  }
  return true;
}

template <class T>
bool NdArray<T>::repeats_elements() const {
  if (size() == 0) return false;
  for (std::size_t a = 0; a < shape_.size(); ++a) {
    if (shape_[a] > 1 && strides_[a] == 0) return true;
  }
  return false;
}

template <class T>
NdArray<T> NdArray<T>::view(Shape shape, Strides strides, std::int64_t offset) const {
  if (shape.size() != strides.size()) throw Misuse("view: one stride for each axis of " + to_text(shape));
  std::int64_t lowest = offset;
  std::int64_t highest = offset;
  for (std::size_t a = 0; a < shape.size(); ++a) {
    (strides[a] < 0 ? lowest : highest) += strides[a] * (shape[a] - 1);
  }
  const auto stored = static_cast<std::int64_t>(storage_->values.size());
  if (element_count(shape) > 0 && (lowest < 0 || highest >= stored)) {
    throw Misuse("view: shape " + to_text(shape) + " reaches outside the " + std::to_string(stored) +
                 " stored elements");
  }
  NdArray out = *this;
  out.shape_ = shape;
  out.strides_ = strides;
  out.offset_ = offset;
  return out;
}

template class NdArray<double>;
template class NdArray<std::int64_t>;
template class NdArray<std::uint8_t>;

Tensor scalar(double value) { return Tensor({}, {value}); }

Tensor row(std::initializer_list<double> values) {
  return Tensor({static_cast<std::int64_t>(values.size())}, values);
}

Tensor table(std::initializer_list<std::initializer_list<double>> rows) { return from_rows<double>(rows); }

Ids ids(std::initializer_list<std::int64_t> values) {
  return Ids({static_cast<std::int64_t>(values.size())}, values);
}

Ids ids_table(std::initializer_list<std::initializer_list<std::int64_t>> rows) {
  return from_rows<std::int64_t>(rows);
}

Mask mask_table(std::initializer_list<std::initializer_list<int>> rows) {
  return from_rows<std::uint8_t>(rows);
}

}  // namespace galley
