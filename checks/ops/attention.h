#pragma once
#include "checks/ops/norm.h"
#include "checks/trace.h"

namespace galley {

/// The tables of coefficients that make queries, keys and values out of X: wq and wk (d, d_k), wv (d, d_v).
/// F11.
struct AttentionWeights {
  Tensor wq, wk, wv;
};

/// Attention, composed of primitive words and never fused on the CPU (F11).
class AttentionOps : public NormOps {
 public:
  using NormOps::NormOps;

  /// x·W: the row of each position times a table of coefficients: (…, n, d) × (d, e) → (…, n, e). Mixes no
  /// positions. Throws if d differs. F11.
  virtual Tensor project(const Tensor& x, const Tensor& weight) const;

  /// Q = x·Wq: what each position asks: (…, n, d) → (…, n, d_k). F11.
  virtual Tensor project_queries(const Tensor& x, const AttentionWeights& weights) const;

  /// K = x·Wk: by what each position is found: (…, n, d) → (…, n, d_k). F11.
  virtual Tensor project_keys(const Tensor& x, const AttentionWeights& weights) const;

  /// V = x·Wv: what each position hands over: (…, n, d) → (…, n, d_v). F11.
  virtual Tensor project_values(const Tensor& x, const AttentionWeights& weights) const;

  /// QKᵀ: (…, n, d_k), (…, m, d_k) → (…, n, m); entry (i, j) is query i · key j. F11.
  virtual Tensor raw_scores(const Tensor& q, const Tensor& k) const;

  /// Scores divided by √d_k, with d_k the width of a query and a key. F11.
  virtual Tensor scale_scores(const Tensor& scores, std::int64_t key_width) const;

  /// QKᵀ/√d_k where reading is allowed, −∞ where not: (…, n, d_k), (…, m, d_k), mask (…, n, m) → (…, n, m).
  /// F11.
  virtual Tensor attention_scores(const Tensor& q, const Tensor& k, const Mask& may_read) const;

  /// Shares of each query over the keys that it may read: (…, n, d_k), (…, m, d_k), mask (…, n, m) → (…, n,
  /// m). F11.
  virtual Tensor attention_shares(const Tensor& q, const Tensor& k, const Mask& may_read) const;

  /// Each query's weighted sum of value rows: (…, n, m) × (…, m, d_v) → (…, n, d_v). Values with share 0 do
  /// not matter, not even NaN. F11, F12.
  virtual Tensor mix(const Tensor& shares, const Tensor& v) const;

  /// softmax(QKᵀ/√d_k, masked)·V: (…, n, d_k), (…, m, d_k), (…, m, d_v) → (…, n, d_v). F11.
  virtual Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read) const;

  /// One head whose queries come from one sequence, keys and values from another: xq (…, n, d_q), xkv (…, m,
  /// d), mask (…, n, m) → (…, n, d_v); wq is (d_q, d_k). F11.
  virtual Tensor cross_attention(const Tensor& xq, const Tensor& xkv, const AttentionWeights& weights,
                                 const Mask& may_read) const;

  /// One head whose queries, keys and values come from the same x: (…, n, d), mask (…, n, n) → (…, n, d_v).
  /// F11.
  virtual Tensor self_attention(const Tensor& x, const AttentionWeights& weights, const Mask& may_read) const;

  /// Attention whose queries and keys are turned by their positions, values not: q (…, n, d) at query
  /// positions (n), k (…, m, d) at key positions (m), v (…, m, d_v), mask (…, n, m) → (…, n, d_v). F13.
  virtual Tensor rope_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& query_positions,
                                const Ids& key_positions, double base, const Mask& may_read) const;

  /// Attention in heads: q (B, n, H·d_k), k (B, m, H·d_k), v (B, m, H·d_v) → heads side by side (B, n,
  /// H·d_v), times wo (H·d_v, d). Notes head0.scores, head0.shares, head0.out, … and concat. F11.
  virtual Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read,
                                      std::int64_t heads, const Tensor& wo, Trace& trace) const;
};

}  // namespace galley
