#include "checks/ops/position.h"

#include <numbers>

#include "checks/ops/elements.h"

namespace galley {
namespace {

/// Where the two features of pair i stand in a row of d.
struct PairPlaces {
  std::size_t first, second;
};

/// Turns each pair of each row by its angle; `places(i, pairs)` says which two features are a pair.
template <class Places>
Tensor turn(const PositionOps& on, const char* word, const Tensor& x, const Tensor& angles, Places places) {
  if (x.rank() < 1 || x.length(-1) % 2 != 0) {
    throw Misuse(std::string(word) + ": needs an even number of features, given " + to_text(x.shape()));
  }
  Shape half = x.shape();
  half.back() /= 2;
  const Tensor under = on.broadcast_to(angles, half);
  const auto pairs = static_cast<std::size_t>(half.back());
  return elements::compute_in(on.precision(), [&](auto zero) {
    using T = decltype(zero);
    const std::vector<T> cosines = elements::load<T>(on.precision(), on.cosine(under));
    const std::vector<T> sines = elements::load<T>(on.precision(), on.sine(under));
    const std::vector<T> from = elements::load<T>(on.precision(), x);
    std::vector<T> to(from.size());
    for (std::size_t p = 0; p < cosines.size(); ++p) {
      const PairPlaces at = places(p % pairs, pairs);
      const std::size_t row = p / pairs * 2 * pairs;
      to[row + at.first] = from[row + at.first] * cosines[p] - from[row + at.second] * sines[p];
      to[row + at.second] = from[row + at.first] * sines[p] + from[row + at.second] * cosines[p];
    }
    return elements::store(on.precision(), x.shape(), to);
  });
}

/// f of each angle in double, rounded once as it is stored.
template <class F>
Tensor of_angles(Precision precision, const Tensor& angles, F f) {
  std::vector<double> values = angles.values();
  for (double& v : values) v = round_to(precision, f(v));
  return Tensor(angles.shape(), std::move(values));
}

}  // namespace

Ids PositionOps::position_ids(const Mask& valid) const {
  const std::int64_t length = valid.length(-1);
  std::vector<std::int64_t> positions;
  std::int64_t next = 0;
  for (const std::uint8_t real : valid.values()) {
    if (static_cast<std::int64_t>(positions.size()) % length == 0) next = 0;
    positions.push_back(real ? next++ : 0);
  }
  return Ids(valid.shape(), std::move(positions));
}

Ids PositionOps::next_position(const Ids& positions) const {
  const std::int64_t length = positions.length(-1);
  if (length < 1) throw Misuse("next_position: no position in " + to_text(positions.shape()));
  const std::vector<std::int64_t> all = positions.values();
  std::vector<std::int64_t> next;
  for (auto row = all.begin(); row != all.end(); row += length) {
    next.push_back(*std::max_element(row, row + length) + 1);
  }
  return Ids(Shape(positions.shape().begin(), positions.shape().end() - 1), std::move(next));
}

Ids PositionOps::positions_from(std::int64_t first, std::int64_t count) const {
  if (count < 0) throw Misuse("positions_from: cannot count " + std::to_string(count) + " positions");
  std::vector<std::int64_t> positions;
  for (std::int64_t i = 0; i < count; ++i) positions.push_back(first + i);
  return Ids({count}, std::move(positions));
}

Ids PositionOps::kept_positions(const Ids& positions, std::int64_t kept) const {
  if (positions.rank() != 1 || kept < 0 || kept > positions.size()) {
    throw Misuse("kept_positions: " + std::to_string(kept) + " of " + to_text(positions.shape()));
  }
  const std::vector<std::int64_t> all = positions.values();
  return Ids({kept}, std::vector<std::int64_t>(all.end() - kept, all.end()));
}

Tensor PositionOps::radians(const Tensor& degrees) const {
  std::vector<double> values = degrees.values();
  for (double& v : values) v *= std::numbers::pi / 180;
  return Tensor(degrees.shape(), std::move(values));
}

Tensor PositionOps::cosine(const Tensor& angles) const {
  return of_angles(precision_, angles, [](double a) { return std::cos(a); });
}

Tensor PositionOps::sine(const Tensor& angles) const {
  return of_angles(precision_, angles, [](double a) { return std::sin(a); });
}

Tensor PositionOps::rotation_matrix(double angle) const {
  const double c = cosine(scalar(angle)).item();
  const double s = sine(scalar(angle)).item();
  return Tensor({2, 2}, {c, -s, s, c});
}

Tensor PositionOps::rotate_rows(const Tensor& x, double angle) const {
  return matmul(x, transpose(rotation_matrix(angle)));
}

Tensor PositionOps::rope_frequencies(std::int64_t width, double base) const {
  if (width < 2 || width % 2 != 0) {
    throw Misuse("rope_frequencies: needs an even width, given " + std::to_string(width));
  }
  if (!(base > 0)) throw Misuse("rope_frequencies: the base must be positive, given " + std::to_string(base));
  std::vector<double> frequencies;
  for (std::int64_t i = 0; i < width / 2; ++i) {
    frequencies.push_back(std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(width)));
  }
  return Tensor({width / 2}, std::move(frequencies));
}

Tensor PositionOps::rope_angles(const Ids& positions, const Tensor& frequencies) const {
  if (positions.rank() != 1 || frequencies.rank() != 1) {
    throw Misuse("rope_angles: needs positions (n) and frequencies (d/2), given " +
                 to_text(positions.shape()) + " and " + to_text(frequencies.shape()));
  }
  const std::vector<double> each = frequencies.values();
  std::vector<double> angles;
  for (const std::int64_t position : positions.values()) {
    for (const double frequency : each) angles.push_back(static_cast<double>(position) * frequency);
  }
  return Tensor({positions.size(), frequencies.size()}, std::move(angles));
}

Tensor PositionOps::turn_pairs(const Tensor& x, const Tensor& angles) const {
  return turn(*this, "turn_pairs", x, angles, [](std::size_t i, std::size_t) {
    return PairPlaces{2 * i, 2 * i + 1};
  });
}

Tensor PositionOps::turn_halves(const Tensor& x, const Tensor& angles) const {
  return turn(*this, "turn_halves", x, angles, [](std::size_t i, std::size_t pairs) {
    return PairPlaces{i, i + pairs};
  });
}

Tensor PositionOps::rope(const Tensor& x, const Ids& positions, double base) const {
  return turn_pairs(x, rope_angles(positions, rope_frequencies(x.length(-1), base)));
}

Tensor PositionOps::rope_halves(const Tensor& x, const Ids& positions, double base) const {
  return turn_halves(x, rope_angles(positions, rope_frequencies(x.length(-1), base)));
}

Tensor PositionOps::rope_queries(const Tensor& q, const Ids& positions, double base) const {
  return rope(q, positions, base);
}

Tensor PositionOps::rope_keys(const Tensor& k, const Ids& positions, double base) const {
  return rope(k, positions, base);
}

}  // namespace galley
