#include "checks/second/mask.h"

#include <limits>

#include "checks/second/array.h"
#include "checks/second/softmax.h"

namespace galley::second {
namespace {

constexpr Real kNothing = -std::numeric_limits<Real>::infinity();

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

}  // namespace galley::second
