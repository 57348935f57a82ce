#pragma once
#include "checks/ops/network.h"

namespace galley {

/// Who may read whom; true = may read (F12).
class MaskOps : public NetworkOps {
 public:
  using NetworkOps::NetworkOps;

  /// (queries, keys): the i-th of the newest `queries` positions reads key j when j ≤ i + keys − queries.
  /// Throws if there are more queries than keys. F12, F16.
  virtual Mask causal_mask(std::int64_t queries, std::int64_t keys) const;

  /// No padding as a key: valid (B, T) → (B, 1, 1, T), the same for every head and query. F12.
  virtual Mask padding_mask(const Mask& valid) const;

  /// What both masks allow, broadcast from the right. F12.
  virtual Mask join_masks(const Mask& a, const Mask& b) const;

  /// Causal and no padding: valid (B, T) → (B, 1, T, T), where query i of a row reads key j when j ≤ i and
  /// key j is valid. F12, X00, X01.
  virtual Mask joint_mask(const Mask& valid) const;

  /// Who reads whom by logical positions: queries (n), keys (m) → (n, m); a key may be read from its own
  /// position on, whatever slot it lies in. F12, F13.
  virtual Mask position_mask(const Ids& query_positions, const Ids& key_positions) const;

  /// Samples packed into one row stay apart: the sample of each position (T) → (T, T). F12.
  virtual Mask sample_mask(const Ids& samples) const;

  /// Causal and within one sample: (T) → (T, T). F12.
  virtual Mask packed_mask(const Ids& samples) const;

  /// A mask of the other convention (true = blocked) as one of this project's (true = may read). F12.
  virtual Mask invert_mask(const Mask& blocked) const;

  /// Two additive masks as one: the smaller number of each place, never their sum, which may overflow in a
  /// short format. Same shapes. F12.
  virtual Tensor join_additive_masks(const Tensor& a, const Tensor& b) const;

  /// 0 where reading is allowed, −∞ where not: the mask as something that is added to scores. F11.
  virtual Tensor additive_mask(const Mask& may_read) const;

  /// Scores where reading is allowed, −∞ where not, chosen and not added (NaN and huge values behind a mask
  /// stay out). The mask is broadcast from the right. F12.
  virtual Tensor mask_scores(const Tensor& scores, const Mask& may_read) const;

  /// Softmax over the last axis of what may be read; a row that may read nothing gives zeros. F12.
  virtual Tensor masked_softmax(const Tensor& scores, const Mask& may_read) const;

  /// Shares where reading is allowed, 0 where not; not normalised again. F12.
  virtual Tensor zero_forbidden(const Tensor& shares, const Mask& may_read) const;

  /// What each position is to predict: the token behind it. ids (…, T) → (…, T − 1); the last one has no
  /// target. F12, F15.
  virtual Ids next_tokens(const Ids& ids) const;

  /// −ln of the share that each target gets: logits (…, n, N), targets (…, n) → (…, n). Throws naming a
  /// target outside [0, N). F12.
  virtual Tensor token_losses(const Tensor& logits, const Ids& targets) const;

  /// Which labels are scored: those of the answer, at the places [first, end), whatever their ids; labels (T)
  /// → (T). F12.
  virtual Mask loss_mask(const Ids& labels, std::int64_t first, std::int64_t end) const;

  /// Mean of the losses that are counted, over their number alone. The same shape; throws if none is. F12.
  virtual Tensor mean_loss(const Tensor& losses, const Mask& counted) const;
};

}  // namespace galley
