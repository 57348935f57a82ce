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

  /// 0 where reading is allowed, −∞ where not: the mask as something that is added to scores. F11.
  virtual Tensor additive_mask(const Mask& may_read) const;

  /// Scores where reading is allowed, −∞ where not, chosen and not added (NaN and huge values behind a mask
  /// stay out). The mask is broadcast from the right. F12.
  virtual Tensor mask_scores(const Tensor& scores, const Mask& may_read) const;

  /// Softmax over the last axis of what may be read; a row that may read nothing gives zeros. F12.
  virtual Tensor masked_softmax(const Tensor& scores, const Mask& may_read) const;
};

}  // namespace galley
