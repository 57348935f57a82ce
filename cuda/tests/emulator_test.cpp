// What the emulator must report. Each kernel here is wrong in one way, but for those whose name says
// otherwise.
#include "cuda/emulator/emulator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "checks/sanitizer.h"
#include "cuda/device_array.h"
#include "cuda/launch.h"

namespace galley {
namespace {

constexpr unsigned kAll = ~0u;
constexpr int kThreads = 64;

int thread() { return static_cast<int>(threadIdx.x); }
int block() { return static_cast<int>(blockIdx.x); }

__global__ void barrier_in_both_branches(float* out) {
  if (thread() < 16)
    __syncthreads();
  else
    __syncthreads();
  out[thread()] = 1;
}

__global__ void barrier_that_one_thread_waits_beside(float* out) {
  if (thread() != 5)
    __syncthreads();
  else
    __shfl_sync(1u << 5 | 1u << 6, 1.0f, 6);
  out[thread()] = 1;
}

__global__ void barrier_after_some_have_ended_is_fine(float* out) {
  out[thread()] = 1;
  if (thread() >= 40) return;
  __syncthreads();
  out[thread()] = 2;
}

__global__ void mask_without_the_caller(float* out) {
  if (thread() < 8) out[thread()] = __shfl_xor_sync(0xfu, 1.0f, 1);
}

__global__ void mask_with_lanes_that_have_ended(float* out) {
  if (thread() < 16) out[thread()] = __shfl_xor_sync(kAll, 1.0f, 1);
}

__global__ void lanes_at_different_intrinsics(float* out) {
  if (thread() % 2)
    out[thread()] = __shfl_xor_sync(kAll, 1.0f, 1);
  else
    out[thread()] = __shfl_xor_sync(kAll, 2.0f, 1);
}

__global__ void reads_shared_memory_never_written(float* out) {
  __shared__ float values[kThreads];
  if (thread() != 9) values[thread()] = 1;
  __syncthreads();
  out[thread()] = values[thread()] + dynamic_shared<float>()[0] * 0;
}

__global__ void reads_a_neighbour_without_barrier(float* out) {
  __shared__ float values[kThreads];
  values[thread()] = static_cast<float>(thread());
  out[thread()] = values[kThreads - 1 - thread()];
}

__global__ void depends_on_the_order_of_blocks(float* out) { out[0] = static_cast<float>(block()); }

__global__ void shuffles_are_right(float* out) {
  const float lane = static_cast<float>(thread() % 32);
  const int t = thread();
  out[t] = __shfl_sync(kAll, lane, 3);
  out[t] += 100 * __shfl_xor_sync(kAll, lane, 1);
  out[t] += 10000 * __shfl_down_sync(kAll, lane, 1, 4);
  out[t] += 1000000 * __shfl_up_sync(kAll, lane, 2);
  if (__ballot_sync(kAll, t % 32 < 2) != 3u) out[t] = -1;
}

__global__ void warp_barrier_orders_a_warp(float* out) {
  __shared__ float values[kThreads];
  values[thread()] = static_cast<float>(thread());
  __syncwarp();
  out[thread()] = values[thread() / 32 * 32 + 31 - thread() % 32];
}

__global__ void fills(float* out, float value) { out[block() * kThreads + thread()] = value; }

using Kernel = void (*)(float*);

// The message of the error that a launch is refused or stopped with; empty if it went through.
std::string launch_error(Kernel kernel, dim3 grid = 2, dim3 threads = kThreads,
                         std::size_t shared_bytes = 4) {
  DeviceArray<float> out(std::size_t{2} * kThreads);
  try {
    launch("the kernel", kernel, grid, threads, shared_bytes, out.data());
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "";
}

std::vector<float> results(Kernel kernel, emu::Schedule schedule = emu::Schedule::forward,
                           unsigned seed = 1) {
  DeviceArray<float> out(kThreads);
  emu::set_schedule(schedule, seed);
  launch("the kernel", kernel, dim3(schedule == emu::Schedule::forward ? 2 : 3), dim3(kThreads), 4,
         out.data());
  emu::set_schedule(emu::Schedule::forward);
  return out.host();
}

void expect_parts(const std::string& message, std::initializer_list<const char*> parts) {
  for (const char* part : parts)
    EXPECT_NE(std::string::npos, message.find(part)) << part << " not in: " << message;
}

TEST(EmulatorReports, ThreadsAtDifferentBarriers) {
  expect_parts(launch_error(barrier_in_both_branches),
               {"the kernel on a grid of 2x1x1 blocks of 64x1x1 threads",
                "wait at different barriers in block (0,0,0)", "emulator_test.cpp:", "first: 0",
                "cudaErrorLaunchFailure"});
}

TEST(EmulatorReports, ABarrierThatNotAllReach) {
  expect_parts(launch_error(barrier_that_one_thread_waits_beside), {"deadlock", "63 threads", "1 threads"});
}

TEST(EmulatorReports, AMaskThatDoesNotNameItsCaller) {
  expect_parts(launch_error(mask_without_the_caller), {"mask does not name it", "emulator_test.cpp:"});
}

TEST(EmulatorReports, AMaskThatNamesEndedLanes) {
  expect_parts(launch_error(mask_with_lanes_that_have_ended), {"deadlock", "ended", "16 threads"});
}

TEST(EmulatorReports, LanesAtDifferentIntrinsics) {
  expect_parts(launch_error(lanes_at_different_intrinsics), {"different warp intrinsics"});
}

TEST(EmulatorReports, LaunchesBeyondTheLimits) {
  const Kernel kernel = shuffles_are_right;
  expect_parts(launch_error(kernel, dim3(0)), {"without blocks", "cudaErrorInvalidConfiguration"});
  expect_parts(launch_error(kernel, dim3(1, 65536)), {"65535"});
  expect_parts(launch_error(kernel, 1, dim3(0)), {"without threads"});
  expect_parts(launch_error(kernel, 1, dim3(1025)), {"1024"});
  expect_parts(launch_error(kernel, 1, dim3(1, 1, 65)), {"64"});
  expect_parts(launch_error(kernel, 1, 32, (48 << 10) + 1), {"dynamic shared memory"});
  allow_shared("the kernel", kernel, 64 << 10);
  EXPECT_EQ("", launch_error(kernel, 1, 32, 64 << 10));
  EXPECT_THROW(allow_shared("the kernel", kernel, 1 << 20), DeviceError);
}

TEST(EmulatorReports, AHostPointerGivenToAKernel) {
  std::vector<float> host(std::size_t{2} * kThreads);
  EXPECT_THROW(launch("fills", fills, dim3(2), dim3(kThreads), 0, host.data(), 1.0f), DeviceError);
  expect_parts(emu::report(), {"argument 1"});
}

TEST(EmulatorReports, OperandsThatAreNotWhereTheyShouldBe) {
  std::vector<float> host(8);
  DeviceArray<float> device(8);
  EXPECT_THROW(copy_to_host(host.data(), host.data(), 32), DeviceError);
  EXPECT_THROW(copy_to_device(host.data(), host.data(), 32), DeviceError);
  EXPECT_THROW(copy_on_device(device.data(), host.data(), 32), DeviceError);
  EXPECT_THROW(copy_to_host(host.data(), device.data(), 36), DeviceError) << "longer than the array";
}

TEST(EmulatorReports, AWriteBeyondAnArray) {
  if (kAddressSanitizer) GTEST_SKIP() << "the sanitizer stops the program at the write itself";
  DeviceArray<float> out(kThreads - 1);
  launch("fills", fills, dim3(1), dim3(kThreads), 0, out.data(), 1.0f);
  try {
    out.host();
    ADD_FAILURE() << "not reported";
  } catch (const DeviceError& error) {
    expect_parts(error.what(), {"cudaErrorIllegalAddress", "written beyond an array"});
  }
}

TEST(Emulator, GoesOnAfterAFault) {
  ASSERT_NE("", launch_error(barrier_in_both_branches));
  EXPECT_EQ("", launch_error(shuffles_are_right));
  EXPECT_EQ("", emu::report());
}

TEST(Emulator, CountsOnlyThreadsThatHaveNotEndedAtABarrier) {
  const std::vector<float> out = results(barrier_after_some_have_ended_is_fine);
  EXPECT_EQ(2, out[39]);
  EXPECT_EQ(1, out[40]);
}

TEST(Emulator, PoisonsSharedMemory) {
  const std::vector<float> out = results(reads_shared_memory_never_written);
  for (const float value : out)
    EXPECT_TRUE(std::isnan(value)) << "dynamic shared memory looked like a number";
}

TEST(Emulator, PoisonsDeviceMemory) {
  for (const float value : DeviceArray<float>(3).host()) EXPECT_TRUE(std::isnan(value));
  EXPECT_EQ(-1, DeviceArray<int>(1).host()[0]);
}

TEST(Emulator, SchedulesShowAMissingBarrier) {
  const auto forward = results(reads_a_neighbour_without_barrier);
  const auto reverse = results(reads_a_neighbour_without_barrier, emu::Schedule::reverse);
  EXPECT_TRUE(std::isnan(forward[0])) << "thread 63 has not written yet";
  EXPECT_TRUE(std::isnan(reverse[63])) << "thread 0 has not written yet";
  EXPECT_EQ(0, forward[63]);
}

TEST(Emulator, SchedulesChangeTheOrderOfBlocks) {
  EXPECT_EQ(1, results(depends_on_the_order_of_blocks)[0]);
  EXPECT_EQ(0, results(depends_on_the_order_of_blocks, emu::Schedule::reverse)[0]);
}

TEST(Emulator, RandomSchedulesFollowTheirSeed) {
  const auto drawn = [](unsigned seed) {
    std::string order;
    for (unsigned i = 0; i < 8; ++i)
      order += std::to_string(results(depends_on_the_order_of_blocks, emu::Schedule::random, seed + i)[0]);
    return order;
  };
  EXPECT_EQ(drawn(1), drawn(1));
  EXPECT_NE(drawn(1), drawn(100));
}

TEST(Emulator, ShufflesAndBallotsAsCudaDoes) {
  const std::vector<float> out = results(shuffles_are_right);
  EXPECT_EQ(3 + 100 * 1 + 10000 * 1 + 1000000 * 0, out[0]);
  EXPECT_EQ(3 + 100 * 6 + 10000 * 7 + 1000000 * 5, out[7]) << "lane 7 ends its segment of 4";
  EXPECT_EQ(3 + 100 * 30 + 10000 * 31 + 1000000 * 29, out[63]);
}

TEST(Emulator, WarpBarriersOrderAWarp) {
  EXPECT_EQ(31, results(warp_barrier_orders_a_warp)[0]);
  EXPECT_EQ(32, results(warp_barrier_orders_a_warp, emu::Schedule::reverse)[63]);
}

TEST(Emulator, ListsAndSkipsBarriers) {
  emu::forget_barriers();
  results(barrier_after_some_have_ended_is_fine);
  ASSERT_EQ(1u, emu::barriers().size());
  const auto switches = [] {
    const auto before = emu::statistics().switches;
    results(barrier_after_some_have_ended_is_fine);
    return emu::statistics().switches - before;
  };
  const auto with_barrier = switches();
  emu::skip_barrier(emu::barriers()[0]);
  const auto without = switches();
  emu::skip_no_barrier();
  EXPECT_EQ(with_barrier, without + 2ULL * 40) << "each of 40 threads of 2 blocks leaves once less";
  EXPECT_EQ(with_barrier, switches());
}

}  // namespace
}  // namespace galley
