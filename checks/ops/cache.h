#pragma once
#include "checks/ops/decode.h"

namespace galley {

/// Keys and values of the positions that one layer has processed: k (B, cached, H·d_k), v (B, cached, H·d_v).
/// F16.
struct LayerCache {
  Tensor k{{0, 0, 0}, {}};
  Tensor v{{0, 0, 0}, {}};
};

/// One LayerCache for each layer, empty before the prefill. F16.
using KvCache = std::vector<LayerCache>;

/// What is kept between two steps of decoding (F16).
class CacheOps : public DecodeOps {
 public:
  using DecodeOps::DecodeOps;

  /// Puts new rows (B, n, width) behind cached ones (B, cached, width) along the positions; an empty cache
  /// takes their shape. F16.
  virtual Tensor append_rows(const Tensor& cached, const Tensor& rows) const;

  /// One head on n new rows behind a cache whose keys are stored already turned: the new keys are turned
  /// once, by their own positions, then everything cached is read. q, k (B, n, d), v (B, n, d_v), positions
  /// (n), mask (n, cached + n) → (B, n, d_v). The cache grows by n. F13, F16.
  virtual Tensor rope_step(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& positions,
                           double base, const Mask& may_read, LayerCache& cache) const;

  /// How many positions a cache holds; 0 when it is empty. F16.
  virtual std::int64_t cached_positions(const KvCache& cache) const;

  /// The oldest `positions` of each layer: what a prefill of just these would have left. Throws when the
  /// cache holds fewer. F16.
  virtual KvCache cut_back(const KvCache& cache, std::int64_t positions) const;

  /// The newest `positions` of each layer: a sliding window. Throws when the cache holds fewer. F16.
  virtual KvCache keep_newest(const KvCache& cache, std::int64_t positions) const;

  /// The same rows in storage of their own, so that two continuations do not write into each other. F16.
  virtual KvCache fork_cache(const KvCache& cache) const;

  /// How many of the cached ids stand at the beginning of `ids` too, one after the other: so many rows of the
  /// cache may be used again by the same model. (n), (m) → at most min(n, m). F16.
  virtual std::int64_t reusable_prefix(const Ids& cached, const Ids& ids) const;

  /// Whether the first `old` rows stay what they are when later positions come: true when none of them reads
  /// a later key. Mask (T, T). F16.
  virtual bool old_rows_stay(const Mask& may_read, std::int64_t old) const;

  /// Bytes that all keys and values of a cache take. F16.
  virtual std::int64_t cache_bytes(const KvCache& cache, std::int64_t bytes_each) const;

  /// Writes rows k (B, n, ·), v (B, n, ·) into reserved room (B, slots, ·), in place, behind the `used`
  /// slots; how many are used then. Throws where they do not fit. F16.
  virtual std::int64_t fill_slots(LayerCache& room, std::int64_t used, const Tensor& k,
                                  const Tensor& v) const;

  /// (queries, slots): the newest `queries` of the `used` slots read the slots up to themselves; what lies in
  /// slots that are not used is not read. F16.
  virtual Mask slot_mask(std::int64_t queries, std::int64_t used, std::int64_t slots) const;
};

}  // namespace galley
