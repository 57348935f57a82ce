#include <cmath>
#include <limits>

#include "checks/lesson.h"

LESSON(F10, "神经网络最小模型：参数、层、前向与隐藏状态",
       "The smallest network: parameters, layers, forward, hidden state");

namespace {

/// The chapter's net; its second layer has no bias.
TwoLayerNet printed_net(Page& page) {
  return {page.figure("W1"), page.figure("b1"), page.figure("W2"), row({0})};
}
/// The twin: leaving the bias out, an absolute value, a late ReLU and the right way all give other numbers
/// here.
TwoLayerNet twin_net() {
  return {table({{2, -1, 1}, {1, 1, -3}}), row({-1, -4, 1}), table({{-3, 1}, {2, 5}, {1, -2}}), row({5, -1})};
}
Tensor twin_input() { return table({{1, 3}, {2, -1}}); }
/// One number in a table of its own, as w, b and x are.
Tensor one_by_one(const Ops& on, const Figure& figure) { return on.reshape(figure, {1, 1}); }
Tensor as_row(const Ops& on, const Figure& figure) { return on.unsqueeze(figure, 0); }

}  // namespace

SECTION("从一条可调的规则认识“模型”", "A rule with adjustable numbers");

/// The smallest rule that can be adjusted: one factor, one addend.
CLAIM(F10, OneFactorAndOneAddend, "w=2、b=1时，输入3得7；把w换成4，同一个输入得13",
      "with w = 2 and b = 1 the input 3 gives 7; with w = 4 the same input gives 13") {
  const Tensor x = one_by_one(on, page.figure("x"));
  const Tensor b = on.reshape(page.figure("b"), {1});
  const Tensor first = on.affine(x, one_by_one(on, page.figure("w")), b);
  const Tensor second = on.affine(x, one_by_one(on, page.figure("new_w")), b);
  EXPECT_PRINTED(on.reshape(first, {}), page.figure("y"));
  EXPECT_PRINTED(on.reshape(second, {}), page.figure("new_y"));
}

/// What a user types is x. However often it changes, the rule stays what it was.
CLAIM(F10, InputsDoNotMoveParameters, "输入换来换去，w和b不变；同一个输入再来，结果照旧",
      "inputs come and go, w and b stay; the same input again gives the same result") {
  const Tensor w = table({{3, -1}, {2, 5}});
  const Tensor b = row({1, -2});
  const Tensor first = on.affine(table({{1, 4}}), w, b);
  on.affine(table({{-7, 2}}), w, b);
  EXPECT_EXACTLY(on.affine(table({{1, 4}}), w, b), first);
  EXPECT_EXACTLY(first, table({{12, 17}}));
  EXPECT_EXACTLY(w, table({{3, -1}, {2, 5}}));
}

SECTION("从一个系数w到一张参数表W", "From one coefficient to a table of them");

/// Several outputs need several coefficients each; every output is its own sum of products.
CLAIM(F10, ATableHoldsOneColumnForEachOutput, "参数表的一列算出一个输出",
      "each column of the table computes one output") {
  const TwoLayerNet net = twin_net();
  const Tensor all = on.affine(twin_input(), net.w1, net.b1);
  EXPECT_EXACTLY(all, second::affine(twin_input(), net.w1, net.b1));
  const Tensor middle = on.affine(twin_input(), on.slice(net.w1, 1, 1, 2), on.slice(net.b1, 0, 1, 2));
  EXPECT_EXACTLY(on.slice(all, 1, 1, 2), middle);
}

/// The 2 of W2 is a name. Read as a factor it would double the output.
CLAIM(F10, DigitsInNamesAreNoFactors, "W1、W2里的1和2只是名字；当成倍数会把结果变成12",
      "the 1 and 2 in W1 and W2 are names; read as factors they would make the result 12") {
  const TwoLayerNet net = printed_net(page);
  const Tensor factors = page.figure("misread_factors");
  const TwoLayerNet misread{on.multiply(net.w1, on.select(factors, 0, 0)), net.b1,
                            on.multiply(net.w2, on.select(factors, 0, 1)), net.b2};
  const Tensor x = as_row(on, page.figure("input"));
  EXPECT_PRINTED(on.reshape(on.forward_pass(x, net), {}), page.figure("output"));
  EXPECT_EXACTLY(second::forward_pass(x, misread), table({{12}}));
}

