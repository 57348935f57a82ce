#pragma once
#include "checks/ops/dtype.h"

namespace galley {

/// Weighted sum, dot product, matrix product (F07).
class LinearOps : public DtypeOps {
 public:
  using DtypeOps::DtypeOps;

  /// Dot product of two vectors: (n) · (n) → one number. Throws if the lengths differ. F07.
  virtual Tensor dot(const Tensor& a, const Tensor& b) const;

  /// Matrix product over the last two axes: (…, m, n) × (…, n, p) → (…, m, p); leading axes broadcast.
  /// Vectors are not promoted. Throws if n differs, naming both shapes. F07.
  virtual Tensor matmul(const Tensor& a, const Tensor& b) const;
};

}  // namespace galley
