#include "checks/models.h"

namespace galley {
namespace {

/// Random numbers around `centre`, multiples of 1/256 within a quarter of [-2, 2].
Tensor around(Page& page, const Shape& shape, double centre) {
  std::vector<double> values = page.random(shape).values();
  for (double& v : values) v = centre + v / 8;
  return Tensor(shape, std::move(values));
}

/// The same at a scale at which neither softmax nor SiLU saturates.
Tensor weights(Page& page, const Shape& shape) {
  std::vector<double> values = page.random(shape).values();
  for (double& v : values) v /= 4;
  return Tensor(shape, std::move(values));
}

}  // namespace

Tensor identity(std::int64_t n) {
  Tensor diagonal = Tensor::full({n, n}, 0);
  for (std::int64_t i = 0; i < n; ++i) diagonal.set({i, i}, 1);
  return diagonal;
}

Model teaching_model(Page& page) {
  const std::int64_t width = page.figure("X01/width").integer();
  const Tensor gamma = Tensor::full({width}, page.figure("X01/gamma").number());
  const Tensor beta = Tensor::full({width}, page.figure("X01/beta").number());
  const Tensor one = identity(width);
  std::vector<double> down = one.values();
  for (double& v : down) v *= page.figure("X01/ffn_scale").number();
  Model model;
  model.embedding = page.figure("X01/E");
  model.layers.push_back({gamma, beta, page.figure("X01/Wq"), page.figure("X01/Wk"), page.figure("X01/Wv"),
                          one, gamma, beta, one, one, Tensor(one.shape(), std::move(down))});
  model.final_gamma = gamma;
  model.final_beta = beta;
  model.w_out = model.embedding.view({width, model.embedding.length(0)}, {1, width}, 0);
  model.heads = width / page.figure("X01/head_width").integer();
  model.epsilon = page.figure("X01/eps").number();
  return model;
}

Model random_model(Page& page, const ModelSizes& sizes) {
  const std::int64_t d = sizes.width;
  const std::int64_t f = sizes.feed_forward;
  const std::int64_t keys = sizes.heads * sizes.key_width;
  const std::int64_t values = sizes.heads * sizes.value_width;
  Model model;
  model.embedding = page.random({sizes.vocabulary, d});
  for (std::int64_t l = 0; l < sizes.layers; ++l) {
    LayerWeights w;
    w.norm1_gamma = around(page, {d}, 1);
    w.norm1_beta = around(page, {d}, 0);
    w.wq = weights(page, {d, keys});
    w.wk = weights(page, {d, keys});
    w.wv = weights(page, {d, values});
    w.wo = weights(page, {values, d});
    w.norm2_gamma = around(page, {d}, 1);
    w.norm2_beta = around(page, {d}, 0);
    w.w_gate = weights(page, {d, f});
    w.w_up = weights(page, {d, f});
    w.w_down = weights(page, {f, d});
    model.layers.push_back(std::move(w));
  }
  model.final_gamma = around(page, {d}, 1);
  model.final_beta = around(page, {d}, 0);
  model.w_out = weights(page, {d, sizes.vocabulary});
  model.heads = sizes.heads;
  model.epsilon = 1e-5;
  return model;
}

}  // namespace galley
