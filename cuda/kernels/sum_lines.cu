// The sum of each line along an axis (F02).
//
//   x (outer, n, inner) → y (outer, inner)
//
// Grid: one block a line. Block: 32 to 256 threads, as many warps as a line can use. Any n.
#include "cuda/kernels/sum_lines.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads) sum_lines_kernel(const T* x, T* y, Lines lines) {
  __shared__ T parts[kWarp];
  if (block() >= lines.count()) return;
  const Size first = lines.start(block());  // not added to x, which is null where there is nothing to sum

  T sum = 0;
  for (Size j = thread(); j < lines.n; j += threads()) sum += x[first + j * lines.inner];
  sum = block_reduce<Sum>(sum, parts);
  if (thread() == 0) y[block()] = sum;
}

}  // namespace

template <class T>
void sum_lines(const T* x, T* y, const Lines& lines) {
  // A line of no elements has a sum too: the launch must not be left out for n = 0.
  launch_rows("sum_lines", sum_lines_kernel<T>, lines.count(), lines.n > 0 ? lines.n : 1, x, y, lines);
}

template void sum_lines(const float*, float*, const Lines&);
template void sum_lines(const double*, double*, const Lines&);

}  // namespace galley::kernels
