// A launch: its limits, the order of its blocks, poisoned shared memory, and what can be asked about it
// afterwards. This file must stay uninstrumented (no -fsanitize=thread).
#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string_view>

#include "cuda/emulator/cuda_shim.h"

// Both ends of the section of static shared arrays, given by the linker; absent if no kernel has one.
extern "C" {
extern __attribute__((weak, visibility("hidden"))) char __start_galley_shared[];
extern __attribute__((weak, visibility("hidden"))) char __stop_galley_shared[];
}

namespace galley::emu {

namespace {

constexpr std::size_t kDefaultDynamicShared = 48 << 10;
constexpr std::size_t kMostDynamicShared = 227 << 10;  // of a Hopper GPU
constexpr unsigned kMaxGridYZ = 65535, kMaxGridX = 2147483647, kMaxBlockZ = 64;
constexpr int kPoison = 0xFF;  // every float and double made of it is NaN, every integer -1
constexpr int kMaxBarriers = 64;

struct Launcher {
  Schedule schedule = Schedule::forward;
  std::mt19937 random{1};
  std::map<const void*, std::size_t> dynamic_limits;
  void* dynamic_shared = nullptr;
  std::string report;
  Statistics statistics;
  // Filled by threads that pass a barrier: plain arrays, which ThreadSanitizer does not watch in this file.
  Place barriers[kMaxBarriers];
  int barrier_count = 0;
  bool skips = false;
  Site skipped;

  Launcher() {
    const char* seed = std::getenv("GALLEY_EMU_SEED");
    if (seed) random.seed(static_cast<unsigned>(std::strtoul(seed, nullptr, 10)));
    const char* name = std::getenv("GALLEY_EMU_SCHEDULE");
    if (name && std::string_view(name) == "reverse") schedule = Schedule::reverse;
    if (name && std::string_view(name) == "random") schedule = Schedule::random;
  }
};

Launcher& launcher() {
  static Launcher instance;
  return instance;
}

// Before every block, over every kernel's arrays: it must be quick. Not memset, which ThreadSanitizer would
// see, and AddressSanitizer guards the gaps between arrays.
__attribute__((no_sanitize("address"))) void poison(char* begin, char* end) {
#if defined(__x86_64__)
  std::size_t count = static_cast<std::size_t>(end - begin);
  asm volatile("rep stosb" : "+D"(begin), "+c"(count) : "a"(kPoison) : "memory");
#else
  for (volatile char* byte = begin; byte < end; ++byte) *byte = static_cast<char>(kPoison);
#endif
}

const char* launch_error(const cudaLaunchConfig_t& config, std::size_t limit) {
  const dim3 g = config.gridDim, b = config.blockDim;
  if (!g.x || !g.y || !g.z) return "a grid without blocks";
  if (g.x > kMaxGridX || g.y > kMaxGridYZ || g.z > kMaxGridYZ)
    return "a grid larger than 2147483647 x 65535 x 65535";
  if (!b.x || !b.y || !b.z) return "a block without threads";
  if (b.x > kMaxThreads || b.y > kMaxThreads || b.z > kMaxBlockZ || b.x * b.y * b.z > kMaxThreads)
    return "a block of more than 1024 threads, or deeper than 64";
  if (config.dynamicSmemBytes > limit)
    return "more dynamic shared memory than the kernel may use (cudaFuncSetAttribute raises the limit)";
  return nullptr;
}

}  // namespace

Block& running_block() {
  static Block block;
  return block;
}

void set_schedule(Schedule schedule, unsigned seed) {
  launcher().schedule = schedule;
  launcher().random.seed(seed);
}

std::vector<Site> barriers() {
  std::vector<Site> sites;
  sites.reserve(static_cast<std::size_t>(launcher().barrier_count));
  for (int i = 0; i < launcher().barrier_count; ++i)
    sites.push_back({launcher().barriers[i].file, launcher().barriers[i].line});
  return sites;
}

void forget_barriers() { launcher().barrier_count = 0; }

void skip_barrier(const Site& site) {
  launcher().skipped = site;
  launcher().skips = true;
}

void skip_no_barrier() { launcher().skips = false; }

bool passes_over(Place place) {
  Launcher& l = launcher();
  int i = 0;
  while (i < l.barrier_count && !(l.barriers[i] == place)) ++i;
  if (i == l.barrier_count && i < kMaxBarriers) l.barriers[l.barrier_count++] = place;
  return l.skips && Place{l.skipped.file.c_str(), l.skipped.line} == place;
}

std::string report() { return launcher().report; }

Statistics statistics() {
  Statistics now = launcher().statistics;
  now.switches = running_block().switches();
  return now;
}

void* dynamic_shared() { return launcher().dynamic_shared; }

cudaError_t set_dynamic_shared_limit(const void* kernel, int bytes) {
  if (bytes < 0 || static_cast<std::size_t>(bytes) > kMostDynamicShared) return cudaErrorInvalidValue;
  launcher().dynamic_limits[kernel] = static_cast<std::size_t>(bytes);
  return cudaSuccess;
}

cudaError_t launch_grid(const cudaLaunchConfig_t& config, const void* kernel, int stray, Body body,
                        void* call) {
  Launcher& l = launcher();
  l.report.clear();
  const auto own_limit = l.dynamic_limits.find(kernel);
  const std::size_t limit = own_limit == l.dynamic_limits.end() ? kDefaultDynamicShared : own_limit->second;
  if (const char* error = launch_error(config, limit)) {
    l.report = error;
    return cudaErrorInvalidConfiguration;
  }
  if (stray) {
    l.report = "argument " + std::to_string(stray) + " of the kernel does not point to device memory";
    return cudaErrorIllegalAddress;
  }

  gridDim = config.gridDim;
  blockDim = config.blockDim;
  const std::size_t threads = std::size_t{blockDim.x} * blockDim.y * blockDim.z;
  std::vector<unsigned> order(std::size_t{gridDim.x} * gridDim.y * gridDim.z);
  std::iota(order.begin(), order.end(), 0u);
  if (l.schedule == Schedule::reverse) std::reverse(order.begin(), order.end());
  if (l.schedule == Schedule::random) std::shuffle(order.begin(), order.end(), l.random);
  for (unsigned b : order) {
    blockIdx = {b % gridDim.x, b / gridDim.x % gridDim.y, b / gridDim.x / gridDim.y};
    std::vector<char> dynamic;
    dynamic.reserve(config.dynamicSmemBytes);  // exactly so many, for AddressSanitizer
    dynamic.assign(config.dynamicSmemBytes, static_cast<char>(kPoison));
    l.dynamic_shared = dynamic.data();
    poison(__start_galley_shared, __stop_galley_shared);
    ++l.statistics.blocks;
    l.statistics.threads += threads;
    const bool good = running_block().run(blockDim, body, call, l.schedule, l.random);
    l.dynamic_shared = nullptr;
    if (good) continue;
    l.report = running_block().fault();
    return cudaErrorLaunchFailure;
  }
  return cudaSuccess;
}

}  // namespace galley::emu
