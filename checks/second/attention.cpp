#include "checks/second/attention.h"

#include <cmath>

#include "checks/second/array.h"
#include "checks/second/linear.h"
#include "checks/second/mask.h"
#include "checks/second/position.h"
#include "checks/second/softmax.h"

namespace galley::second {
namespace {

/// Query i · key j for each pair, without a transposed copy.
Plain products(const Plain& q, const Plain& k) {
  need(q.shape.size() >= 2 && k.shape.size() >= 2 && q.shape.back() == k.shape.back(),
       "scores: " + to_text(q.shape) + " against " + to_text(k.shape));
  Shape shape =
      broadcast_shape(Shape(q.shape.begin(), q.shape.end() - 2), Shape(k.shape.begin(), k.shape.end() - 2));
  const std::size_t row = shape.size();
  shape.push_back(q.shape[q.shape.size() - 2]);
  shape.push_back(k.shape[k.shape.size() - 2]);
  return build(shape, [&](const Index& index) {
    Index query = index;
    Index key = with_entry(index, row, index[row + 1]);
    Real total = 0;
    for (std::int64_t f = 0; f < q.shape.back(); ++f) {
      query[row + 1] = key[row + 1] = f;
      total += read(q, query) * read(k, key);
    }
    return total;
  });
}

Plain scores_of(const Plain& q, const Plain& k, const Plain& may_read) {
  const Real root = std::sqrt(static_cast<Real>(k.shape.back()));
  return mask_scores(each(products(q, k), [&](Real s) { return s / root; }), may_read);
}

/// Σ_j share_j · v_j over the keys with a share; a value without one is not read at all.
Plain weighted_values(const Plain& shares, const Plain& v) {
  need(shares.shape.size() >= 2 && v.shape.size() >= 2 && shares.shape.back() == v.shape[v.shape.size() - 2],
       "mix: " + to_text(shares.shape) + " with " + to_text(v.shape));
  Shape shape = broadcast_shape(Shape(shares.shape.begin(), shares.shape.end() - 2),
                                Shape(v.shape.begin(), v.shape.end() - 2));
  const std::size_t row = shape.size();
  shape.push_back(shares.shape[shares.shape.size() - 2]);
  shape.push_back(v.shape.back());
  return build(shape, [&](const Index& index) {
    Real total = 0;
    for (std::int64_t j = 0; j < shares.shape.back(); ++j) {
      const Real share = read(shares, with_entry(index, row + 1, j));
      if (share != 0) total += share * read(v, with_entry(index, row, j));
    }
    return total;
  });
}

}  // namespace

Tensor project(const Tensor& x, const Tensor& weight) { return matmul(x, weight); }

Tensor project_queries(const Tensor& x, const AttentionWeights& weights) { return matmul(x, weights.wq); }

Tensor project_keys(const Tensor& x, const AttentionWeights& weights) { return matmul(x, weights.wk); }

Tensor project_values(const Tensor& x, const AttentionWeights& weights) { return matmul(x, weights.wv); }

Tensor raw_scores(const Tensor& q, const Tensor& k) { return tensor(products(plain(q), plain(k))); }

Tensor scale_scores(const Tensor& scores, std::int64_t key_width) {
  return tensor(each(plain(scores), [&](Real s) { return s / std::sqrt(static_cast<Real>(key_width)); }));
}

Tensor attention_scores(const Tensor& q, const Tensor& k, const Mask& may_read) {
  return tensor(scores_of(plain(q), plain(k), plain(may_read)));
}

Tensor attention_shares(const Tensor& q, const Tensor& k, const Mask& may_read) {
  return tensor(softmax(scores_of(plain(q), plain(k), plain(may_read)), -1));
}

Tensor mix(const Tensor& shares, const Tensor& v) { return tensor(weighted_values(plain(shares), plain(v))); }

Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read) {
  return tensor(weighted_values(softmax(scores_of(plain(q), plain(k), plain(may_read)), -1), plain(v)));
}

Tensor cross_attention(const Tensor& xq, const Tensor& xkv, const AttentionWeights& weights,
                       const Mask& may_read) {
  const Plain q = matmul(plain(xq), plain(weights.wq));
  const Plain k = matmul(plain(xkv), plain(weights.wk));
  const Plain v = matmul(plain(xkv), plain(weights.wv));
  return tensor(weighted_values(softmax(scores_of(q, k, plain(may_read)), -1), v));
}

Tensor self_attention(const Tensor& x, const AttentionWeights& weights, const Mask& may_read) {
  return cross_attention(x, x, weights, may_read);
}

Tensor rope_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& query_positions,
                      const Ids& key_positions, double base, const Mask& may_read) {
  const Plain scores =
      scores_of(rope(plain(q), query_positions, base), rope(plain(k), key_positions, base), plain(may_read));
  return tensor(weighted_values(softmax(scores, -1), plain(v)));
}

Plain multi_head_attention(const Plain& q, const Plain& k, const Plain& v, const Plain& may_read,
                           std::int64_t heads, const Plain& wo, Trace& trace) {
  const Plain scores = scores_of(split_heads(q, heads), split_heads(k, heads), may_read);
  const Plain shares = softmax(scores, -1);
  const Plain out = weighted_values(shares, split_heads(v, heads));
  for (std::int64_t h = 0; h < heads; ++h) {
    const std::string head = "head" + std::to_string(h);
    trace.note(head + ".scores", tensor(select(scores, 1, h)));
    trace.note(head + ".shares", tensor(select(shares, 1, h)));
    trace.note(head + ".out", tensor(select(out, 1, h)));
  }
  const Plain joined = merge_heads(out);
  trace.note("concat", tensor(joined));
  return matmul(joined, wo);
}

Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read,
                            std::int64_t heads, const Tensor& wo, Trace& trace) {
  return tensor(multi_head_attention(plain(q), plain(k), plain(v), plain(may_read), heads, plain(wo), trace));
}

}  // namespace galley::second
