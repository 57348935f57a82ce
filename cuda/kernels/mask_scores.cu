// Scores where reading is allowed, −∞ where not (F12).
//
//   scores (count), may_read (count) bytes → out (count)
//
// Grid: one thread an element. Block: 32 to 256 threads.
#include "cuda/kernels/mask_scores.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

template <class T>
__global__ void __launch_bounds__(kElementThreads)
    mask_scores_kernel(const T* scores, const std::uint8_t* may_read, T* out, Size count) {
  const Size i = thread_of_grid();
  if (i < count) out[i] = may_read[i] ? scores[i] : lowest<T>();
}

}  // namespace

template <class T>
void mask_scores(const T* scores, const std::uint8_t* may_read, T* out, Size count) {
  launch_elements("mask_scores", mask_scores_kernel<T>, count, scores, may_read, out, count);
}

template void mask_scores(const float*, const std::uint8_t*, float*, Size);
template void mask_scores(const double*, const std::uint8_t*, double*, Size);

}  // namespace galley::kernels
