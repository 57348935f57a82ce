#pragma once
#include "checks/ops/mask.h"

namespace galley {

/// Positions and rotary embedding (F13).
class PositionOps : public MaskOps {
 public:
  using MaskOps::MaskOps;
};

}  // namespace galley
