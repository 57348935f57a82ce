#include "checks/lesson.h"
#include "checks/models.h"

LESSON(F14, "把Attention装进一层：残差、归一化与前馈网络",
       "Attention in a layer: residuals, normalisation, feed-forward");

SECTION("先把一层写成两段，而不是一大堆缩写", "A layer is two blocks");

/// Normalise, transform, add to what came in; and the same once more. Where the norm stands makes another
/// layer.
CLAIM(F14, NormBeforeAndInputAdded, "先归一化再变换，加回原输入，做两遍；归一化放在后面就是另一层",
      "normalise, transform, add to the input, twice; with the norm behind it is another layer") {
  const Model model = random_model(page, {.layers = 1});
  const LayerWeights& w = model.layers[0];
  const Tensor x = page.random({1, 4, 6});
  const Mask may_read = on.causal_mask(4, 4);
  LayerCache cache, other;
  Trace trace, want;
  const Tensor y = on.decoder_layer(x, w, model, may_read, cache, trace);
  EXPECT_CLOSE(y, second::decoder_layer(x, w, model, second::causal_mask(4, 4), other, want),
               ulps(400, "one operation after another"));
  for (const char* step : {"Q", "head0.out", "concat", "residual1", "norm2", "ffn", "residual2"}) {
    EXPECT_CLOSE(trace.at(step), want.at(step), ulps(400, "one operation after another"));
  }
  const Tensor mixed = on.subtract(trace.at("residual1"), x);
  const Tensor post_norm = on.layer_norm(on.add(x, mixed), w.norm1_gamma, w.norm1_beta, model.epsilon);
  EXPECT_DIFFERS(post_norm, trace.at("residual1"), within(0.1, "the sum is normalised"));
}

/// Shares fixed, all numbers chosen so that nothing is rounded: X + A(Norm(X)W), each cell by hand.
CLAIM(F14, TwinOfExactFractions, "一个全是有理数的例子：X加A乘Norm(X)乘W，每格都能手算",
      "an example of fractions only: X + A(Norm(X)W), each cell checked by hand") {
  const Tensor x({1, 2, 4}, {3, 8, 4, 5, 7, 6, 10, 5});
  const Tensor weight = table({{1, 0, 2, -1}, {0, 1, 1, 0}, {-1, 2, 0, 1}, {1, 1, 0, 0}});
  const Tensor z = on.layer_norm(x, Tensor::full({4}, 1), Tensor::full({4}, 0), 0.5);
  const Tensor change = on.mix(table({{1, 0}, {0.25, 0.75}}), on.matmul(z, weight));
  EXPECT_EXACTLY(on.add_residual(x, change), Tensor({1, 2, 4}, {2.5, 8.5, 3.5, 5.5, 5, 7.25, 9.5, 6.25}));
}

SECTION("残差连接：保留一条直接通路", "The residual: a direct way through");

/// Input plus change, number by number; so the change must have the input's own width.
CLAIM(F14, OutputIsInputPlusChange, "[1,2]加上[0.3,−0.1]得到[1.3,1.9]；宽度不同就不能相加",
      "[1,2] plus [0.3,−0.1] is [1.3,1.9]; another width cannot be added") {
  EXPECT_PRINTED(on.add_residual(page.figure("residual_in"), page.figure("change")),
                 page.figure("residual_out"));
  EXPECT_REFUSED(on.add_residual(row({1, 2}), row({1, 2, 3})), "[2]", "[3]");
  EXPECT_REFUSED(on.add_residual(table({{1, 2}, {3, 4}}), row({1, 2})), "[2,2]", "[2]");
}

SECTION("均值、方差和标准差从两个数算起", "Mean, variance, deviation of two numbers");

