// A sum whose every step is rounded (F06). Its order is its meaning, so one thread does it.
//
//   x (count) → sum (1)
//
// Grid: one block of 32 threads, of which one works.
#include "cuda/kernels/sum_in.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/rounding.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

__global__ void __launch_bounds__(kWarp)
    sum_in_kernel(Format format, const double* x, double* sum, Size count) {
  if (thread_of_grid() != 0) return;
  double running = 0;
  for (Size i = 0; i < count; ++i) running = kept(format, running + kept(format, x[i]));
  *sum = running;
}

}  // namespace

void sum_in(Format format, const double* x, double* sum, Size count) {
  launch("sum_in", sum_in_kernel, dim3(1), dim3(kWarp), 0, format, x, sum, count);
}

}  // namespace galley::kernels
