#pragma once

#include "cuda/kernels/lines.h"
#include "cuda/kernels/pairing.h"

namespace galley::kernels {

/// Turns each pair of features of each row by an angle of its own: x (rows, width), angles (rows, width / 2)
/// → y (rows, width). Throws DeviceError for an odd width. F13.
template <class T>
void turn_rows(const T* x, const double* angles, T* y, Size rows, Size width, Pairing pairing);

}  // namespace galley::kernels
