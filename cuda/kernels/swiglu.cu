// SiLU(gate) · up (F14): the gate branch passes through SiLU, the other does not.
//
//   gate (count), up (count) → y (count)
//
// Grid: one thread an element. Block: 32 to 256 threads.
#include "cuda/kernels/swiglu.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kElementThreads)
    swiglu_kernel(const T* gate, const T* up, T* y, Size count) {
  const Size i = thread_of_grid();
  if (i < count) y[i] = gate[i] / (T(1) + exp(-gate[i])) * up[i];
}

}  // namespace

template <class T>
void swiglu_elements(const T* gate, const T* up, T* y, Size count) {
  launch_elements("swiglu_elements", swiglu_kernel<T>, count, gate, up, y, count);
}

template void swiglu_elements(const float*, const float*, float*, Size);
template void swiglu_elements(const double*, const double*, double*, Size);

}  // namespace galley::kernels
