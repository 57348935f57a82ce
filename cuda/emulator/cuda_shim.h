#pragma once

// The part of CUDA C++ that our kernels use, for a host compiler. Kernels are compiled unchanged against it.
// Not here: inline PTX, tensor cores, asynchronous copies, cooperative groups, __CUDA_ARCH__ branches.

#ifdef __CUDACC__
#error "cuda_shim.h is for host compilers only; nvcc has the real thing"
#endif

#include <math.h>

#include <cstdint>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "cuda/emulator/block.h"
#include "cuda/emulator/shim_types.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
// Static shared arrays stand in a section of their own, so that all of them can be poisoned before each
// block.
#define __shared__ static __attribute__((section("galley_shared")))

// Set by the scheduler before a thread runs on; one operating-system thread runs all CUDA threads.
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
constexpr int warpSize = 32;

namespace galley::emu {

extern int lane;
void* dynamic_shared();

/// True if `pointer` lies in memory given out by cudaMalloc, or is null.
bool is_device_pointer(const void* pointer);

using Body = void (*)(void*);
/// One launch: checks it as CUDA does, then runs all blocks. `stray`: the number of an argument that points
/// to host memory, 0 if there is none.
cudaError_t launch_grid(const cudaLaunchConfig_t& config, const void* kernel, int stray, Body body,
                        void* call);
cudaError_t set_dynamic_shared_limit(const void* kernel, int bytes);

template <class T>
T shuffle(unsigned mask, T value, int source, Place place) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = running_block().exchange(mask, bits, source, false, place);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// First lane of the own segment, for shuffles within `width` lanes.
inline int segment(int width) { return lane & ~(width - 1); }

template <class... P>
struct Call {
  void (*kernel)(P...);
  std::tuple<std::decay_t<P>...> arguments;
  static void run(void* self) {
    auto* call = static_cast<Call*>(self);
    std::apply(call->kernel, call->arguments);
  }
  int stray_pointer() const {
    int number = 0, stray = 0;
    const auto look = [&](const auto& argument) {
      ++number;
      if constexpr (std::is_pointer_v<std::decay_t<decltype(argument)>>)
        if (!stray && !is_device_pointer(argument)) stray = number;
    };
    std::apply([&](const auto&... argument) { (look(argument), ...); }, arguments);
    return stray;
  }
};

}  // namespace galley::emu

#define GALLEY_CALLED_FROM const char *file = __builtin_FILE(), int line = __builtin_LINE()

inline void __syncthreads(GALLEY_CALLED_FROM) { galley::emu::running_block().synchronise({file, line}); }

inline void __syncwarp(unsigned mask = ~0u, GALLEY_CALLED_FROM) {
  galley::emu::running_block().exchange(mask, 0, -1, true, {file, line});
}

template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32, GALLEY_CALLED_FROM) {
  return galley::emu::shuffle(mask, value, galley::emu::segment(width) + (source & (width - 1)),
                              {file, line});
}

template <class T>
T __shfl_xor_sync(unsigned mask, T value, int bits, int width = 32, GALLEY_CALLED_FROM) {
  const int other = galley::emu::lane ^ bits, end = galley::emu::segment(width) + width;
  return galley::emu::shuffle(mask, value, other < end ? other : galley::emu::lane, {file, line});
}

template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, GALLEY_CALLED_FROM) {
  const int other = galley::emu::lane + static_cast<int>(delta), end = galley::emu::segment(width) + width;
  return galley::emu::shuffle(mask, value, other < end ? other : galley::emu::lane, {file, line});
}

template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, GALLEY_CALLED_FROM) {
  const int other = galley::emu::lane - static_cast<int>(delta);
  return galley::emu::shuffle(mask, value, other < galley::emu::segment(width) ? galley::emu::lane : other,
                              {file, line});
}

inline unsigned __ballot_sync(unsigned mask, int predicate, GALLEY_CALLED_FROM) {
  return static_cast<unsigned>(
      galley::emu::running_block().exchange(mask, predicate != 0, -1, false, {file, line}));
}

#undef GALLEY_CALLED_FROM

// The runtime API. "Device" memory is the host's heap, so AddressSanitizer sees every access beyond an array;
// it is kept apart all the same: a copy in the wrong direction and a kernel given a host pointer are errors,
// as on a device.
cudaError_t cudaMalloc(void** pointer, std::size_t bytes);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes);
cudaError_t cudaGetLastError();
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDriverGetVersion(int* version);
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

template <class... P>
cudaError_t cudaFuncSetAttribute(void (*kernel)(P...), cudaFuncAttribute, int value) {
  return galley::emu::set_dynamic_shared_limit(reinterpret_cast<const void*>(kernel), value);
}

template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
  galley::emu::Call<P...> call{kernel, {static_cast<P>(arguments)...}};
  return galley::emu::launch_grid(*config, reinterpret_cast<const void*>(kernel), call.stray_pointer(),
                                  &galley::emu::Call<P...>::run, &call);
}
