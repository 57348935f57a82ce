#include <algorithm>
#include <functional>
#include <limits>

#include "checks/claim.h"

namespace galley::F12 {
namespace {

/// The mask with each byte replaced by f(row, column) of its last two axes.
template <class F>
Mask redrawn(const Mask& mask, F f) {
  std::vector<std::uint8_t> bytes = mask.values();
  const std::int64_t columns = mask.length(-1);
  const std::int64_t rows = mask.length(-2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto n = static_cast<std::int64_t>(i);
    bytes[i] = f(n / columns % rows, n % columns);
  }
  return Mask(mask.shape(), std::move(bytes));
}

/// Scores where reading is allowed, `fill(score)` where not.
template <class F>
Tensor filled(const Ops& on, const Tensor& scores, const Mask& may_read, F fill) {
  const Tensor kept = on.zero_forbidden(Tensor::full(scores.shape(), 1), may_read);
  const std::vector<double> readable = kept.values();
  std::vector<double> values = scores.values();
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = readable[i] != 0 ? values[i] : fill(values[i]);
  return Tensor(scores.shape(), std::move(values));
}

struct DoesNotReadItself : Ops {
  using Ops::Ops;
  Mask causal_mask(std::int64_t queries, std::int64_t keys) const override {
    return redrawn(Ops::causal_mask(queries, keys),
                   [&](std::int64_t i, std::int64_t j) { return j < i + keys - queries; });
  }
};
MISTAKE(F12, DoesNotReadItself, "只许读前面，连自己也不许读",
        "lets a position read earlier ones only, not itself");

struct ReadsTheUpperTriangle : Ops {
  using Ops::Ops;
  Mask causal_mask(std::int64_t queries, std::int64_t keys) const override {
    return redrawn(Ops::causal_mask(queries, keys),
                   [&](std::int64_t i, std::int64_t j) { return j >= i + keys - queries; });
  }
};
MISTAKE(F12, ReadsTheUpperTriangle, "上下三角弄反，只读未来",
        "takes the upper triangle, so that only the future is read");

struct TriangleInTheTopLeftCorner : Ops {
  using Ops::Ops;
  Mask causal_mask(std::int64_t queries, std::int64_t keys) const override {
    return redrawn(Ops::causal_mask(queries, keys), [](std::int64_t i, std::int64_t j) { return j <= i; });
  }
};
MISTAKE(F12, TriangleInTheTopLeftCorner, "有缓存时仍在左上角画小三角",
        "draws the small triangle in the top left corner although there is a cache");

struct NeedsNoMaskWithACache : Ops {
  using Ops::Ops;
  Mask causal_mask(std::int64_t queries, std::int64_t keys) const override {
    return redrawn(Ops::causal_mask(queries, keys), [](std::int64_t, std::int64_t) { return true; });
  }
};
MISTAKE(F12, NeedsNoMaskWithACache, "有了缓存就不用掩码", "uses no mask since there is a cache");

struct CausalOnly : Ops {
  using Ops::Ops;
  Mask padding_mask(const Mask& valid) const override {
    return Ops::padding_mask(Mask::full(valid.shape(), 1));
  }
};
MISTAKE(F12, CausalOnly, "只有因果限制，忘了填充限制", "keeps the causal limit and forgets the padding");

struct PaddingOnly : Ops {
  using Ops::Ops;
  Mask joint_mask(const Mask& valid) const override {
    return redrawn(Ops::joint_mask(valid), [&, n = std::int64_t{0}](std::int64_t, std::int64_t j) mutable {
      const std::int64_t row = n++ / (valid.length(1) * valid.length(1));
      return valid.at({row, j});
    });
  }
};
MISTAKE(F12, PaddingOnly, "只有填充限制，忘了因果限制", "keeps the padding limit and forgets the causal one");

struct BlanksQueriesForPadding : Ops {
  using Ops::Ops;
  Mask padding_mask(const Mask& valid) const override {
    return Mask({valid.length(0), 1, valid.length(1), 1}, valid.values());
  }
};
MISTAKE(F12, BlanksQueriesForPadding, "填充掩码盖住了行而不是列",
        "lays the padding mask over the queries instead of the keys");

struct AssumesPaddingOnTheRight : Ops {
  using Ops::Ops;
  Mask padding_mask(const Mask& valid) const override {
    std::vector<std::uint8_t> bytes = valid.values();
    const std::int64_t length = valid.length(1);
    for (std::int64_t b = 0; b < valid.length(0); ++b) {
      const auto row = bytes.begin() + b * length;
      std::sort(row, row + length, std::greater<>());
    }
    return Ops::padding_mask(Mask(valid.shape(), bytes));
  }
};
MISTAKE(F12, AssumesPaddingOnTheRight, "只按真实长度算，默认补在右边",
        "goes by the number of real tokens and takes the padding to be on the right");

struct ReadsAcrossTheBatch : Ops {
  using Ops::Ops;
  Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read) const override {
    if (q.rank() != 3 || q.length(0) < 2) return Ops::attention(q, k, v, may_read);
    // As one long sentence: the rows of the batch lie behind each other.
    const std::int64_t rows = q.length(0) * q.length(1);
    const Tensor mixed = Ops::attention(reshape(q, {rows, -1}), reshape(k, {rows, -1}),
                                        reshape(v, {rows, -1}), causal_mask(rows, rows));
    return reshape(mixed, {q.length(0), q.length(1), -1});
  }
};
MISTAKE(F12, ReadsAcrossTheBatch, "以为同在一个batch就能互相读",
        "lets the sentences of a batch read each other");

struct DoesNotNormaliseAgain : Ops {
  using Ops::Ops;
  Tensor masked_softmax(const Tensor& scores, const Mask& may_read) const override {
    return zero_forbidden(softmax(scores, -1), may_read);
  }
};
MISTAKE(F12, DoesNotNormaliseAgain, "先softmax再清零，不重新归一化",
        "zeroes after the softmax and does not normalise again");

struct EmptyRowsGiveNaN : Ops {
  using Ops::Ops;
  Tensor masked_softmax(const Tensor& scores, const Mask& may_read) const override {
    const Tensor weights = exp(mask_scores(subtract_max(scores, -1), may_read));
    return divide(weights, sum(weights, -1));
  }
};
MISTAKE(F12, EmptyRowsGiveNaN, "一行全被禁止时照常相除，得到NaN",
        "divides by the sum of a row that may read nothing: NaN");

struct FillsWithAFiniteScore : Ops {
  using Ops::Ops;
  Tensor mask_scores(const Tensor& scores, const Mask& may_read) const override {
    return filled(*this, scores, may_read, [](double) { return -1e4; });
  }
};
MISTAKE(F12, FillsWithAFiniteScore, "用−10000代替负无穷", "writes −10000 where −∞ belongs");

struct AddsAFiniteScore : Ops {
  using Ops::Ops;
  Tensor mask_scores(const Tensor& scores, const Mask& may_read) const override {
    return filled(*this, scores, may_read, [](double score) { return score - 1e4; });
  }
};
MISTAKE(F12, AddsAFiniteScore, "给禁止的分数加上−10000", "adds −10000 to the forbidden scores");

struct AddsMinusInfinityToNaN : Ops {
  using Ops::Ops;
  Tensor mask_scores(const Tensor& scores, const Mask& may_read) const override {
    return filled(*this, scores, may_read,
                  [](double score) { return score - std::numeric_limits<double>::infinity(); });
  }
};
MISTAKE(F12, AddsMinusInfinityToNaN, "把−∞加到NaN上，NaN仍在",
        "adds −∞ to a score that is NaN, which stays NaN");

struct MultipliesNaNByZero : Ops {
  using Ops::Ops;
  Tensor mix(const Tensor& shares, const Tensor& v) const override { return matmul(shares, v); }
};
MISTAKE(F12, MultipliesNaNByZero, "让份额0去乘NaN", "multiplies values that are NaN by a share of 0");

struct TakesBlockedForReadable : Ops {
  using Ops::Ops;
  Mask invert_mask(const Mask& blocked) const override { return blocked; }
};
MISTAKE(F12, TakesBlockedForReadable, "把“True=屏蔽”的掩码当成“True=允许”",
        "takes a mask in which true means blocked for one in which it means readable");

struct MasksBySlot : Ops {
  using Ops::Ops;
  Mask position_mask(const Ids& query_positions, const Ids& key_positions) const override {
    return redrawn(Ops::position_mask(query_positions, key_positions), [&](std::int64_t i, std::int64_t j) {
      return j <= i + key_positions.size() - query_positions.size();
    });
  }
};
MISTAKE(F12, MasksBySlot, "按缓存槽的先后、而不是按逻辑位置遮",
        "masks by the order of slots, not by logical positions");

struct SumsAdditiveMasks : Ops {
  using Ops::Ops;
  Tensor join_additive_masks(const Tensor& a, const Tensor& b) const override { return add(a, b); }
};
MISTAKE(F12, SumsAdditiveMasks, "把两张加性掩码直接相加", "adds up two additive masks");

struct LossMaskHidesTheQuestion : Ops {
  using Ops::Ops;
  Tensor training_loss(const Model& model, const Ids& ids, const Mask& counted, Trace& trace) const override {
    const std::int64_t length = ids.size();
    const Tensor logits =
        forward(model, reshaped(ids, {1, length}), joint_mask(Mask({1, length}, counted.values())), trace);
    const Tensor predictions = slice(select(logits, 0, 0), 0, 0, length - 1);
    std::vector<std::uint8_t> marks = counted.values();
    marks.erase(marks.begin());
    return mean_loss(token_losses(predictions, next_tokens(ids)), Mask({length - 1}, marks));
  }

