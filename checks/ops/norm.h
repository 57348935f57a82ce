#pragma once
#include "checks/ops/position.h"

namespace galley {

/// Normalisation of each position by itself (F14).
class NormOps : public PositionOps {
 public:
  using PositionOps::PositionOps;

  /// Mean along an axis, which is kept with length 1. Throws where there is nothing to take it of. F14.
  virtual Tensor mean(const Tensor& x, std::int64_t axis) const;

  /// Mean of the squared deviations from the mean along an axis, over n and not n − 1; the axis is kept with
  /// length 1. F14.
  virtual Tensor variance(const Tensor& x, std::int64_t axis) const;

  /// Root of the variance along an axis, which is kept with length 1. F14.
  virtual Tensor standard_deviation(const Tensor& x, std::int64_t axis) const;

  /// (x − mean) / √(variance + ε) · γ + β over the last axis, variance over n. x (…, d), γ and β (d). Throws
  /// for ε < 0. F14.
  virtual Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const;

  /// x / √(mean of squares + ε) · γ over the last axis; no centring. x (…, d), γ (d). Throws for ε < 0. F14.
  virtual Tensor rms_norm(const Tensor& x, const Tensor& gamma, double epsilon) const;
};

}  // namespace galley
