#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

#include "checks/misuse.h"

namespace galley {

/// One whole number for each axis of an array (F02), held in place: arrays are described anew at every step,
/// and a list on the heap would cost more than the arithmetic. Used like a std::vector of at most kMostAxes
/// entries; a longer one throws Misuse.
class Shape {
 public:
  static constexpr std::size_t kMostAxes = 8;
  using value_type = std::int64_t;
  using iterator = std::int64_t*;
  using const_iterator = const std::int64_t*;

  Shape() = default;
  Shape(std::initializer_list<std::int64_t> entries) : Shape(entries.begin(), entries.end()) {}
  explicit Shape(std::size_t axes, std::int64_t entry = 0) { resize(axes, entry); }
  explicit Shape(const std::vector<std::int64_t>& entries) : Shape(entries.begin(), entries.end()) {}
  template <std::input_iterator It>
  Shape(It first, It last) {
    for (; first != last; ++first) push_back(static_cast<std::int64_t>(*first));
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  iterator begin() { return entries_.data(); }
  iterator end() { return begin() + size_; }
  const_iterator begin() const { return entries_.data(); }
  const_iterator end() const { return begin() + size_; }
  auto rbegin() const { return std::reverse_iterator(end()); }
  auto rend() const { return std::reverse_iterator(begin()); }

  const std::int64_t* data() const { return entries_.data(); }
  std::int64_t& operator[](std::size_t axis) { return entries_[axis]; }
  std::int64_t operator[](std::size_t axis) const { return entries_[axis]; }
  std::int64_t& front() { return entries_[0]; }
  std::int64_t front() const { return entries_[0]; }
  std::int64_t& back() { return entries_[size_ - 1]; }
  std::int64_t back() const { return entries_[size_ - 1]; }

  void push_back(std::int64_t entry) {
    need_room(size_ + 1);
    entries_[size_++] = entry;
  }
  void pop_back() { --size_; }
  void resize(std::size_t axes, std::int64_t entry = 0) {
    need_room(axes);
    for (std::size_t a = size_; a < axes; ++a) entries_[a] = entry;
    size_ = axes;
  }
  iterator insert(const_iterator before, std::int64_t entry) {
    const auto place = before - begin();
    push_back(entry);
    std::rotate(begin() + place, end() - 1, end());
    return begin() + place;
  }
  template <std::input_iterator It>
  void insert(const_iterator before, It first, It last) {
    for (auto place = before - begin(); first != last; ++first) insert(begin() + place++, *first);
  }
  void insert(const_iterator before, std::initializer_list<std::int64_t> entries) {
    insert(before, entries.begin(), entries.end());
  }
  iterator erase(const_iterator entry) {
    const auto place = entry - begin();
    std::copy(begin() + place + 1, end(), begin() + place);
    --size_;
    return begin() + place;
  }

  bool operator==(const Shape& other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

 private:
  static void need_room(std::size_t axes) {
    if (axes > kMostAxes) {
      throw Misuse("a shape of " + std::to_string(axes) + " axes: " + std::to_string(kMostAxes) +
                   " are the most");
    }
  }

  std::array<std::int64_t, kMostAxes> entries_{};
  std::size_t size_ = 0;
};

/// One place on each axis.
using Index = Shape;
/// How many elements lie between neighbours along each axis (F08).
using Strides = Shape;

}  // namespace galley
