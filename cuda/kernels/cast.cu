// Numbers rounded to a shorter format, once and to even (F06).
//
//   x (count) → y (count)
//
// Grid: one thread an element. Block: 32 to 256 threads.
#include "cuda/kernels/cast.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/rounding.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

__global__ void __launch_bounds__(kElementThreads)
    cast_kernel(Format format, const double* x, double* y, Size count) {
  const Size i = thread_of_grid();
  if (i < count) y[i] = kept(format, x[i]);
}

}  // namespace

void cast_elements(Format format, const double* x, double* y, Size count) {
  launch_elements("cast_elements", cast_kernel, count, format, x, y, count);
}

}  // namespace galley::kernels
