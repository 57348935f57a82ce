#pragma once

#include "cuda/kernels/lines.h"
#include "cuda/kernels/pairing.h"

namespace galley::kernels {

/// Rotary embedding: pair i of row r turns by positions[r] · base^(−2i/width). x (rows, width), positions
/// (rows) → y (rows, width). Angles are formed in double for T = float too: at large positions they would
/// blur. Throws DeviceError for an odd width. F13.
template <class T>
void rope_rows(const T* x, const std::int64_t* positions, T* y, Size rows, Size width, double base,
               Pairing pairing);

}  // namespace galley::kernels
