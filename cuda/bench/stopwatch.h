#pragma once

#include <chrono>

#include "cuda/launch.h"

namespace galley {

/// Time between two points of the device's own queue, in microseconds. Emulated: the host's clock, which
/// means nothing but that the program runs.
class Stopwatch {
 public:
#ifdef GALLEY_EMULATED
  void start() { start_ = std::chrono::steady_clock::now(); }
  double stop() {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_;
#else
  Stopwatch() {
    check_cuda(cudaEventCreate(&start_), "cudaEventCreate");
    check_cuda(cudaEventCreate(&stop_), "cudaEventCreate");
  }
  ~Stopwatch() {
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  void start() { check_cuda(cudaEventRecord(start_), "cudaEventRecord"); }
  double stop() {
    float milliseconds = 0;
    check_cuda(cudaEventRecord(stop_), "cudaEventRecord");
    check_cuda(cudaEventSynchronize(stop_), "cudaEventSynchronize");
    check_cuda(cudaEventElapsedTime(&milliseconds, start_, stop_), "cudaEventElapsedTime");
    return 1000.0 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
#endif
};

}  // namespace galley
