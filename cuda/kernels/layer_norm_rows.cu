// LayerNorm of each row (F14), in two passes: the mean of squares minus the square of the mean would cancel
// for large, close numbers.
//
//   x (rows, cols), gamma (cols), beta (cols) → y (rows, cols)
//
// Grid: one block a row. Block: 32 to 256 threads. Any number of columns.
#include "cuda/kernels/layer_norm_rows.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads)
    layer_norm_kernel(const T* x, const T* gamma, const T* beta, T* y, Size rows, Size cols, T epsilon) {
  __shared__ T sum_parts[kWarp], square_parts[kWarp];
  if (block() >= rows) return;
  x += block() * cols;
  y += block() * cols;

  // Find the mean.
  T sum = 0;
  for (Size c = thread(); c < cols; c += threads()) sum += x[c];
  const T mean = block_reduce<Sum>(sum, sum_parts) / static_cast<T>(cols);

  // Find how far the row strays from it.
  T squares = 0;
  for (Size c = thread(); c < cols; c += threads()) squares += (x[c] - mean) * (x[c] - mean);
  const T variance = block_reduce<Sum>(squares, square_parts) / static_cast<T>(cols);

  // Centre, scale, and let the model scale and shift again.
  const T deviation = sqrt(variance + epsilon);
  for (Size c = thread(); c < cols; c += threads()) y[c] = (x[c] - mean) / deviation * gamma[c] + beta[c];
}

}  // namespace

template <class T>
void layer_norm_rows(const T* x, const T* gamma, const T* beta, T* y, Size rows, Size cols, T epsilon) {
  launch_rows("layer_norm_rows", layer_norm_kernel<T>, rows, cols, x, gamma, beta, y, rows, cols, epsilon);
}

template void layer_norm_rows(const float*, const float*, const float*, float*, Size, Size, float);
template void layer_norm_rows(const double*, const double*, const double*, double*, Size, Size, double);

}  // namespace galley::kernels
