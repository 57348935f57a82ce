#include <cmath>

#include "checks/claim.h"

namespace galley::F10 {
namespace {

struct BiasBeforeTheProduct : Ops {
  using Ops::Ops;
  Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias) const override {
    const bool fits = weight.length(0) == bias.length(0);
    return fits ? matmul(add(x, bias), weight) : Ops::affine(x, weight, bias);
  }
};
MISTAKE(F10, BiasBeforeTheProduct, "先加偏置，再相乘", "adds the bias before it multiplies");

struct BiasLeftOut : Ops {
  using Ops::Ops;
  Tensor affine(const Tensor& x, const Tensor& weight, const Tensor&) const override {
    return matmul(x, weight);
  }
};
MISTAKE(F10, BiasLeftOut, "忘了加偏置", "leaves the bias out");

/// Remembers the last input and lets it pull at the coefficients.
struct EachInputTrains : Ops {
  using Ops::Ops;
  Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias) const override {
    const Tensor drifted = add(weight, scalar(0.125 * static_cast<double>(calls_++)));
    return Ops::affine(x, drifted, bias);
  }

 private:
  mutable int calls_ = 0;
};
MISTAKE(F10, EachInputTrains, "以为每来一个输入，参数就跟着变一点",
        "lets each input move the parameters a little");

struct NoActivation : Ops {
  using Ops::Ops;
  Tensor relu(const Tensor& x) const override { return contiguous(x); }
};
MISTAKE(F10, NoActivation, "两层之间没有激活函数", "puts nothing between the two layers");

struct AbsoluteValue : Ops {
  using Ops::Ops;
  Tensor relu(const Tensor& x) const override {
    std::vector<double> values = x.values();
    for (double& v : values) v = std::abs(v);
    return Tensor(x.shape(), std::move(values));
  }
};
MISTAKE(F10, AbsoluteValue, "把负数变成正数，而不是变成0", "turns a negative number positive and not into 0");

struct ReluAfterTheSecondLayer : Ops {
  using Ops::Ops;
  Tensor forward_pass(const Tensor& x, const TwoLayerNet& net) const override {
    return relu(affine(affine(x, net.w1, net.b1), net.w2, net.b2));
  }
};
MISTAKE(F10, ReluAfterTheSecondLayer, "把ReLU放到第二层之后", "puts the ReLU behind the second layer");

struct DigitIsAFactor : Ops {
  using Ops::Ops;
  Tensor forward_pass(const Tensor& x, const TwoLayerNet& net) const override {
    return Ops::forward_pass(x, {net.w1, net.b1, multiply(scalar(2), net.w2), net.b2});
  }
};
MISTAKE(F10, DigitIsAFactor, "把W2读成2乘W", "reads W2 as 2 times W");

struct NanIsZero : Ops {
  using Ops::Ops;
  Tensor relu(const Tensor& x) const override {
    std::vector<double> values = x.values();
    for (double& v : values) v = v > 0 ? v : 0;
    return Tensor(x.shape(), std::move(values));
  }
};
MISTAKE(F10, NanIsZero, "ReLU把NaN也变成0，错误就此被盖住", "turns NaN into 0 and hides where it came from");

struct WidthForCount : Ops {
  using Ops::Ops;
  std::int64_t count_parameters(const std::vector<Tensor>& tables) const override {
    std::int64_t count = 0;
    for (const Tensor& t : tables) count += t.length(-1);
    return count;
  }
};
MISTAKE(F10, WidthForCount, "以为宽度就是参数个数", "takes the width for the number of parameters");

struct TiedCountsTwice : Ops {
  using Ops::Ops;
  std::int64_t count_parameters(const std::vector<Tensor>& tables) const override {
    std::int64_t count = 0;
    for (const Tensor& t : tables) count += t.size();
    return count;
  }
};
MISTAKE(F10, TiedCountsTwice, "共用的表数了两遍", "counts a tied table twice");

struct SharesTheResult : Ops {
  using Ops::Ops;
  Tensor hidden_state(const Tensor& x, const TwoLayerNet& net) const override {
    const Tensor h = Ops::hidden_state(x, net);
    if (h.rank() < 2) return h;
    return contiguous(broadcast_to(slice(h, -2, 0, 1), h.shape()));
  }
};
MISTAKE(F10, SharesTheResult, "以为共享权重就是共享结果",
        "shares one position's result along with the weights");

struct ReordersOneSide : Ops {
  using Ops::Ops;
  TwoLayerNet reorder_hidden(const TwoLayerNet& net, const Ids& order) const override {
    const TwoLayerNet both = Ops::reorder_hidden(net, order);
    return {both.w1, both.b1, net.w2, net.b2};
  }
};
MISTAKE(F10, ReordersOneSide, "隐藏单元换了次序，第二层却没有跟着换",
        "reorders the hidden units and forgets the layer that reads them");

struct InPlace : Ops {
  using Ops::Ops;
  Tensor add_relu(const Tensor& x) const override {
    Tensor same = x;
    write(same, relu(x));
    return add(same, same);
  }
};
MISTAKE(F10, InPlace, "ReLU就地改写，捷径上的旧值也没了",
        "applies ReLU in place, so that the skip carries the new values");

struct SlopeEverywhere : Ops {
  using Ops::Ops;
  TwoLayerNet gradient(const TwoLayerNet& net, const Tensor& x, const Tensor& target) const override {
    TwoLayerNet g = Ops::gradient(net, x, target);
    const Tensor back = matmul(subtract(forward_pass(x, net), target), transpose(net.w2));
    g.w1 = matmul(transpose(x), back);
    g.b1 = squeeze(sum(back, 0), 0);
    return g;
  }
};
MISTAKE(F10, SlopeEverywhere, "反向时忘了被ReLU关掉的单元",
        "lets the error pass back through units that ReLU had shut");

struct StepsUphill : Ops {
  using Ops::Ops;
  TwoLayerNet training_step(const TwoLayerNet& net, const Tensor& x, const Tensor& target, double rate,
                            bool frozen) const override {
    return Ops::training_step(net, x, target, -rate, frozen);
  }
};
MISTAKE(F10, StepsUphill, "顺着梯度走，误差反而变大", "steps along the gradient, and the error grows");

struct FrozenMoves : Ops {
  using Ops::Ops;
  TwoLayerNet training_step(const TwoLayerNet& net, const Tensor& x, const Tensor& target, double rate,
                            bool) const override {
    return Ops::training_step(net, x, target, rate, false);
  }
};
MISTAKE(F10, FrozenMoves, "冻结的参数也被更新", "updates frozen parameters as well");

}  // namespace
}  // namespace galley::F10
