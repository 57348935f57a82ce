#pragma once
// Second route: what is kept between two steps (F16).
#include "checks/ops/cache.h"
#include "checks/second/plain.h"

namespace galley::second {

Tensor append_rows(const Tensor& cached, const Tensor& rows);
Tensor rope_step(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& positions, double base,
                 const Mask& may_read, LayerCache& cache);
std::int64_t cached_positions(const KvCache& cache);

}  // namespace galley::second
