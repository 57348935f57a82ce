#pragma once

#include "cuda/kernels/format.h"
#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Each of `count` numbers as a format keeps it; numbers travel as double, which holds every one of these
/// formats. F06.
void cast_elements(Format format, const double* x, double* y, Size count);

}  // namespace galley::kernels
