// Memory and errors of the emulated runtime.
#include <cstdio>
#include <cstdlib>
#include <map>

#include "cuda/emulator/cuda_shim.h"

namespace {

// Every array that cudaMalloc has given out and cudaFree not taken back: begin → bytes.
std::map<const char*, std::size_t>& arrays() {
  static std::map<const char*, std::size_t> instance;
  return instance;
}

bool lies_on_device(const void* pointer, std::size_t bytes) {
  const char* begin = static_cast<const char*>(pointer);
  auto after = arrays().upper_bound(begin);
  if (after == arrays().begin()) return false;
  --after;
  return begin + bytes <= after->first + after->second;
}

}  // namespace

bool galley::emu::is_device_pointer(const void* pointer) { return !pointer || lies_on_device(pointer, 0); }

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = std::malloc(bytes);
  if (!*pointer) return cudaErrorMemoryAllocation;
  std::memset(*pointer, 0xFF, bytes);  // NaN, or -1: what was never written must not look like zero
  arrays()[static_cast<const char*>(*pointer)] = bytes;
  return cudaSuccess;
}

cudaError_t cudaFree(void* pointer) {
  if (!pointer) return cudaSuccess;
  if (!arrays().erase(static_cast<const char*>(pointer))) return cudaErrorInvalidDevicePointer;
  std::free(pointer);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0) return cudaSuccess;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (to_device != lies_on_device(to, bytes) || from_device != lies_on_device(from, bytes))
    return cudaErrorInvalidMemcpyDirection;
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  if (bytes && !lies_on_device(pointer, bytes)) return cudaErrorInvalidValue;
  std::memset(pointer, value, bytes);
  return cudaSuccess;
}

// Launches report their error at once here: none is ever pending.
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "emulated (CPU fibers, not a GPU)");
  properties->warpSize = warpSize;
  properties->multiProcessorCount = 1;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  *version = 0;
  return cudaSuccess;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorInvalidDevicePointer:
      return "cudaErrorInvalidDevicePointer";
    case cudaErrorInvalidMemcpyDirection:
      return "cudaErrorInvalidMemcpyDirection";
    case cudaErrorIllegalAddress:
      return "cudaErrorIllegalAddress";
    case cudaErrorLaunchFailure:
      return "cudaErrorLaunchFailure";
  }
  return "an error that the emulator does not know";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "no error";
    case cudaErrorInvalidValue:
      return "invalid argument";
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInvalidConfiguration:
      return "invalid configuration argument";
    case cudaErrorInvalidDevicePointer:
      return "not a pointer that cudaMalloc has given out";
    case cudaErrorInvalidMemcpyDirection:
      return "an operand is not where the direction of the copy says, or shorter";
    case cudaErrorIllegalAddress:
      return "a kernel was given a pointer to host memory";
    case cudaErrorLaunchFailure:
      return "the launch was stopped";
  }
  return "unknown";
}