/// Step by step: mean, deviations, their squares, the mean of those, its root. Over n: with n − 1 it would
/// be 2.
CLAIM(F14, TwoNumbersStepByStep, "[1,3]的均值、偏差、平方、方差与标准差逐步与书中一致；除以n−1则得2",
      "mean, deviations, squares, variance and deviation of [1,3] are as printed; divided by n − 1 it would "
      "be 2") {
  const Tensor x = page.figure("row");
  const Tensor mean = on.mean(x, -1);
  const Tensor deviations = on.subtract(x, mean);
  const Tensor squares = on.multiply(deviations, deviations);
  EXPECT_PRINTED(on.squeeze_all(mean), page.figure("mean"));
  EXPECT_PRINTED(deviations, page.figure("deviations"));
  EXPECT_PRINTED(squares, page.figure("squares"));
  EXPECT_PRINTED(on.squeeze_all(on.variance(x, -1)), page.figure("variance"));
  EXPECT_PRINTED(on.squeeze_all(on.standard_deviation(x, -1)), page.figure("deviation"));
  EXPECT_EXACTLY(on.divide(on.sum(x, -1), scalar(page.figure("row_count").number())), mean);
  const double fewer = page.figure("row_count").number() - page.figure("sample_correction").number();
  EXPECT_EXACTLY(on.divide(on.sum(squares, -1), scalar(fewer)), row({2}));
}

/// Of [1,3] variance, deviation and mean absolute deviation are all 1. Of these four numbers they are not.
CLAIM(F14, TwinWhereTheMeasuresDiffer, "[3,8,4,5]的方差是3.5，标准差是它的根（[1,3]分不出几种偏差）",
      "[3,8,4,5] has variance 3.5 and its root as deviation ([1,3] cannot tell several measures apart)") {
  const Tensor x = row({3, 8, 4, 5});
  EXPECT_EXACTLY(on.mean(x, -1), row({5}));
  EXPECT_EXACTLY(on.variance(x, -1), row({3.5}));
  EXPECT_CLOSE(on.standard_deviation(x, -1), second::standard_deviation(x, -1), ulps(2, "one root"));
  const Tensor both = page.random({3, 5});
  EXPECT_CLOSE(on.variance(both, 0), second::variance(both, 0), ulps(16, "three squares are added"));
}

/// The square of 10⁸ has no room for a difference of 1. Deviations from the mean have.
CLAIM(F14, LargeCloseNumbersKeepTheirVariance, "数很大而彼此接近，方差仍然是1.25",
      "large numbers close together still have the variance 1.25") {
  const double far = on.precision() == Precision::f64 ? 0x1p28 : 0x1p14;
  const Tensor x = row({far, far + 1, far + 2, far + 3});
  EXPECT_EXACTLY(on.variance(x, -1), row({1.25}));
  const Tensor z = on.layer_norm(x, Tensor::full({4}, 1), Tensor::full({4}, 0), 0);
  EXPECT_CLOSE(z, second::layer_norm(row({0, 1, 2, 3}), Tensor::full({4}, 1), Tensor::full({4}, 0), 0),
               ulps(4, "a root and a division"));
}

SECTION("LayerNorm实际规范化哪一排数", "Which row of numbers LayerNorm normalises");

/// With ε left out, γ = 1 and β = 0 it gives [−1,1]. With the ε of X01 it gives ±0.999995.
CLAIM(F14, OneAndThreeBecomeMinusOneAndOne, "忽略ε，γ=1、β=0，[1,3]变成[−1,1]；带上X01的ε就差一点",
      "without ε, γ = 1 and β = 0, [1,3] becomes [−1,1]; with the ε of X01 it just misses") {
  const Tensor gamma = Tensor::full({2}, page.figure("gamma").number());
  const Tensor beta = Tensor::full({2}, page.figure("beta").number());
  EXPECT_PRINTED(on.layer_norm(page.figure("row"), gamma, beta, 0), page.figure("normalised"));
  const Tensor with_epsilon = on.layer_norm(page.figure("row"), gamma, beta, 1e-5);
  EXPECT_CLOSE(with_epsilon, row({-0.999995, 0.999995}),
               within(5e-8, "six decimals").in_f32(2e-7, "and float32's step"));
}
NOTE("LayerNorm实际规范化哪一排数", "[1,3]变成[−1,1]要ε=0；贯通算例X01的ε给出±0.999995，书中两处没有对照。",
     "[1,3] becomes [−1,1] with ε = 0 only; the ε of X01 gives ±0.999995, and the two places are not "
     "compared.",
     OneAndThreeBecomeMinusOneAndOne);

