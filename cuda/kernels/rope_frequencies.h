#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// base^(−2i/width) for each pair i of a row of `width` features: frequencies (width / 2), in double. F13.
void rope_frequencies(double* frequencies, Size width, double base);

}  // namespace galley::kernels
