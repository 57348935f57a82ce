// Memory and errors of the emulated runtime.
#include <cstdio>
#include <cstdlib>
#include <map>

#include "checks/sanitizer.h"
#include "cuda/emulator/cuda_shim.h"

namespace {

// Before and after each array stand bytes that nobody may change, as many as cudaMalloc aligns to.
// AddressSanitizer watches the edges itself, and better.
constexpr std::size_t kEdgeBytes = galley::kAddressSanitizer ? 0 : 256;
constexpr int kPoison = 0xFF;  // NaN, or -1: what was never written must not look like zero

struct Array {
  std::size_t bytes;
  unsigned char edge;  // differs from array to array: one edge copied into another must show
};

// Every array that cudaMalloc has given out and cudaFree not taken back, by its first byte.
std::map<const char*, Array>& arrays() {
  static std::map<const char*, Array> instance;
  return instance;
}

// The array in which `bytes` bytes from `pointer` lie; end() if there is none.
std::map<const char*, Array>::iterator array_around(const void* pointer, std::size_t bytes) {
  const char* begin = static_cast<const char*>(pointer);
  auto array = arrays().upper_bound(begin);
  if (array == arrays().begin()) return arrays().end();
  --array;
  return begin + bytes <= array->first + array->second.bytes ? array : arrays().end();
}

bool lies_on_device(const void* pointer, std::size_t bytes) {
  return array_around(pointer, bytes) != arrays().end();
}

bool edges_are_whole(const char* begin, const Array& array) {
  const auto* after = reinterpret_cast<const unsigned char*>(begin) + array.bytes;
  const auto* before = reinterpret_cast<const unsigned char*>(begin) - kEdgeBytes;
  for (std::size_t i = 0; i < kEdgeBytes; ++i)
    if (before[i] != array.edge || after[i] != array.edge) return false;
  return true;
}

}  // namespace

bool galley::emu::is_device_pointer(const void* pointer) { return !pointer || lies_on_device(pointer, 0); }

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  auto* whole = static_cast<char*>(std::malloc(bytes + 2 * kEdgeBytes));
  if (!whole) return cudaErrorMemoryAllocation;
  static unsigned char edge = 0;
  edge = static_cast<unsigned char>(edge % 251 + 1);
  std::memset(whole, edge, bytes + 2 * kEdgeBytes);
  std::memset(whole + kEdgeBytes, kPoison, bytes);
  *pointer = whole + kEdgeBytes;
  arrays()[whole + kEdgeBytes] = {bytes, edge};
  return cudaSuccess;
}

cudaError_t cudaFree(void* pointer) {
  if (!pointer) return cudaSuccess;
  const auto array = arrays().find(static_cast<const char*>(pointer));
  if (array == arrays().end()) return cudaErrorInvalidDevicePointer;
  const bool whole = edges_are_whole(array->first, array->second);
  arrays().erase(array);
  std::free(static_cast<char*>(pointer) - kEdgeBytes);
  return whole ? cudaSuccess : cudaErrorIllegalAddress;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (bytes == 0) return cudaSuccess;
  const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (to_device != lies_on_device(to, bytes) || from_device != lies_on_device(from, bytes))
    return cudaErrorInvalidMemcpyDirection;
  if (from_device) {
    const auto array = array_around(from, bytes);
    if (!edges_are_whole(array->first, array->second)) return cudaErrorIllegalAddress;
  }
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
      return "a kernel has written beyond an array, or was given a pointer to host memory";
    case cudaErrorLaunchFailure:
      return "the launch was stopped";
  }
  return "unknown";
}
