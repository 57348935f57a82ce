// Each line along an axis divided by its sum (F09).
//
//   x (outer, n, inner) → y of the same shape
//
// Grid: one block a line. Block: 32 to 256 threads, as many warps as a line can use. Any n.
#include "cuda/kernels/normalise_lines.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads) normalise_lines_kernel(const T* x, T* y, Lines lines) {
  __shared__ T parts[kWarp];
  if (block() >= lines.count()) return;
  x += lines.start(block());
  y += lines.start(block());

  T sum = 0;
  for (Size j = thread(); j < lines.n; j += threads()) sum += x[j * lines.inner];
  sum = block_reduce<Sum>(sum, parts);
  if (sum == T(0)) sum = 1;
  for (Size j = thread(); j < lines.n; j += threads()) y[j * lines.inner] = x[j * lines.inner] / sum;
}

}  // namespace

template <class T>
void normalise_lines(const T* x, T* y, const Lines& lines) {
  launch_rows("normalise_lines", normalise_lines_kernel<T>, lines.count(), lines.n, x, y, lines);
}

template void normalise_lines(const float*, float*, const Lines&);
template void normalise_lines(const double*, double*, const Lines&);

}  // namespace galley::kernels
