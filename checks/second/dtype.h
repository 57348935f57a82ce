#pragma once
// Second route: number formats, memory and the queue of a device (F06).
#include "checks/ops/dtype.h"
#include "checks/second/plain.h"

namespace galley::second {

std::int64_t bytes_per_element(Dtype dtype);
std::int64_t storage_bytes(const Shape& shape, Dtype dtype);
std::int64_t total_bytes(const Inventory& items);
Tensor cast(const Tensor& x, Dtype dtype);
Tensor add_in(const Tensor& a, const Tensor& b, Dtype dtype);
Tensor sum_in(const Tensor& x, Dtype dtype);
Ids kernel_ends(const Ids& kernels, std::int64_t launch);

}  // namespace galley::second
