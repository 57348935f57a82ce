#pragma once
// Second route: from the last row of scores to a token (F15).
#include "checks/second/plain.h"

namespace galley::second {

Tensor exclude(const Tensor& logits, const Ids& banned);

}  // namespace galley::second
