#pragma once
// Second route: the teaching model from ids to logits, with and without cache (F14, F15, F16, X01). Traces
// carry the same names in the same order as those of Ops.
#include "checks/ops/model.h"
#include "checks/second/plain.h"

namespace galley::second {

Tensor add_residual(const Tensor& x, const Tensor& change);
Tensor feed_forward(const Tensor& z, const LayerWeights& weights);
Tensor attention_block(const Tensor& x, const LayerWeights& weights, const Model& model, const Mask& may_read,
                       LayerCache& cache, Trace& trace);
Tensor feed_forward_block(const Tensor& r, const LayerWeights& weights, const Model& model, Trace& trace);
Tensor decoder_layer(const Tensor& x, const LayerWeights& weights, const Model& model, const Mask& may_read,
                     LayerCache& cache, Trace& trace);
Tensor run_layers(const Model& model, const Tensor& x, const Mask& may_read, KvCache& cache, Trace& trace);
Tensor readout(const Model& model, const Tensor& hidden, Trace& trace);
std::int64_t step_products(const Model& model, std::int64_t fresh, std::int64_t cached);
Tensor forward(const Model& model, const Ids& ids, const Mask& may_read, Trace& trace);
Tensor training_loss(const Model& model, const Ids& ids, const Mask& counted, Trace& trace);
Tensor next_logits(const Model& model, const Ids& ids, KvCache& cache, Trace& trace);

}  // namespace galley::second
