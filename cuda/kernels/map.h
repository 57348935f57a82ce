#pragma once

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {

/// y_i = f(x_i). Grid: one thread an element. Block: 32 to 256 threads.
template <class F, class T>
__global__ void __launch_bounds__(kElementThreads) map_kernel(const T* x, T* y, Size count) {
  const Size i = thread_of_grid();
  if (i < count) y[i] = F::of(x[i]);
}

}  // namespace galley::kernels