 private:
  static Ids reshaped(const Ids& ids, const Shape& shape) { return Ids(shape, ids.values()); }
};
MISTAKE(F12, LossMaskHidesTheQuestion, "不计损失的问题，也不让模型读",
        "hides from the model what is left out of the loss");

struct DividesByAllPositions : Ops {
  using Ops::Ops;
  Tensor mean_loss(const Tensor& losses, const Mask& counted) const override {
    const Tensor all = reshape(zero_forbidden(losses, counted), {-1});
    return divide(squeeze(sum(all, 0), 0), scalar(static_cast<double>(losses.size())));
  }
};
MISTAKE(F12, DividesByAllPositions, "损失之和除以全部位置数",
        "divides the summed loss by the number of all positions");

struct TargetsAreNotShifted : Ops {
  using Ops::Ops;
  Ids next_tokens(const Ids& ids) const override {
    Shape shape = ids.shape();
    --shape.back();
    std::vector<std::int64_t> same;
    const std::vector<std::int64_t> all = ids.values();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (static_cast<std::int64_t>(i + 1) % ids.length(-1) != 0) same.push_back(all[i]);
    }
    return Ids(shape, same);
  }
};
MISTAKE(F12, TargetsAreNotShifted, "目标没有错开一位，预测的是自己",
        "does not shift the targets: each position is to predict itself");

