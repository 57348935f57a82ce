#pragma once

#include <stdexcept>

namespace galley {

/// Something that a device, or its driver, refused. The message names the call, the error, and for a launch
/// the kernel.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace galley
