#include "checks/ops/attention.h"

#include <cmath>

namespace galley {
namespace {

/// The values with rows that nobody reads set to 0: 0 × NaN must not reach the sum. (…, m, d_v), shares (…,
/// n, m).
Tensor without_unread_rows(const AttentionOps& on, const Tensor& shares, const Tensor& v) {
  std::vector<double> values = v.values();
  const bool all_finite = [&] {
    for (const double x : values) {
      if (!std::isfinite(x)) return false;
    }
    return true;
  }();
  if (all_finite) return v;
  const Tensor read = on.sum(shares, -2);  // (…, 1, m)
  const Shape rows = v.shape();
  if (Shape(read.shape().begin(), read.shape().end() - 2) != Shape(rows.begin(), rows.end() - 2)) return v;
  const std::vector<double> share = read.values();
  const auto width = static_cast<std::size_t>(v.length(-1));
  for (std::size_t r = 0; r < share.size(); ++r) {
    if (share[r] != 0) continue;
    for (std::size_t c = 0; c < width; ++c) values[r * width + c] = 0;
  }
  return Tensor(rows, std::move(values));
}

}  // namespace

Tensor AttentionOps::project(const Tensor& x, const Tensor& weight) const { return matmul(x, weight); }

Tensor AttentionOps::project_queries(const Tensor& x, const AttentionWeights& weights) const {
  return project(x, weights.wq);
}

Tensor AttentionOps::project_keys(const Tensor& x, const AttentionWeights& weights) const {
  return project(x, weights.wk);
}

Tensor AttentionOps::project_values(const Tensor& x, const AttentionWeights& weights) const {
  return project(x, weights.wv);
}

Tensor AttentionOps::raw_scores(const Tensor& q, const Tensor& k) const { return matmul(q, transpose(k)); }

Tensor AttentionOps::scale_scores(const Tensor& scores, std::int64_t key_width) const {
  return divide(scores, scalar(std::sqrt(static_cast<double>(key_width))));
}

Tensor AttentionOps::attention_scores(const Tensor& q, const Tensor& k, const Mask& may_read) const {
  return mask_scores(scale_scores(raw_scores(q, k), k.length(-1)), may_read);
}

Tensor AttentionOps::attention_shares(const Tensor& q, const Tensor& k, const Mask& may_read) const {
  return masked_softmax(attention_scores(q, k, may_read), may_read);
}

Tensor AttentionOps::mix(const Tensor& shares, const Tensor& v) const {
  return matmul(shares, without_unread_rows(*this, shares, v));
}

Tensor AttentionOps::attention(const Tensor& q, const Tensor& k, const Tensor& v,
                               const Mask& may_read) const {
  return mix(attention_shares(q, k, may_read), v);
}

Tensor AttentionOps::cross_attention(const Tensor& xq, const Tensor& xkv, const AttentionWeights& weights,
                                     const Mask& may_read) const {
  return attention(project_queries(xq, weights), project_keys(xkv, weights), project_values(xkv, weights),
                   may_read);
}

Tensor AttentionOps::self_attention(const Tensor& x, const AttentionWeights& weights,
                                    const Mask& may_read) const {
  return cross_attention(x, x, weights, may_read);
}

Tensor AttentionOps::multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                          const Mask& may_read, std::int64_t heads, const Tensor& wo,
                                          Trace& trace) const {
  const Tensor keys = split_heads(k, heads);
  const Tensor scores = attention_scores(split_heads(q, heads), keys, may_read);
  const Tensor shares = masked_softmax(scores, may_read);
  const Tensor out = mix(shares, split_heads(v, heads));
  for (std::int64_t h = 0; h < heads; ++h) {
    const std::string head = "head" + std::to_string(h);
    trace.note(head + ".scores", select(scores, 1, h));
    trace.note(head + ".shares", select(shares, 1, h));
    trace.note(head + ".out", select(out, 1, h));
  }
  const Tensor joined = merge_heads(out);
  trace.note("concat", joined);
  return matmul(joined, wo);
}

}  // namespace galley
