#pragma once
// Second route: who may read whom (F12).
#include "checks/second/plain.h"

namespace galley::second {

Mask causal_mask(std::int64_t queries, std::int64_t keys);
Tensor additive_mask(const Mask& may_read);
Tensor mask_scores(const Tensor& scores, const Mask& may_read);
Tensor masked_softmax(const Tensor& scores, const Mask& may_read);

Plain mask_scores(const Plain& scores, const Plain& may_read);

}  // namespace galley::second
