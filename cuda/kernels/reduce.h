#pragma once

// What several kernels share: numbers of either type, and sums and maxima over a warp and over a block.

#include <math.h>

#include "cuda/gpu.h"
#include "cuda/kernels/lines.h"

namespace galley::kernels {

/// Lanes of a warp, and the mask that names all of them.
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xffffffffu;

/// Number of the calling thread, of its block, and how many threads its block has.
__device__ __forceinline__ int thread() { return static_cast<int>(threadIdx.x); }
__device__ __forceinline__ int threads() { return static_cast<int>(blockDim.x); }
__device__ __forceinline__ Size block() { return static_cast<Size>(blockIdx.x); }
/// Number of the calling thread among all threads of a one-dimensional grid.
__device__ __forceinline__ Size thread_of_grid() { return block() * threads() + thread(); }

/// The larger of two numbers; NaN if either is.
template <class T>
__device__ __forceinline__ T larger(T a, T b) {
  return a > b || a != a ? a : b;
}

/// −∞ as T.
template <class T>
__device__ __forceinline__ T lowest() {
  return static_cast<T>(-INFINITY);
}

struct Sum {
  template <class T>
  static __device__ __forceinline__ T neutral() {
    return T(0);
  }
  template <class T>
  static __device__ __forceinline__ T join(T a, T b) {
    return a + b;
  }
};

struct Largest {
  template <class T>
  static __device__ __forceinline__ T neutral() {
    return lowest<T>();
  }
  template <class T>
  static __device__ __forceinline__ T join(T a, T b) {
    return larger(a, b);
  }
};

/// Joins the values of a warp's 32 lanes; every lane has the result.
template <class Join, class T>
__device__ __forceinline__ T warp_reduce(T value) {
  for (int step = kWarp / 2; step > 0; step /= 2)
    value = Join::join(value, __shfl_xor_sync(kAllLanes, value, step));
  return value;
}

/// Joins the values of a block's threads (a multiple of 32); every thread has the result. `parts` is shared
/// memory for 32 values that nothing else uses: each reduction of a kernel has its own, so that one barrier
/// is enough.
template <class Join, class T>
__device__ __forceinline__ T block_reduce(T value, T* parts) {
  value = warp_reduce<Join>(value);
  if (thread() % kWarp == 0) parts[thread() / kWarp] = value;
  __syncthreads();  // every warp's part is there
  const int lane = thread() % kWarp;
  return warp_reduce<Join>(lane < threads() / kWarp ? parts[lane] : Join::template neutral<T>());
}

}  // namespace galley::kernels
