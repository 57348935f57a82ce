// Who may read whom, and what a loss counts (F12).
#include "cuda/kernels/gather_rows.h"
#include "cuda/kernels/mask_scores.h"
#include "cuda/kernels/masked_softmax_rows.h"
#include "cuda/kernels/zero_forbidden.h"
#include "cuda/words/on_kernels.h"

namespace galley {

using namespace on_kernels;  // NOLINT: for this folder only

bool on_kernels::mask_under(const Shape& shape, const Mask& mask, std::vector<std::uint8_t>& bytes) {
  Shape both;
  if (!broadcasts(mask.shape(), shape, both) || both != shape) return false;
  const std::vector<std::uint8_t> own = mask.values();
  const auto layout = layout_of<1>(shape, {strides_under(shape, mask.shape())});
  bytes.resize(count_of(shape));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::int64_t place = 0;
    layout.place(static_cast<std::int64_t>(i), &place);
    bytes[i] = own[static_cast<std::size_t>(place)];
  }
  return true;
}

Tensor DeviceOps::mask_scores(const Tensor& scores, const Mask& may_read) const {
  std::vector<std::uint8_t> bytes;
  if (!mask_under(scores.shape(), may_read, bytes)) return Ops::mask_scores(scores, may_read);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> out(count_of(scores.shape()));
    kernels::mask_scores<T>(on_device<T>(scores).data(), DeviceArray<std::uint8_t>(bytes).data(), out.data(),
                            scores.size());
    return from_device(scores.shape(), out);
  });
}

// What may be read scores 0.
Tensor DeviceOps::additive_mask(const Mask& may_read) const {
  return DeviceOps::mask_scores(Tensor::full(may_read.shape(), 0.0), may_read);
}

Tensor DeviceOps::masked_softmax(const Tensor& scores, const Mask& may_read) const {
  std::vector<std::uint8_t> bytes;
  if (scores.rank() < 1 || !mask_under(scores.shape(), may_read, bytes))
    return Ops::masked_softmax(scores, may_read);
  const kernels::Lines rows = lines_along(scores, -1);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> shares(count_of(scores.shape()));
    kernels::masked_softmax_rows<T>(on_device<T>(scores).data(), DeviceArray<std::uint8_t>(bytes).data(),
                                    shares.data(), rows.outer, rows.n);
    return from_device(scores.shape(), shares);
  });
}

// These two choose and compute nothing: what they choose stays as it is, bit for bit.
Tensor DeviceOps::join_additive_masks(const Tensor& a, const Tensor& b) const {
  if (a.shape() != b.shape()) return Ops::join_additive_masks(a, b);
  return zip(log_, Precision::f64, a.shape(), kernels::Arithmetic::smaller, a, b);
}

Tensor DeviceOps::zero_forbidden(const Tensor& shares, const Mask& may_read) const {
  std::vector<std::uint8_t> bytes;
  if (!mask_under(shares.shape(), may_read, bytes)) return Ops::zero_forbidden(shares, may_read);
  log_.runs_on_device();
  DeviceArray<double> out(count_of(shares.shape()));
  kernels::zero_forbidden<double>(on_device<double>(shares).data(), DeviceArray<std::uint8_t>(bytes).data(),
                                  out.data(), shares.size());
  return from_device(shares.shape(), out);
}

// ln Σ exp(z − max) − (z − max) of every candidate, of which each target's is taken as a row of one number.
Tensor DeviceOps::token_losses(const Tensor& logits, const Ids& targets) const {
  if (logits.rank() < 1 || all_but_last(logits) != targets.shape()) return Ops::token_losses(logits, targets);
  const std::int64_t vocabulary = logits.length(-1);
  std::vector<std::int64_t> places = targets.values();
  for (std::size_t row = 0; row < places.size(); ++row) {
    if (places[row] < 0 || places[row] >= vocabulary) return Ops::token_losses(logits, targets);
    places[row] += static_cast<std::int64_t>(row) * vocabulary;
  }
  const Tensor shifted = DeviceOps::subtract_max(logits, -1);
  const Tensor total = DeviceOps::log(DeviceOps::sum(DeviceOps::exp(shifted), -1));
  const Tensor surprise = DeviceOps::subtract(total, shifted);
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> losses(places.size());
    kernels::gather_rows<T>(on_device<T>(surprise).data(), DeviceArray<std::int64_t>(places).data(),
                            losses.data(), surprise.size(), 1, targets.size());
    return from_device(targets.shape(), losses);
  });
}

}  // namespace galley
