#include "checks/ops/model.h"

#include <fmt/format.h>

#include <sstream>

namespace galley {

Tensor ModelOps::add_residual(const Tensor& x, const Tensor& change) const {
  if (x.shape() != change.shape()) {
    throw Misuse("add_residual: " + to_text(x.shape()) + " and " + to_text(change.shape()) + " differ");
  }
  return add(x, change);
}

Tensor ModelOps::feed_forward(const Tensor& z, const LayerWeights& weights) const {
  return matmul(swiglu(matmul(z, weights.w_gate), matmul(z, weights.w_up)), weights.w_down);
}

Tensor ModelOps::attention_block(const Tensor& x, const LayerWeights& weights, const Model& model,
                                 const Mask& may_read, LayerCache& cache, Trace& trace) const {
  const Tensor z = layer_norm(x, weights.norm1_gamma, weights.norm1_beta, model.epsilon);
  const AttentionWeights tables{weights.wq, weights.wk, weights.wv};
  const Tensor q = project_queries(z, tables);
  const Tensor k = project_keys(z, tables);
  const Tensor v = project_values(z, tables);
  trace.note("norm1", z);
  trace.note("Q", q);
  trace.note("K", k);
  trace.note("V", v);
  cache.k = append_rows(cache.k, k);
  cache.v = append_rows(cache.v, v);
  const Tensor mixed = multi_head_attention(q, cache.k, cache.v, may_read, model.heads, weights.wo, trace);
  const Tensor r = add_residual(x, mixed);
  trace.note("residual1", r);
  return r;
}

Tensor ModelOps::feed_forward_block(const Tensor& r, const LayerWeights& weights, const Model& model,
                                    Trace& trace) const {
  const Tensor z = layer_norm(r, weights.norm2_gamma, weights.norm2_beta, model.epsilon);
  const Tensor change = feed_forward(z, weights);
  const Tensor y = add_residual(r, change);
  trace.note("norm2", z);
  trace.note("ffn", change);
  trace.note("residual2", y);
  return y;
}

Tensor ModelOps::decoder_layer(const Tensor& x, const LayerWeights& weights, const Model& model,
                               const Mask& may_read, LayerCache& cache, Trace& trace) const {
  return feed_forward_block(attention_block(x, weights, model, may_read, cache, trace), weights, model,
                            trace);
}

Tensor ModelOps::run_layers(const Model& model, const Tensor& x, const Mask& may_read, KvCache& cache,
                            Trace& trace) const {
  cache.resize(model.layers.size());
  Tensor y = x;
  for (std::size_t l = 0; l < model.layers.size(); ++l) {
    trace.enter_layer(static_cast<std::int64_t>(l));
    y = decoder_layer(y, model.layers[l], model, may_read, cache[l], trace);
  }
  trace.leave_layers();
  return y;
}

Tensor ModelOps::readout(const Model& model, const Tensor& hidden, Trace& trace) const {
  const Tensor last = layer_norm(hidden, model.final_gamma, model.final_beta, model.epsilon);
  const Tensor logits = output_head(last, model.w_out);
  trace.note("final", last);
  trace.note("logits", logits);
  return logits;
}

Tensor ModelOps::forward(const Model& model, const Ids& ids, const Mask& may_read, Trace& trace) const {
  KvCache cache;
  const Tensor x = embed(model.embedding, ids);
  trace.note("X", x);
  return readout(model, run_layers(model, x, may_read, cache, trace), trace);
}

Tensor ModelOps::training_loss(const Model& model, const Ids& ids, const Mask& counted, Trace& trace) const {
  if (ids.rank() != 1 || counted.shape() != ids.shape()) {
    throw Misuse("training_loss: ids " + to_text(ids.shape()) + " under a mask " + to_text(counted.shape()));
  }
  const std::int64_t length = ids.size();
  const Tensor logits = forward(model, Ids({1, length}, ids.values()), causal_mask(length, length), trace);
  const Tensor predictions = slice(select(logits, 0, 0), 0, 0, length - 1);
  const std::vector<std::uint8_t> marks = counted.values();
  const Mask predicted({length - 1}, std::vector<std::uint8_t>(marks.begin() + 1, marks.end()));
  return mean_loss(token_losses(predictions, next_tokens(ids)), predicted);
}

std::int64_t ModelOps::step_products(const Model& model, std::int64_t fresh, std::int64_t cached) const {
  std::int64_t weights = model.w_out.size();
  std::int64_t row_of_keys_and_values = 0;
  for (const LayerWeights& w : model.layers) {
    weights += w.wq.size() + w.wk.size() + w.wv.size() + w.wo.size() + w.w_gate.size() + w.w_up.size() +
               w.w_down.size();
    row_of_keys_and_values += w.wk.length(1) + w.wv.length(1);
  }
  return fresh * (weights + (cached + fresh) * row_of_keys_and_values);
}

std::string ModelOps::write_numbers(const Tensor& a) const {
  std::string text;
  for (const double value : a.values()) text += fmt::format("{}{}", text.empty() ? "" : " ", value);
  return text;
}

Tensor ModelOps::read_numbers(const std::string& text, const Shape& shape) const {
  std::vector<double> values;
  std::istringstream words(text);
  for (std::string word; words >> word;) values.push_back(std::stod(word));
  return Tensor(shape, std::move(values));
}

Tensor ModelOps::next_logits(const Model& model, const Ids& ids, KvCache& cache, Trace& trace) const {
  const std::int64_t total = cached_positions(cache) + ids.size();
  const Tensor x = unsqueeze(embed(model.embedding, ids), 0);
  trace.note("X", x);
  const Tensor hidden = run_layers(model, x, causal_mask(ids.size(), total), cache, trace);
  const Tensor logits = select(readout(model, hidden, trace), 0, 0);
  return select(logits, 0, ids.size() - 1);
}

}  // namespace galley
