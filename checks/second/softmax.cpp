#include "checks/second/softmax.h"

#include <cmath>

#include "checks/second/array.h"

namespace galley::second {
namespace {

/// The largest element along an axis, which keeps length 1; NaN where there is a NaN.
Plain largest(const Plain& z, std::int64_t axis) {
  const std::size_t place = axis_of(z.shape, axis);
  Shape shape = z.shape;
  shape[place] = 1;
  return build(shape, [&](const Index& index) {
    Real found = kNothing;
    for (std::int64_t i = 0; i < z.shape[place]; ++i) {
      const Real x = read(z, with_entry(index, place, i));
      if (std::isnan(x) || x > found) found = x;
      if (std::isnan(x)) break;
    }
    return found;
  });
}

/// How many candidates stand before i: those with a larger share, and equal ones with a lower index.
std::int64_t candidates_before(const Tensor& shares, std::int64_t i) {
  std::int64_t before = 0;
  for (std::int64_t j = 0; j < shares.size(); ++j) {
    const double mine = shares.at({i});
    const double other = shares.at({j});
    if (other > mine || (other == mine && j < i)) ++before;
  }
  return before;
}

/// Shares of the first `count` candidates, normalised again.
Tensor keep_first(const Tensor& shares, std::int64_t count) {
  const Plain kept = build(shares.shape(), [&](const Index& i) {
    return candidates_before(shares, i[0]) < count ? Real{shares.at(i)} : Real{0};
  });
  return tensor(
      build(shares.shape(), [&](const Index& i) { return read(kept, i) / sum(kept, 0).elements[0]; }));
}

}  // namespace

Tensor exp(const Tensor& x) {
  return tensor(each(plain(x), [](Real v) { return std::exp(v); }));
}

Tensor log(const Tensor& x) {
  return tensor(each(plain(x), [](Real v) { return std::log(v); }));
}

Tensor sigmoid(const Tensor& x) {
  return tensor(each(plain(x), [](Real v) { return 1 / (1 + std::exp(-v)); }));
}

Tensor subtract_max(const Tensor& z, std::int64_t axis) {
  const Plain scores = plain(z);
  const Plain top = largest(scores, axis);
  return tensor(build(z.shape(), [&](const Index& index) {
    return read(top, index) == kNothing ? read(scores, index) : read(scores, index) - read(top, index);
  }));
}

Tensor normalise(const Tensor& weights, std::int64_t axis) {
  const Plain w = plain(weights);
  const Plain total = sum(w, axis);
  return tensor(build(weights.shape(), [&](const Index& index) {
    return read(total, index) == 0 ? read(w, index) : read(w, index) / read(total, index);
  }));
}

Plain softmax(const Plain& z, std::int64_t axis) {
  const Plain top = largest(z, axis);
  const Plain weights = build(z.shape, [&](const Index& index) {
    return read(top, index) == kNothing ? Real{0} : std::exp(read(z, index) - read(top, index));
  });
  const Plain total = sum(weights, axis);
  return build(z.shape, [&](const Index& index) {
    return read(total, index) == 0 ? Real{0} : read(weights, index) / read(total, index);
  });
}

Tensor softmax(const Tensor& z, std::int64_t axis) { return tensor(softmax(plain(z), axis)); }

Tensor running_sum(const Tensor& shares, std::int64_t axis) {
  const Plain p = plain(shares);
  const std::size_t place = axis_of(p.shape, axis);
  return tensor(build(p.shape, [&](const Index& index) {
    Real total = 0;
    for (std::int64_t i = 0; i <= index[place]; ++i) total += read(p, with_entry(index, place, i));
    return total;
  }));
}

Ids argmax(const Tensor& z, std::int64_t axis) {
  const Plain scores = plain(z);
  const std::size_t place = axis_of(scores.shape, axis);
  need(scores.shape[place] > 0, "argmax of nothing");
  Shape shape = scores.shape;
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(place));
  std::vector<std::int64_t> chosen;
  for (std::int64_t n = 0; n < element_count(shape); ++n) {
    Index index = index_of(n, shape);
    index.insert(index.begin() + static_cast<std::ptrdiff_t>(place), 0);
    std::int64_t best = 0;
    for (std::int64_t i = 1; i < scores.shape[place]; ++i) {
      if (read(scores, with_entry(index, place, i)) > read(scores, with_entry(index, place, best))) best = i;
    }
    chosen.push_back(best);
  }
  return Ids(shape, chosen);
}

std::int64_t sample(const Tensor& shares, double u) {
  need(shares.rank() == 1 && u >= 0 && u < 1, "sample needs shares (n) and u in [0, 1)");
  Real before = 0;
  std::int64_t last = -1;
  for (std::int64_t i = 0; i < shares.size(); ++i) {
    const Real share = shares.at({i});
    if (share > 0) last = i;
    if (before <= u && u < before + share) return i;
    before += share;
  }
  need(last >= 0, "sample: no candidate has a share");
  return last;
}

Tensor apply_temperature(const Tensor& z, double temperature) {
  need(temperature > 0 && std::isfinite(temperature), "the temperature must be positive");
  return tensor(each(plain(z), [&](Real v) { return v / temperature; }));
}

Tensor shares_at_temperature(const Tensor& z, double temperature) {
  need(temperature > 0 && std::isfinite(temperature), "the temperature must be positive");
  return tensor(softmax(each(plain(z), [&](Real v) { return v / temperature; }), -1));
}

std::int64_t choose(const Tensor& z, double temperature, double u) {
  if (temperature != 0) return sample(shares_at_temperature(z, temperature), u);
  std::int64_t best = 0;
  for (std::int64_t i = 1; i < z.size(); ++i) {
    if (z.at({i}) > z.at({best})) best = i;
  }
  return best;
}

Tensor top_k(const Tensor& shares, std::int64_t k) {
  need(shares.rank() == 1 && k >= 1 && k <= shares.size(), "top_k needs 1 ≤ k ≤ n");
  return keep_first(shares, k);
}

Tensor top_p(const Tensor& shares, double p) {
  need(shares.rank() == 1 && shares.size() > 0 && p > 0 && p <= 1, "top_p needs 0 < p ≤ 1");
  // The smallest count whose candidates reach p; all of them where rounding keeps the whole sum below p.
  for (std::int64_t count = 1; count < shares.size(); ++count) {
    Real reached = 0;
    for (std::int64_t i = 0; i < shares.size(); ++i) {
      if (candidates_before(shares, i) < count) reached += shares.at({i});
    }
    if (static_cast<double>(reached) >= p) return keep_first(shares, count);
  }
  return keep_first(shares, shares.size());
}

}  // namespace galley::second
