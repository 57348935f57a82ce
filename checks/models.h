#pragma once
// Models that several chapters compute with: the teaching model of X01, and random ones without its
// symmetries.
#include "checks/ops/model.h"
#include "checks/page.h"

namespace galley {

/// The table with 1 on the diagonal: (n, n).
Tensor identity(std::int64_t n);

/// The teaching model from the parameters that X01 prints: one layer, two heads, width 4, identity for Wo,
/// gate and up, a quarter of it for down, Eᵀ for the readout. X01.
Model teaching_model(Page& page);

/// Sizes of a random model; by default all of them differ, so that no axis can stand in for another.
struct ModelSizes {
  std::int64_t layers = 2, width = 6, heads = 3, key_width = 4, value_width = 2, feed_forward = 5,
               vocabulary = 7;
};

/// A model with the symmetries of X01 gone: no identity, no symmetric table, gate ≠ up, γ ≠ 1, β ≠ 0. Its
/// weights are multiples of 1/256 and come from the claim's name.
Model random_model(Page& page, const ModelSizes& sizes);

}  // namespace galley
