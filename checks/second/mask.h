#pragma once
// Second route: who may read whom (F12).
#include "checks/second/plain.h"

namespace galley::second {

Mask causal_mask(std::int64_t queries, std::int64_t keys);
Mask padding_mask(const Mask& valid);
Mask join_masks(const Mask& a, const Mask& b);
Mask joint_mask(const Mask& valid);
Mask position_mask(const Ids& query_positions, const Ids& key_positions);
Mask sample_mask(const Ids& samples);
Mask packed_mask(const Ids& samples);
Mask invert_mask(const Mask& blocked);
Tensor join_additive_masks(const Tensor& a, const Tensor& b);
Tensor additive_mask(const Mask& may_read);
Tensor mask_scores(const Tensor& scores, const Mask& may_read);
Tensor masked_softmax(const Tensor& scores, const Mask& may_read);
Tensor zero_forbidden(const Tensor& shares, const Mask& may_read);
Ids next_tokens(const Ids& ids);
Tensor token_losses(const Tensor& logits, const Ids& targets);
Mask loss_mask(const Ids& labels, std::int64_t first, std::int64_t end);
Tensor mean_loss(const Tensor& losses, const Mask& counted);

Plain mask_scores(const Plain& scores, const Plain& may_read);

}  // namespace galley::second
