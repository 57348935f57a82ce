#pragma once
// Second route: attention (F11).
#include "checks/ops/attention.h"
#include "checks/second/plain.h"
#include "checks/trace.h"

namespace galley::second {

Tensor project(const Tensor& x, const Tensor& weight);
Tensor project_queries(const Tensor& x, const AttentionWeights& weights);
Tensor project_keys(const Tensor& x, const AttentionWeights& weights);
Tensor project_values(const Tensor& x, const AttentionWeights& weights);
Tensor raw_scores(const Tensor& q, const Tensor& k);
Tensor scale_scores(const Tensor& scores, std::int64_t key_width);
Tensor attention_scores(const Tensor& q, const Tensor& k, const Mask& may_read);
Tensor attention_shares(const Tensor& q, const Tensor& k, const Mask& may_read);
Tensor mix(const Tensor& shares, const Tensor& v);
Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read);
Tensor cross_attention(const Tensor& xq, const Tensor& xkv, const AttentionWeights& weights,
                       const Mask& may_read);
Tensor self_attention(const Tensor& x, const AttentionWeights& weights, const Mask& may_read);
Tensor rope_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& query_positions,
                      const Ids& key_positions, double base, const Mask& may_read);
Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read,
                            std::int64_t heads, const Tensor& wo, Trace& trace);

Plain multi_head_attention(const Plain& q, const Plain& k, const Plain& v, const Plain& may_read,
                           std::int64_t heads, const Plain& wo, Trace& trace);

}  // namespace galley::second
