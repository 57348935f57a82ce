// Softmax of each line along an axis (F09).
//
//   x (outer, n, inner) → y of the same shape, y_j = exp(x_j − max) / Σ exp(x − max)
//
// Grid: one block a line. Block: 32 to 256 threads, as many warps as a line can use. Any n.
#include "cuda/kernels/softmax_lines.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads) softmax_lines_kernel(const T* x, T* y, Lines lines) {
  __shared__ T max_parts[kWarp], sum_parts[kWarp];
  if (block() >= lines.count()) return;
  x += lines.start(block());
  y += lines.start(block());

  // Find the largest score.
  T most = lowest<T>();
  for (Size j = thread(); j < lines.n; j += threads()) most = larger(most, x[j * lines.inner]);
  most = block_reduce<Largest>(most, max_parts);
  const T shift = most == lowest<T>() ? T(0) : most;  // −∞ − (−∞) would be NaN

  // Add up what the scores weigh.
  T sum = 0;
  for (Size j = thread(); j < lines.n; j += threads()) sum += exp(x[j * lines.inner] - shift);
  sum = block_reduce<Sum>(sum, sum_parts);

  // Divide; NaN is not equal to 0 and so goes on.
  for (Size j = thread(); j < lines.n; j += threads())
    y[j * lines.inner] = sum != T(0) ? exp(x[j * lines.inner] - shift) / sum : T(0);
}

}  // namespace

template <class T>
void softmax_lines(const T* x, T* y, const Lines& lines) {
  launch_rows("softmax_lines", softmax_lines_kernel<T>, lines.count(), lines.n, x, y, lines);
}

template void softmax_lines(const float*, float*, const Lines&);
template void softmax_lines(const double*, double*, const Lines&);

}  // namespace galley::kernels
