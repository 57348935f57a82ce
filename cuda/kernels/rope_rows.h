#pragma once

#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Which features of a row turn together: (0, 1), (2, 3), …; or (0, d/2), (1, d/2 + 1), …
enum class Pairing { neighbours, halves };

/// Rotary embedding: pair i of row r turns by positions[r] · base^(−2i/width). x (rows, width), positions
/// (rows) → y (rows, width). Angles are formed in double for T = float too: at large positions they would
/// blur. Throws DeviceError for an odd width. F13.
template <class T>
void rope_rows(const T* x, const std::int64_t* positions, T* y, Size rows, Size width, double base,
               Pairing pairing);

}  // namespace galley::kernels
