#pragma once
#include "checks/ops/batch.h"

namespace galley {

/// Number formats, memory and devices (F06).
class DtypeOps : public BatchOps {
 public:
  using BatchOps::BatchOps;
};

}  // namespace galley
