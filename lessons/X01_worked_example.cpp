#include "checks/lesson.h"
#include "checks/worked_example.h"

LESSON(X01, "贯通算例：两句话怎样穿过一层模型", "The worked example: two sentences through one layer");

SECTION("词表与Embedding E", "The vocabulary and its table E");

/// PAD's row is all zeros here. That alone keeps nobody from reading or choosing it.
CLAIM(X01, PadRowIsZero, "PAD那一行全是零，其余各行都不是",
      "the row of PAD is all zeros, and no other row is") {
  show_parameter(page, "E", "词表与Embedding E");
  const Tensor rows = on.embed(page.figure("E"), ids({0, 1, 2, 3, 4, 5}));
  EXPECT_EXACTLY(on.select(rows, 0, 0), Tensor::full({4}, 0));
  const Tensor sizes = on.sum(on.multiply(rows, rows), -1);
  EXPECT_CLOSE(sizes, table({{0}, {0.7}, {0.99}, {1.37}, {1.16}, {0.81}}), ulps(4, "four squares are added"));
}

SECTION("Query投影 Wq", "The query projection Wq");

/// A row times a weight table: row i of the table says where input feature i goes.
CLAIM(X01, ProjectionsActOnFeatures, "(1,2,4,8)右乘三个矩阵：原样、两两互换、一三减半",
      "the row (1,2,4,8) times Wq stays, times Wk swaps neighbours, times Wv halves features 1 and 3") {
  show_parameter(page, "Wq", "Query投影 Wq");
  show_parameter(page, "Wk", "Key投影 Wk");
  show_parameter(page, "Wv", "Value投影 Wv");
  const Tensor z = table({{1, 2, 4, 8}});
  EXPECT_EXACTLY(on.matmul(z, page.figure("Wq")), table({{1, 2, 4, 8}}));
  EXPECT_EXACTLY(on.matmul(z, page.figure("Wk")), table({{2, 1, 8, 4}}));
  EXPECT_EXACTLY(on.matmul(z, page.figure("Wv")), table({{1, 1, 4, 4}}));
  const Tensor keys = on.split_heads(on.unsqueeze(on.matmul(z, page.figure("Wk")), 0), 2);
  EXPECT_EXACTLY(on.squeeze_all(keys), table({{2, 1}, {8, 4}}));
}
NOTE("Query投影 Wq", "三张权重表的行标作“位置0”到“位置3”；它们是输入特征，与Token的位置无关。",
     "The rows of Wq, Wk, Wv are labelled as positions; they are features.", ProjectionsActOnFeatures);

/// The split is by neighbouring features, not by every second one, and joining puts head 0 first again.
CLAIM(X01, HeadsTakeNeighbouringFeatures, "头0取特征0、1，头1取特征2、3，拼回时头0在前",
      "head 0 takes features 0 and 1, head 1 features 2 and 3, and joining puts head 0 first") {
  const std::int64_t width = page.figure("width").integer();
  const Tensor features({1, 1, 4}, {0, 1, 2, 3});
  const Tensor heads = on.split_heads(features, width / page.figure("head_width").integer());
  const Tensor each = on.squeeze_all(heads);
  EXPECT_PRINTED(on.select(each, 0, 0), page.figure("head0.features"));
  EXPECT_PRINTED(on.select(each, 0, 1), page.figure("head1.features"));
  EXPECT_PRINTED(heads.length(-1), page.figure("head_width"));
  EXPECT_EXACTLY(on.merge_heads(heads), features);
}

