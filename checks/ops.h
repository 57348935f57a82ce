#pragma once
#include "checks/ops/generate.h"

namespace galley {

/// All words, correct and on the CPU. A device, or a wrong idea, overrides single ones.
class Ops : public GenerateOps {
 public:
  using GenerateOps::GenerateOps;
};

}  // namespace galley
