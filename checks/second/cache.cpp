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

namespace {

/// Rows first … first + count of (B, T, width), copied number by number.
Tensor rows_from(const Tensor& a, std::int64_t first, std::int64_t count) {
  Tensor out = Tensor::full({a.length(0), count, a.length(2)}, 0);
  for (std::int64_t b = 0; b < a.length(0); ++b) {
    for (std::int64_t t = 0; t < count; ++t) {
      for (std::int64_t f = 0; f < a.length(2); ++f) out.set({b, t, f}, a.at({b, first + t, f}));
    }
  }
  return out;
}

}  // namespace

KvCache cut_back(const KvCache& cache, std::int64_t positions) {
  KvCache kept;
  for (const LayerCache& layer : cache) {
    kept.push_back({rows_from(layer.k, 0, positions), rows_from(layer.v, 0, positions)});
  }
  return kept;
}

KvCache keep_newest(const KvCache& cache, std::int64_t positions) {
  KvCache kept;
  for (const LayerCache& layer : cache) {
    const std::int64_t first = layer.k.length(1) - positions;
    kept.push_back({rows_from(layer.k, first, positions), rows_from(layer.v, first, positions)});
  }
  return kept;
}

KvCache fork_cache(const KvCache& cache) { return cut_back(cache, cached_positions(cache)); }

std::int64_t reusable_prefix(const Ids& cached, const Ids& ids) {
  for (std::int64_t i = 0;; ++i) {
    if (i == cached.length(0) || i == ids.length(0) || cached.at({i}) != ids.at({i})) return i;
  }
}

bool old_rows_stay(const Mask& may_read, std::int64_t old) {
  std::int64_t later_reads = 0;
  for (std::int64_t i = 0; i < may_read.length(0); ++i) {
    for (std::int64_t j = 0; j < may_read.length(1); ++j)
      later_reads += i < old && j >= old && may_read.at({i, j});
  }
  return later_reads == 0;
}

std::int64_t cache_bytes(const KvCache& cache, std::int64_t bytes_each) {
  std::int64_t bytes = 0;
  for (const LayerCache& layer : cache) {
    for (const Tensor* rows : {&layer.k, &layer.v}) {
      for (std::size_t n = 0; n < rows->values().size(); ++n) bytes += bytes_each;
    }
  }
  return bytes;
}

std::int64_t fill_slots(LayerCache& room, std::int64_t used, const Tensor& k, const Tensor& v) {
  for (std::int64_t b = 0; b < k.length(0); ++b) {
    for (std::int64_t t = 0; t < k.length(1); ++t) {
      for (std::int64_t f = 0; f < k.length(2); ++f) room.k.set({b, used + t, f}, k.at({b, t, f}));
      for (std::int64_t f = 0; f < v.length(2); ++f) room.v.set({b, used + t, f}, v.at({b, t, f}));
    }
  }
  return used + k.length(1);
}

Mask slot_mask(std::int64_t queries, std::int64_t used, std::int64_t slots) {
  Mask may_read = Mask::full({queries, slots}, 0);
  for (std::int64_t i = 0; i < queries; ++i) {
    for (std::int64_t j = 0; j <= used - queries + i; ++j) may_read.set({i, j}, 1);
  }
  return may_read;
}

std::int64_t cached_positions(const KvCache& cache) { return cache.empty() ? 0 : cache.front().k.length(1); }

}  // namespace galley::second