/// The example's matrices are the identity, a swap and a diagonal: many wrong programs print its digits.
CLAIM(X01, TwinWithoutSymmetryAgreesEverywhere,
      "没有对称性的两层三头模型，每张表都与第二条路一致（书中的数字分不出这些错误）",
      "a model without symmetry agrees with the second route in every table (the digits cannot tell)") {
  const Model model = random_model(page, {});
  const Ids prompt = ids_table({{3, 1, 6, 2, 5}});
  Trace got, want;
  const Tensor logits = on.forward(model, prompt, on.causal_mask(5, 5), got);
  const auto steps = ulps(500, "two layers, step after step");
  EXPECT_CLOSE(logits, second::forward(model, prompt, second::causal_mask(5, 5), want), steps);
  EXPECT_EXACTLY(got.steps().size(), want.steps().size());
  for (std::size_t i = 0; i < std::min(got.steps().size(), want.steps().size()); ++i)
    EXPECT_CLOSE(got.steps()[i].value, want.steps()[i].value, steps);
  page.show("logits", on.select(logits, 0, 0));
}

SECTION("2．“我爱学习”的每一层中间数", "Every table of 我爱学习");
SECTION("查表后的初始表示 X", "X, the looked-up rows");

/// Lookup copies rows, and each row is normalised by itself: no token has seen another yet.
CLAIM(X01, LookupAndNormAsPrinted, "“我爱学习”查表得到书中的三行四列，逐行归一化也与书中一致",
      "我爱学习 is looked up into the printed rows, and each of them normalised is as printed") {
  WorkedExample x(on, page);
  EXPECT_TABLES(x, "a.X", "a.norm1");
  EXPECT_PRINTED(x.table("a.X").value.shape(), page.figure("a.shape"));
  EXPECT_PRINTED(x.table("a.X").value.length(-1), page.figure("width"));
}

SECTION("Q = LN(X) × Wq", "Queries");

/// Queries, keys and values are three projections of one normalised row.
CLAIM(X01, ProjectionsAsPrinted, "Q、K、V三张表与书中一致", "the tables Q, K and V are the printed ones") {
  WorkedExample x(on, page);
  EXPECT_TABLES(x, "a.Q", "a.V");
}

SECTION("头0：配对分数（已加因果掩码）", "Head 0: scores under the causal mask");

/// Each head computes scores, shares and a mixture on its own two features.
CLAIM(X01, HeadsAsPrinted, "两个头的分数、份额与混合结果与书中一致",
      "scores, shares and output of both heads are the printed ones") {
  WorkedExample x(on, page);
  EXPECT_TABLES(x, "a.head0.scores", "a.head1.out");
  const Tensor scores = x.table("a.head0.scores").value;
  EXPECT_PRINTED(on.element(scores, {0, 1}), page.figure("forbidden"));
  EXPECT_PRINTED(on.element(scores, {1, 2}), page.figure("forbidden"));
}

/// Read backwards with the sign turned, the normalised row of 我 is itself; so is 你's, and not 爱's.
CLAIM(X01, SomeRowsAreAntisymmetric, "我和你归一化后首尾反号，两个头对它们打出同一个分数",
      "the normalised rows of 我 and 你 are antisymmetric, so both heads give them the same score") {
  WorkedExample x(on, page);
  const Tensor turn = table({{0, 0, 0, -1}, {0, 0, -1, 0}, {0, -1, 0, 0}, {-1, 0, 0, 0}});
  for (const std::string part : {"a", "b"}) {
    const Tensor z = on.slice(x.table(part + ".norm1").value, 0, 0, 1);
    EXPECT_CLOSE(on.matmul(z, turn), z, ulps(8, "two sums in another order"));
    const Tensor head0 = on.element(x.table(part + ".head0.scores").value, {0, 0});
    const Tensor head1 = on.element(x.table(part + ".head1.scores").value, {0, 0});
    EXPECT_CLOSE(head1, head0, ulps(8, "products in another order"));
  }
  const Tensor love = on.slice(x.table("a.norm1").value, 0, 1, 2);
  EXPECT_DIFFERS(on.matmul(love, turn), love, within(0.5, "far from antisymmetric"));
}
NOTE("头1：配对分数（已加因果掩码）",
     "我和你两行首尾反号，两个头因此印出同一个数；读者会当成规律，对调两头也看不出。",
     "The rows of 我 and 你 are antisymmetric: both heads print one score.", SomeRowsAreAntisymmetric);

