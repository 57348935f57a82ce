#include <cmath>

#include "checks/claim.h"

namespace galley::F11 {
namespace {

Tensor times_root(const Tensor& a, double factor, const Ops& on) {
  return on.multiply(a, scalar(std::sqrt(factor)));
}

struct SwapsWqAndWk : Ops {
  using Ops::Ops;
  Tensor project_queries(const Tensor& x, const AttentionWeights& w) const override {
    return w.wq.length(0) == w.wk.length(0) ? project(x, w.wk) : Ops::project_queries(x, w);
  }
  Tensor project_keys(const Tensor& x, const AttentionWeights& w) const override {
    return w.wq.length(0) == w.wk.length(0) ? project(x, w.wq) : Ops::project_keys(x, w);
  }
};
MISTAKE(F11, SwapsWqAndWk, "把Wq和Wk用反了", "takes Wk for the queries and Wq for the keys");

struct ProjectsFromTheLeft : Ops {
  using Ops::Ops;
  Tensor project(const Tensor& x, const Tensor& weight) const override {
    const bool runs = weight.rank() == 2 && weight.length(1) == x.length(-2);
    return runs ? matmul(weight, x) : Ops::project(x, weight);
  }
};
MISTAKE(F11, ProjectsFromTheLeft, "写成W乘X，投影时就混合了各个位置",
        "multiplies W·X, which mixes the positions while projecting");

struct ProjectsWithTheTranspose : Ops {
  using Ops::Ops;
  Tensor project(const Tensor& x, const Tensor& weight) const override {
    return weight.length(0) == weight.length(1) ? matmul(x, transpose(weight)) : Ops::project(x, weight);
  }
};
MISTAKE(F11, ProjectsWithTheTranspose, "系数表多转置了一次",
        "transposes the tables of coefficients once too often");

struct TransposesWk : Ops {
  using Ops::Ops;
  Tensor project_keys(const Tensor& x, const AttentionWeights& w) const override {
    return w.wk.length(0) == w.wk.length(1) ? project(x, transpose(w.wk)) : Ops::project_keys(x, w);
  }
};
MISTAKE(F11, TransposesWk, "只把Wk转置了", "transposes Wk alone");

struct ProjectsTwice : Ops {
  using Ops::Ops;
  Tensor project(const Tensor& x, const Tensor& weight) const override {
    const Tensor once = Ops::project(x, weight);
    return once.length(-1) == weight.length(0) ? Ops::project(once, weight) : once;
  }
};
MISTAKE(F11, ProjectsTwice, "自己乘一次W，库里又乘一次", "multiplies by W before a library does it again");

struct ValuesAreKeys : Ops {
  using Ops::Ops;
  Tensor project_values(const Tensor& x, const AttentionWeights& w) const override {
    return w.wk.shape() == w.wv.shape() ? project_keys(x, w) : Ops::project_values(x, w);
  }
};
MISTAKE(F11, ValuesAreKeys, "拿K当V来混合", "mixes the keys as if they were the values");

struct ValuesAreRawRows : Ops {
  using Ops::Ops;
  Tensor project_values(const Tensor& x, const AttentionWeights& w) const override {
    return w.wv.length(0) == w.wv.length(1) ? x : Ops::project_values(x, w);
  }
};
MISTAKE(F11, ValuesAreRawRows, "匹配后直接混合原来的X", "mixes the rows of X themselves after matching");

struct QueriesMeetUntransposedKeys : Ops {
  using Ops::Ops;
  Tensor raw_scores(const Tensor& q, const Tensor& k) const override {
    return k.length(-1) == k.length(-2) ? matmul(q, k) : Ops::raw_scores(q, k);
  }
};
MISTAKE(F11, QueriesMeetUntransposedKeys, "忘了转置K，算成QK", "forgets to transpose K: QK");

struct KeysAskTheQueries : Ops {
  using Ops::Ops;
  Tensor raw_scores(const Tensor& q, const Tensor& k) const override {
    return q.shape() == k.shape() ? matmul(k, transpose(q)) : Ops::raw_scores(q, k);
  }
};
MISTAKE(F11, KeysAskTheQueries, "行列弄反，算成KQᵀ", "exchanges rows and columns: KQᵀ");

struct TransposesTheQueries : Ops {
  using Ops::Ops;
  Tensor raw_scores(const Tensor& q, const Tensor& k) const override {
    const bool square = q.shape() == k.shape() && q.length(-1) == q.length(-2);
    return square ? matmul(transpose(q), k) : Ops::raw_scores(q, k);
  }
};
MISTAKE(F11, TransposesTheQueries, "转置错了对象，算成QᵀK", "transposes the wrong one: QᵀK");

struct MixesColumnsOfV : Ops {
  using Ops::Ops;
  Tensor mix(const Tensor& shares, const Tensor& v) const override {
    return v.length(-1) == v.length(-2) ? matmul(shares, transpose(v)) : Ops::mix(shares, v);
  }
};
MISTAKE(F11, MixesColumnsOfV, "按V的列来混合，算成AVᵀ", "mixes the columns of V: AVᵀ");

struct NoScaling : Ops {
  using Ops::Ops;
  Tensor scale_scores(const Tensor& scores, std::int64_t) const override { return scores; }
};
MISTAKE(F11, NoScaling, "分数不除以√d_k", "does not divide the scores by √d_k");

struct MultipliesByTheRoot : Ops {
  using Ops::Ops;
  Tensor scale_scores(const Tensor& scores, std::int64_t key_width) const override {
    return times_root(scores, static_cast<double>(key_width), *this);
  }
};
MISTAKE(F11, MultipliesByTheRoot, "乘以√d_k而不是除以", "multiplies by √d_k instead of dividing");

struct ScalesByTheModelWidth : Ops {
  using Ops::Ops;
  Tensor cross_attention(const Tensor& xq, const Tensor& xkv, const AttentionWeights& w,
                         const Mask& may_read) const override {
    const double factor = static_cast<double>(w.wq.length(-1)) / static_cast<double>(xq.length(-1));
    return attention(times_root(project_queries(xq, w), factor, *this), project_keys(xkv, w),
                     project_values(xkv, w), may_read);
  }
  Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read,
                              std::int64_t heads, const Tensor& wo, Trace& trace) const override {
    const Tensor narrowed = times_root(q, 1.0 / static_cast<double>(heads), *this);
    return Ops::multi_head_attention(narrowed, k, v, may_read, heads, wo, trace);
  }
};
MISTAKE(F11, ScalesByTheModelWidth, "除以√d_model，而不是√d_k", "divides by √d_model, not by √d_k");

struct ScalesByTheValueWidth : Ops {
  using Ops::Ops;
  Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read) const override {
    const double factor = static_cast<double>(q.length(-1)) / static_cast<double>(v.length(-1));
    return Ops::attention(times_root(q, factor, *this), k, v, may_read);
  }
};
MISTAKE(F11, ScalesByTheValueWidth, "除以√d_v，而不是√d_k", "divides by √d_v, not by √d_k");

