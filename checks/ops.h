#pragma once
#include "checks/ops/model.h"

namespace galley {

/// All words, correct and on the CPU. A device, or a wrong idea, overrides single ones.
class Ops : public ModelOps {
 public:
  using ModelOps::ModelOps;
};

}  // namespace galley