SECTION("头0：逐行softmax权重", "Head 0: shares");

/// What may not be read has share 0 exactly; six printed decimals each need not add up to the digit.
CLAIM(X01, SharesOfARowSumToOne, "每行份额之和为1，被掩处正好是0；印出的数却有一行加成1.000001",
      "the shares of each row add up to 1, a masked one is exactly 0; as printed one row makes 1.000001") {
  WorkedExample x(on, page);
  for (const std::string name : {"a.head0.shares", "a.head1.shares", "b.head0.shares", "b.head1.shares"}) {
    const Tensor shares = x.table(name).value;
    const Tensor sums = on.sum(shares, -1);
    for (std::int64_t i = 0; i < sums.size(); ++i)
      EXPECT_PRINTED(on.element(sums, {i, 0}), page.figure("share_total"));
    EXPECT_PRINTED(on.element(shares, {0, 1}), page.figure("masked_share"));
  }
  const auto digits = within(1e-9, "printed digits are added").in_f32(3e-7, "three additions in float32");
  EXPECT_CLOSE(on.sum(on.select(page.figure("a.head0.shares"), 0, 2), 0), row({1}), digits);
  EXPECT_CLOSE(on.sum(on.select(page.figure("a.head1.shares"), 0, 2), 0), row({1.000001}), digits);
}
NOTE("头1：逐行softmax权重",
     "印出的份额有两处加起来是1.000001（头1里学习那行，你爱的末端概率）；未舍入的和是1。",
     "Printed shares make 1.000001 in two places: head 1 of 学习, and after 你爱.", SharesOfARowSumToOne);

SECTION("拼接两个头的输出", "Both heads side by side");

/// Joining adds nothing up; the residuals do; the second norm reads the first residual, not X again.
CLAIM(X01, FromJoinToSecondResidual, "从拼接到第二次残差，五张表与书中一致",
      "the five tables from the joined heads to the second residual are as printed") {
  WorkedExample x(on, page);
  EXPECT_TABLES(x, "a.concat", "a.residual2");
  const Tensor side_by_side = on.concat(x.table("a.head0.out").value, x.table("a.head1.out").value, 1);
  EXPECT_EXACTLY(side_by_side, x.table("a.concat").value);
}

SECTION("门控前馈输出", "The gated feed-forward output");

/// Gate and up are both the identity here: exchanged they would print the same, and only the twin tells.
CLAIM(X01, FeedForwardIsOneFormula, "前馈的每一项都是系数乘SiLU(z)再乘z",
      "each number of the feed-forward output is the factor times SiLU(z) times z") {
  WorkedExample x(on, page);
  const Tensor z = table({{-2, -1, -0.5, 0}, {0.25, 1, 2, 3}});
  const Tensor factor = scalar(page.figure("ffn_scale").number());
  const Tensor formula = second::multiply(factor, second::multiply(second::silu(z), z));
  EXPECT_CLOSE(on.feed_forward(z, x.model().layers[0]), formula, ulps(16, "a handful of operations"));
}

SECTION("从最后位置的4个数，投影为6个词表分数", "From four numbers to six scores");

/// Only the last position predicts. PAD is taken out before the shares are formed; the largest is chosen.
CLAIM(X01, ReadoutAsPrinted, "末端四个数、六个分数、去掉PAD的概率和选出的“爱”与书中一致",
      "the last state, its six scores, the probabilities without PAD and the choice of 爱 are as printed") {
  WorkedExample x(on, page);
  EXPECT_TABLES(x, "a.final", "a.readout");
  EXPECT_PRINTED(x.choice("a"), page.figure("a.choice"));
  EXPECT_PRINTED(x.logits("a").length(0), page.figure("vocabulary"));
  EXPECT_PRINTED(on.element(on.log(x.shares("a")), {0}), page.figure("forbidden"));
}

