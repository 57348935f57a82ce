#pragma once

#include "checks/ops.h"
#include "checks/word_log.h"

namespace galley {

/// The words, arithmetic done by the kernels: on a GPU in the plugin libgalley_gpu.so, emulated in
/// libgalley_emu.so.
///
/// An override copies its operands to the device in the column's precision, runs one kernel, and copies the
/// result back: slow and plain, so that each word stands for itself. Views, choices and composites stay what
/// they are in Ops. Wrong use is left to Ops, whose messages are the same in every column.
class DeviceOps : public Ops {
 public:
  /// Words in f64 or f32 that tell `log` when they run on the device.
  DeviceOps(WordLog& log, Precision precision) : Ops(precision), log_(log) {}

  Tensor contiguous(const Tensor& a) const override;
  Tensor concat(const Tensor& a, const Tensor& b, std::int64_t axis) const override;
  Tensor add(const Tensor& a, const Tensor& b) const override;
  Tensor subtract(const Tensor& a, const Tensor& b) const override;
  Tensor multiply(const Tensor& a, const Tensor& b) const override;
  Tensor divide(const Tensor& a, const Tensor& b) const override;
  Tensor sum(const Tensor& a, std::int64_t axis) const override;
  Tensor embed(const Tensor& table, const Ids& ids) const override;
  Tensor mean_valid(const Tensor& x, const Mask& valid) const override;
  Tensor embedding_scale(std::int64_t width) const override;
  Tensor cast(const Tensor& x, Dtype dtype) const override;
  Tensor add_in(const Tensor& a, const Tensor& b, Dtype dtype) const override;
  Tensor sum_in(const Tensor& x, Dtype dtype) const override;
  Tensor dot(const Tensor& a, const Tensor& b) const override;
  Tensor matmul(const Tensor& a, const Tensor& b) const override;
  Tensor exp(const Tensor& x) const override;
  Tensor log(const Tensor& x) const override;
  Tensor sigmoid(const Tensor& x) const override;
  Tensor subtract_max(const Tensor& z, std::int64_t axis) const override;
  Tensor normalise(const Tensor& weights, std::int64_t axis) const override;
  Tensor softmax(const Tensor& z, std::int64_t axis) const override;
  Tensor running_sum(const Tensor& shares, std::int64_t axis) const override;
  Ids argmax(const Tensor& z, std::int64_t axis) const override;
  Tensor relu(const Tensor& x) const override;
  Tensor silu(const Tensor& x) const override;
  Tensor swiglu(const Tensor& gate, const Tensor& up) const override;
  Tensor join_additive_masks(const Tensor& a, const Tensor& b) const override;
  Tensor additive_mask(const Mask& may_read) const override;
  Tensor mask_scores(const Tensor& scores, const Mask& may_read) const override;
  Tensor masked_softmax(const Tensor& scores, const Mask& may_read) const override;
  Tensor zero_forbidden(const Tensor& shares, const Mask& may_read) const override;
  Tensor token_losses(const Tensor& logits, const Ids& targets) const override;
  Tensor radians(const Tensor& degrees) const override;
  Tensor cosine(const Tensor& angles) const override;
  Tensor sine(const Tensor& angles) const override;
  Tensor rope_frequencies(std::int64_t width, double base) const override;
  Tensor rope_angles(const Ids& positions, const Tensor& frequencies) const override;
  Tensor turn_pairs(const Tensor& x, const Tensor& angles) const override;
  Tensor turn_halves(const Tensor& x, const Tensor& angles) const override;
  Tensor rope(const Tensor& x, const Ids& positions, double base) const override;
  Tensor rope_halves(const Tensor& x, const Ids& positions, double base) const override;
  Tensor standard_deviation(const Tensor& x, std::int64_t axis) const override;
  Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const override;
  Tensor rms_norm(const Tensor& x, const Tensor& gamma, double epsilon) const override;
  Tensor append_rows(const Tensor& cached, const Tensor& rows) const override;

 private:
  WordLog& log_;
};

}  // namespace galley
