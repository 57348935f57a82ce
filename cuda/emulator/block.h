#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cuda/emulator/emulator.h"
#include "cuda/emulator/fiber.h"
#include "cuda/emulator/shim_types.h"

/// The inside of the emulator: one block of threads, run to its end or to its first fault.
namespace galley::emu {

/// Most threads that a block may have, and lanes that a warp has.
constexpr unsigned kMaxThreads = 1024;
constexpr unsigned kLanes = 32;

/// The place of a call in a kernel's source. Plain pointers: threads pass through here at every barrier.
struct Place {
  const char* file = nullptr;
  int line = 0;
  bool operator==(const Place& other) const;
};

/// Runs the threads of one block, one at a time, and keeps their barriers and warp exchanges.
class Block {
 public:
  using Body = void (*)(void*);

  /// Runs `body(argument)` once for each of the threads of `shape`. False if a fault stopped it: see fault().
  bool run(dim3 shape, Body body, void* argument, Schedule schedule, std::mt19937& random);

  /// Why the block was stopped, with the places where its threads stood.
  const std::string& fault() const { return fault_; }

  /// The calling thread waits until all threads of the block that have not ended are here.
  void synchronise(Place place);

  /// Every lane that `mask` names deposits a value; then each reads the value of lane `source` (all bits set
  /// if that lane took no part), or, for source = -1, gathers bit 0 of every lane's value. `orders_memory`:
  /// as __syncwarp does.
  std::uint64_t exchange(unsigned mask, std::uint64_t value, int source, bool orders_memory, Place place);

  unsigned long long switches() const { return switches_; }

 private:
  enum class State { ready, at_barrier, at_exchange, ended };
  struct Thread {
    Fiber fiber;
    State state = State::ready;
    uint3 index{};
    unsigned number = 0;
    Place place;
  };
  // Lanes that exchange with one another, told apart by their mask. Two rounds of values: no lane can be two
  // exchanges ahead of another. Volatile, so that no call of memset is made of the clearing loop, which
  // ThreadSanitizer would see.
  struct Group {
    unsigned mask = 0, arrived = 0;
    unsigned long long round = 0;
    Place place;
    volatile std::uint64_t values[2][kLanes] = {};
    char tags[2] = {};
  };
  static constexpr unsigned kMaxGroups = 8;
  struct Warp {
    Group groups[kMaxGroups];
    unsigned used = 0;
  };

  static void thread_entry();
  void prepare(dim3 shape, Body body, void* argument);
  void draw_order(Schedule schedule, std::mt19937& random);
  void resume(Thread& thread);
  void open_barrier();
  Group& group_of(Warp& warp, unsigned mask);
  [[noreturn]] void stop(const char* why);
  void describe(const char* why);

  std::vector<std::unique_ptr<Thread>> threads_;
  std::vector<Warp> warps_ = std::vector<Warp>(kMaxThreads / kLanes);
  std::vector<unsigned> order_;       // thread numbers, in the order in which they are tried
  std::vector<unsigned> warp_start_;  // for each position of order_: where its warp begins
  Thread* current_ = nullptr;
  Body body_ = nullptr;
  void* argument_ = nullptr;
  unsigned count_ = 0, live_ = 0, waiting_ = 0;
  unsigned long long barriers_opened_ = 0, exchanges_done_ = 0, switches_ = 0;
  Place barrier_place_;
  bool stopped_ = false;
  std::string fault_;
  char barrier_tags_[2] = {};
  char start_tag_ = 0, end_tag_ = 0;
};

/// The block that is running: the kernels' own functions talk to it.
Block& running_block();

/// Notes a barrier for barriers(); true if skip_barrier() named it.
bool passes_over(Place place);

}  // namespace galley::emu
