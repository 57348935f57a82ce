// Place of the largest element of each line along an axis; the first where several are (F02, F09).
//
//   x (outer, n, inner) → y (outer, inner), places in [0, n)
//
// Grid: one block a line. Block: 32 to 256 threads, as many warps as a line can use. Any n.
#include "cuda/kernels/argmax_lines.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

// A candidate: a larger value is better, of equal values the lower place.
template <class T>
__device__ __forceinline__ void take_better(T& value, Size& place, T other, Size other_place) {
  if (other > value || (other == value && other_place < place)) {
    value = other;
    place = other_place;
  }
}

template <class T>
__device__ __forceinline__ void warp_best(T& value, Size& place) {
  for (int step = kWarp / 2; step > 0; step /= 2) {
    const T other = __shfl_xor_sync(kAllLanes, value, step);
    const Size other_place = __shfl_xor_sync(kAllLanes, place, step);
    take_better(value, place, other, other_place);
  }
}

template <class T>
__global__ void __launch_bounds__(kMaxRowThreads)
    argmax_lines_kernel(const T* x, std::int64_t* y, Lines lines) {
  __shared__ T values[kWarp];
  __shared__ Size places[kWarp];
  if (block() >= lines.count()) return;
  x += lines.start(block());

  // Each thread's best, then each warp's, then the block's. Beyond the line stands −∞ at place n, worse than
  // any.
  T best = lowest<T>();
  Size place = lines.n;
  for (Size j = thread(); j < lines.n; j += threads()) take_better(best, place, x[j * lines.inner], j);
  warp_best(best, place);
  if (thread() % kWarp == 0) {
    values[thread() / kWarp] = best;
    places[thread() / kWarp] = place;
  }
  __syncthreads();  // every warp's best is there
  if (thread() >= kWarp) return;
  const bool stands_for_a_warp = thread() < threads() / kWarp;
  best = stands_for_a_warp ? values[thread()] : lowest<T>();
  place = stands_for_a_warp ? places[thread()] : lines.n;
  warp_best(best, place);
  if (thread() == 0) y[block()] = place < lines.n ? place : 0;
}

}  // namespace

template <class T>
void argmax_lines(const T* x, std::int64_t* y, const Lines& lines) {
  launch_rows("argmax_lines", argmax_lines_kernel<T>, lines.count(), lines.n, x, y, lines);
}

template void argmax_lines(const float*, std::int64_t*, const Lines&);
template void argmax_lines(const double*, std::int64_t*, const Lines&);

}  // namespace galley::kernels
