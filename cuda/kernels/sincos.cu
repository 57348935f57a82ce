// Cosine and sine of angles, in double and rounded once (F13).
//
//   angles (count) → y (count)
//
// Grid: one thread an element. Block: 32 to 256 threads.
#include "cuda/kernels/sincos.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kElementThreads) cosine_kernel(const double* angles, T* y, Size count) {
  const Size i = thread_of_grid();
  if (i < count) y[i] = static_cast<T>(cos(angles[i]));
}

template <class T>
__global__ void __launch_bounds__(kElementThreads) sine_kernel(const double* angles, T* y, Size count) {
  const Size i = thread_of_grid();
  if (i < count) y[i] = static_cast<T>(sin(angles[i]));
}

}  // namespace

template <class T>
void cosine_elements(const double* angles, T* y, Size count) {
  launch_elements("cosine_elements", cosine_kernel<T>, count, angles, y, count);
}

template <class T>
void sine_elements(const double* angles, T* y, Size count) {
  launch_elements("sine_elements", sine_kernel<T>, count, angles, y, count);
}

template void cosine_elements(const double*, float*, Size);
template void cosine_elements(const double*, double*, Size);
template void sine_elements(const double*, float*, Size);
template void sine_elements(const double*, double*, Size);

}  // namespace galley::kernels
