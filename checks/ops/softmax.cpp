#include "checks/ops/softmax.h"

#include <limits>
#include <numeric>

#include "checks/ops/elements.h"

namespace galley {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Places of the shares from the largest to the smallest; of equal ones the lower place first.
std::vector<std::size_t> places_by_share(const std::vector<double>& shares) {
  std::vector<std::size_t> places(shares.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return shares[a] > shares[b]; });
  return places;
}

/// The shares with every place outside `kept` set to 0.
Tensor only_kept(const std::vector<double>& shares, const std::vector<std::size_t>& kept) {
  std::vector<double> values(shares.size(), 0.0);
  for (const std::size_t place : kept) values[place] = shares[place];
  return Tensor({static_cast<std::int64_t>(shares.size())}, std::move(values));
}

void need_candidates(const char* word, const Tensor& shares) {
  if (shares.rank() != 1 || shares.size() == 0) {
    throw Misuse(std::string(word) + ": needs shares (n) with n ≥ 1, given " + to_text(shares.shape()));
  }
  for (const double share : shares.values()) {
    if (std::isnan(share)) throw Misuse(std::string(word) + ": a share is NaN");
  }
}

}  // namespace

Tensor SoftmaxOps::exp(const Tensor& x) const {
  return elements::map(precision_, x, [](auto v) { return std::exp(v); });
}

Tensor SoftmaxOps::log(const Tensor& x) const {
  return elements::map(precision_, x, [](auto v) { return std::log(v); });
}

Tensor SoftmaxOps::sigmoid(const Tensor& x) const {
  return elements::map(precision_, x, [](auto v) { return 1 / (1 + std::exp(-v)); });
}

Tensor SoftmaxOps::subtract_max(const Tensor& z, std::int64_t axis) const {
  return elements::map_lines(precision_, z, axis, [](auto line) {
    if (line.n == 0) return;
    auto largest = line[0];
    for (std::size_t i = 1; i < line.n; ++i) largest = std::max(largest, line[i]);
    if (largest == -std::numeric_limits<decltype(largest)>::infinity()) return;
    for (std::size_t i = 0; i < line.n; ++i) line[i] -= largest;
  });
}

Tensor SoftmaxOps::normalise(const Tensor& weights, std::int64_t axis) const {
  return elements::map_lines(precision_, weights, axis, [](auto line) {
    auto total = decltype(+line[0]){0};
    for (std::size_t i = 0; i < line.n; ++i) total += line[i];
    if (total == 0) return;
    for (std::size_t i = 0; i < line.n; ++i) line[i] /= total;
  });
}

Tensor SoftmaxOps::softmax(const Tensor& z, std::int64_t axis) const {
  return normalise(exp(subtract_max(z, axis)), axis);
}

Tensor SoftmaxOps::running_sum(const Tensor& shares, std::int64_t axis) const {
  return elements::map_lines(precision_, shares, axis, [](auto line) {
    for (std::size_t i = 1; i < line.n; ++i) line[i] += line[i - 1];
  });
}

Ids SoftmaxOps::argmax(const Tensor& z, std::int64_t axis) const {
  const elements::AxisView view = elements::around_axis(z, axis);
  if (view.n == 0) throw Misuse("argmax: nothing to choose from in " + to_text(z.shape()));
  const std::vector<double> values = z.values();
  for (const double v : values) {
    if (std::isnan(v)) throw Misuse("argmax: NaN is neither larger nor smaller than anything");
  }
  std::vector<std::int64_t> places;
  for (std::size_t o = 0; o < view.outer; ++o) {
    for (std::size_t i = 0; i < view.inner; ++i) {
      std::size_t best = 0;
      for (std::size_t n = 1; n < view.n; ++n) {
        if (values[(o * view.n + n) * view.inner + i] > values[(o * view.n + best) * view.inner + i])
          best = n;
      }
      places.push_back(static_cast<std::int64_t>(best));
    }
  }
  Shape shape = z.shape();
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(z.axis_at(axis)));
  return Ids(shape, std::move(places));
}

std::int64_t SoftmaxOps::sample(const Tensor& shares, double u) const {
  need_candidates("sample", shares);
  if (!(u >= 0 && u < 1)) throw Misuse("sample: u must lie in [0, 1), given " + std::to_string(u));
  const std::vector<double> share = shares.values();
  const std::vector<double> upper = running_sum(shares, 0).values();
  std::int64_t last_with_share = -1;
  for (std::size_t i = 0; i < share.size(); ++i) {
    if (!(share[i] > 0)) continue;
    last_with_share = static_cast<std::int64_t>(i);
    if (u < upper[i]) return last_with_share;
  }
  if (last_with_share < 0) throw Misuse("sample: no candidate has a share");
  return last_with_share;
}

Tensor SoftmaxOps::apply_temperature(const Tensor& z, double temperature) const {
  if (!(temperature > 0) || temperature == kInfinity) {
    throw Misuse("apply_temperature: the temperature must be positive, given " + std::to_string(temperature));
  }
  return divide(z, scalar(temperature));
}

Tensor SoftmaxOps::shares_at_temperature(const Tensor& z, double temperature) const {
  return softmax(apply_temperature(z, temperature), -1);
}

std::int64_t SoftmaxOps::choose(const Tensor& z, double temperature, double u) const {
  need_candidates("choose", z);
  if (temperature == 0) return argmax(z, 0).item();
  return sample(shares_at_temperature(z, temperature), u);
}

Tensor SoftmaxOps::top_k(const Tensor& shares, std::int64_t k) const {
  need_candidates("top_k", shares);
  if (k < 1 || k > shares.size()) {
    throw Misuse("top_k: k must lie in 1…" + std::to_string(shares.size()) + ", given " + std::to_string(k));
  }
  const std::vector<double> values = shares.values();
  std::vector<std::size_t> kept = places_by_share(values);
  kept.resize(static_cast<std::size_t>(k));
  return normalise(only_kept(values, kept), 0);
}

Tensor SoftmaxOps::top_p(const Tensor& shares, double p) const {
  need_candidates("top_p", shares);
  if (!(p > 0 && p <= 1)) throw Misuse("top_p: p must lie in (0, 1], given " + std::to_string(p));
  const std::vector<double> values = shares.values();
  std::vector<std::size_t> kept = places_by_share(values);
  double reached = 0;
  std::size_t count = 0;
  while (count < kept.size() && reached < p) reached += values[kept[count++]];
  kept.resize(count);
  return normalise(only_kept(values, kept), 0);
}

}  // namespace galley
