#include "checks/ops/cache.h"

#include <algorithm>

namespace galley {
namespace {

void need_positions(const char* word, std::int64_t there, std::int64_t wanted) {
  if (wanted < 0 || wanted > there) {
    throw Misuse(std::string(word) + ": " + std::to_string(wanted) + " of " + std::to_string(there) +
                 " positions");
  }
}

}  // namespace

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

KvCache CacheOps::cut_back(const KvCache& cache, std::int64_t positions) const {
  need_positions("cut_back", cached_positions(cache), positions);
  KvCache kept;
  for (const LayerCache& layer : cache) {
    kept.push_back(
        {contiguous(slice(layer.k, 1, 0, positions)), contiguous(slice(layer.v, 1, 0, positions))});
  }
  return kept;
}

KvCache CacheOps::keep_newest(const KvCache& cache, std::int64_t positions) const {
  const std::int64_t all = cached_positions(cache);
  need_positions("keep_newest", all, positions);
  KvCache kept;
  for (const LayerCache& layer : cache) {
    kept.push_back({contiguous(slice(layer.k, 1, all - positions, all)),
                    contiguous(slice(layer.v, 1, all - positions, all))});
  }
  return kept;
}

KvCache CacheOps::fork_cache(const KvCache& cache) const {
  KvCache copy;
  for (const LayerCache& layer : cache) copy.push_back({contiguous(layer.k), contiguous(layer.v)});
  return copy;
}

std::int64_t CacheOps::reusable_prefix(const Ids& cached, const Ids& ids) const {
  const std::vector<std::int64_t> old = cached.values();
  const std::vector<std::int64_t> now = ids.values();
  std::size_t same = 0;
  while (same < std::min(old.size(), now.size()) && old[same] == now[same]) ++same;
  return static_cast<std::int64_t>(same);
}

bool CacheOps::old_rows_stay(const Mask& may_read, std::int64_t old) const {
  if (may_read.rank() != 2)
    throw Misuse("old_rows_stay: needs a mask (T, T), given " + to_text(may_read.shape()));
  need_positions("old_rows_stay", may_read.length(0), old);
  for (std::int64_t i = 0; i < old; ++i) {
    for (std::int64_t j = old; j < may_read.length(1); ++j) {
      if (may_read.at({i, j})) return false;
    }
  }
  return true;
}

std::int64_t CacheOps::cache_bytes(const KvCache& cache, std::int64_t bytes_each) const {
  std::int64_t numbers = 0;
  for (const LayerCache& layer : cache) numbers += layer.k.size() + layer.v.size();
  return numbers * bytes_each;
}

std::int64_t CacheOps::fill_slots(LayerCache& room, std::int64_t used, const Tensor& k,
                                  const Tensor& v) const {
  const std::int64_t end = used + k.length(1);
  if (used < 0 || end > room.k.length(1) || v.length(1) != k.length(1)) {
    throw Misuse("fill_slots: rows " + to_text(k.shape()) + " and " + to_text(v.shape()) + " behind " +
                 std::to_string(used) + " used slots do not fit " + to_text(room.k.shape()));
  }
  Tensor keys = slice(room.k, 1, used, end);
  Tensor values = slice(room.v, 1, used, end);
  write(keys, k);
  write(values, v);
  return end;
}

Mask CacheOps::slot_mask(std::int64_t queries, std::int64_t used, std::int64_t slots) const {
  need_positions("slot_mask", slots, used);
  const std::vector<std::uint8_t> written = causal_mask(queries, used).values();
  std::vector<std::uint8_t> may_read;
  for (std::int64_t i = 0; i < queries; ++i) {
    for (std::int64_t j = 0; j < slots; ++j) {
      may_read.push_back(j < used && written[static_cast<std::size_t>(i * used + j)]);
    }
  }
  return Mask({queries, slots}, std::move(may_read));
}

std::int64_t CacheOps::cached_positions(const KvCache& cache) const {
  return cache.empty() || cache.front().k.size() == 0 ? 0 : cache.front().k.length(1);
}

}  // namespace galley
