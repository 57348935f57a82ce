// Shares where reading is allowed, 0 where not; chosen, so that 0 × NaN does not arise (F12).
//
//   shares (count), may_read (count) bytes → out (count)
//
// Grid: one thread an element. Block: 32 to 256 threads.
#include "cuda/kernels/zero_forbidden.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kElementThreads)
    zero_forbidden_kernel(const T* shares, const std::uint8_t* may_read, T* out, Size count) {
  const Size i = thread_of_grid();
  if (i < count) out[i] = may_read[i] ? shares[i] : T(0);
}

}  // namespace

template <class T>
void zero_forbidden(const T* shares, const std::uint8_t* may_read, T* out, Size count) {
  launch_elements("zero_forbidden", zero_forbidden_kernel<T>, count, shares, may_read, out, count);
}

template void zero_forbidden(const float*, const std::uint8_t*, float*, Size);
template void zero_forbidden(const double*, const std::uint8_t*, double*, Size);

}  // namespace galley::kernels
