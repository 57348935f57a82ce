// One block of threads: who runs next, barriers, exchanges between lanes, and the report when something is
// wrong. This file must stay uninstrumented (no -fsanitize=thread): its bookkeeping is not the kernel's.
#include "cuda/emulator/block.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <numeric>
#include <utility>

#include "cuda/emulator/cuda_shim.h"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace galley::emu {

int lane = 0;

bool Place::operator==(const Place& other) const {
  return line == other.line && (file == other.file || std::strcmp(file, other.file) == 0);
}

namespace {

void arrange(std::vector<unsigned>& order, Schedule schedule, std::mt19937& random) {
  std::iota(order.begin(), order.end(), 0u);
  if (schedule == Schedule::reverse) std::reverse(order.begin(), order.end());
  if (schedule == Schedule::random) std::shuffle(order.begin(), order.end(), random);
}

}  // namespace

void Block::thread_entry() {
  Fiber::arrived();
  Block& block = running_block();
  orders_after(&block.start_tag_);
  block.body_(block.argument_);
  orders_before(&block.end_tag_);
  Thread& self = *block.current_;
  self.state = State::ended;
  // Since Volta a barrier counts only the threads that have not ended.
  if (--block.live_ && block.waiting_ == block.live_) block.open_barrier();
  self.fiber.leave(true);
  std::abort();
}

void Block::prepare(dim3 shape, Body body, void* argument) {
  count_ = shape.x * shape.y * shape.z;
  while (threads_.size() < count_) threads_.push_back(std::make_unique<Thread>());
  body_ = body;
  argument_ = argument;
  live_ = count_;
  waiting_ = 0;
  stopped_ = false;
  fault_.clear();
  for (Warp& warp : warps_) warp.used = 0;
  for (unsigned i = 0; i < count_; ++i) {
    Thread& thread = *threads_[i];
    thread.state = State::ready;
    thread.number = i;
    thread.index = {i % shape.x, i / shape.x % shape.y, i / shape.x / shape.y};
    thread.place = {};
    thread.fiber.prepare(&thread_entry);
  }
}

void Block::draw_order(Schedule schedule, std::mt19937& random) {
  std::vector<unsigned> warps((count_ + kLanes - 1) / kLanes), lanes(kLanes);
  order_.clear();
  warp_start_.clear();
  arrange(warps, schedule, random);
  for (unsigned warp : warps) {
    arrange(lanes, schedule, random);
    const auto start = static_cast<unsigned>(order_.size());
    for (unsigned l : lanes) {
      if (warp * kLanes + l >= count_) continue;
      order_.push_back(warp * kLanes + l);
      warp_start_.push_back(start);
    }
  }
}

// The first runnable thread of the order always runs, and a warp stays together in the order.
bool Block::run(dim3 shape, Body body, void* argument, Schedule schedule, std::mt19937& random) {
  prepare(shape, body, argument);
  orders_before(&start_tag_);
  draw_order(schedule, random);
  for (std::size_t p = 0; p < count_ && !stopped_;) {
    Thread& thread = *threads_[order_[p]];
    if (thread.state != State::ready) {
      ++p;
      continue;
    }
    const auto barriers_before = barriers_opened_, exchanges_before = exchanges_done_;
    resume(thread);
    if (barriers_opened_ != barriers_before) {
      if (schedule == Schedule::random) draw_order(schedule, random);
      p = 0;
    } else if (exchanges_done_ != exchanges_before) {
      p = warp_start_[p];
    } else {
      ++p;
    }
  }
  if (!stopped_ && live_) describe("deadlock: no thread can run on");
  const bool good = !stopped_ && live_ == 0;
  if (!good)
    for (auto& thread : threads_) thread->fiber.abandon();
  orders_after(&end_tag_);
  return good;
}

void Block::resume(Thread& thread) {
  current_ = &thread;
  threadIdx = thread.index;
  lane = static_cast<int>(thread.number % kLanes);
  ++switches_;
  thread.fiber.enter();
}

