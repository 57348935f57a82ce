#pragma once
#include "checks/ops/linear.h"

namespace galley {

/// Exponentials, softmax and choosing a candidate (F09).
class SoftmaxOps : public LinearOps {
 public:
  using LinearOps::LinearOps;

  /// e to each element. F09.
  virtual Tensor exp(const Tensor& x) const;

  /// Natural logarithm of each element; ln 0 = −∞. F09.
  virtual Tensor log(const Tensor& x) const;

  /// Logistic function 1 / (1 + e^−x) of each element. F09, F14.
  virtual Tensor sigmoid(const Tensor& x) const;

  /// z minus the largest z along an axis. Where the largest is −∞ (nothing may be read) z is left as it is.
  /// F09.
  virtual Tensor subtract_max(const Tensor& z, std::int64_t axis) const;

  /// Each element divided by the sum along an axis; where that sum is 0 (nothing may be read) the shares are
  /// 0. F09, F12.
  virtual Tensor normalise(const Tensor& weights, std::int64_t axis) const;

  /// exp(z_i) / Σ_j exp(z_j) along an axis, the largest score subtracted first. −∞ has share 0. F09.
  virtual Tensor softmax(const Tensor& z, std::int64_t axis) const;

  /// Running sums along an axis. F09.
  virtual Tensor running_sum(const Tensor& shares, std::int64_t axis) const;

  /// Index of the largest element along an axis, which is gone; the first one where several are. F02, F09.
  virtual Ids argmax(const Tensor& z, std::int64_t axis) const;

  /// The candidate whose half-open interval [sum before, sum up to) holds u in [0, 1). Candidates with share
  /// 0 are never drawn; u past the last running sum (rounding) gives the last candidate with a share. Throws
  /// for u outside [0, 1). F09.
  virtual std::int64_t sample(const Tensor& shares, double u) const;

  /// Scores divided by a temperature τ > 0, before the softmax. Throws for τ ≤ 0 and NaN. F09.
  virtual Tensor apply_temperature(const Tensor& z, double temperature) const;

  /// softmax(z / τ) over the last axis. Throws for τ ≤ 0. F09.
  virtual Tensor shares_at_temperature(const Tensor& z, double temperature) const;

  /// The candidate that an interface hands over: drawn with u from the shares at this temperature;
  /// temperature 0 is its way to ask for the largest score. (n). Throws for τ < 0 and u outside [0, 1). F09.
  virtual std::int64_t choose(const Tensor& z, double temperature, double u) const;

  /// Shares of the k largest, normalised again, others 0; of equal ones the lower index goes first. (n).
  /// Throws unless 1 ≤ k ≤ n. F09.
  virtual Tensor top_k(const Tensor& shares, std::int64_t k) const;

  /// Shares of the smallest set of largest shares whose sum is ≥ p, at least one, normalised again, others 0;
  /// of equal ones the lower index goes first. (n). Throws unless 0 < p ≤ 1. F09.
  virtual Tensor top_p(const Tensor& shares, double p) const;
};

}  // namespace galley
