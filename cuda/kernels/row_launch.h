#pragma once

#include <cstdint>
#include <string>

#include "cuda/launch.h"

namespace galley::kernels {

/// Most threads of a block that works on one row.
constexpr int kMaxRowThreads = 256;

/// As many whole warps as `cols` columns can use, at least one, at most kMaxRowThreads threads.
inline unsigned row_threads(std::int64_t cols) {
  const std::int64_t warps = blocks_for(cols < 1 ? 1 : cols, 32);
  return static_cast<unsigned>(warps * 32 < kMaxRowThreads ? warps * 32 : kMaxRowThreads);
}

/// Launches one block a row; nothing to do for an empty array. Throws DeviceError beyond 2^31−1 rows.
template <class Kernel, class... A>
void launch_rows(const char* name, Kernel kernel, std::int64_t rows, std::int64_t cols, A... arguments) {
  if (rows <= 0 || cols <= 0) return;
  if (rows > kMaxGridX) throw DeviceError(std::string(name) + ": more rows than a grid has blocks");
  launch(name, kernel, dim3(static_cast<unsigned>(rows)), dim3(row_threads(cols)), 0, arguments...);
}

/// Threads of a block that works on single elements.
constexpr int kElementThreads = 256;

/// Launches one thread an element; nothing to do for an empty array. Throws DeviceError beyond 2^31−1 blocks.
template <class Kernel, class... A>
void launch_elements(const char* name, Kernel kernel, std::int64_t elements, A... arguments) {
  if (elements <= 0) return;
  // A small array needs no whole block: 32 threads at least, so that a warp is full.
  const std::int64_t threads = elements < kElementThreads ? blocks_for(elements, 32) * 32 : kElementThreads;
  const std::int64_t blocks = blocks_for(elements, threads);
  if (blocks > kMaxGridX) throw DeviceError(std::string(name) + ": more elements than a grid has threads");
  launch(name, kernel, dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads)), 0,
         arguments...);
}

}  // namespace galley::kernels
