// Running sums of each line along an axis (F09).
//
//   x (outer, n, inner) → y of the same shape, y_j = x_0 + … + x_j
//
// Grid: one block a line. Block: 32 to 256 threads, 8 neighbours of the line each. Any n.
#include "cuda/kernels/running_sum_lines.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

// Neighbours of a line that one thread adds up, one after another. A short line is so summed in the order in
// which one would read it.
constexpr int kNeighbours = 8;

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads) running_sum_lines_kernel(const T* x, T* y, Lines lines) {
  __shared__ T parts[kWarp];
  if (block() >= lines.count()) return;
  x += lines.start(block());
  y += lines.start(block());
  const int lane = thread() % kWarp, warp = thread() / kWarp, warps = threads() / kWarp;

  T carry = 0;  // sum of all runs before this one; the same in every thread
  for (Size run = 0; run < lines.n; run += threads() * kNeighbours) {
    // Add up one's own neighbours, then those of the lanes before.
    const Size first = run + thread() * kNeighbours;
    const Size last = first + kNeighbours < lines.n ? first + kNeighbours : lines.n;
    T sum = 0;
    for (Size j = first; j < last; ++j) sum += x[j * lines.inner];
    for (int step = 1; step < kWarp; step *= 2) {
      const T before = __shfl_up_sync(kAllLanes, sum, static_cast<unsigned>(step));
      if (lane >= step) sum = before + sum;
    }
    const T of_lanes_before = __shfl_up_sync(kAllLanes, sum, 1u);

    __syncthreads();  // the parts of the run before have been read
    if (lane == kWarp - 1) parts[warp] = sum;
    __syncthreads();  // every warp's part is there
    T before = carry;
    for (int w = 0; w < warps; ++w) {
      if (w < warp) before += parts[w];
      carry += parts[w];
    }
    if (lane > 0) before += of_lanes_before;
    for (Size j = first; j < last; ++j) y[j * lines.inner] = before += x[j * lines.inner];
  }
}

}  // namespace

template <class T>
void running_sum_lines(const T* x, T* y, const Lines& lines) {
  launch_rows("running_sum_lines", running_sum_lines_kernel<T>, lines.count(),
              blocks_for(lines.n, kNeighbours), x, y, lines);
}

template void running_sum_lines(const float*, float*, const Lines&);
template void running_sum_lines(const double*, double*, const Lines&);

}  // namespace galley::kernels