/// Variance 7/2 and ε = 1/2 have the root 2: ε under the root, γ and β after it.
CLAIM(F14, TwinWithGammaBetaAndEpsilon, "方差7/2、ε=1/2，根正好是2：ε在根号里，γ与β在最后（[1,3]分不出）",
      "variance 7/2 and ε = 1/2 have the root 2: ε inside, γ and β last ([1,3] cannot tell)") {
  const Tensor x = row({3, 8, 4, 5});
  EXPECT_EXACTLY(on.layer_norm(x, row({1, 2, 4, 8}), row({10, 20, 30, 40}), 0.5), row({9, 23, 28, 40}));
  const Tensor small = on.layer_norm(row({0, 0.002}), row({1, 1}), row({0, 0}), 1e-5);
  EXPECT_CLOSE(small, row({-0.301511, 0.301511}),
               within(5e-7, "six decimals").in_f32(6e-7, "and float32's step"));
}

/// Its own numbers and no others: neither another position nor another sentence moves a row.
CLAIM(F14, EachPositionByItself, "每个位置只看自己的数：改别的位置、别的句子都不动它",
      "each position sees its own numbers only: another position or sentence changed leaves it") {
  const Tensor gamma = page.random({5});
  const Tensor beta = page.random({5});
  const Tensor x = page.random({2, 3, 5});
  Tensor changed = on.contiguous(x);
  Tensor elsewhere = on.slice(on.slice(changed, 0, 1, 2), 1, 2, 3);
  on.write(elsewhere, page.random({5}));
  EXPECT_DIFFERS(changed, x, within(0.1, "one position is another now"));
  const Tensor before = on.layer_norm(x, gamma, beta, 1e-5);
  const Tensor after = on.layer_norm(changed, gamma, beta, 1e-5);
  EXPECT_CLOSE(before, second::layer_norm(x, gamma, beta, 1e-5), ulps(64, "two sums, a root, a division"));
  EXPECT_EXACTLY(on.slice(after, 0, 0, 1), on.slice(before, 0, 0, 1));
  EXPECT_EXACTLY(on.slice(after, 1, 0, 2), on.slice(before, 1, 0, 2));
}

/// Where the row lies and how wide it is spread is taken out; which way it points is not.
CLAIM(F14, ShiftAndScaleAreTakenOut, "平移与正的放大不留痕迹，负的放大反号；标准差随放大而放大",
      "a shift and a positive scale leave no trace, a negative one turns the sign; the deviation grows with "
      "it") {
  const Tensor x = row({3, 8, 4, 5});
  const auto norm = [&](const Tensor& r) {
    return on.layer_norm(r, Tensor::full({4}, 1), Tensor::full({4}, 0), 0);
  };
  const auto steps = ulps(8, "a root and a division");
  EXPECT_CLOSE(norm(on.add(on.multiply(x, scalar(4)), scalar(100))), norm(x), steps);
  EXPECT_CLOSE(norm(on.multiply(x, scalar(-4))), on.multiply(norm(x), scalar(-1)), steps);
  EXPECT_CLOSE(on.standard_deviation(on.multiply(x, scalar(-4)), -1),
               on.multiply(on.standard_deviation(x, -1), scalar(4)), steps);
  EXPECT_CLOSE(on.sum(norm(x), -1), row({0}), steps);
  const auto with_epsilon = [&](const Tensor& r, double epsilon) {
    return on.layer_norm(r, Tensor::full({4}, 1), Tensor::full({4}, 0), epsilon);
  };
  EXPECT_EXACTLY(with_epsilon(x, 0.5), row({-1, 1.5, -0.5, 0}));
  EXPECT_EXACTLY(with_epsilon(on.multiply(x, scalar(2)), 2), row({-1, 1.5, -0.5, 0}));
}

/// Equal numbers have variance 0. ε keeps that from being divided by, and the row becomes β.
CLAIM(F14, AConstantRowBecomesBeta, "一排相同的数方差为0，有ε就得到β，而不是NaN",
      "equal numbers have variance 0, and with ε the row becomes β, not NaN") {
  const Tensor x = row({7, 7, 7, 7});
  EXPECT_PRINTED(on.squeeze_all(on.variance(x, -1)), page.figure("zero_divisor"));
  EXPECT_EXACTLY(on.layer_norm(x, row({1, 2, 3, 4}), row({5, 6, 7, 8}), 1e-5), row({5, 6, 7, 8}));
  EXPECT_REFUSED(on.layer_norm(x, row({1, 1, 1, 1}), row({0, 0, 0, 0}), -1), "ε");
}

