#pragma once

// The only header that a kernel file includes for CUDA itself. nvcc: the real CUDA. A host compiler, with
// GALLEY_EMULATED defined: the emulator. A host compiler without it: CUDA's runtime API, no kernels.

#if defined(__CUDACC__)
#include <cuda_runtime.h>
#elif defined(GALLEY_EMULATED)
#include "cuda/emulator/cuda_shim.h"
#else
#include <cuda_runtime_api.h>
#endif

namespace galley {

#if defined(__CUDACC__)

/// The block's dynamic shared memory, as an array of T.
template <class T>
__device__ __forceinline__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char galley_dynamic_shared[];
  return reinterpret_cast<T*>(galley_dynamic_shared);
}

#elif defined(GALLEY_EMULATED)

template <class T>
T* dynamic_shared() {
  return static_cast<T*>(emu::dynamic_shared());
}

#endif

}  // namespace galley
