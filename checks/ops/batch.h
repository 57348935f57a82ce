#pragma once
#include "checks/ops/array.h"

namespace galley {

/// Batches of sentences and the lookup of their rows (F04, F05).
class BatchOps : public ArrayOps {
 public:
  using ArrayOps::ArrayOps;

  /// Rows of a table: E (N, d), ids (…) → (…, d). A copy. Throws naming an id outside [0, N). F05.
  virtual Tensor embed(const Tensor& table, const Ids& ids) const;
};

}  // namespace galley
