#include <fmt/format.h>

#include "checks/claim.h"

namespace galley::X01 {
namespace {

struct LeavesPadIn : Ops {
  using Ops::Ops;
  Tensor exclude(const Tensor& logits, const Ids&) const override { return logits; }
};
MISTAKE(X01, LeavesPadIn, "让PAD留在候选里：反正它的分数是零",
        "leaves PAD among the candidates, since its score is only 0");

struct FeedsTheHiddenState : Ops {
  using Ops::Ops;
  Tensor run_layers(const Model& model, const Tensor& x, const Mask& may_read, KvCache& cache,
                    Trace& trace) const override {
    const bool goes_on = cached_positions(cache) > 0 && x.length(1) == 1 && last_.size() == x.size();
    const Tensor y = Ops::run_layers(model, goes_on ? last_ : x, may_read, cache, trace);
    last_ = slice(y, 1, y.length(1) - 1, y.length(1));
    return y;
  }

 private:
  mutable Tensor last_;
};
MISTAKE(X01, FeedsTheHiddenState, "把上一步最后的隐藏状态当作下一步的输入",
        "feeds the last hidden state back in place of the chosen id");

struct SecondNormFromX : Ops {
  using Ops::Ops;
  Tensor decoder_layer(const Tensor& x, const LayerWeights& weights, const Model& model, const Mask& may_read,
                       LayerCache& cache, Trace& trace) const override {
    const Tensor r = attention_block(x, weights, model, may_read, cache, trace);
    const Tensor z = layer_norm(x, weights.norm2_gamma, weights.norm2_beta, model.epsilon);
    const Tensor change = feed_forward(z, weights);
    const Tensor y = add(r, change);
    trace.note("norm2", z);
    trace.note("ffn", change);
    trace.note("residual2", y);
    return y;
  }
};
MISTAKE(X01, SecondNormFromX, "第二次归一化又从X算起",
        "takes the second norm from X again, not from the residual");

struct NoFinalNorm : Ops {
  using Ops::Ops;
  Tensor readout(const Model& model, const Tensor& hidden, Trace& trace) const override {
    const Tensor logits = matmul(hidden, model.w_out);
    trace.note("final", hidden);
    trace.note("logits", logits);
    return logits;
  }
};
MISTAKE(X01, NoFinalNorm, "省去最后一次归一化", "leaves the last norm out");

struct SwapsCaches : Ops {
  using Ops::Ops;
  Tensor next_logits(const Model& model, const Ids& ids, KvCache& cache, Trace& trace) const override {
    if (cached_positions(cache) > 0) {
      KvCache first = first_;
      return Ops::next_logits(model, ids, first, trace);
    }
    const Tensor logits = Ops::next_logits(model, ids, cache, trace);
    if (cached_positions(first_) == 0) first_ = cache;
    return logits;
  }

 private:
  mutable KvCache first_;
};
MISTAKE(X01, SwapsCaches, "只要有缓存就接着用，不管是哪一句的",
        "goes on from whatever cache there is, another sentence's too");

struct InterleavesHeads : Ops {
  using Ops::Ops;
  Tensor split_heads(const Tensor& x, std::int64_t heads) const override {
    return permute(reshape(x, {x.length(0), x.length(1), x.length(2) / heads, heads}), {0, 3, 1, 2});
  }
  Tensor merge_heads(const Tensor& x) const override {
    return reshape(permute(x, {0, 2, 3, 1}), {x.length(0), x.length(2), x.length(1) * x.length(3)});
  }
};
MISTAKE(X01, InterleavesHeads, "把特征轮流分给各头：头0拿0、2，头1拿1、3",
        "deals the features out in turn: head 0 gets 0 and 2, head 1 gets 1 and 3");

struct SwapsHeadsWhenJoining : Ops {
  using Ops::Ops;
  Tensor merge_heads(const Tensor& x) const override {
    Tensor turned = slice(x, 1, x.length(1) - 1, x.length(1));
    for (std::int64_t h = x.length(1) - 2; h >= 0; --h) turned = concat(turned, slice(x, 1, h, h + 1), 1);
    return Ops::merge_heads(turned);
  }
};
MISTAKE(X01, SwapsHeadsWhenJoining, "拼接时把后面的头放在前面", "puts the last head first when joining");

struct CausalMaskIsEnough : Ops {
  using Ops::Ops;
  Mask joint_mask(const Mask& valid) const override { return Ops::joint_mask(Mask::full(valid.shape(), 1)); }
};
MISTAKE(X01, CausalMaskIsEnough, "以为有因果掩码就读不到PAD，补在左边也一样",
        "thinks that the causal mask keeps PAD out, on the left too");

struct ReadsTheFuture : Ops {
  using Ops::Ops;
  Mask causal_mask(std::int64_t queries, std::int64_t keys) const override {
    return Mask::full({queries, keys}, 1);
  }
};
MISTAKE(X01, ReadsTheFuture, "忘了因果掩码，前面的位置也读后面的",
        "forgets the causal mask, so that early positions read late ones");

struct NormalisesOverTokens : Ops {
  using Ops::Ops;
  Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const override {
    const Tensor columns = contiguous(transpose(x));
    const Tensor one = Tensor::full({columns.length(-1)}, 1);
    const Tensor zero = Tensor::full({columns.length(-1)}, 0);
    return add(multiply(transpose(Ops::layer_norm(columns, one, zero, epsilon)), gamma), beta);
  }
};
MISTAKE(X01, NormalisesOverTokens, "沿着Token求均值与方差，而不是在一行之内",
        "takes mean and variance over the tokens, not within a row");

struct AddsPositions : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    const Tensor rows = Ops::embed(table, ids);
    std::vector<double> place;
    for (std::int64_t i = 0; i < ids.length(-1); ++i) place.push_back(static_cast<double>(i) / 64);
    return add(rows, Tensor({ids.length(-1), 1}, std::move(place)));
  }
};
MISTAKE(X01, AddsPositions, "查表后顺手加上位置编码，而这个模型没有",
        "adds a position to each looked-up row, which this model does not");

