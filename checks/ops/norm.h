#pragma once
#include "checks/ops/position.h"

namespace galley {

/// Normalisation of each position by itself (F14).
class NormOps : public PositionOps {
 public:
  using PositionOps::PositionOps;

  /// (x − mean) / √(variance + ε) · γ + β over the last axis, variance over n. x (…, d), γ and β (d). Throws
  /// for ε < 0. F14.
  virtual Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const;

  /// x / √(mean of squares + ε) · γ over the last axis; no centring. x (…, d), γ (d). Throws for ε < 0. F14.
  virtual Tensor rms_norm(const Tensor& x, const Tensor& gamma, double epsilon) const;
};

}  // namespace galley
