#pragma once

#include "cuda/kernels/format.h"
#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// All of `count` numbers added one after the other, the running sum kept in a format after each: x (count) →
/// sum (1). F06.
void sum_in(Format format, const double* x, double* sum, Size count);

}  // namespace galley::kernels
