#pragma once

#include <cstdint>

namespace galley::bench {

/// One launch of fused multiply-adds that never leave the registers, on every multiprocessor: (blocks, 256
/// threads). `out` (blocks · 256) takes results, so that none is optimised away. Each thread does 8 · rounds
/// of them.
template <class T>
void multiply_adds(T* out, std::int64_t blocks, std::int64_t rounds);

/// Threads of a block of multiply_adds().
constexpr std::int64_t kRateThreads = 256;

}  // namespace galley::bench
