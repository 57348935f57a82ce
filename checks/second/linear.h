#pragma once
// Second route: weighted sum, dot product, matrix product (F07).
#include "checks/second/plain.h"

namespace galley::second {

Tensor weighted_sum(const Tensor& shares, const Tensor& rows);
Tensor dot(const Tensor& a, const Tensor& b);
Shape product_shape(const Shape& a, const Shape& b);
Tensor matmul(const Tensor& a, const Tensor& b);

Plain matmul(const Plain& a, const Plain& b);

}  // namespace galley::second
