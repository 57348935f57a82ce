// Attention with masks, grouped heads and past keys, and rotary positions.
#include <cmath>
#include <numeric>

#include "checks/tests/onnx/vectors.h"

namespace galley::onnx {
namespace {

/// (B, T, H·d) or (B, H, T, d) → (B, H, T, d).
Tensor in_heads(const Ops& on, const Tensor& x, std::int64_t heads) {
  return x.rank() == 3 ? on.split_heads(x, heads) : x;
}

/// Each group of query heads reads one key head: (B, H_kv, m, d) → (B, H, m, d), neighbours sharing.
Tensor shared_by_groups(const Ops& on, const Tensor& k, std::int64_t heads) {
  const std::int64_t group = heads / k.length(1);
  if (group == 1) return k;
  const Tensor apart =
      on.broadcast_to(on.unsqueeze(k, 2), {k.length(0), k.length(1), group, k.length(2), k.length(3)});
  return on.reshape(apart, {k.length(0), heads, k.length(2), k.length(3)});
}

Ids counting_from(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> places(static_cast<std::size_t>(count));
  std::iota(places.begin(), places.end(), first);
  return Ids({count}, places);
}

/// Masks of single sentences as one (B, 1, n, m).
Mask stacked(const std::vector<Mask>& masks) {
  std::vector<std::uint8_t> bytes;
  for (const Mask& mask : masks) {
    for (const std::uint8_t b : mask.values()) bytes.push_back(b);
  }
  return Mask({static_cast<std::int64_t>(masks.size()), 1, masks[0].length(0), masks[0].length(1)}, bytes);
}

/// Everything that says who may be read, but for masks that are added.
Mask readable(const Ops& on, const Case& c, std::int64_t n, std::int64_t m) {
  Mask allowed = Mask::full({n, m}, 1);
  const bool causal = c.attribute("is_causal", 0) != 0;
  if (c.has(6)) {
    // So many keys of each sentence are real, and its queries are the newest of them.
    std::vector<std::uint8_t> valid;
    std::vector<Mask> causes;
    for (const std::int64_t length : c.in(6).integers()) {
      for (std::int64_t j = 0; j < m; ++j) valid.push_back(j < length);
      causes.push_back(on.position_mask(counting_from(length - n, n), counting_from(0, m)));
    }
    const auto batch = static_cast<std::int64_t>(causes.size());
    allowed = on.join_masks(allowed, on.padding_mask(Mask({batch, m}, valid)));
    if (causal) allowed = on.join_masks(allowed, stacked(causes));
  } else if (causal) {
    const std::int64_t past = c.has(4) ? c.in(4).shape[2] : 0;
    allowed = on.position_mask(counting_from(past, n), counting_from(0, m));
  }
  return c.has(3) && c.in(3).dtype == "bool" ? on.join_masks(allowed, c.in(3).mask()) : allowed;
}

/// c·tanh(s/c), with tanh x = 2·sigmoid(2x) − 1.
Tensor softcapped(const Ops& on, const Tensor& scores, double cap) {
  const Tensor half = on.sigmoid(on.multiply(scores, scalar(2 / cap)));
  return on.multiply(on.subtract(on.multiply(half, scalar(2)), scalar(1)), scalar(cap));
}

Outputs attention(const Ops& on, const Case& c) {
  const Tensor q = in_heads(on, c.x(0), c.attribute("q_num_heads", std::int64_t{0}));
  Tensor k = in_heads(on, c.x(1), c.attribute("kv_num_heads", std::int64_t{0}));
  Tensor v = in_heads(on, c.x(2), c.attribute("kv_num_heads", std::int64_t{0}));
  if (c.has(4)) {
    k = on.concat(c.x(4), k, 2);
    v = on.concat(c.x(5), v, 2);
  }
  Outputs out{{1, k}, {2, v}};
  const std::int64_t heads = q.length(1);
  const Mask allowed = readable(on, c, q.length(2), k.length(2));
  const Tensor raw = on.raw_scores(q, shared_by_groups(on, k, heads));
  Tensor scores = c.attributes.contains("scale") ? on.multiply(raw, scalar(c.attribute("scale", 1.0)))
                                                 : on.scale_scores(raw, k.length(-1));
  std::vector<Tensor> stages{scores};
  const double cap = c.attribute("softcap", 0.0);
  if (cap != 0) scores = softcapped(on, scores, cap);
  stages.push_back(scores);
  if (c.has(3) && c.in(3).dtype != "bool") scores = on.add(scores, c.x(3));
  stages.push_back(on.mask_scores(scores, allowed));
  const Tensor shares = on.masked_softmax(scores, allowed);
  stages.push_back(shares);
  out[3] = stages[c.attribute("qk_matmul_output_mode", std::size_t{0})];
  const Tensor mixed = on.mix(shares, shared_by_groups(on, v, heads));
  out[0] = c.x(0).rank() == 3 ? on.merge_heads(mixed) : mixed;
  return out;
}

/// The operator takes cosines and sines that need not belong to an angle: turning by the angle of (cos, sin),
/// then scaling by the pair's length, is the same.
Outputs rotary_embedding(const Ops& on, const Case& c) {
  const bool flat = c.x(0).rank() == 3;
  const Tensor x = in_heads(on, c.x(0), c.attribute("num_heads", std::int64_t{0}));
  Tensor cosines = c.x(1);
  Tensor sines = c.x(2);
  if (c.has(3)) {
    cosines = on.embed(cosines, c.in(3).ids());
    sines = on.embed(sines, c.in(3).ids());
  }
  std::vector<double> angles, lengths;
  const std::vector<double> cosine = cosines.values();
  const std::vector<double> sine = sines.values();
  for (std::size_t i = 0; i < cosine.size(); ++i) {
    angles.push_back(std::atan2(sine[i], cosine[i]));
    lengths.push_back(std::hypot(sine[i], cosine[i]));
  }
  // (B, T, pairs) under all heads.
  const Tensor turn = on.unsqueeze(Tensor(cosines.shape(), angles), 1);
  const Tensor length = on.unsqueeze(Tensor(cosines.shape(), lengths), 1);
  const std::int64_t width = c.attribute("rotary_embedding_dim", x.length(-1));
  const Tensor turned_part = on.slice(x, -1, 0, width);
  Tensor turned;
  if (c.attribute("interleaved", 0) != 0) {
    const Shape pairs{length.length(0), 1, length.length(2), length.length(3), 2};
    const Tensor twice =
        on.reshape(on.broadcast_to(on.unsqueeze(length, -1), pairs), {pairs[0], 1, pairs[2], -1});
    turned = on.multiply(on.turn_pairs(turned_part, turn), twice);
  } else {
    turned = on.multiply(on.turn_halves(turned_part, turn), on.concat(length, length, -1));
  }
  const Tensor whole = on.concat(turned, on.slice(x, -1, width, x.length(-1)), -1);
  return {{0, flat ? on.merge_heads(whole) : whole}};
}

}  // namespace

std::map<std::string, Translation> attention_translations() {
  return {{"Attention", attention}, {"RotaryEmbedding", rotary_embedding}};
}

}  // namespace galley::onnx
