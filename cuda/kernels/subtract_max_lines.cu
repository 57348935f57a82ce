// Each line along an axis minus its largest element (F09).
//
//   x (outer, n, inner) → y of the same shape
//
// Grid: one block a line. Block: 32 to 256 threads, as many warps as a line can use. Any n.
#include "cuda/kernels/subtract_max_lines.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads) subtract_max_lines_kernel(const T* x, T* y, Lines lines) {
  __shared__ T parts[kWarp];
  if (block() >= lines.count()) return;
  x += lines.start(block());
  y += lines.start(block());

  T most = lowest<T>();
  for (Size j = thread(); j < lines.n; j += threads()) most = larger(most, x[j * lines.inner]);
  most = block_reduce<Largest>(most, parts);
  if (most == lowest<T>()) most = 0;  // −∞ − (−∞) would be NaN
  for (Size j = thread(); j < lines.n; j += threads()) y[j * lines.inner] = x[j * lines.inner] - most;
}

}  // namespace

template <class T>
void subtract_max_lines(const T* x, T* y, const Lines& lines) {
  launch_rows("subtract_max_lines", subtract_max_lines_kernel<T>, lines.count(), lines.n, x, y, lines);
}

template void subtract_max_lines(const float*, float*, const Lines&);
template void subtract_max_lines(const double*, double*, const Lines&);

}  // namespace galley::kernels
