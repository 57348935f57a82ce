#pragma once

// The vector and launch types of CUDA that our kernels and their callers use, for a machine without the
// toolkit. Names and layouts are CUDA's own.

#include <cstddef>

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned ax = 1, unsigned ay = 1, unsigned az = 1) : x(ax), y(ay), z(az) {}
};

struct CUstream_st;
using cudaStream_t = CUstream_st*;

/// CUDA's own numbers; only the errors that the emulator can give.
enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevicePointer = 17,
  cudaErrorInvalidMemcpyDirection = 21,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchFailure = 719
};

enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice
};

enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };

struct cudaLaunchAttribute;

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
};

struct cudaDeviceProp {
  char name[256];
  int major, minor, warpSize, multiProcessorCount;
  std::size_t sharedMemPerBlockOptin, totalGlobalMem;
};
