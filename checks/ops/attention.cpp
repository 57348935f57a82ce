#include "checks/ops/attention.h"

#include <algorithm>
#include <cmath>

namespace galley {
namespace {

bool is_finite(double x) { return std::isfinite(x); }

/// The matrix with what is not finite set to 0, or (`finite` false) with only that left.
Tensor part_of(const Tensor& a, bool finite) {
  std::vector<double> values = a.values();
  for (double& x : values) x = is_finite(x) == finite ? x : 0;
  return Tensor(a.shape(), std::move(values));
}

/// The leading axes of `a` spread to `leading`, its matrices as they are.
std::vector<double> matrices_under(const AttentionOps& on, const Tensor& a, Shape leading) {
  leading.insert(leading.end(), a.shape().end() - 2, a.shape().end());
  return on.broadcast_to(a, leading).values();
}

/// Adds Σ_j share_ij · v_jc to `out` for the v_jc that are not finite, where share_ij is not 0: in a plain
/// product 0 × NaN would reach those who do not read it.
Tensor with_read_rest(const AttentionOps& on, const Tensor& shares, const Tensor& rest, const Tensor& out) {
  const Shape leading(out.shape().begin(), out.shape().end() - 2);
  const std::vector<double> share = matrices_under(on, shares, leading);
  const std::vector<double> v = matrices_under(on, rest, leading);
  const auto n = static_cast<std::size_t>(shares.length(-2));
  const auto m = static_cast<std::size_t>(shares.length(-1));
  const auto width = static_cast<std::size_t>(rest.length(-1));
  std::vector<double> sums = out.values();
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::size_t row = i / width;  // of all rows of all matrices
    for (std::size_t j = 0; j < m; ++j) {
      const double value = v[(row / n * m + j) * width + i % width];
      if (!is_finite(value) && share[row * m + j] != 0) sums[i] += share[row * m + j] * value;
    }
  }
  return Tensor(out.shape(), std::move(sums));
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
  const std::vector<double> values = v.values();
  if (std::all_of(values.begin(), values.end(), is_finite)) return matmul(shares, v);
  return with_read_rest(*this, shares, part_of(v, false), matmul(shares, part_of(v, true)));
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

Tensor AttentionOps::rope_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                    const Ids& query_positions, const Ids& key_positions, double base,
                                    const Mask& may_read) const {
  return attention(rope_queries(q, query_positions, base), rope_keys(k, key_positions, base), v, may_read);
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
