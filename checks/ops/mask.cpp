#include "checks/ops/mask.h"

#include <limits>

#include "checks/ops/elements.h"

namespace galley {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The mask's bytes, row-major, under a shape that it broadcasts to.
std::vector<std::uint8_t> mask_under(const MaskOps& on, const Mask& may_read, const Shape& shape) {
  if (may_read.shape() == shape) return may_read.values();
  const std::vector<std::uint8_t> bytes = may_read.values();
  const Tensor numbers(may_read.shape(), std::vector<double>(bytes.begin(), bytes.end()));
  const std::vector<double> spread = on.broadcast_to(numbers, shape).values();
  std::vector<std::uint8_t> out(spread.size());
  std::transform(spread.begin(), spread.end(), out.begin(), [](double v) { return std::uint8_t{v != 0}; });
  return out;
}

}  // namespace

Mask MaskOps::causal_mask(std::int64_t queries, std::int64_t keys) const {
  if (queries < 0 || queries > keys) {
    throw Misuse("causal_mask: " + std::to_string(queries) + " queries are not among " +
                 std::to_string(keys) + " positions");
  }
  std::vector<std::uint8_t> may_read;
  for (std::int64_t i = 0; i < queries; ++i) {
    for (std::int64_t j = 0; j < keys; ++j) may_read.push_back(j <= i + keys - queries);
  }
  return Mask({queries, keys}, std::move(may_read));
}

Tensor MaskOps::additive_mask(const Mask& may_read) const {
  std::vector<double> values;
  for (const std::uint8_t readable : may_read.values()) values.push_back(readable ? 0.0 : -kInfinity);
  return Tensor(may_read.shape(), std::move(values));
}

Tensor MaskOps::mask_scores(const Tensor& scores, const Mask& may_read) const {
  const std::vector<std::uint8_t> readable = mask_under(*this, may_read, scores.shape());
  std::vector<double> values = scores.values();
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = readable[i] ? round_to(precision_, values[i]) : -kInfinity;
  }
  return Tensor(scores.shape(), std::move(values));
}

Tensor MaskOps::masked_softmax(const Tensor& scores, const Mask& may_read) const {
  return softmax(mask_scores(scores, may_read), -1);
}

}  // namespace galley
