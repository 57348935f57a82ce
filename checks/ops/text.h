#pragma once
#include "checks/ops/words.h"

namespace galley {

/// Bytes, characters and tokens (F03).
class TextOps : public Words {
 public:
  using Words::Words;
};

}  // namespace galley
