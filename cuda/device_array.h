#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "cuda/device_error.h"

namespace galley {

/// Raw device memory; every call checked, errors thrown as DeviceError. Host code only: no CUDA header is
/// needed here.
void* device_allocate(std::size_t bytes);
void device_release(void* pointer) noexcept;
void copy_to_device(void* device, const void* host, std::size_t bytes);
void copy_to_host(void* host, const void* device, std::size_t bytes);
void copy_on_device(void* to, const void* from, std::size_t bytes);
void device_synchronise();

/// The device that kernels run on, or why there is none.
struct DeviceInfo {
  std::string name;         ///< empty if there is none
  std::string driver;       ///< version that the driver supports, "13.0"
  std::string unavailable;  ///< why there is none, in one line; empty if there is one
};
/// Any error of cudaGetDeviceCount means "no device"; its name is the reason.
DeviceInfo device_info();

/// An array in device memory, released with its owner. Elements are not initialised.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size)
      : size_(size), data_(static_cast<T*>(device_allocate(size * sizeof(T)))) {}
  /// Copies `host` to the device.
  explicit DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) {
    copy_to_device(data_, host.data(), size_ * sizeof(T));
  }
  ~DeviceArray() { device_release(data_); }
  DeviceArray(DeviceArray&& other) noexcept
      : size_(std::exchange(other.size_, 0)), data_(std::exchange(other.data_, nullptr)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
    return *this;
  }

  /// Waits for the work that is under way, then copies to the host.
  std::vector<T> host() const {
    std::vector<T> copy(size_);
    copy_to_host(copy.data(), data_, size_ * sizeof(T));
    return copy;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_ = 0;
  T* data_ = nullptr;
};

}  // namespace galley
