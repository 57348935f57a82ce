#pragma once
#include "checks/ops/text.h"

namespace galley {

/// The program that runs the model: requests, tools, files, sessions (F01).
class HostOps : public TextOps {
 public:
  using TextOps::TextOps;
};

}  // namespace galley
