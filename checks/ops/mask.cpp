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

Mask MaskOps::padding_mask(const Mask& valid) const {
  if (valid.rank() != 2) throw Misuse("padding_mask: needs validity (B, T), given " + to_text(valid.shape()));
  return Mask({valid.length(0), 1, 1, valid.length(1)}, valid.values());
}

Mask MaskOps::join_masks(const Mask& a, const Mask& b) const {
  const Shape shape = broadcast_shape(a.shape(), b.shape());
  std::vector<std::uint8_t> allowed = mask_under(*this, a, shape);
  const std::vector<std::uint8_t> other = mask_under(*this, b, shape);
  for (std::size_t i = 0; i < allowed.size(); ++i) allowed[i] = allowed[i] && other[i];
  return Mask(shape, std::move(allowed));
}

Mask MaskOps::joint_mask(const Mask& valid) const {
  return join_masks(padding_mask(valid), causal_mask(valid.length(-1), valid.length(-1)));
}

Mask MaskOps::position_mask(const Ids& query_positions, const Ids& key_positions) const {
  if (query_positions.rank() != 1 || key_positions.rank() != 1) {
    throw Misuse("position_mask: needs positions (n) and (m), given " + to_text(query_positions.shape()) +
                 " and " + to_text(key_positions.shape()));
  }
  std::vector<std::uint8_t> may_read;
  for (const std::int64_t query : query_positions.values()) {
    for (const std::int64_t key : key_positions.values()) may_read.push_back(key <= query);
  }
  return Mask({query_positions.size(), key_positions.size()}, std::move(may_read));
}

Mask MaskOps::sample_mask(const Ids& samples) const {
  if (samples.rank() != 1) throw Misuse("sample_mask: needs samples (T), given " + to_text(samples.shape()));
  std::vector<std::uint8_t> may_read;
  for (const std::int64_t query : samples.values()) {
    for (const std::int64_t key : samples.values()) may_read.push_back(key == query);
  }
  return Mask({samples.size(), samples.size()}, std::move(may_read));
}

Mask MaskOps::packed_mask(const Ids& samples) const {
  return join_masks(sample_mask(samples), causal_mask(samples.size(), samples.size()));
}

Mask MaskOps::invert_mask(const Mask& blocked) const {
  std::vector<std::uint8_t> may_read = blocked.values();
  for (std::uint8_t& b : may_read) b = !b;
  return Mask(blocked.shape(), std::move(may_read));
}

Tensor MaskOps::join_additive_masks(const Tensor& a, const Tensor& b) const {
  if (a.shape() != b.shape()) {
    throw Misuse("join_additive_masks: " + to_text(a.shape()) + " and " + to_text(b.shape()) + " differ");
  }
  std::vector<double> smaller = a.values();
  const std::vector<double> other = b.values();
  for (std::size_t i = 0; i < smaller.size(); ++i) smaller[i] = std::min(smaller[i], other[i]);
  return Tensor(a.shape(), std::move(smaller));
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

Tensor MaskOps::zero_forbidden(const Tensor& shares, const Mask& may_read) const {
  const std::vector<std::uint8_t> readable = mask_under(*this, may_read, shares.shape());
  std::vector<double> values = shares.values();
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = readable[i] ? values[i] : 0;
  return Tensor(shares.shape(), std::move(values));
}

Ids MaskOps::next_tokens(const Ids& ids) const {
  const std::int64_t length = ids.length(-1);
  if (length < 1) throw Misuse("next_tokens: no token in " + to_text(ids.shape()));
  Shape shape = ids.shape();
  --shape.back();
  const std::vector<std::int64_t> all = ids.values();
  std::vector<std::int64_t> targets;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (static_cast<std::int64_t>(i) % length != 0) targets.push_back(all[i]);
  }
  return Ids(shape, std::move(targets));
}

Tensor MaskOps::token_losses(const Tensor& logits, const Ids& targets) const {
  if (logits.rank() < 1 || Shape(logits.shape().begin(), logits.shape().end() - 1) != targets.shape()) {
    throw Misuse("token_losses: logits " + to_text(logits.shape()) + " for targets " +
                 to_text(targets.shape()));
  }
  // ln Σ exp(z − max) − (z − max), and not the logarithm of the share: a share too small for the format would
  // give ∞ where the loss is an ordinary number.
  const Tensor shifted = subtract_max(logits, -1);
  const std::vector<double> surprise = subtract(log(sum(exp(shifted), -1)), shifted).values();
  const std::int64_t vocabulary = logits.length(-1);
  std::vector<double> losses;
  for (const std::int64_t target : targets.values()) {
    if (target < 0 || target >= vocabulary) {
      throw Misuse("token_losses: target " + std::to_string(target) + " is outside the vocabulary of " +
                   std::to_string(vocabulary));
    }
    const std::int64_t row = static_cast<std::int64_t>(losses.size());
    losses.push_back(surprise[static_cast<std::size_t>(row * vocabulary + target)]);
  }
  return Tensor(targets.shape(), std::move(losses));
}

Mask MaskOps::loss_mask(const Ids& labels, std::int64_t first, std::int64_t end) const {
  if (labels.rank() != 1 || first < 0 || first > end || end > labels.size()) {
    throw Misuse("loss_mask: [" + std::to_string(first) + "," + std::to_string(end) + ") of labels " +
                 to_text(labels.shape()));
  }
  std::vector<std::uint8_t> counted;
  for (std::int64_t i = 0; i < labels.size(); ++i) counted.push_back(first <= i && i < end);
  return Mask(labels.shape(), std::move(counted));
}

Tensor MaskOps::mean_loss(const Tensor& losses, const Mask& counted) const {
  if (losses.shape() != counted.shape()) {
    throw Misuse("mean_loss: losses " + to_text(losses.shape()) + " under a mask " +
                 to_text(counted.shape()));
  }
  const std::vector<std::uint8_t> marks = counted.values();
  const auto number = std::count_if(marks.begin(), marks.end(), [](std::uint8_t m) { return m != 0; });
  if (number == 0) throw Misuse("mean_loss: no loss is counted among " + to_text(losses.shape()));
  const Tensor all = reshape(zero_forbidden(losses, counted), {-1});
  return divide(squeeze(sum(all, 0), 0), scalar(static_cast<double>(number)));
}

}  // namespace galley
