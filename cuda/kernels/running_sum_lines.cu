// Running sums of each line along an axis (F09).
//
//   x (outer, n, inner) → y of the same shape, y_j = x_0 + … + x_j
//
// Grid: one block a line. Block: 32 to 256 threads, as many warps as a line can use. Any n.
#include "cuda/kernels/running_sum_lines.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads) running_sum_lines_kernel(const T* x, T* y, Lines lines) {
  __shared__ T parts[kWarp];
  if (block() >= lines.count()) return;
  x += lines.start(block());
  y += lines.start(block());
  const int lane = thread() % kWarp, warp = thread() / kWarp, warps = threads() / kWarp;

  T carry = 0;  // sum of all runs before this one; the same in every thread
  for (Size run = 0; run < lines.n; run += threads()) {
    const Size j = run + thread();
    T sum = j < lines.n ? x[j * lines.inner] : T(0);
    for (int step = 1; step < kWarp; step *= 2) {
      const T before = __shfl_up_sync(kAllLanes, sum, static_cast<unsigned>(step));
      if (lane >= step) sum += before;
    }
    __syncthreads();  // the parts of the run before have been read
    if (lane == kWarp - 1) parts[warp] = sum;
    __syncthreads();  // every warp's part is there
    T before = carry;
    for (int w = 0; w < warps; ++w) {
      if (w == warp && j < lines.n) y[j * lines.inner] = before + sum;
      before += parts[w];
    }
    carry = before;
  }
}

}  // namespace

template <class T>
void running_sum_lines(const T* x, T* y, const Lines& lines) {
  launch_rows("running_sum_lines", running_sum_lines_kernel<T>, lines.count(), lines.n, x, y, lines);
}

template void running_sum_lines(const float*, float*, const Lines&);
template void running_sum_lines(const double*, double*, const Lines&);

}  // namespace galley::kernels
