#pragma once
// Second route: from the last row of scores to a token (F15).
#include "checks/ops/decode.h"
#include "checks/second/plain.h"

namespace galley::second {

Tensor output_head(const Tensor& hidden, const Tensor& w_out);
Tensor last_rows(const Tensor& x, const Mask& valid);
std::int64_t choose_token(const Tensor& logits, const Choice& how, double u);
Tensor exclude(const Tensor& logits, const Ids& banned);

}  // namespace galley::second
