#include "checks/ops/cache.h"

namespace galley {

Tensor CacheOps::append_rows(const Tensor& cached, const Tensor& rows) const {
  if (rows.rank() != 3) throw Misuse("append_rows: needs rows (B, n, width), given " + to_text(rows.shape()));
  return cached.size() == 0 ? contiguous(rows) : concat(cached, rows, 1);
}

Tensor CacheOps::rope_step(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& positions,
                           double base, const Mask& may_read, LayerCache& cache) const {
  cache.k = append_rows(cache.k, rope_keys(k, positions, base));
  cache.v = append_rows(cache.v, v);
  return attention(rope_queries(q, positions, base), cache.k, cache.v, may_read);
}

std::int64_t CacheOps::cached_positions(const KvCache& cache) const {
  return cache.empty() || cache.front().k.size() == 0 ? 0 : cache.front().k.length(1);
}

}  // namespace galley