/// A row of zeros still takes its share: with PAD left in, every probability of the chapter is another.
CLAIM(X01, PadLeftInTakesAShare, "不去掉PAD，“爱”只有0.272593，“你”只有0.368337",
      "with PAD left in, 爱 has only 0.272593 and 你 only 0.368337") {
  WorkedExample x(on, page);
  const auto six_digits = within(5e-7, "six decimals are stated").in_f32(2e-6, "and float32's rounding");
  const Tensor with_pad = on.softmax(x.logits("a"), 0);
  EXPECT_CLOSE(on.element(with_pad, {2}), 0.272593, six_digits);
  EXPECT_CLOSE(on.element(on.softmax(x.logits("b"), 0), {4}), 0.368337, six_digits);
  EXPECT_CLOSE(on.element(x.shares("a"), {2}), 0.307383, six_digits);
  EXPECT_CLOSE(on.element(x.shares("b"), {4}), 0.405426, six_digits);
  EXPECT_EXACTLY(on.element(x.shares("a"), {0}), 0);
  const double whole = on.sum(on.exp(x.logits("a")), 0).item();
  EXPECT_CLOSE(on.element(with_pad, {0}), 1 / whole, ulps(16, "PAD's part is exp(0) of the sum"));
}

/// The combination makes a constant row and the last state has mean 0: not all of its scores are negative.
CLAIM(X01, PadCannotWinHere, "2我＋6学习＋你＋6！是常数行，所以这里PAD的0永远不是最高分",
      "2我 + 6学习 + 你 + 6！ is a constant row, so PAD's score of 0 can never be the largest here") {
  WorkedExample x(on, page);
  const Tensor combination = table({{0, 2, 0, 6, 1, 6}});
  const Tensor constant = on.matmul(combination, x.model().embedding);
  EXPECT_CLOSE(constant, Tensor::full({1, 4}, 2.9), ulps(16, "four products are added"));
  for (const std::string part : {"a", "b"}) {
    const Tensor scores = on.matmul(combination, on.reshape(x.logits(part), {6, 1}));
    EXPECT_CLOSE(scores, table({{0}}),
                 ulps(64, "scores up to 7 cancel: 2.9 times the mean of the last state"));
    EXPECT_EXACTLY(on.argmax(x.logits(part), 0).item(), x.choice(part));
  }
}
NOTE("从最后位置的4个数，投影为6个词表分数",
     "在这个模型里PAD的分数永远不是最高：禁止它只改变份额，不改变选择。",
     "Here PAD's score is never the largest: the ban on it changes only the shares.", PadCannotWinHere);

/// In a model whose last state has another mean PAD does win, and only the ban keeps it from being chosen.
CLAIM(X01, TwinWherePadWins, "换一个末端偏置，PAD的分数最高，只有禁止它才不会选中（书中的数字分不出）",
      "with another final shift PAD's score is the largest: only the ban helps (the digits cannot tell)") {
  Model model = teaching_model(page);
  model.final_beta = row({-2, -2, -2, -2});
  KvCache cache;
  Trace trace;
  const Tensor logits = on.next_logits(model, ids({1, 2, 3}), cache, trace);
  EXPECT_EXACTLY(on.argmax(logits, 0).item(), 0);
  EXPECT_EXACTLY(on.argmax(on.exclude(logits, ids({0})), 0).item(), 5);
}

SECTION("3．“你爱”的每一层中间数", "Every table of 你爱");

/// The same eighteen tables for the other sentence.
CLAIM(X01, SecondSentenceAsPrinted, "“你爱”从查表到选出“你”与书中一致",
      "你爱, from the lookup to the choice of 你, is as printed") {
  WorkedExample x(on, page);
  EXPECT_TABLES(x, "b.X", "b.readout");
  EXPECT_PRINTED(x.table("b.X").value.shape(), page.figure("b.shape"));
  EXPECT_PRINTED(x.choice("b"), page.figure("b.choice"));
  const auto digits = within(1e-9, "printed digits are added").in_f32(3e-7, "five additions in float32");
  EXPECT_CLOSE(on.sum(on.select(page.figure("b.readout"), 1, 1), 0), row({1.000001}), digits);
}

