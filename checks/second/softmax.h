#pragma once
// Second route: exponentials, softmax and choosing a candidate (F09).
#include "checks/second/plain.h"

namespace galley::second {

Tensor exp(const Tensor& x);
Tensor log(const Tensor& x);
Tensor sigmoid(const Tensor& x);
Tensor subtract_max(const Tensor& z, std::int64_t axis);
Tensor normalise(const Tensor& weights, std::int64_t axis);
Tensor softmax(const Tensor& z, std::int64_t axis);
Tensor running_sum(const Tensor& shares, std::int64_t axis);
Ids argmax(const Tensor& z, std::int64_t axis);
std::int64_t sample(const Tensor& shares, double u);
Tensor apply_temperature(const Tensor& z, double temperature);
Tensor shares_at_temperature(const Tensor& z, double temperature);
std::int64_t choose(const Tensor& z, double temperature, double u);
Tensor top_k(const Tensor& shares, std::int64_t k);
Tensor top_p(const Tensor& shares, double p);

Plain softmax(const Plain& z, std::int64_t axis);

}  // namespace galley::second
