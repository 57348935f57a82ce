#include "checks/second/decode.h"

#include <limits>

#include "checks/second/softmax.h"

namespace galley::second {

Tensor output_head(const Tensor& hidden, const Tensor& w_out) {
  const Plain h = plain(hidden);
  const Plain w = plain(w_out);
  Shape shape = h.shape;
  shape.back() = w.shape[axis_of(w.shape, 1)];
  return tensor(build(shape, [&](const Index& index) {
    Real score = 0;
    for (std::int64_t f = 0; f < w.shape[0]; ++f) {
      score += read(h, with_entry(index, index.size() - 1, f)) * read(w, {f, index.back()});
    }
    return score;
  }));
}

Tensor last_rows(const Tensor& x, const Mask& valid) {
  const Plain rows = plain(x);
  return tensor(build({x.length(0), x.length(2)}, [&](const Index& index) {
    std::int64_t last = -1;
    for (std::int64_t t = 0; t < valid.length(1); ++t) {
      if (valid.at({index[0], t}) != 0) last = t;
    }
    need(last >= 0, "last_rows: a sentence has no token");
    return read(rows, {index[0], last, index[1]});
  }));
}

std::int64_t choose_token(const Tensor& logits, const Choice& how, double u) {
  if (how.temperature == 0) return argmax(logits, 0).item();
  Tensor shares = softmax(apply_temperature(logits, how.temperature), 0);
  if (how.top_k > 0) shares = top_k(shares, how.top_k);
  if (how.top_p < 1) shares = top_p(shares, how.top_p);
  return sample(shares, u);
}

Tensor exclude(const Tensor& logits, const Ids& banned) {
  const std::vector<std::int64_t> ids = banned.values();
  for (const std::int64_t id : ids) need(0 <= id && id < logits.length(-1), "exclude: no such id");
  const Plain scores = plain(logits);
  return tensor(build(logits.shape(), [&](const Index& index) {
    for (const std::int64_t id : ids) {
      if (id == index.back()) return -std::numeric_limits<Real>::infinity();
    }
    return read(scores, index);
  }));
}

}  // namespace galley::second
