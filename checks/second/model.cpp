#include "checks/second/model.h"

#include "checks/second/array.h"
#include "checks/second/attention.h"
#include "checks/second/batch.h"
#include "checks/second/cache.h"
#include "checks/second/linear.h"
#include "checks/second/mask.h"
#include "checks/second/network.h"
#include "checks/second/norm.h"

namespace galley::second {
namespace {

Plain feed_forward_of(const Plain& z, const LayerWeights& weights) {
  const Plain gate = silu(matmul(z, plain(weights.w_gate)));
  return matmul(multiply(gate, matmul(z, plain(weights.w_up))), plain(weights.w_down));
}

/// Keys or values of all positions: the cached ones, then the new ones; the cache keeps them as doubles.
Plain all_positions(Tensor& cached, const Plain& rows) {
  const Plain all = cached.size() == 0 ? rows : concat(plain(cached), rows, 1);
  cached = tensor(all);
  return all;
}

Plain attention_of(const Plain& x, const LayerWeights& weights, const Model& model, const Mask& may_read,
                   LayerCache& cache, Trace& trace) {
  const Plain z = layer_norm(x, plain(weights.norm1_gamma), plain(weights.norm1_beta), model.epsilon);
  const Plain q = matmul(z, plain(weights.wq));
  const Plain k = matmul(z, plain(weights.wk));
  const Plain v = matmul(z, plain(weights.wv));
  trace.note("norm1", tensor(z));
  trace.note("Q", tensor(q));
  trace.note("K", tensor(k));
  trace.note("V", tensor(v));
  const Plain keys = all_positions(cache.k, k);
  const Plain values = all_positions(cache.v, v);
  const Plain r =
      add(x, multi_head_attention(q, keys, values, plain(may_read), model.heads, plain(weights.wo), trace));
  trace.note("residual1", tensor(r));
  return r;
}

Plain feed_forward_after(const Plain& r, const LayerWeights& weights, const Model& model, Trace& trace) {
  const Plain z = layer_norm(r, plain(weights.norm2_gamma), plain(weights.norm2_beta), model.epsilon);
  const Plain change = feed_forward_of(z, weights);
  const Plain y = add(r, change);
  trace.note("norm2", tensor(z));
  trace.note("ffn", tensor(change));
  trace.note("residual2", tensor(y));
  return y;
}

Plain layers_of(const Model& model, Plain x, const Mask& may_read, KvCache& cache, Trace& trace) {
  cache.resize(model.layers.size());
  for (std::size_t l = 0; l < model.layers.size(); ++l) {
    trace.enter_layer(static_cast<std::int64_t>(l));
    x = attention_of(x, model.layers[l], model, may_read, cache[l], trace);
    x = feed_forward_after(x, model.layers[l], model, trace);
  }
  trace.leave_layers();
  return x;
}

Plain readout_of(const Model& model, const Plain& hidden, Trace& trace) {
  const Plain last = layer_norm(hidden, plain(model.final_gamma), plain(model.final_beta), model.epsilon);
  const Plain logits = matmul(last, plain(model.w_out));
  trace.note("final", tensor(last));
  trace.note("logits", tensor(logits));
  return logits;
}

}  // namespace

Tensor add_residual(const Tensor& x, const Tensor& change) {
  need(x.shape() == change.shape(), "residual: " + to_text(x.shape()) + " + " + to_text(change.shape()));
  return tensor(add(plain(x), plain(change)));
}

Tensor feed_forward(const Tensor& z, const LayerWeights& weights) {
  return tensor(feed_forward_of(plain(z), weights));
}

Tensor attention_block(const Tensor& x, const LayerWeights& weights, const Model& model, const Mask& may_read,
                       LayerCache& cache, Trace& trace) {
  return tensor(attention_of(plain(x), weights, model, may_read, cache, trace));
}

Tensor feed_forward_block(const Tensor& r, const LayerWeights& weights, const Model& model, Trace& trace) {
  return tensor(feed_forward_after(plain(r), weights, model, trace));
}

Tensor decoder_layer(const Tensor& x, const LayerWeights& weights, const Model& model, const Mask& may_read,
                     LayerCache& cache, Trace& trace) {
  return tensor(feed_forward_after(attention_of(plain(x), weights, model, may_read, cache, trace), weights,
                                   model, trace));
}

Tensor run_layers(const Model& model, const Tensor& x, const Mask& may_read, KvCache& cache, Trace& trace) {
  return tensor(layers_of(model, plain(x), may_read, cache, trace));
}

Tensor readout(const Model& model, const Tensor& hidden, Trace& trace) {
  return tensor(readout_of(model, plain(hidden), trace));
}

Tensor forward(const Model& model, const Ids& ids, const Mask& may_read, Trace& trace) {
  KvCache cache;
  const Plain x = embed(plain(model.embedding), ids);
  trace.note("X", tensor(x));
  return tensor(readout_of(model, layers_of(model, x, may_read, cache, trace), trace));
}

Tensor training_loss(const Model& model, const Ids& ids, const Mask& counted, Trace& trace) {
  const std::int64_t length = ids.length(0);
  const Tensor logits = forward(model, Ids({1, length}, ids.values()), causal_mask(length, length), trace);
  // Row t − 1 predicts token t; the last row predicts nothing that is known.
  Tensor predictions = Tensor::full({length - 1, logits.length(2)}, 0);
  Mask predicted = Mask::full({length - 1}, 0);
  for (std::int64_t t = 1; t < length; ++t) {
    predicted.set({t - 1}, counted.at({t}));
    for (std::int64_t n = 0; n < logits.length(2); ++n) predictions.set({t - 1, n}, logits.at({0, t - 1, n}));
  }
  return mean_loss(token_losses(predictions, next_tokens(ids)), predicted);
}

Tensor next_logits(const Model& model, const Ids& ids, KvCache& cache, Trace& trace) {
  need(ids.rank() == 1 && ids.size() > 0, "next_logits needs ids (n)");
  const std::int64_t n = ids.size();
  const Mask may_read = causal_mask(n, cached_positions(cache) + n);
  const Plain x = embed(plain(model.embedding), Ids({1, n}, ids.values()));
  trace.note("X", tensor(x));
  const Plain logits = readout_of(model, layers_of(model, x, may_read, cache, trace), trace);
  return tensor(select(select(logits, 0, 0), 0, n - 1));
}

namespace {

/// Counts the multiply-adds of (rows × inner) times (inner × columns), one at a time.
std::int64_t counted(std::int64_t rows, std::int64_t inner, std::int64_t columns) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t k = 0; k < inner; ++k) {
      for (std::int64_t j = 0; j < columns; ++j) ++count;
    }
  }
  return count;
}

std::int64_t through(const Tensor& weight, std::int64_t rows) {
  return counted(rows, weight.length(0), weight.length(1));
}

}  // namespace

std::int64_t step_products(const Model& model, std::int64_t fresh, std::int64_t cached) {
  std::int64_t count = through(model.w_out, fresh);
  for (const LayerWeights& w : model.layers) {
    for (const Tensor* weight : {&w.wq, &w.wk, &w.wv, &w.wo, &w.w_gate, &w.w_up, &w.w_down}) {
      count += through(*weight, fresh);
    }
    for (std::int64_t head = 0; head < model.heads; ++head) {
      count += counted(fresh, w.wk.length(1) / model.heads, cached + fresh);
      count += counted(fresh, cached + fresh, w.wv.length(1) / model.heads);
    }
  }
  return count;
}

}  // namespace galley::second
