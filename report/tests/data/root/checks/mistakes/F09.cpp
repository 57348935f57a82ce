#include "checks/claim.h"

struct NoShift : Ops {
  using Ops::Ops;
  Tensor softmax(const Tensor& z, int axis) const override { return normalise(exp(z), axis); }
};
MISTAKE(F09, NoShift, "不减最大值", "leaves the largest score in the exponent");

/// Unused.
struct Forgotten : Ops {
  using Ops::Ops;
};
MISTAKE(F09, Forgotten, "忘了<什么>", "forgets <something>");