struct IgnoresEveryPadId : Ops {
  using Ops::Ops;
  Mask loss_mask(const Ids& labels, std::int64_t first, std::int64_t end) const override {
    const std::int64_t pad = labels.at({labels.size() - 1});
    std::vector<std::uint8_t> counted = Ops::loss_mask(labels, first, end).values();
    for (std::size_t i = 0; i < counted.size(); ++i) counted[i] = counted[i] && labels.values()[i] != pad;
    return Mask(labels.shape(), counted);
  }
};
MISTAKE(F12, IgnoresEveryPadId, "凡是等于PAD编号的标签都不计分，连真正的结束符也漏掉",
        "leaves out every label that equals the PAD id, the real end token too");

struct EndTokenIsolates : Ops {
  using Ops::Ops;
  Mask sample_mask(const Ids& samples) const override {
    return Mask::full({samples.size(), samples.size()}, 1);
  }
};
MISTAKE(F12, EndTokenIsolates, "以为插一个结束Token就隔开了样本",
        "trusts an end token to keep packed samples apart");

struct PacksWithoutOrder : Ops {
  using Ops::Ops;
  Mask packed_mask(const Ids& samples) const override { return sample_mask(samples); }
};
MISTAKE(F12, PacksWithoutOrder, "隔开了样本，却忘了因果限制",
        "keeps the samples apart and forgets the causal limit");

struct MasksTheFirstHeadOnly : Ops {
  using Ops::Ops;
  Tensor mask_scores(const Tensor& scores, const Mask& may_read) const override {
    const bool one_for_all = scores.rank() == 4 && scores.length(1) > 1;
    if (!one_for_all || may_read.rank() != 4 || may_read.length(1) != 1)
      return Ops::mask_scores(scores, may_read);
    const Tensor first = Ops::mask_scores(slice(scores, 1, 0, 1), may_read);
    return concat(first, slice(scores, 1, 1, scores.length(1)), 1);
  }
};
MISTAKE(F12, MasksTheFirstHeadOnly, "长度为1的头轴只遮第0个头",
        "lets a mask with one head cover head 0 alone");

}  // namespace
}  // namespace galley::F12