/// RMSNorm divides by the root of the mean square and moves nothing to the middle.
CLAIM(F14, RmsNormDoesNotCentre, "[1,3]的均方是5，RMSNorm给出书中四位小数；另一例全是分数",
      "the mean square of [1,3] is 5 and RMSNorm gives the printed digits; a twin has fractions only") {
  const Tensor x = page.figure("row");
  EXPECT_PRINTED(on.squeeze_all(on.mean(on.multiply(x, x), -1)), page.figure("mean_square"));
  EXPECT_PRINTED(on.rms_norm(x, row({1, 1}), 0), page.figure("rms_normalised"));
  const Tensor sevenths = on.rms_norm(row({2, 4, -5, 1}), row({7, 7, 7, 14}), 0.75);
  EXPECT_CLOSE(sevenths, row({4, 8, -10, 4}), ulps(8, "a root and a division"));
  EXPECT_DIFFERS(on.rms_norm(x, row({1, 1}), 0), on.layer_norm(x, row({1, 1}), row({0, 0}), 0),
                 within(0.3, "not centred"));
}

/// A norm over the tokens would let every row see all others, later ones too: nothing could be cached.
CLAIM(F14, OverTokensTheFutureLeaksIn, "若沿Token归一化，后来的Token会改动前面的行，缓存与因果都不再成立",
      "normalised over the tokens, a later token would move earlier rows: no cache, no causality") {
  const Model model = teaching_model(page);
  const LayerWeights& w = model.layers[0];
  const Tensor three = on.embed(model.embedding, ids({1, 2, 3}));
  const Tensor two = on.slice(three, 0, 0, 2);
  EXPECT_CLOSE(three, second::embed(model.embedding, ids({1, 2, 3})), ulps(1, "rows are only rounded"));
  const auto within_rows = [&](const Tensor& x) {
    return on.layer_norm(x, w.norm1_gamma, w.norm1_beta, model.epsilon);
  };
  EXPECT_EXACTLY(on.slice(within_rows(three), 0, 0, 2), within_rows(two));
  const auto over_tokens = [&](const Tensor& x) {
    const Tensor columns = on.transpose(x);
    return on.transpose(
        on.layer_norm(columns, Tensor::full({x.length(0)}, 1), Tensor::full({x.length(0)}, 0), 1e-5));
  };
  const Tensor moved = on.slice(over_tokens(three), 0, 0, 2);
  EXPECT_DIFFERS(moved, over_tokens(two), within(1, "X01's rows of 我 and 爱, with and without 学习"));
  page.show("how far", on.subtract(moved, over_tokens(two)), {"我", "爱"}, {"0", "1", "2", "3"});
}

SECTION("FFN到底做了什么", "What the feed-forward net does");

/// Four numbers become eight and four again, at each position by itself.
CLAIM(F14, WiderAndBackAtEachPosition, "每个位置独自从4升到8再回到4，改一个位置不动别的",
      "each position by itself goes from 4 to 8 and back; changing one leaves the others") {
  const Model model = random_model(page, {.layers = 1, .width = 4, .feed_forward = 8});
  const LayerWeights& w = model.layers[0];
  const Tensor z = page.random({1, 3, 4});
  const Tensor y = on.feed_forward(z, w);
  EXPECT_PRINTED(z.length(-1), page.figure("width"));
  EXPECT_PRINTED(on.matmul(z, w.w_gate).length(-1), page.figure("inner_width"));
  EXPECT_PRINTED(y.length(-1), page.figure("width"));
  for (std::int64_t t = 0; t < 3; ++t) {
    EXPECT_CLOSE(on.slice(y, 1, t, t + 1), on.feed_forward(on.slice(z, 1, t, t + 1), w),
                 ulps(16, "the same sums"));
  }
  EXPECT_CLOSE(y, second::feed_forward(z, w), ulps(64, "three products"));
}

/// A soft switch: nearly 0 far below, nearly x far above, and below 0 a little negative in between.
CLAIM(F14, SiluIsXTimesSigmoid, "sigmoid是1/(1+e⁻ˣ)，SiLU再乘x",
      "the sigmoid is 1/(1 + e⁻ˣ), and SiLU multiplies it by x") {
  const Tensor x = row({-20, -2, -1, 0, 0.5, 1, 2, 20});
  const Tensor ones = page.figure("sigmoid_ones");
  const Tensor formula =
      on.divide(on.select(ones, 0, 0), on.add(on.select(ones, 0, 1), on.exp(on.multiply(x, scalar(-1)))));
  EXPECT_CLOSE(on.sigmoid(x), formula, ulps(4, "an exponential and a division"));
  EXPECT_CLOSE(on.silu(x), second::silu(x), ulps(4, "an exponential, a division, a product"));
  EXPECT_EXACTLY(on.element(on.silu(x), {3}), 0);
  page.plot("SiLU", x, Tensor({1, 8}, on.silu(x).values()), {"SiLU"});
}

