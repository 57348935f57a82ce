#include "checks/second/cache.h"

#include "checks/second/array.h"
#include "checks/second/attention.h"
#include "checks/second/position.h"

namespace galley::second {

Tensor append_rows(const Tensor& cached, const Tensor& rows) {
  return cached.size() == 0 ? rows : tensor(concat(plain(cached), plain(rows), 1));
}

Tensor rope_step(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& positions, double base,
                 const Mask& may_read, LayerCache& cache) {
  cache.k = append_rows(cache.k, rope(k, positions, base));
  cache.v = append_rows(cache.v, v);
  return attention(rope(q, positions, base), cache.k, cache.v, may_read);
}

std::int64_t cached_positions(const KvCache& cache) {
  return cache.empty() ? 0 : cache.front().k.shape().at(1);
}

}  // namespace galley::second
