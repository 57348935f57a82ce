#include "checks/claim.h"

namespace galley::N00 {
namespace {

struct RowsWithRows : Ops {
  using Ops::Ops;
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    return b.rank() == 2 && b.length(0) == b.length(1) ? Ops::matmul(a, transpose(b)) : Ops::matmul(a, b);
  }
};
MISTAKE(N00, RowsWithRows, "行与行配对：用W的行，而不是W的列",
        "pairs rows with rows: takes W's rows where its columns belong");

struct WTimesX : Ops {
  using Ops::Ops;
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    return b.length(-1) == a.length(-2) ? Ops::matmul(b, a) : Ops::matmul(a, b);
  }
};
MISTAKE(N00, WTimesX, "写成W乘X", "multiplies W by X");

struct StoredLayoutForgotten : Ops {
  using Ops::Ops;
  Tensor transpose(const Tensor& a) const override {
    return a.rank() == 2 && a.length(0) == a.length(1) ? a : Ops::transpose(a);
  }
};
MISTAKE(N00, StoredLayoutForgotten, "权重存的是转置，用时忘了转回来",
        "forgets that the weights are stored transposed");

struct CountsFromOne : Ops {
  using Ops::Ops;
  Tensor select(const Tensor& a, std::int64_t axis, std::int64_t index) const override {
    const std::int64_t length = a.length(axis);
    return Ops::select(a, axis, (index + length - 1) % length);
  }
};
MISTAKE(N00, CountsFromOne, "把从0数起的下标当成从1数起", "reads a zero-based index as one-based");

/// Hands out one buffer for every product of a shape, so that a later result overwrites an earlier one.
struct OneLetterOneBuffer : Ops {
  using Ops::Ops;
  Tensor project(const Tensor& x, const Tensor& weight) const override {
    const Tensor result = Ops::project(x, weight);
    if (buffer_.shape() != result.shape()) {
      buffer_ = contiguous(result);
    } else {
      write(buffer_, result);
    }
    return buffer_;
  }

 private:
  mutable Tensor buffer_;
};
MISTAKE(N00, OneLetterOneBuffer, "以为字母U到处都是同一份数：后算的把先算的盖掉",
        "takes the letter U for one thing everywhere: the later result overwrites the earlier");

/// Computes the shares once and keeps them, as parameters are kept.
struct SharesAreKept : Ops {
  using Ops::Ops;
  Tensor attention_shares(const Tensor& q, const Tensor& k, const Mask& may_read) const override {
    const Tensor fresh = Ops::attention_shares(q, k, may_read);
    if (kept_.shape() != fresh.shape()) kept_ = fresh;
    return kept_;
  }

 private:
  mutable Tensor kept_;
};
MISTAKE(N00, SharesAreKept, "把上一次输入的份额留着接着用", "keeps the shares of an earlier input");

struct AddsTheNormalised : Ops {
  using Ops::Ops;
  Tensor attention_block(const Tensor& x, const LayerWeights& weights, const Model& model,
                         const Mask& may_read, LayerCache& cache, Trace& trace) const override {
    const Tensor z = layer_norm(x, weights.norm1_gamma, weights.norm1_beta, model.epsilon);
    return add(subtract(Ops::attention_block(x, weights, model, may_read, cache, trace), x), z);
  }
};
MISTAKE(N00, AddsTheNormalised, "残差加的是规范化之后的X", "adds the normalised X and not X itself");

struct NormAfterAttention : Ops {
  using Ops::Ops;
  Tensor attention_block(const Tensor& x, const LayerWeights& weights, const Model& model,
                         const Mask& may_read, LayerCache& cache, Trace& trace) const override {
    const Tensor q = matmul(x, weights.wq);
    const Tensor k = matmul(x, weights.wk);
    const Tensor v = matmul(x, weights.wv);
    cache = {k, v};
    const Tensor mixed = multi_head_attention(q, k, v, may_read, model.heads, weights.wo, trace);
    return layer_norm(add(x, mixed), weights.norm1_gamma, weights.norm1_beta, model.epsilon);
  }
};
MISTAKE(N00, NormAfterAttention, "先做Attention再规范化", "runs Attention first and normalises afterwards");

/// One memory for everything: what a session was told stays with the model when the session is gone.
struct OneMemory : Ops {
  using Ops::Ops;
  std::vector<Message> recall(const SessionStore& store, std::int64_t session) const override {
    const std::vector<Message> held = Ops::recall(store, session);
    if (!held.empty()) remembered_ = held;
    return remembered_;
  }

 private:
  mutable std::vector<Message> remembered_;
};
MISTAKE(N00, OneMemory, "以为会话清空以后，模型自己还记得",
        "believes that the model itself remembers a session that is gone");

/// Lets a request's field reach the weights.
struct FieldsMoveWeights : Ops {
  using Ops::Ops;
  ToolRequest parse_request(const std::string& output) const override {
    ++requests_;
    return Ops::parse_request(output);
  }
  Tensor project(const Tensor& x, const Tensor& weight) const override {
    return Ops::project(x, add(weight, scalar(0.125 * requests_)));
  }

 private:
  mutable int requests_ = 0;
};
MISTAKE(N00, FieldsMoveWeights, "把工具请求里的参数当成模型参数",
        "takes the parameters of a tool request for parameters of the model");

}  // namespace
}  // namespace galley::N00
