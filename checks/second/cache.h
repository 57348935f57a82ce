#pragma once
// Second route: what is kept between two steps (F16).
#include "checks/ops/cache.h"
#include "checks/second/plain.h"

namespace galley::second {

Tensor append_rows(const Tensor& cached, const Tensor& rows);
Tensor rope_step(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& positions, double base,
                 const Mask& may_read, LayerCache& cache);
std::int64_t cached_positions(const KvCache& cache);
KvCache cut_back(const KvCache& cache, std::int64_t positions);
KvCache keep_newest(const KvCache& cache, std::int64_t positions);
KvCache fork_cache(const KvCache& cache);
std::int64_t reusable_prefix(const Ids& cached, const Ids& ids);
bool old_rows_stay(const Mask& may_read, std::int64_t old);
std::int64_t cache_bytes(const KvCache& cache, std::int64_t bytes_each);
std::int64_t fill_slots(LayerCache& room, std::int64_t used, const Tensor& k, const Tensor& v);
Mask slot_mask(std::int64_t queries, std::int64_t used, std::int64_t slots);

}  // namespace galley::second
