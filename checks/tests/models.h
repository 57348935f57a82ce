#pragma once
// Random models for tests, with sizes that differ from each other as chance has it.
#include "checks/ops/model.h"
#include "checks/tests/chance.h"

namespace galley {

inline Model random_model(Chance& chance, std::int64_t heads, std::int64_t layers) {
  const std::int64_t d = heads * chance.between(1, 3);
  const std::int64_t f = chance.between(1, 6);
  const std::int64_t vocabulary = chance.between(3, 8);
  const std::int64_t key_width = heads * chance.between(1, 3);
  const std::int64_t value_width = heads * chance.between(1, 3);
  Model model;
  model.embedding = chance.tensor({vocabulary, d});
  for (std::int64_t l = 0; l < layers; ++l) {
    model.layers.push_back({chance.tensor({d}), chance.tensor({d}), chance.tensor({d, key_width}),
                            chance.tensor({d, key_width}), chance.tensor({d, value_width}),
                            chance.tensor({value_width, d}), chance.tensor({d}), chance.tensor({d}),
                            chance.tensor({d, f}), chance.tensor({d, f}), chance.tensor({f, d})});
  }
  model.final_gamma = chance.tensor({d});
  model.final_beta = chance.tensor({d});
  model.w_out = chance.tensor({d, vocabulary});
  model.heads = heads;
  model.epsilon = chance.real(0.01, 0.2);
  return model;
}

}  // namespace galley
