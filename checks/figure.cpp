#include "checks/figure.h"

#include <algorithm>
#include <cmath>

#include "checks/record.h"

namespace galley {
namespace {

std::string place_in(const Figure& figure, std::size_t element) {
  return "figure '" + figure.name() + "', element " + std::to_string(element);
}

/// The printing with most digits.
const Printed& finest_of(const std::vector<Printed>& printings) {
  return *std::min_element(printings.begin(), printings.end(),
                           [](const Printed& a, const Printed& b) { return a.unit < b.unit; });
}

/// One value for all printings: the one with most digits, which each of the others must round to.
double agreed_value(const Figure& figure, std::size_t element) {
  const std::vector<Printed>& printings = figure.to_be_met(element);
  const Printed* finest = &finest_of(printings);
  for (const Printed& p : printings) {
    const bool same = p.value == finest->value;
    if (!same && !(std::abs(p.value - finest->value) <= p.unit / 2 * (1 + 1e-9))) {
      throw Misprint(place_in(figure, element) + " is printed as " + finest->text + " and as " + p.text);
    }
  }
  return finest->value;
}

}  // namespace

Figure::Figure(std::string name, Shape shape, std::vector<std::vector<Printed>> printings)
    : name_(std::move(name)), shape_(shape), printings_(std::move(printings)) {
  if (element_count(shape_) != static_cast<std::int64_t>(printings_.size())) {
    throw Misuse("figure '" + name_ + "': shape " + to_text(shape_) + " for " +
                 std::to_string(printings_.size()) + " numbers");
  }
}

void Figure::note_input() const {
  if (Record* record = record_if_any()) record->figures_as_input.insert(name_);
}

Tensor Figure::values() const {
  note_input();
  std::vector<double> numbers;
  numbers.reserve(printings_.size());
  for (std::size_t e = 0; e < printings_.size(); ++e) numbers.push_back(agreed_value(*this, e));
  return Tensor(shape_, std::move(numbers));
}

Ids Figure::ids() const {
  note_input();
  std::vector<std::int64_t> numbers;
  numbers.reserve(printings_.size());
  for (std::size_t e = 0; e < printings_.size(); ++e) {
    const double value = agreed_value(*this, e);
    if (value != std::floor(value) || std::isinf(value)) {
      throw Misuse(place_in(*this, e) + " is not a whole number: " + printings_[e].front().text);
    }
    numbers.push_back(static_cast<std::int64_t>(value));
  }
  return Ids(shape_, std::move(numbers));
}

Figure Figure::with_nudge(std::size_t element, std::size_t printing, int units) const {
  Figure moved = *this;
  Printed& printed = moved.printings_.at(element).at(printing);
  printed = nudged(printed, units);
  return moved;
}

Figure Figure::with_moved_element(std::size_t element, int units) const {
  Figure moved = *this;
  std::vector<Printed>& printings = moved.printings_.at(element);
  printings = {nudged(finest_of(printings), units)};
  return moved;
}

}  // namespace galley
