#pragma once
// The same work on many things, on two cores.
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace galley::report {

/// Calls work(0) … work(count-1), each once, in no order. The first exception of any is thrown when all have
/// come back.
template <class Work>
void in_parallel(std::size_t count, Work work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr problem;
  std::mutex guard;
  const auto take = [&] {
    for (std::size_t each; (each = next++) < count;) {
      try {
        work(each);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!problem) problem = std::current_exception();
      }
    }
  };
  // Two: what a small machine has; on a big one more threads would cost more than they bring.
  std::thread second;
  if (count > 1 && std::thread::hardware_concurrency() > 1) second = std::thread(take);
  take();
  if (second.joinable()) second.join();
  if (problem) std::rethrow_exception(problem);
}

}  // namespace galley::report
