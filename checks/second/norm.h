#pragma once
// Second route: normalisation of each position by itself (F14).
#include "checks/second/plain.h"

namespace galley::second {

Tensor mean(const Tensor& x, std::int64_t axis);
Tensor variance(const Tensor& x, std::int64_t axis);
Tensor standard_deviation(const Tensor& x, std::int64_t axis);
Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon);
Tensor rms_norm(const Tensor& x, const Tensor& gamma, double epsilon);

Plain layer_norm(const Plain& x, const Plain& gamma, const Plain& beta, double epsilon);

}  // namespace galley::second
