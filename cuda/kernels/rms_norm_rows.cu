// RMSNorm of each row (F14).
//
//   x (rows, cols), gamma (cols) → y (rows, cols)
//
// Grid: one block a row. Block: 32 to 256 threads. Any number of columns.
#include "cuda/kernels/rms_norm_rows.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads)
    rms_norm_kernel(const T* x, const T* gamma, T* y, Size rows, Size cols, T epsilon) {
  __shared__ T parts[kWarp];
  if (block() >= rows) return;
  x += block() * cols;
  y += block() * cols;

  T squares = 0;
  for (Size c = thread(); c < cols; c += threads()) squares += x[c] * x[c];
  const T root = sqrt(block_reduce<Sum>(squares, parts) / static_cast<T>(cols) + epsilon);
  for (Size c = thread(); c < cols; c += threads()) y[c] = x[c] / root * gamma[c];
}

}  // namespace

template <class T>
void rms_norm_rows(const T* x, const T* gamma, T* y, Size rows, Size cols, T epsilon) {
  launch_rows("rms_norm_rows", rms_norm_kernel<T>, rows, cols, x, gamma, y, rows, cols, epsilon);
}

template void rms_norm_rows(const float*, const float*, float*, Size, Size, float);
template void rms_norm_rows(const double*, const double*, double*, Size, Size, double);

}  // namespace galley::kernels