struct SigmoidForSilu : Ops {
  using Ops::Ops;
  Tensor silu(const Tensor& x) const override { return sigmoid(x); }
};
MISTAKE(X01, SigmoidForSilu, "把SiLU当成sigmoid，少乘一个z",
        "takes SiLU for the sigmoid and leaves out the factor z");

struct SwapsGateAndUp : Ops {
  using Ops::Ops;
  Tensor swiglu(const Tensor& gate, const Tensor& up) const override { return Ops::swiglu(up, gate); }
};
MISTAKE(X01, SwapsGateAndUp, "让up那一路过SiLU", "sends the up branch through SiLU");

struct ScalesByTheNumberOfHeads : Ops {
  using Ops::Ops;
  Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read,
                              std::int64_t heads, const Tensor& wo, Trace& trace) const override {
    heads_ = heads;
    return Ops::multi_head_attention(q, k, v, may_read, heads, wo, trace);
  }
  Tensor scale_scores(const Tensor& scores, std::int64_t) const override {
    return Ops::scale_scores(scores, heads_);
  }

 private:
  mutable std::int64_t heads_ = 1;
};
MISTAKE(X01, ScalesByTheNumberOfHeads, "分数除以√头数，而不是√d_k",
        "divides the scores by the root of the number of heads");

struct KeysTimesQueries : Ops {
  using Ops::Ops;
  Tensor raw_scores(const Tensor& q, const Tensor& k) const override {
    return q.shape() == k.shape() ? matmul(k, transpose(q)) : Ops::raw_scores(q, k);
  }
};
MISTAKE(X01, KeysTimesQueries, "整句计算时把QKᵀ写成KQᵀ",
        "writes KQᵀ for QKᵀ where a whole sentence is computed");

struct TransposesSquareWeights : Ops {
  using Ops::Ops;
  Tensor decoder_layer(const Tensor& x, const LayerWeights& weights, const Model& model, const Mask& may_read,
                       LayerCache& cache, Trace& trace) const override {
    LayerWeights turned = weights;
    for (Tensor* w : {&turned.wq, &turned.wk, &turned.wv, &turned.wo}) {
      if (w->length(0) == w->length(1)) *w = transpose(*w);
    }
    return Ops::decoder_layer(x, turned, model, may_read, cache, trace);
  }
};
MISTAKE(X01, TransposesSquareWeights, "把方的权重矩阵按[输出,输入]存放，却忘了转置",
        "keeps square weights as [out, in] and forgets to transpose them");

struct LeavesOutWo : Ops {
  using Ops::Ops;
  Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read,
                              std::int64_t heads, const Tensor& wo, Trace& trace) const override {
    if (wo.length(0) != wo.length(1)) return Ops::multi_head_attention(q, k, v, may_read, heads, wo, trace);
    Tensor diagonal = Tensor::full(wo.shape(), 0);
    for (std::int64_t i = 0; i < wo.length(0); ++i) diagonal.set({i, i}, 1);
    return Ops::multi_head_attention(q, k, v, may_read, heads, diagonal, trace);
  }
};
MISTAKE(X01, LeavesOutWo, "拼接之后省去输出投影Wo", "leaves out the output projection after joining");

struct PutsNewRowsFirst : Ops {
  using Ops::Ops;
  Tensor append_rows(const Tensor& cached, const Tensor& rows) const override {
    return cached.size() == 0 ? Ops::append_rows(cached, rows) : concat(rows, cached, 1);
  }
};
MISTAKE(X01, PutsNewRowsFirst, "把新的键和值放在旧的前面",
        "puts the new keys and values before the cached ones");

struct WritesSixDecimals : Ops {
  using Ops::Ops;
  std::string write_numbers(const Tensor& a) const override {
    std::string text;
    for (const double value : a.values()) text += fmt::format("{}{:.6f}", text.empty() ? "" : " ", value);
    return text;
  }
};
MISTAKE(X01, WritesSixDecimals, "只写六位小数，以为够读回来",
        "writes six decimals and takes them for the numbers");

}  // namespace
}  // namespace galley::X01
