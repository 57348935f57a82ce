#pragma once
#include "checks/ops/dtype.h"

namespace galley {

/// Weighted sum, dot product, matrix product (F07).
class LinearOps : public DtypeOps {
 public:
  using DtypeOps::DtypeOps;

  /// Σ_i share_i · row_i: shares (n), rows (n, …) → (…); the row of a mean where the shares are not negative
  /// and sum to 1. Throws unless there is one share for each row. F07.
  virtual Tensor weighted_sum(const Tensor& shares, const Tensor& rows) const;

  /// Dot product of two vectors: (n) · (n) → one number. Throws if the lengths differ. F07.
  virtual Tensor dot(const Tensor& a, const Tensor& b) const;

  /// The shape of a matrix product: (…, m, n) × (…, n, p) → (…, m, p), leading axes broadcast. Throws if n
  /// differs, naming both shapes. F07.
  virtual Shape product_shape(const Shape& a, const Shape& b) const;

  /// Matrix product over the last two axes: (…, m, n) × (…, n, p) → (…, m, p); leading axes broadcast.
  /// Vectors are not promoted. Throws if n differs, naming both shapes. F07.
  virtual Tensor matmul(const Tensor& a, const Tensor& b) const;
};

}  // namespace galley