/// 爱 is one and the same until it reads what stands before it.
CLAIM(X01, SameTokenPartsAfterAttention, "两句里的“爱”到Q、K、V为止完全相同，读过前文以后才不同",
      "爱 is the same in both sentences up to Q, K and V, and another once it has read what precedes it") {
  WorkedExample x(on, page);
  for (const std::string step : {"X", "norm1", "Q", "K", "V"})
    EXPECT_EXACTLY(on.select(x.table("a." + step).value, 0, 1), on.select(x.table("b." + step).value, 0, 1));
  EXPECT_DIFFERS(on.select(x.table("a.residual1").value, 0, 1), on.select(x.table("b.residual1").value, 0, 1),
                 within(0.1, "the token before it is another one"));
}

/// The masks keep PAD out on whichever side it stands; a causal mask alone does so only on the right.
CLAIM(X01, PaddedRunEqualsOwnRun, "“你爱”补上PAD一起算，无论补在哪边，都与单独算相同",
      "你爱 computed with PAD beside it, on either side, equals 你爱 computed alone") {
  WorkedExample x(on, page);
  const Mask valid = mask_table({{1, 1, 0}, {0, 1, 1}});
  Trace trace;
  on.forward(x.model(), ids_table({{4, 2, 0}, {0, 4, 2}}), on.joint_mask(valid), trace);
  for (const std::string step : {"X", "residual1", "residual2"}) {
    const Tensor alone = x.table("b." + step).value;
    const Tensor right = on.slice(on.select(trace.at(step), 0, 0), 0, 0, 2);
    const Tensor left = on.slice(on.select(trace.at(step), 0, 1), 0, 1, 3);
    EXPECT_CLOSE(right, alone, ulps(32, "the same sums, of other lengths"));
    EXPECT_CLOSE(left, alone, ulps(32, "the same sums, of other lengths"));
  }
}

/// What F13 says of positions is not at work here: nothing in this model knows where a token stands.
CLAIM(X01, NoPositionsAtWork, "没有位置：“爱我学习”与“我爱学习”末尾的分数相同，换掉末尾的Token才不同",
      "without positions 爱我学习 and 我爱学习 end in the same scores; another last token changes them") {
  WorkedExample x(on, page);
  const auto last_logits = [&](const Ids& sentence) {
    KvCache cache;
    Trace trace;
    return on.next_logits(x.model(), sentence, cache, trace);
  };
  EXPECT_CLOSE(last_logits(ids({2, 1, 3})), x.logits("a"), ulps(32, "the same sums in another order"));
  EXPECT_DIFFERS(last_logits(ids({1, 3, 2})), x.logits("a"), within(0.1, "another last token"));
}
NOTE("沿用“我爱学习／你爱”，把一层模型真正算到底",
     "没有位置，“爱我学习”的预测与“我爱学习”完全相同；书中没有说这个后果。",
     "Without positions 爱我学习 predicts what 我爱学习 does; this goes unsaid.", NoPositionsAtWork);

SECTION("4．把刚生成的Token真正送回去", "Feeding the new token back");

/// The choice goes back in as an id: looked up, projected, its key and value put behind the old ones.
CLAIM(X01, StepFeedsBackTheId, "选出的“爱”按编号重新查表，五张表与书中一致，再下一个仍选“爱”（0.390608）",
      "the chosen 爱 goes back in as an id: five tables as printed, and 爱 is chosen again (0.390608)") {
  WorkedExample x(on, page);
  EXPECT_TABLES(x, "step.X", "step.state");
  EXPECT_PRINTED(x.ids("step").item(), page.figure("step.id"));
  EXPECT_EXACTLY(x.table("step.X").value, on.embed(x.model().embedding, x.ids("step")));
  const Tensor logits = on.reshape(x.trace("step").at("logits"), {6});
  const Tensor shares = on.softmax(on.exclude(logits, ids({0})), 0);
  EXPECT_EXACTLY(on.argmax(shares, 0).item(), 2);
  const auto six_digits = within(5e-7, "six decimals").in_f32(2e-6, "and float32's rounding");
  EXPECT_CLOSE(on.element(shares, {2}), 0.390608, six_digits);
}
NOTE("带旧缓存得到的新位置最终状态", "这里的“最终状态”是第二次残差，还没有做最后一次LayerNorm。",
     "The state called final here is the second residual, before the last LayerNorm.", StepFeedsBackTheId);

