#pragma once
#include "checks/ops/attention.h"

namespace galley {

/// From the last row of scores to a token (F15).
class DecodeOps : public AttentionOps {
 public:
  using AttentionOps::AttentionOps;

  /// Logits with these ids set to −∞, so that they are never chosen: (…, N) → (…, N). Throws for an id
  /// outside [0, N). F15, X01.
  virtual Tensor exclude(const Tensor& logits, const Ids& banned) const;
};

}  // namespace galley
