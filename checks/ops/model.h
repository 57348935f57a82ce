#pragma once
#include "checks/ops/cache.h"

namespace galley {

/// Weights of one pre-norm layer (F14, X01); d is the model's width, f the feed-forward width.
struct LayerWeights {
  Tensor norm1_gamma, norm1_beta;  ///< (d)
  Tensor wq, wk, wv;               ///< (d, H·d_k), (d, H·d_k), (d, H·d_v)
  Tensor wo;                       ///< (H·d_v, d)
  Tensor norm2_gamma, norm2_beta;  ///< (d)
  Tensor w_gate, w_up, w_down;     ///< (d, f), (d, f), (f, d)
};

/// The teaching model of X01, with any number of layers and heads and no positions.
struct Model {
  Tensor embedding;  ///< (N, d)
  std::vector<LayerWeights> layers;
  Tensor final_gamma, final_beta;  ///< (d)
  Tensor w_out;                    ///< (d, N)
  std::int64_t heads = 1;
  double epsilon = 0;
};

/// A decoder from ids to logits, with and without cache (F14, F15, F16, X01). Each step is noted in a Trace.
class ModelOps : public CacheOps {
 public:
  using CacheOps::CacheOps;

  /// x + change, the same shape and nothing spread: (B, n, d), (B, n, d) → (B, n, d). Throws where they
  /// differ. F14.
  virtual Tensor add_residual(const Tensor& x, const Tensor& change) const;

  /// (SiLU(z·W_gate) · (z·W_up))·W_down at each position: (B, n, d) → (B, n, d). F14.
  virtual Tensor feed_forward(const Tensor& z, const LayerWeights& weights) const;

  /// x + Attention(Norm x), the new keys and values put behind the cached ones: (B, n, d) → (B, n, d). Notes
  /// norm1, Q, K, V, the heads' tables and residual1. F14.
  virtual Tensor attention_block(const Tensor& x, const LayerWeights& weights, const Model& model,
                                 const Mask& may_read, LayerCache& cache, Trace& trace) const;

  /// r + FeedForward(Norm r): (B, n, d) → (B, n, d). Notes norm2, ffn and residual2. F14.
  virtual Tensor feed_forward_block(const Tensor& r, const LayerWeights& weights, const Model& model,
                                    Trace& trace) const;

  /// Attention block, then feed-forward block: (B, n, d) → (B, n, d). F14.
  virtual Tensor decoder_layer(const Tensor& x, const LayerWeights& weights, const Model& model,
                               const Mask& may_read, LayerCache& cache, Trace& trace) const;

  /// All layers on already looked-up rows x (B, n, d), mask (n, cached + n) or (B, 1, n, cached + n) → (B, n,
  /// d). The cache grows by n positions. F14, F16.
  virtual Tensor run_layers(const Model& model, const Tensor& x, const Mask& may_read, KvCache& cache,
                            Trace& trace) const;

  /// Final norm, then a score for each word of the vocabulary: (B, n, d) → (B, n, N). Notes final and logits.
  /// F15.
  virtual Tensor readout(const Model& model, const Tensor& hidden, Trace& trace) const;

  /// Lookup, layers and readout of a batch under a mask, without cache: ids (B, T) → logits (B, T, N). X01.
  virtual Tensor forward(const Model& model, const Ids& ids, const Mask& may_read, Trace& trace) const;

  /// Mean loss of the tokens of one sentence that are counted, each predicted from all tokens before it,
  /// counted or not: ids (T), counted (T) → one number. The first token is never predicted. F12.
  virtual Tensor training_loss(const Model& model, const Ids& ids, const Mask& counted, Trace& trace) const;

  /// Multiply-adds of all matrix products of one step with `fresh` new tokens behind `cached` ones, readout
  /// included. The whole table of scores is counted, masked places too. cached = 0: computing everything
  /// anew. F16.
  virtual std::int64_t step_products(const Model& model, std::int64_t fresh, std::int64_t cached) const;

  /// The numbers as text, one behind the other, each with as many digits as bring it back; −∞ as "-inf". X01.
  virtual std::string write_numbers(const Tensor& a) const;

  /// Numbers from such a text, under a shape. Throws if their count differs. X01.
  virtual Tensor read_numbers(const std::string& text, const Shape& shape) const;

  /// Lookup, layers and readout of the next n tokens of one sentence, each reading the cached positions and
  /// the new ones up to itself: ids (n) → logits of the last one (N). The first such step is the prefill,
  /// later ones with n = 1 decode. F15, F16.
  virtual Tensor next_logits(const Model& model, const Ids& ids, KvCache& cache, Trace& trace) const;
};

}  // namespace galley