/// The whole point of the cache: fewer rows computed, the same numbers.
CLAIM(X01, CachedEqualsComputedAnew, "带缓存与整句重算的四个分量相同，差不超过1e-12",
      "with the cache and computed anew the four numbers agree to within 1e-12") {
  WorkedExample x(on, page);
  EXPECT_TABLES(x, "step.compare", "step.compare");
  const Tensor both = x.table("step.compare").value;
  const Tensor cached = on.select(both, 0, 0);
  const Tensor anew = on.select(both, 0, 1);
  EXPECT_CLOSE(cached, anew, within(page.figure("tolerance").number(), "the chapter's own bound"));
  for (std::int64_t i = 0; i < 4; ++i)
    EXPECT_PRINTED(on.element(on.subtract(cached, anew), {i}), page.figure("max_difference"));
}
NOTE("缓存模式与全量重算：最后位置对照",
     "书中说最大绝对差为0；这取决于编译器、精度与求和次序。这里按每一列实测。",
     "That it is 0 depends on compiler, precision and order; measured in each column.",
     CachedEqualsComputedAnew);

/// One new query without positions sees neither the cache's order nor its own mask; two queries do.
CLAIM(X01, TwinStepOfSeveralQueries,
      "一次追加两个Token，两层三头，仍与整句重算一致（书中的一步分不出次序与掩码）",
      "two new tokens in one step equal the whole anew (the chapter's one cannot tell order or mask)") {
  const Model model = random_model(page, {});
  KvCache cache;
  Trace prefill, step, want;
  on.next_logits(model, ids({3, 1, 6}), cache, prefill);
  on.next_logits(model, ids({2, 5}), cache, step);
  second::forward(model, ids_table({{3, 1, 6, 2, 5}}), second::causal_mask(5, 5), want);
  EXPECT_EXACTLY(on.cached_positions(cache), 5);
  for (const std::int64_t l : {0, 1}) {
    const LayerCache& kept = cache.at(static_cast<std::size_t>(l));
    const auto steps = ulps(500, "two layers, step after step");
    EXPECT_CLOSE(step.at("residual2", l), second::slice(want.at("residual2", l), 1, 3, 5), steps);
    EXPECT_CLOSE(kept.k, want.at("K", l), steps);
    EXPECT_CLOSE(kept.v, want.at("V", l), steps);
  }
}

/// Where a value lies close to the middle between two printed ones, a correct float32 program prints the
/// other.
CLAIM(X01, SomeCellsLieNearARoundingBorder, "22个格子离舍入边界不到4e-8，单精度保不住第六位小数",
      "22 cells lie within 4e-8 of a rounding border, where float32 cannot keep the sixth decimal",
      NeedsF64("float32 moves the very values whose distance from the border is measured")) {
  WorkedExample x(on, page);
  const std::vector<std::string> cells = x.cells_near_a_border(0.04);
  EXPECT_EXACTLY(cells.size(), 22);
  for (const std::string& cell : cells) page.show_text("near a border", cell);
}
NOTE("2．“我爱学习”的每一层中间数",
     "书中没有说用的是什么精度；单精度算对了，也会有格子的第六位小数与书中不同。",
     "No precision is stated; right float32 misses some sixth decimals.", SomeCellsLieNearARoundingBorder);

SECTION("自检：缓存为什么不能直接换另一句话的", "Why another sentence's cache will not do");