void Block::open_barrier() {
  waiting_ = 0;
  ++barriers_opened_;
  for (unsigned i = 0; i < count_; ++i)
    if (threads_[i]->state == State::at_barrier) threads_[i]->state = State::ready;
}

void Block::synchronise(Place place) {
  if (passes_over(place)) return;
  Thread& self = *current_;
  self.place = place;
  if (waiting_ && !(barrier_place_ == place)) stop("threads of one block wait at different barriers");
  barrier_place_ = place;
  char* tag = &barrier_tags_[barriers_opened_ & 1];
  orders_before(tag);
  self.state = State::at_barrier;
  if (++waiting_ == live_) open_barrier();
  self.fiber.leave(false);
  orders_after(tag);
}

Block::Group& Block::group_of(Warp& warp, unsigned mask) {
  unsigned k = 0;
  while (k < warp.used && warp.groups[k].mask != mask) ++k;
  if (k == kMaxGroups) stop("more than 8 different masks are used by one warp");
  Group& group = warp.groups[k];
  if (k == warp.used) {
    ++warp.used;
    group.mask = mask;
    group.arrived = 0;
    group.round = 0;
  }
  return group;
}

std::uint64_t Block::exchange(unsigned mask, std::uint64_t value, int source, bool orders_memory,
                              Place place) {
  Thread& self = *current_;
  self.place = place;
  const unsigned warp = self.number / kLanes, own = self.number % kLanes, bit = 1u << own;
  if (!(mask & bit)) stop("a lane calls a warp intrinsic whose mask does not name it");
  if (count_ - warp * kLanes < kLanes)
    mask &= (1u << (count_ - warp * kLanes)) - 1;  // the last warp may be partial
  Group& group = group_of(warps_[warp], mask);
  if (group.arrived && !(group.place == place)) stop("lanes of one warp are at different warp intrinsics");
  group.place = place;

  const unsigned half = group.round & 1;
  if (!group.arrived)
    for (auto& old : group.values[half]) old = ~0ull;
  group.values[half][own] = value;
  if (orders_memory) orders_before(&group.tags[half]);
  group.arrived |= bit;
  self.state = State::at_exchange;
  if (group.arrived == mask) {
    group.arrived = 0;
    ++group.round;
    ++exchanges_done_;
    for (unsigned i = 0; i < kLanes; ++i)
      if (mask >> i & 1) threads_[warp * kLanes + i]->state = State::ready;
  }
  self.fiber.leave(false);
  if (orders_memory) orders_after(&group.tags[half]);

  if (source >= 0) return group.values[half][source];
  std::uint64_t ballot = 0;
  for (unsigned i = 0; i < kLanes; ++i)
    if (mask >> i & 1) ballot |= (group.values[half][i] & 1) << i;
  return ballot;
}

void Block::stop(const char* why) {
  describe(why);
  current_->fiber.leave(true);
  std::abort();  // an abandoned fiber is never entered again
}

void Block::describe(const char* why) {
  stopped_ = true;
  std::map<std::string, std::pair<unsigned, unsigned>>
      standing;  // place → how many threads, the first of them
  for (unsigned i = 0; i < count_; ++i) {
    const Thread& thread = *threads_[i];
    std::string place = "between barriers";
    if (thread.state == State::ended)
      place = "ended";
    else if (thread.place.file)
      place = "at " + std::string(thread.place.file) + ":" + std::to_string(thread.place.line);
    auto& [number, first] = standing[place];
    if (!number++) first = i;
  }
  fault_ = std::string(why) + " in block (" + std::to_string(blockIdx.x) + "," + std::to_string(blockIdx.y) +
           "," + std::to_string(blockIdx.z) + ")";
  for (const auto& [place, entry] : standing)
    fault_ += "; " + std::to_string(entry.first) + " threads " + place +
              " (first: " + std::to_string(entry.second) + ")";
}

}  // namespace galley::emu