struct ScalesByTheNumberOfKeys : Ops {
  using Ops::Ops;
  Tensor attention_scores(const Tensor& q, const Tensor& k, const Mask& may_read) const override {
    return mask_scores(scale_scores(raw_scores(q, k), k.length(-2)), may_read);
  }
};
MISTAKE(F11, ScalesByTheNumberOfKeys, "除以√(Key的个数)", "divides by the root of the number of keys");

struct ScalesAfterTheSoftmax : Ops {
  using Ops::Ops;
  Tensor attention_shares(const Tensor& q, const Tensor& k, const Mask& may_read) const override {
    return scale_scores(masked_softmax(raw_scores(q, k), may_read), k.length(-1));
  }
};
MISTAKE(F11, ScalesAfterTheSoftmax, "先softmax，再除以√d_k", "divides by √d_k after the softmax");

struct SoftmaxOverQueries : Ops {
  using Ops::Ops;
  Tensor masked_softmax(const Tensor& scores, const Mask& may_read) const override {
    return softmax(mask_scores(scores, may_read), -2);
  }
};
MISTAKE(F11, SoftmaxOverQueries, "沿Query的方向做softmax",
        "lets the shares of the queries sum to 1, not those of the keys");

struct ForbiddenScoresAreZero : Ops {
  using Ops::Ops;
  Tensor additive_mask(const Mask& may_read) const override { return Tensor::full(may_read.shape(), 0); }
  Tensor mask_scores(const Tensor& scores, const Mask& may_read) const override {
    const std::vector<std::uint8_t> readable = may_read.values();
    std::vector<double> values = scores.values();
    for (std::size_t i = 0; i < values.size(); ++i) values[i] *= readable[i % readable.size()];
    return Tensor(scores.shape(), values);
  }
};
MISTAKE(F11, ForbiddenScoresAreZero, "把禁止位置的分数改成0而不是负无穷",
        "gives forbidden places a score of 0 instead of −∞");

struct PicksTheLargest : Ops {
  using Ops::Ops;
  Tensor mix(const Tensor& shares, const Tensor& v) const override {
    const std::vector<std::int64_t> best = argmax(shares, -1).values();
    Tensor chosen = Tensor::full(shares.shape(), 0);
    std::vector<double> values = chosen.values();
    const auto width = static_cast<std::size_t>(shares.length(-1));
    for (std::size_t r = 0; r < best.size(); ++r) values[r * width + static_cast<std::size_t>(best[r])] = 1;
    return Ops::mix(Tensor(shares.shape(), values), v);
  }
};
MISTAKE(F11, PicksTheLargest, "以为Attention选出份额最大的那个Value",
        "takes attention to pick the value with the largest share");

struct ReadsOnlyItself : Ops {
  using Ops::Ops;
  Tensor self_attention(const Tensor& x, const AttentionWeights& w, const Mask&) const override {
    return project_values(x, w);
  }
};
MISTAKE(F11, ReadsOnlyItself, "以为self就是每个位置只看自己",
        "takes self-attention to mean that a position reads itself only");

struct AsksAndAnswersFromOneSequence : Ops {
  using Ops::Ops;
  Tensor cross_attention(const Tensor& xq, const Tensor& xkv, const AttentionWeights& w,
                         const Mask& may_read) const override {
    return Ops::cross_attention(xq, xq.shape() == xkv.shape() ? xq : xkv, w, may_read);
  }
};
MISTAKE(F11, AsksAndAnswersFromOneSequence, "交叉注意力也用同一份X当来源",
        "takes keys and values of a cross-attention from the asking sequence too");

struct SumsTheHeads : Ops {
  using Ops::Ops;
  Tensor merge_heads(const Tensor& x) const override {
    const Tensor total = sum(x, 1);
    return Ops::merge_heads(broadcast_to(total, x.shape()));
  }
};
MISTAKE(F11, SumsTheHeads, "把各头结果相加，而不是并排",
        "sums the heads instead of putting them side by side");

struct LeavesOutWo : Ops {
  using Ops::Ops;
  Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read,
                              std::int64_t heads, const Tensor& wo, Trace& trace) const override {
    const Tensor projected = Ops::multi_head_attention(q, k, v, may_read, heads, wo, trace);
    return wo.length(0) == wo.length(1) ? trace.steps().back().value : projected;
  }
};
MISTAKE(F11, LeavesOutWo, "并排之后不再乘Wo", "leaves out Wo behind the heads");

}  // namespace
}  // namespace galley::F11
