#include "checks/second/position.h"

#include <cmath>
#include <complex>

namespace galley::second {
namespace {

const Real kPi = std::acos(Real{-1});

/// Where feature f of a row of `width` features belongs: its pair, and whether it is the pair's second.
struct Part {
  std::int64_t pair, first, second;
  bool is_second;
};

Part neighbour(std::int64_t f, std::int64_t) {
  const std::int64_t pair = f / 2;
  return {pair, 2 * pair, 2 * pair + 1, f % 2 == 1};
}

Part half_apart(std::int64_t f, std::int64_t width) {
  const std::int64_t pairs = width / 2;
  return {f % pairs, f % pairs, f % pairs + pairs, f >= pairs};
}

/// Each pair as a complex number times e^(i·angle).
template <class PartOf, class AngleOf>
Plain turned(const Plain& x, PartOf part_of, AngleOf angle_of) {
  const std::int64_t width = x.shape.back();
  need(width % 2 == 0, "turning needs an even number of features");
  return build(x.shape, [&](const Index& index) {
    const Part part = part_of(index.back(), width);
    const std::size_t last = index.size() - 1;
    const std::complex<Real> from(read(x, with_entry(index, last, part.first)),
                                  read(x, with_entry(index, last, part.second)));
    const std::complex<Real> to = from * std::polar(Real{1}, angle_of(with_entry(index, last, part.pair)));
    return part.is_second ? to.imag() : to.real();
  });
}

/// Turned by position · base^(−2·pair/width), the position that of the last axis but one.
template <class PartOf>
Plain turned_by_position(const Plain& x, const Ids& positions, double base, PartOf part_of) {
  const Real step = -2 * std::log(static_cast<Real>(base)) / static_cast<Real>(x.shape.back());
  return turned(x, part_of, [&](const Index& pair) {
    const Real position = static_cast<Real>(positions.at({pair[pair.size() - 2]}));
    return position * std::exp(step * static_cast<Real>(pair.back()));
  });
}

}  // namespace

Ids position_ids(const Mask& valid) {
  Ids positions = Ids::full(valid.shape(), 0);
  for (std::int64_t n = 0; n < valid.size(); ++n) {
    Index index = index_of(n, valid.shape());
    const Index here = index;
    if (valid.at(here) == 0) continue;
    std::int64_t before = 0;
    for (index.back() = 0; index.back() < here.back(); ++index.back()) before += valid.at(index) != 0 ? 1 : 0;
    positions.set(here, before);
  }
  return positions;
}

Ids next_position(const Ids& positions) {
  Ids next = Ids::full(Shape(positions.shape().begin(), positions.shape().end() - 1), 0);
  for (std::int64_t n = 0; n < positions.size(); ++n) {
    Index index = index_of(n, positions.shape());
    const std::int64_t behind = positions.at(index) + 1;
    index.pop_back();
    if (behind > next.at(index)) next.set(index, behind);
  }
  return next;
}

Ids positions_from(std::int64_t first, std::int64_t count) {
  Ids positions = Ids::full({count}, first);
  for (std::int64_t i = 1; i < count; ++i) positions.set({i}, positions.at({i - 1}) + 1);
  return positions;
}

Ids kept_positions(const Ids& positions, std::int64_t kept) {
  const std::int64_t dropped = positions.length(0) - kept;
  Ids newest = Ids::full({kept}, 0);
  for (std::int64_t i = 0; i < kept; ++i) newest.set({i}, positions.at({dropped + i}));
  return newest;
}

Tensor radians(const Tensor& degrees) {
  return tensor(each(plain(degrees), [](Real d) { return d * kPi / 180; }));
}

Tensor cosine(const Tensor& angles) {
  return tensor(each(plain(angles), [](Real a) { return std::polar(Real{1}, a).real(); }));
}

Tensor sine(const Tensor& angles) {
  return tensor(each(plain(angles), [](Real a) { return std::polar(Real{1}, a).imag(); }));
}

Tensor rotation_matrix(double angle) {
  return tensor(build({2, 2}, [&](const Index& i) {
    // Column 0 is where (1, 0) goes, column 1 where (0, 1) goes.
    const std::complex<Real> unit = i[1] == 0 ? std::complex<Real>(1, 0) : std::complex<Real>(0, 1);
    const std::complex<Real> image = unit * std::polar(Real{1}, static_cast<Real>(angle));
    return i[0] == 0 ? image.real() : image.imag();
  }));
}

Tensor rotate_rows(const Tensor& x, double angle) {
  return tensor(turned(plain(x), neighbour, [&](const Index&) { return static_cast<Real>(angle); }));
}

Tensor rope_frequencies(std::int64_t width, double base) {
  return tensor(build({width / 2}, [&](const Index& i) {
    return std::exp(-2 * static_cast<Real>(i[0]) / static_cast<Real>(width) *
                    std::log(static_cast<Real>(base)));
  }));
}

Tensor rope_angles(const Ids& positions, const Tensor& frequencies) {
  return tensor(build({positions.length(0), frequencies.length(0)}, [&](const Index& i) {
    return static_cast<Real>(positions.at({i[0]})) * static_cast<Real>(frequencies.at({i[1]}));
  }));
}

Tensor turn_pairs(const Tensor& x, const Tensor& angles) {
  const Plain by = plain(angles);
  return tensor(turned(plain(x), neighbour, [&](const Index& pair) { return read(by, pair); }));
}

Tensor turn_halves(const Tensor& x, const Tensor& angles) {
  const Plain by = plain(angles);
  return tensor(turned(plain(x), half_apart, [&](const Index& pair) { return read(by, pair); }));
}

Plain rope(const Plain& x, const Ids& positions, double base) {
  return turned_by_position(x, positions, base, neighbour);
}

Tensor rope(const Tensor& x, const Ids& positions, double base) {
  return tensor(rope(plain(x), positions, base));
}

Tensor rope_halves(const Tensor& x, const Ids& positions, double base) {
  return tensor(turned_by_position(plain(x), positions, base, half_apart));
}

Tensor rope_queries(const Tensor& q, const Ids& positions, double base) { return rope(q, positions, base); }

Tensor rope_keys(const Tensor& k, const Ids& positions, double base) { return rope(k, positions, base); }

}  // namespace galley::second
