// Exit status 77, which CTest calls skipped, where there is no device; 1 instead with GALLEY_REQUIRE_GPU set.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "cuda/device_array.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const galley::DeviceInfo device = galley::device_info();
  if (device.unavailable.empty()) return RUN_ALL_TESTS();
  std::printf("not run: %s\n", device.unavailable.c_str());
  const char* required = std::getenv("GALLEY_REQUIRE_GPU");
  return required && *required && *required != '0' ? 1 : 77;
}
