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

  /// How many positions a cache holds; 0 when it is empty. F16.
  virtual std::int64_t cached_positions(const KvCache& cache) const;
};

}  // namespace galley
