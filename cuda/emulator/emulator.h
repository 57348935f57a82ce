#pragma once

#include <string>
#include <vector>

/// The CUDA emulator: kernels run on the CPU, each CUDA thread a fiber, blocks one after another. Not a GPU.
namespace galley::emu {

/// In which order runnable threads, and blocks, are taken. Every schedule is unfair on purpose: one warp gets
/// as far ahead of the others as the barriers allow, so that a missing barrier shows.
enum class Schedule {
  forward,  ///< lowest block, warp and lane first
  reverse,  ///< highest first
  random    ///< drawn anew for each block and after each barrier
};

/// Chooses the schedule of the launches that follow. `seed` is for Schedule::random.
///
/// Before the first call the environment decides: GALLEY_EMU_SCHEDULE = forward | reverse | random,
/// GALLEY_EMU_SEED = n.
void set_schedule(Schedule schedule, unsigned seed = 1);

/// A place in a kernel's source.
struct Site {
  std::string file;  ///< as the compiler was given it
  int line = 0;
};

/// Every `__syncthreads` that a launch has passed since the start or the last forget_barriers(), in order of
/// first use.
std::vector<Site> barriers();
/// Empties the list of barriers().
void forget_barriers();

/// From now on every launch runs as if the `__syncthreads` at `site` were not there. For tests of tests.
void skip_barrier(const Site& site);
/// Undoes skip_barrier().
void skip_no_barrier();

/// What the last failed launch was stopped for, and where its threads stood; empty after a good launch.
std::string report();

/// What has been run since the start.
struct Statistics {
  unsigned long long blocks = 0;
  unsigned long long threads = 0;
  unsigned long long switches = 0;
};
Statistics statistics();

}  // namespace galley::emu
