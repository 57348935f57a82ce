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
};

}  // namespace galley
