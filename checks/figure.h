#pragma once
#include <string>
#include <vector>

#include "checks/ndarray.h"
#include "checks/printed.h"

namespace galley {

/// What a chapter prints under one name: numbers of a shape, each printed once or several times, with the
/// digits as they stand.
///
/// A lesson gets it from `page.figure(name)`, compares computed tensors with it (EXPECT_PRINTED) and gives it
/// to words as an input.
class Figure {
 public:
  /// `printings[e]` are all printings of element e in reading order (row-major elements). Throws if the shape
  /// does not fit.
  Figure(std::string name, Shape shape, std::vector<std::vector<Printed>> printings);

  const std::string& name() const { return name_; }
  const Shape& shape() const { return shape_; }
  std::int64_t size() const { return element_count(shape_); }

  /// All printings of one element, in reading order, as an input of what the caller computes.
  const std::vector<Printed>& printings(std::size_t element) const {
    note_input();
    return printings_[element];
  }

  /// The same, as something that a computed value is compared with and nothing else.
  const std::vector<Printed>& to_be_met(std::size_t element) const { return printings_[element]; }

  /// The printed numbers as an input. Several printings of one element must agree to the shorter one's
  /// digits, else Misprint.
  Tensor values() const;
  /// The same; words take a figure where they take a tensor.
  operator Tensor() const { return values(); }

  /// The printed numbers as ids or sizes. Throws unless all are whole.
  Ids ids() const;
  /// The printed numbers as a shape. Throws unless all are whole.
  Shape as_shape() const { return Shape(ids().values()); }
  /// The only number.
  double number() const { return values().item(); }
  /// The only number, which must be whole.
  std::int64_t integer() const { return ids().item(); }

  /// The same figure with one printing of one element moved by so many units of its last digit.
  Figure with_nudge(std::size_t element, std::size_t printing, int units) const;

  /// The same figure with one element printed only once, with most digits, and moved by so many units of the
  /// last of them.
  Figure with_moved_element(std::size_t element, int units) const;

 private:
  /// Tells the running claim's record that a value depends on this figure, so that its nudges need a rerun.
  void note_input() const;

  std::string name_;
  Shape shape_;
  std::vector<std::vector<Printed>> printings_;
};

/// Two printings of one number disagree.
struct Misprint : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace galley