/// The gate goes through SiLU, the other branch does not; then number times number. No matrix product.
CLAIM(F14, TheGateGoesThroughSilu, "SwiGLU：门那一路过SiLU，另一路不过，再逐个相乘",
      "SwiGLU: the gate goes through SiLU, the other branch does not, then number times number") {
  const auto six_digits = within(5e-7, "six decimals").in_f32(2e-6, "and float32's rounding");
  EXPECT_CLOSE(on.swiglu(scalar(2), scalar(3)), 5.284782, six_digits);
  EXPECT_CLOSE(on.swiglu(scalar(3), scalar(2)), 5.715445, six_digits);
  const Tensor gate = page.random({2, 3});
  const Tensor up = page.random({2, 3});
  EXPECT_CLOSE(on.swiglu(gate, up), second::swiglu(gate, up), ulps(8, "three operations"));
}
NOTE("FFN到底做了什么", "书中没有说哪一路过SiLU：两路互换，2与3得到5.715445而不是5.284782。这里取门那一路。",
     "Which branch goes through SiLU is not said: exchanged, 2 and 3 give 5.715445 and not 5.284782. Here it "
     "is the gate.",
     TheGateGoesThroughSilu);

SECTION("多层如何连起来", "Layer upon layer");

/// Layer 1 projects what layer 0 has made, with weights of its own.
CLAIM(F14, DeeperKeysComeFromDeeperInputs, "第1层的K、V来自第1层的输入和第1层的参数",
      "layer 1's keys and values come from layer 1's input and layer 1's weights") {
  const Model model = random_model(page, {});
  const Tensor x = page.random({1, 4, 6});
  KvCache cache, other;
  Trace trace, want;
  const Tensor y = on.run_layers(model, x, on.causal_mask(4, 4), cache, trace);
  const auto steps = ulps(400, "two layers, one operation after another");
  const LayerWeights& w = model.layers[1];
  const Tensor z = on.layer_norm(trace.at("residual2", 0), w.norm1_gamma, w.norm1_beta, model.epsilon);
  EXPECT_CLOSE(cache.at(1).k, on.matmul(z, w.wk), ulps(8, "the same product"));
  EXPECT_CLOSE(y, second::run_layers(model, x, second::causal_mask(4, 4), other, want), steps);
  EXPECT_CLOSE(cache.at(1).v, other.at(1).v, steps);
  EXPECT_DIFFERS(cache.at(1).k, cache.at(0).k, within(0.1, "another input, other weights"));
}

/// 32 is how deep, 4096 how wide: each layer has its own keys, and the width of a position stays what it is.
CLAIM(F14, DepthIsNotWidth, "32层各有自己的K和V，每个位置的宽度不变；4096是一个位置的数",
      "32 layers have keys and values each, and a position's width stays; 4096 is how many numbers it has") {
  const Model model = random_model(
      page, {.layers = 32, .width = 3, .heads = 1, .key_width = 2, .value_width = 2, .feed_forward = 2});
  const Tensor x = page.random({1, 2, 3});
  KvCache cache;
  Trace trace;
  const Tensor y = on.run_layers(model, x, on.causal_mask(2, 2), cache, trace);
  EXPECT_PRINTED(static_cast<std::int64_t>(cache.size()), page.figure("layers"));
  EXPECT_EXACTLY(y.shape(), x.shape());
  EXPECT_DIFFERS(cache.at(31).k, cache.at(0).k, within(0.1, "the last layer's keys are its own"));
  const Tensor wide = page.random({1, 1, 4096});
  const Tensor z = on.layer_norm(wide, Tensor::full({4096}, 1), Tensor::full({4096}, 0), 0);
  EXPECT_PRINTED(on.add_residual(wide, z).length(-1), page.figure("layer_width"));
  EXPECT_CLOSE(on.squeeze_all(on.variance(z, -1)), 1, ulps(64, "4096 squares are added"));
}