SECTION("一个有两层的完整数值例子", "Two layers in numbers");

/// The first layer: products and sums, then the bias.
CLAIM(F10, TheFirstLayerIsThePrintedOne, "第一层：乘出[3,1]，加上偏置得[3,-1]",
      "the first layer: [3,1] from the products, [3,−1] with the bias") {
  const TwoLayerNet net = printed_net(page);
  const Tensor x = as_row(on, page.figure("input"));
  EXPECT_PRINTED(on.squeeze(on.matmul(x, net.w1), 0), page.figure("product"));
  EXPECT_PRINTED(on.squeeze(on.affine(x, net.w1, net.b1), 0), page.figure("preactivation"));
}

/// ReLU looks at each number alone: below the border it is replaced, above it stays.
CLAIM(F10, ReluCutsBelowZero, "小于0的换成0，其余照旧；边界就在0",
      "numbers below 0 become 0, others stay; the border is 0") {
  const Tensor border = page.figure("relu_border");
  const Tensor floor = page.figure("relu_floor");
  const Tensor step = scalar(1.0 / 32);
  EXPECT_EXACTLY(on.relu(on.subtract(border, step)), floor);
  EXPECT_EXACTLY(on.relu(on.add(border, step)), on.add(border, step));
  EXPECT_EXACTLY(on.relu(table({{-2.5, 4}, {0, -1}})), table({{0, 4}, {0, 0}}));
}

/// The whole way from the input to the output.
CLAIM(F10, TheForwardPassGivesSix, "隐藏表示是[3,0]，输出是6",
      "the hidden state is [3,0] and the output is 6") {
  const TwoLayerNet net = printed_net(page);
  const Tensor x = as_row(on, page.figure("input"));
  EXPECT_PRINTED(on.squeeze(on.hidden_state(x, net), 0), page.figure("hidden"));
  EXPECT_PRINTED(on.reshape(on.forward_pass(x, net), {}), page.figure("output"));
  page.show("hidden", on.hidden_state(x, net), {"x"}, {"h0", "h1"});
}

/// The second unit is shut for the chapter's input, so that its weight is never seen at work; another input
/// opens it.
CLAIM(F10, AnotherInputOpensTheSecondUnit, "同一组参数，输入换成[1,4]，第二个单元也参与，输出11",
      "with the same parameters the input [1,4] opens the second unit too, and the output is 11") {
  const Tensor x = table({{1, 4}});
  EXPECT_EXACTLY(on.hidden_state(x, printed_net(page)), table({{5, 1}}));
  EXPECT_EXACTLY(on.forward_pass(x, printed_net(page)), table({{11}}));
}

/// Leaving the bias out and taking absolute values both print 7 for the chapter's input; this net tells all
/// wrong ways apart.
CLAIM(F10, TheTwinTellsWrongNetsApart, "对照例：书上那组数分不清的错法，这里各得各的数",
      "twin: wrong ways that the printed digits cannot tell apart give different numbers here") {
  const Tensor y = on.forward_pass(twin_input(), twin_net());
  EXPECT_EXACTLY(y, table({{-7, 3}, {5, -11}}));
  EXPECT_EXACTLY(y, second::forward_pass(twin_input(), twin_net()));
  page.show("outputs", y, {"x0", "x1"}, {"y0", "y1"});
}

SECTION("为什么中间需要非线性函数", "Why something that is not linear must stand between");

/// Two affine maps in a row are one: multiply the tables, carry the first bias through the second.
CLAIM(F10, TwoAffineMapsAreOne, "两次仿射变换接起来，仍是一次仿射变换",
      "two affine maps in a row are one affine map") {
  const TwoLayerNet net = twin_net();
  const Tensor x = page.random({5, 2});
  const Tensor in_a_row = on.affine(on.affine(x, net.w1, net.b1), net.w2, net.b2);
  const Tensor bias = on.squeeze(on.affine(on.unsqueeze(net.b1, 0), net.w2, net.b2), 0);
  EXPECT_CLOSE(in_a_row, on.affine(x, on.matmul(net.w1, net.w2), bias),
               ulps(64, "sums of three products, twice"));
  EXPECT_CLOSE(in_a_row, second::affine(second::affine(x, net.w1, net.b1), net.w2, net.b2),
               ulps(64, "sums of three products, twice"));
}

