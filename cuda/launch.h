#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "cuda/device_error.h"
#include "cuda/gpu.h"

namespace galley {

/// ⌈a / b⌉ for a ≥ 0, b > 0.
constexpr std::int64_t blocks_for(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Most blocks of a grid along x, and along y or z.
constexpr std::int64_t kMaxGridX = 2147483647, kMaxGridYZ = 65535;

/// Throws DeviceError naming `call` unless `error` is cudaSuccess.
inline void check_cuda(cudaError_t error, const std::string& call) {
  if (error != cudaSuccess)
    throw DeviceError(call + ": " + cudaGetErrorName(error) + " (" + cudaGetErrorString(error) + ")");
}

/// Launches `kernel` on the default stream and checks the launch. Throws DeviceError naming the kernel and
/// its sizes.
///
/// CUDA's standard launch function and no `<<<>>>`: a host compiler must be able to read this. With
/// GALLEY_CUDA_SYNC set, it also waits for the end, so that a fault inside a kernel is named here and not at
/// the next copy.
template <class... P, class... A>
void launch(const char* name, void (*kernel)(P...), dim3 grid, dim3 block, std::size_t shared_bytes,
            A&&... arguments) {
  cudaLaunchConfig_t config{};
  config.gridDim = grid;
  config.blockDim = block;
  config.dynamicSmemBytes = shared_bytes;
  cudaError_t error = cudaLaunchKernelEx(&config, kernel, static_cast<P>(arguments)...);
  static const bool waits = std::getenv("GALLEY_CUDA_SYNC") != nullptr;
  if (error == cudaSuccess && waits) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) return;
  std::string where = std::string(name) + " on a grid of " + std::to_string(grid.x) + "x" +
                      std::to_string(grid.y) + "x" + std::to_string(grid.z) + " blocks of " +
                      std::to_string(block.x) + "x" + std::to_string(block.y) + "x" +
                      std::to_string(block.z) + " threads";
#ifdef GALLEY_EMULATED
  where += ": " + emu::report();
#endif
  check_cuda(error, where);
}

/// Lets `kernel` use `bytes` of dynamic shared memory in a block, beyond the 48 KiB that every kernel may.
/// Throws DeviceError.
template <class... P>
void allow_shared(const char* name, void (*kernel)(P...), std::size_t bytes) {
  check_cuda(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
      std::string(name) + ": dynamic shared memory of " + std::to_string(bytes) + " bytes");
}

}  // namespace galley
