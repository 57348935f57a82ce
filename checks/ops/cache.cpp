#include "checks/ops/cache.h"

namespace galley {

Tensor CacheOps::append_rows(const Tensor& cached, const Tensor& rows) const {
  if (rows.rank() != 3) throw Misuse("append_rows: needs rows (B, n, width), given " + to_text(rows.shape()));
  return cached.size() == 0 ? contiguous(rows) : concat(cached, rows, 1);
}

std::int64_t CacheOps::cached_positions(const KvCache& cache) const {
  return cache.empty() || cache.front().k.size() == 0 ? 0 : cache.front().k.length(1);
}

}  // namespace galley