/// An affine map takes the middle of two inputs to the middle of their outputs. The net that computes |x|
/// does not.
CLAIM(F10, WithReluNoAffineMapFits, "有了ReLU就不行：|x|在2和-2处都是2，在中点0却是0",
      "with a ReLU none fits: |x| is 2 at 2 and at −2, and 0 halfway") {
  const TwoLayerNet absolute{table({{1, -1}}), row({0, 0}), table({{1}, {1}}), row({0})};
  const Tensor y = on.forward_pass(table({{2}, {-2}, {0}, {-3}}), absolute);
  EXPECT_EXACTLY(y, table({{2}, {2}, {0}, {3}}));
  Tensor x = Tensor::full({33}, 0);
  for (std::int64_t i = 0; i < 33; ++i) x.set({i}, static_cast<double>(i - 16) / 4);
  page.plot("y", x, on.transpose(on.forward_pass(on.unsqueeze(x, 1), absolute)), {"|x|"});
}

/// A NaN says that something went wrong before; an activation that swallows it hides where.
CLAIM(F10, ReluKeepsNan, "ReLU不吞掉NaN", "ReLU of NaN is NaN") {
  const Tensor y = on.relu(row({std::numeric_limits<double>::quiet_NaN(), -1, 2}));
  EXPECT_EXACTLY(std::isnan(y.at({0})), true);
  EXPECT_EXACTLY(on.slice(y, 0, 1, 3), row({0, 2}));
}

SECTION("隐藏状态不是隐藏的中文草稿", "A hidden state is no hidden draft");

/// The order of the coordinates is a convention of this net: no coordinate carries a meaning of its own.
CLAIM(F10, HiddenCoordinatesHaveNoNames, "隐藏单元连同权重换个次序，隐藏状态变了，输出不变",
      "with its units and weights in another order the hidden state differs and the output does not") {
  const TwoLayerNet net = twin_net();
  const TwoLayerNet turned = on.reorder_hidden(net, ids({2, 0, 1}));
  EXPECT_EXACTLY(on.forward_pass(twin_input(), turned), table({{-7, 3}, {5, -11}}));
  EXPECT_EXACTLY(on.hidden_state(twin_input(), turned), table({{0, 4, 0}, {6, 2, 0}}));
  EXPECT_EXACTLY(on.hidden_state(twin_input(), net), table({{4, 0, 0}, {2, 0, 6}}));
}

/// A width is one axis. A table has two.
CLAIM(F10, AWidthIsNoCount, "宽4096的一张方阵有16,777,216个参数，不是4096个",
      "a square table of width 4096 holds 16,777,216 parameters and not 4096",
      Big("a slip would write all sixteen million elements out")) {
  const Shape shape = page.figure("big_shape").as_shape();
  EXPECT_PRINTED(shape.back(), page.figure("big_width"));
  // One stored number seen everywhere: the count needs no memory.
  const Tensor big = on.broadcast_to(scalar(0), shape);
  EXPECT_PRINTED(on.count_parameters({big}), page.figure("big_count"));
}

/// What counts is what is stored: two tables and one bias here, and a table that is used twice once.
CLAIM(F10, ParametersAreCountedOnce, "书中的两层网络有8个参数；共用的表只数一次",
      "the two-layer net of the chapter has 8 parameters; a tied table counts once") {
  const TwoLayerNet net = printed_net(page);
  EXPECT_EXACTLY(on.count_parameters({net.w1, net.b1, net.w2}), 8);
  const Tensor embedding = page.random({6, 4});
  EXPECT_EXACTLY(on.count_parameters({embedding, on.transpose(embedding)}), 24);
  EXPECT_EXACTLY(on.count_parameters({embedding, page.random({4, 6})}), 48);
}

SECTION("权重共享和参数冻结", "Shared weights and frozen parameters");

