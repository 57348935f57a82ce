#include "checks/second/mask.h"

#include <algorithm>
#include <cmath>

#include "checks/second/array.h"
#include "checks/second/softmax.h"

namespace galley::second {
namespace {

/// A mask whose byte at each index is f(index).
template <class F>
Mask marks(const Shape& shape, F f) {
  Mask mask = Mask::full(shape, 0);
  for (std::int64_t n = 0; n < element_count(shape); ++n) {
    const Index index = index_of(n, shape);
    mask.set(index, f(index) ? 1 : 0);
  }
  return mask;
}

}  // namespace

Mask causal_mask(std::int64_t queries, std::int64_t keys) {
  need(0 <= queries && queries <= keys, "causal_mask: more queries than keys");
  Mask may_read = Mask::full({queries, keys}, 0);
  const std::int64_t earlier = keys - queries;
  for (std::int64_t i = 0; i < queries; ++i) {
    for (std::int64_t j = 0; j < earlier + i + 1; ++j) may_read.set({i, j}, 1);
  }
  return may_read;
}

Mask padding_mask(const Mask& valid) {
  need(valid.rank() == 2, "padding_mask: validity (B, T)");
  const Shape shape{valid.length(0), 1, 1, valid.length(1)};
  return marks(shape, [&](const Index& i) { return valid.at({i[0], i[3]}) != 0; });
}

Mask join_masks(const Mask& a, const Mask& b) {
  const Plain left = plain(a);
  const Plain right = plain(b);
  return marks(broadcast_shape(a.shape(), b.shape()),
               [&](const Index& i) { return read(left, i) * read(right, i) != 0; });
}

Mask joint_mask(const Mask& valid) {
  need(valid.rank() == 2, "joint_mask: validity (B, T)");
  const std::int64_t length = valid.length(1);
  return marks({valid.length(0), 1, length, length}, [&](const Index& i) {
    return i[3] <= i[2] && valid.at({i[0], i[3]}) != 0;
  });
}

Mask position_mask(const Ids& query_positions, const Ids& key_positions) {
  return marks({query_positions.length(0), key_positions.length(0)},
               [&](const Index& i) { return !(query_positions.at({i[0]}) < key_positions.at({i[1]})); });
}

Mask sample_mask(const Ids& samples) {
  return marks({samples.length(0), samples.length(0)},
               [&](const Index& i) { return samples.at({i[0]}) == samples.at({i[1]}); });
}

Mask packed_mask(const Ids& samples) {
  return marks({samples.length(0), samples.length(0)},
               [&](const Index& i) { return i[1] <= i[0] && samples.at({i[0]}) == samples.at({i[1]}); });
}

Mask invert_mask(const Mask& blocked) {
  return marks(blocked.shape(), [&](const Index& i) { return blocked.at(i) == 0; });
}

Tensor join_additive_masks(const Tensor& a, const Tensor& b) {
  return tensor(
      build(a.shape(), [&](const Index& i) -> Real { return a.at(i) < b.at(i) ? a.at(i) : b.at(i); }));
}

Tensor additive_mask(const Mask& may_read) {
  return tensor(each(plain(may_read), [](Real readable) { return readable != 0 ? Real{0} : kNothing; }));
}

Plain mask_scores(const Plain& scores, const Plain& may_read) {
  need(broadcast_shape(may_read.shape, scores.shape) == scores.shape,
       "mask " + to_text(may_read.shape) + " over scores " + to_text(scores.shape));
  return build(scores.shape, [&](const Index& index) {
    return read(may_read, index) != 0 ? read(scores, index) : kNothing;
  });
}

Tensor mask_scores(const Tensor& scores, const Mask& may_read) {
  return tensor(mask_scores(plain(scores), plain(may_read)));
}

Tensor masked_softmax(const Tensor& scores, const Mask& may_read) {
  return tensor(softmax(mask_scores(plain(scores), plain(may_read)), -1));
}

Tensor zero_forbidden(const Tensor& shares, const Mask& may_read) {
  const Plain readable = plain(may_read);
  return tensor(build(shares.shape(),
                      [&](const Index& i) { return read(readable, i) != 0 ? Real{shares.at(i)} : Real{0}; }));
}

Ids next_tokens(const Ids& ids) {
  Shape shape = ids.shape();
  shape.back() -= 1;
  Ids targets = Ids::full(shape, 0);
  for (std::int64_t n = 0; n < element_count(shape); ++n) {
    const Index index = index_of(n, shape);
    Index behind = index;
    behind.back() += 1;
    targets.set(index, ids.at(behind));
  }
  return targets;
}

Tensor token_losses(const Tensor& logits, const Ids& targets) {
  const Plain z = plain(logits);
  return tensor(build(targets.shape(), [&](const Index& i) {
    Index at = i;
    at.push_back(0);
    Real total = 0;
    for (at.back() = 0; at.back() < logits.shape().back(); ++at.back()) total += std::exp(read(z, at));
    at.back() = targets.at(i);
    return std::log(total) - read(z, at);
  }));
}

Mask loss_mask(const Ids& labels, std::int64_t first, std::int64_t end) {
  return marks(labels.shape(), [&](const Index& i) { return !(i[0] < first) && i[0] < end; });
}

Tensor mean_loss(const Tensor& losses, const Mask& counted) {
  Real total = 0;
  Real number = 0;
  for (std::int64_t n = 0; n < losses.size(); ++n) {
    const Index index = index_of(n, losses.shape());
    if (counted.at(index) == 0) continue;
    total += losses.at(index);
    number += 1;
  }
  need(number > 0, "mean_loss: nothing is counted");
  return scalar(static_cast<double>(total / number));
}

}  // namespace galley::second
