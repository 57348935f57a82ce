// How fast this device multiplies and adds, without tensor cores: the floor of kernels that are bound by
// arithmetic.
//
//   out (blocks · 256). Grid: as many blocks as asked for. Block: 256 threads, 8 independent chains each.
#include "cuda/bench/rates.h"

#include "cuda/kernels/reduce.h"
#include "cuda/launch.h"

namespace galley::bench {
namespace {

template <class T>
__global__ void __launch_bounds__(kRateThreads) multiply_adds_kernel(T* out, kernels::Size rounds) {
  T sums[8];
  const T step = static_cast<T>(kernels::thread()) / T(1024);
  for (int c = 0; c < 8; ++c) sums[c] = static_cast<T>(c);
  for (kernels::Size r = 0; r < rounds; ++r)
    for (int c = 0; c < 8; ++c) sums[c] = sums[c] * T(0.5) + step;
  T total = 0;
  for (int c = 0; c < 8; ++c) total += sums[c];
  out[kernels::thread_of_grid()] = total;
}

}  // namespace

template <class T>
void multiply_adds(T* out, std::int64_t blocks, std::int64_t rounds) {
  launch("multiply_adds", multiply_adds_kernel<T>, dim3(static_cast<unsigned>(blocks)),
         dim3(static_cast<unsigned>(kRateThreads)), 0, out, rounds);
}

template void multiply_adds(float*, std::int64_t, std::int64_t);
template void multiply_adds(double*, std::int64_t, std::int64_t);

}  // namespace galley::bench