/// The same table at each position of each input; what comes out is each position's own.
CLAIM(F10, SharedWeightsGiveEachItsOwnResult, "每个位置用同一张W，各得各的结果",
      "every position uses the same W and gets a result of its own") {
  const Tensor batch = page.random({2, 3, 2});
  const Tensor h = on.hidden_state(batch, twin_net());
  for (std::int64_t b = 0; b < 2; ++b) {
    for (std::int64_t t = 0; t < 3; ++t) {
      const Tensor alone = on.slice(on.select(batch, 0, b), 0, t, t + 1);
      EXPECT_CLOSE(on.slice(on.select(h, 0, b), 0, t, t + 1), on.hidden_state(alone, twin_net()),
                   ulps(8, "one product"));
    }
  }
  EXPECT_DIFFERS(on.select(h, 1, 0), on.select(h, 1, 1), within(0.01, "far above rounding"));
}

/// Training moves parameters: against the slope of the error, which central differences measure here.
CLAIM(F10, TrainingStepsAgainstTheSlope, "训练一步沿误差的下坡走；斜率与差商量出来的相同",
      "a step of training goes down the slope of the error, which central differences confirm") {
  const TwoLayerNet net = twin_net();
  const Tensor target = table({{-6, 2}, {4, -12}});
  const TwoLayerNet measured = second::gradient(net, twin_input(), target);
  const TwoLayerNet derived = on.gradient(net, twin_input(), target);
  const Bound steps = within(1e-9, "differences of a quadratic over 2^-9")
                          .in_f32(1e-9, "small integers, exact in float32 too");
  EXPECT_CLOSE(derived.w1, measured.w1, steps);
  EXPECT_CLOSE(derived.b1, measured.b1, steps);
  EXPECT_CLOSE(derived.w2, measured.w2, steps);
  EXPECT_CLOSE(derived.b2, measured.b2, steps);
  const TwoLayerNet next = on.training_step(net, twin_input(), target, 1.0 / 256, false);
  EXPECT_EXACTLY(next.w2, second::subtract(net.w2, second::multiply(scalar(1.0 / 256), measured.w2)));
  const Tensor before = on.subtract(on.forward_pass(twin_input(), net), target);
  const Tensor after = on.subtract(on.forward_pass(twin_input(), next), target);
  EXPECT_LESS(on.sum(on.sum(on.multiply(after, after), 0), 1).item(),
              on.sum(on.sum(on.multiply(before, before), 0), 1).item());
}

/// Frozen is a decision about training: the step leaves those parameters, bit for bit, and moves the others.
CLAIM(F10, FrozenParametersStay, "冻结的第一层一位不差，第二层照常更新；前向本身谁也不动",
      "a frozen first layer stays bit for bit while the second moves; a forward pass moves neither") {
  const TwoLayerNet net = twin_net();
  on.forward_pass(twin_input(), net);
  EXPECT_EXACTLY(net.w1, twin_net().w1);
  EXPECT_EXACTLY(net.w2, twin_net().w2);
  const TwoLayerNet next = on.training_step(net, twin_input(), table({{-6, 2}, {4, -12}}), 0.125, true);
  EXPECT_EXACTLY(next.w1, net.w1);
  EXPECT_EXACTLY(next.b1, net.b1);
  EXPECT_DIFFERS(next.w2, net.w2, within(0.01, "far above rounding"));
}

SECTION("为什么教材可以先给权重再讲训练", "Why weights may be given before training is explained");

/// A skip carries the old values past an activation. Written in place, the activation has already destroyed
/// them.
CLAIM(F10, AReluInPlaceSpoilsTheSkip, "捷径要的是激活之前的值；就地改写会把它毁掉",
      "a skip needs the values from before the activation; writing in place destroys them") {
  const Tensor x = table({{-1, 2}, {3, -4}});
  EXPECT_EXACTLY(on.add_relu(x), table({{-1, 4}, {6, -4}}));
  EXPECT_EXACTLY(x, table({{-1, 2}, {3, -4}}));
}

NOTE("一个有两层的完整数值例子",
     "书中这组数分不清几种错法：漏掉偏置和取绝对值都得7。建议换一组没有这种巧合的数。",
     "the printed numbers cannot tell some wrong ways apart: leaving the bias out and taking absolute values "
     "both give 7. Numbers "
     "without this coincidence would do better.",
     TheTwinTellsWrongNetsApart);
NOTE("为什么中间需要非线性函数",
     "ReLU遇到NaN会怎样，书中的说法（小于0换成0，否则保留）恰好给出NaN；不妨明说。",
     "what ReLU does to NaN follows from the wording (below 0 becomes 0, all else stays) and is worth "
     "saying: NaN stays.",
     ReluKeepsNan);
