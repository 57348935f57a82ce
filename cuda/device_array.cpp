#include "cuda/device_array.h"

#include "cuda/launch.h"

namespace galley {

void* device_allocate(std::size_t bytes) {
  void* pointer = nullptr;
  check_cuda(cudaMalloc(&pointer, bytes), "cudaMalloc of " + std::to_string(bytes) + " bytes");
  return pointer;
}

// A destructor calls this: an error can only be one that an earlier call has reported, or the driver's
// shutting down.
void device_release(void* pointer) noexcept { static_cast<void>(cudaFree(pointer)); }

namespace {

void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const char* direction) {
  check_cuda(cudaMemcpy(to, from, bytes, kind),
             "cudaMemcpy of " + std::to_string(bytes) + " bytes " + direction);
}

}  // namespace

void copy_to_device(void* device, const void* host, std::size_t bytes) {
  copy(device, host, bytes, cudaMemcpyHostToDevice, "from host to device");
}

void copy_to_host(void* host, const void* device, std::size_t bytes) {
  copy(host, device, bytes, cudaMemcpyDeviceToHost, "from device to host");
}

void copy_on_device(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, cudaMemcpyDeviceToDevice, "on the device");
}

void device_synchronise() { check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); }

DeviceInfo device_info() {
  DeviceInfo info;
  int count = 0;  // an error leaves it untouched
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    const char* reason = error != cudaSuccess ? cudaGetErrorString(error) : "none is installed";
    info.unavailable = std::string("no CUDA device (") + reason + ")";
    return info;
  }
  cudaDeviceProp properties{};
  int version = 0;
  check_cuda(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
  check_cuda(cudaDriverGetVersion(&version), "cudaDriverGetVersion");
  info.name = properties.name;
  if (version) info.driver = std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  return info;
}

}  // namespace galley