/// 爱 after 你 on the cache of 我爱学习, or on that cache put behind 你's: comparing choices would find one
/// of them.
CLAIM(X01, BothReadingsOfJoiningAreWrong,
      "换用另一句的缓存，两种接法都错，错得不一样多；有一种选出的Token却是对的",
      "both ways to take over the other cache are wrong, unequally; one still chooses rightly") {
  WorkedExample x(on, page);
  KvCache own, alone, joined;
  Trace trace, right, with_alone, with_joined;
  on.next_logits(x.model(), ids({1, 2, 3}), alone, trace);
  on.next_logits(x.model(), ids({4}), own, trace);
  joined = own;
  joined.at(0).k = on.append_rows(own.at(0).k, alone.at(0).k);
  joined.at(0).v = on.append_rows(own.at(0).v, alone.at(0).v);
  const Tensor choice = on.exclude(on.next_logits(x.model(), ids({2}), own, right), ids({0}));
  const Tensor other = on.exclude(on.next_logits(x.model(), ids({2}), alone, with_alone), ids({0}));
  const Tensor also = on.exclude(on.next_logits(x.model(), ids({2}), joined, with_joined), ids({0}));
  const Tensor state = on.slice(x.table("b.residual2").value, 0, 1, 2);
  EXPECT_CLOSE(on.select(right.at("residual2"), 0, 0), state, ulps(32, "the same sums"));
  EXPECT_DIFFERS(on.select(with_alone.at("residual2"), 0, 0), state, within(0.8, "how far in one feature"));
  EXPECT_DIFFERS(on.select(with_joined.at("residual2"), 0, 0), state, within(0.1, "how far in one feature"));
  EXPECT_EXACTLY(on.argmax(choice, 0).item(), 4);
  EXPECT_EXACTLY(on.argmax(other, 0).item(), 2);
  EXPECT_EXACTLY(on.argmax(also, 0).item(), 4);
}
NOTE("自检：缓存为什么不能直接换另一句话的",
     "问题有两种读法，两种都错；把缓存接在“你”后面那种，选出的Token仍是对的，只比选择发现不了。",
     "Two readings, both wrong; in the second the choice is still right.", BothReadingsOfJoiningAreWrong);

/// What another cache changes here is which rows are there; one layer further up the row itself is another.
CLAIM(X01, KeyRowsPartInTheSecondLayer, "一层而无位置时，“爱”的键行在两句里相同；到第二层就不同了",
      "in the first layer the key row of 爱 is the same in both sentences; in the second it is not") {
  const Model model = random_model(page, {});
  Trace first, other;
  on.forward(model, ids_table({{1, 2, 3}}), on.causal_mask(3, 3), first);
  on.forward(model, ids_table({{4, 2}}), on.causal_mask(2, 2), other);
  const auto key = [&](const Trace& trace, std::int64_t layer) {
    return on.select(on.select(trace.at("K", layer), 0, 0), 0, 1);
  };
  EXPECT_CLOSE(key(first, 0), key(other, 0), ulps(8, "the same sums"));
  EXPECT_DIFFERS(key(first, 1), key(other, 1), within(0.1, "what was read before it differs"));
}
NOTE("查看参考答案",
     "在这个一层、无位置的模型里，“爱”的键行与前缀无关，不同的只是有哪些行；两层以上或有位置时行本身才不同。",
     "The key row of 爱 depends on its prefix from the second layer on.", KeyRowsPartInTheSecondLayer);

SECTION("完整计算代码 · 机器可读结果", "Readable by machine");

/// Six printed decimals are not the numbers: only all their digits bring them back.
CLAIM(X01, TablesReadBackExactly, "每张表写成文字再读回，一位不差；只有六位小数就回不去了",
      "every table written as text reads back to the last bit; six decimals do not bring it back") {
  WorkedExample x(on, page);
  for (const std::string part : {"a", "b", "step"}) {
    for (const ExampleTable& t : x.tables(part))
      EXPECT_EXACTLY(on.read_numbers(on.write_numbers(t.value), t.value.shape()), t.value);
  }
  EXPECT_DIFFERS(page.figure("a.residual2"), x.table("a.residual2").value,
                 within(1e-8, "cut after six decimals"));
}
