// What only a device can show (F06). Times are reported, not asserted, but for the one that the chapter
// claims.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>

#include "cuda/device_array.h"
#include "cuda/kernels/broadcast_zip.h"
#include "cuda/kernels/matmul.h"

namespace galley {
namespace {

double microseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

double median_microseconds(int times, const std::function<void()>& work) {
  std::vector<double> all;
  for (int i = 0; i < times; ++i) all.push_back(microseconds(work));
  std::nth_element(all.begin(), all.begin() + times / 2, all.end());
  return all[static_cast<std::size_t>(times / 2)];
}

// Any bits: NaN with its payload, denormals, both zeros.
TEST(Device, CopyThereAndBackIsBitExact) {
  std::mt19937_64 random(1);
  std::vector<double> sent(100003);
  for (double& value : sent) {
    const std::uint64_t bits = random();
    std::memcpy(&value, &bits, sizeof value);
  }
  const std::vector<double> back = DeviceArray<double>(sent).host();
  EXPECT_EQ(0, std::memcmp(sent.data(), back.data(), sent.size() * sizeof(double)));
}

TEST(Device, ALaunchReturnsBeforeTheWorkEnds) {
  constexpr std::int64_t n = 4096;
  DeviceArray<double> a(n * n), b(n * n), out(n * n);
  const auto product = [&] { kernels::matmul<double>(a.data(), b.data(), out.data(), {}, n, n, n); };
  product();
  device_synchronise();
  const double launch = microseconds(product), rest = microseconds(device_synchronise);
  std::printf("a launch of a %lld x %lld product took %.0f us, the work another %.0f us\n",
              static_cast<long long>(n), static_cast<long long>(n), launch, rest);
  EXPECT_LT(launch, rest) << "whoever reads the clock at launch times the queueing";
}

TEST(Device, ASmallOperationIsMostlyLaunchAndCopy) {
  const std::vector<float> host(4, 1.0f);
  kernels::Layout<2> layout;
  layout.rank = 1;
  const auto time_of = [&](std::int64_t count) {
    DeviceArray<float> a(static_cast<std::size_t>(count)), out(static_cast<std::size_t>(count));
    layout.shape[0] = count;
    layout.strides[0][0] = layout.strides[1][0] = 1;
    return median_microseconds(101, [&] {
      kernels::broadcast_zip<float>(kernels::Arithmetic::add, a.data(), a.data(), out.data(), layout);
      device_synchronise();
    });
  };
  const double small = time_of(4), large = time_of(std::int64_t{1} << 24);
  const double copies = median_microseconds(101, [&] { DeviceArray<float>(host).host(); });
  std::printf("adding 4 numbers: %.1f us; 16,777,216 numbers: %.1f us; 4 numbers there and back: %.1f us\n",
              small, large, copies);
  EXPECT_GT(small, 0);
}

TEST(Device, NamesTheCallThatFailed) {
  try {
    DeviceArray<char> too_much(std::size_t{1} << 60);
    ADD_FAILURE() << "2^60 bytes were given out";
  } catch (const DeviceError& error) {
    EXPECT_NE(std::string::npos, std::string(error.what()).find("cudaMalloc of 1152921504606846976 bytes"))
        << error.what();
    EXPECT_NE(std::string::npos, std::string(error.what()).find("cudaErrorMemoryAllocation")) << error.what();
  }
}

TEST(Device, OperandsThatAreNotWhereTheyShouldBe) {
  std::vector<float> host(8);
  DeviceArray<float> device(8);
  EXPECT_THROW(copy_on_device(device.data(), host.data(), 32), DeviceError);
  EXPECT_THROW(copy_to_device(host.data(), host.data(), 32), DeviceError);
}

}  // namespace
}  // namespace galley
