// How fast each pair of features turns (F13).
//
//   → frequencies (width / 2) = base^(−2i/width)
//
// Grid: one thread a pair. Block: 32 to 256 threads.
#include "cuda/kernels/rope_frequencies.h"

#include "cuda/kernels/reduce.h"
#include "cuda/kernels/row_launch.h"

namespace galley::kernels {
namespace {

__global__ void __launch_bounds__(kElementThreads)
    rope_frequencies_kernel(double* frequencies, Size width, double base) {
  const Size i = thread_of_grid();
  if (i < width / 2) frequencies[i] = pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(width));
}

}  // namespace

void rope_frequencies(double* frequencies, Size width, double base) {
  launch_elements("rope_frequencies", rope_frequencies_kernel, width / 2, frequencies, width, base);
}

}  // namespace galley::kernels
