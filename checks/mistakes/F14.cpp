#include <cmath>

#include "checks/claim.h"

namespace galley::F14 {
namespace {

/// γ of all ones or β of all zeros.
Tensor same(const Tensor& x, double value) { return Tensor::full({x.length(-1)}, value); }

struct PostNorm : Ops {
  using Ops::Ops;
  Tensor attention_block(const Tensor& x, const LayerWeights& weights, const Model& model,
                         const Mask& may_read, LayerCache& cache, Trace& trace) const override {
    cache.k = append_rows(cache.k, matmul(x, weights.wk));
    cache.v = append_rows(cache.v, matmul(x, weights.wv));
    const Tensor mixed = multi_head_attention(matmul(x, weights.wq), cache.k, cache.v, may_read, model.heads,
                                              weights.wo, trace);
    const Tensor r = layer_norm(add(x, mixed), weights.norm1_gamma, weights.norm1_beta, model.epsilon);
    trace.note("residual1", r);
    return r;
  }
};
MISTAKE(F14, PostNorm, "先相加再归一化", "adds first and normalises the sum");

struct ResidualFromTheNormalised : Ops {
  using Ops::Ops;
  Tensor feed_forward_block(const Tensor& r, const LayerWeights& weights, const Model& model,
                            Trace& trace) const override {
    const Tensor z = layer_norm(r, weights.norm2_gamma, weights.norm2_beta, model.epsilon);
    const Tensor y = add_residual(z, feed_forward(z, weights));
    trace.note("residual2", y);
    return y;
  }
};
MISTAKE(F14, ResidualFromTheNormalised, "加回去的是归一化之后的输入",
        "adds the change to the normalised input");

struct LeavesOutTheInput : Ops {
  using Ops::Ops;
  Tensor add_residual(const Tensor&, const Tensor& change) const override { return change; }
};
MISTAKE(F14, LeavesOutTheInput, "忘了加回原输入", "forgets to add the input back");

struct SpreadsTheChange : Ops {
  using Ops::Ops;
  Tensor add_residual(const Tensor& x, const Tensor& change) const override { return add(x, change); }
};
MISTAKE(F14, SpreadsTheChange, "维度不合也相加，让广播去凑",
        "adds what does not fit and lets broadcasting make it fit");

struct DividesByOneLess : Ops {
  using Ops::Ops;
  Tensor variance(const Tensor& x, std::int64_t axis) const override {
    const auto n = static_cast<double>(x.length(axis));
    return multiply(Ops::variance(x, axis), scalar(n / (n - 1)));
  }
  Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const override {
    const auto n = static_cast<double>(x.length(-1));
    const Tensor shrunk =
        Ops::layer_norm(x, same(x, std::sqrt((n - 1) / n)), same(x, 0), epsilon * (n - 1) / n);
    return add(multiply(shrunk, gamma), beta);
  }
};
MISTAKE(F14, DividesByOneLess, "方差除以n−1", "divides the squares by n − 1");

struct MeanAbsoluteDeviation : Ops {
  using Ops::Ops;
  Tensor standard_deviation(const Tensor& x, std::int64_t axis) const override {
    const Tensor deviations = subtract(x, mean(x, axis));
    return mean(add(relu(deviations), relu(multiply(deviations, scalar(-1)))), axis);
  }
};
MISTAKE(F14, MeanAbsoluteDeviation, "把平均绝对偏差当作标准差",
        "takes the mean absolute deviation for the standard deviation");

struct EpsilonOutsideTheRoot : Ops {
  using Ops::Ops;
  Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const override {
    const Tensor deviation = add(standard_deviation(x, -1), scalar(epsilon));
    return add(multiply(divide(subtract(x, mean(x, -1)), deviation), gamma), beta);
  }
  Tensor rms_norm(const Tensor& x, const Tensor& gamma, double epsilon) const override {
    const Tensor squares = mean(multiply(x, x), -1);
    std::vector<double> roots = squares.values();
    for (double& r : roots) r = std::sqrt(r) + epsilon;
    return multiply(divide(x, Tensor(squares.shape(), std::move(roots))), gamma);
  }
};
MISTAKE(F14, EpsilonOutsideTheRoot, "把ε加在根号外面", "adds ε outside the root");

struct GammaBeforeCentring : Ops {
  using Ops::Ops;
  Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const override {
    return add(Ops::layer_norm(multiply(x, gamma), same(x, 1), same(x, 0), epsilon), beta);
  }
};
MISTAKE(F14, GammaBeforeCentring, "先乘γ再求均值与方差", "multiplies by γ before taking mean and variance");

struct NoEpsilon : Ops {
  using Ops::Ops;
  Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double) const override {
    return Ops::layer_norm(x, gamma, beta, 0);
  }
};
MISTAKE(F14, NoEpsilon, "省去ε", "leaves ε out");

struct NormalisesOverTokens : Ops {
  using Ops::Ops;
  Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const override {
    if (x.rank() < 2) return Ops::layer_norm(x, gamma, beta, epsilon);
    const Tensor columns = contiguous(transpose(x));
    return add(
        multiply(transpose(Ops::layer_norm(columns, same(columns, 1), same(columns, 0), epsilon)), gamma),
        beta);
  }
};
MISTAKE(F14, NormalisesOverTokens, "沿着Token归一化，而不是在每个位置之内",
        "normalises over the tokens, not within each position");

struct NormalisesOverTheBatch : Ops {
  using Ops::Ops;
  Tensor layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const override {
    const Tensor flat = reshape(x, {1, x.size()});
    const Tensor normal = Ops::layer_norm(flat, same(flat, 1), same(flat, 0), epsilon);
    return add(multiply(reshape(normal, x.shape()), gamma), beta);
  }
};
MISTAKE(F14, NormalisesOverTheBatch, "把整批所有位置的数放在一起归一化",
        "normalises all numbers of the batch together");

struct LayerNormInItsPlace : Ops {
  using Ops::Ops;
  Tensor rms_norm(const Tensor& x, const Tensor& gamma, double epsilon) const override {
    return layer_norm(x, gamma, same(x, 0), epsilon);
  }
};
MISTAKE(F14, LayerNormInItsPlace, "名字都有Norm，就拿LayerNorm顶替RMSNorm",
        "takes LayerNorm for RMSNorm, since both are norms");

struct MeanOfSquares : Ops {
  using Ops::Ops;
  Tensor variance(const Tensor& x, std::int64_t axis) const override {
    const Tensor middle = mean(x, axis);
    return subtract(mean(multiply(x, x), axis), multiply(middle, middle));
  }
};
MISTAKE(F14, MeanOfSquares, "方差用“平方的均值减均值的平方”，大数相减把有效位减光了",
        "takes the variance as mean of squares minus square of mean, which cancels for large, close numbers");

struct FeedForwardMixesPositions : Ops {
  using Ops::Ops;
  Tensor feed_forward(const Tensor& z, const LayerWeights& weights) const override {
    const Tensor y = Ops::feed_forward(z, weights);
    return add(multiply(y, scalar(0.5)), multiply(mean(y, -2), scalar(0.5)));
  }
};
MISTAKE(F14, FeedForwardMixesPositions, "以为前馈也把各位置混在一起",
        "takes the feed-forward net to mix positions too");

struct SwapsGateAndUp : Ops {
  using Ops::Ops;
  Tensor swiglu(const Tensor& gate, const Tensor& up) const override { return Ops::swiglu(up, gate); }
};
MISTAKE(F14, SwapsGateAndUp, "让up那一路过SiLU", "sends the up branch through SiLU");

struct SigmoidAlone : Ops {
  using Ops::Ops;
  Tensor silu(const Tensor& x) const override { return sigmoid(x); }
};
MISTAKE(F14, SigmoidAlone, "只用sigmoid作门，少乘一个x",
        "gates with the sigmoid alone and leaves out the factor x");

struct SiluOfTheProduct : Ops {
  using Ops::Ops;
  Tensor swiglu(const Tensor& gate, const Tensor& up) const override { return silu(multiply(gate, up)); }
};
MISTAKE(F14, SiluOfTheProduct, "先相乘再过SiLU", "multiplies first and takes SiLU of the product");

struct UsesTheFirstLayersWeights : Ops {
  using Ops::Ops;
  Tensor run_layers(const Model& model, const Tensor& x, const Mask& may_read, KvCache& cache,
                    Trace& trace) const override {
    Model tied = model;
    for (LayerWeights& layer : tied.layers) layer = model.layers.front();
    return Ops::run_layers(tied, x, may_read, cache, trace);
  }
};
MISTAKE(F14, UsesTheFirstLayersWeights, "各层都用第0层的参数", "uses layer 0's weights in every layer");

struct CopiesTheFirstLayersCache : Ops {
  using Ops::Ops;
  Tensor run_layers(const Model& model, const Tensor& x, const Mask& may_read, KvCache& cache,
                    Trace& trace) const override {
    first_ = true;
    return Ops::run_layers(model, x, may_read, cache, trace);
  }
  Tensor decoder_layer(const Tensor& x, const LayerWeights& weights, const Model& model, const Mask& may_read,
                       LayerCache& cache, Trace& trace) const override {
    copying_ = !first_;
    first_ = false;
    const Tensor y = Ops::decoder_layer(x, weights, model, may_read, cache, trace);
    if (copying_) {
      cache = layer0_;
    } else {
      layer0_ = cache;
    }
    return y;
  }
  Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read,
                              std::int64_t heads, const Tensor& wo, Trace& trace) const override {
    if (!copying_) return Ops::multi_head_attention(q, k, v, may_read, heads, wo, trace);
    return Ops::multi_head_attention(q, layer0_.k, layer0_.v, may_read, heads, wo, trace);
  }

 private:
  mutable bool first_ = true, copying_ = false;
  mutable LayerCache layer0_;
};
MISTAKE(F14, CopiesTheFirstLayersCache, "深层直接沿用第0层的K和V",
        "lets deeper layers read layer 0's keys and values");

}  // namespace
}  // namespace galley::F14
