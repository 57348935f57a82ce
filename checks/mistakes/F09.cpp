#include "checks/claim.h"

namespace galley {
namespace {

struct DividesByTheMaximum : Ops {
  using Ops::Ops;
  Tensor subtract_max(const Tensor& z, std::int64_t) const override { return divide(z, scalar(2)); }
};
MISTAKE(F09, DividesByTheMaximum, "不减最大值，而是除以最大值", "divides the scores by the largest one");

}  // namespace
}  // namespace galley
