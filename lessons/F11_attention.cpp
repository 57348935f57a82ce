#include "checks/lesson.h"

LESSON(F11, "Attention逐步计算：先算相关分数，再混合内容",
       "Attention step by step: scores first, then the mixing of contents");

namespace {

/// The chapter's three tables of coefficients.
AttentionWeights printed_weights(Page& page) {
  return {page.figure("Wq"), page.figure("Wk"), page.figure("Wv")};
}
/// The twin: three positions of three features; no table is symmetric, no two are alike.
Tensor twin_x() { return table({{1, 0, 2}, {0, 1, -1}, {2, 1, 0}}); }
Tensor other_x() { return table({{1, 1, 0}, {0, 2, 1}, {-1, 0, 1}}); }
AttentionWeights twin_weights() {
  return {table({{1, 0, 1}, {-1, 1, 0}, {0, 1, 1}}), table({{0, 1, 1}, {1, 1, -1}, {1, 0, 1}}),
          table({{2, -1, 0}, {1, 3, 4}, {0, 5, -2}})};
}
Tensor twin_q() { return table({{1, 2, 3}, {-1, 0, -1}, {1, 1, 2}}); }
Tensor twin_k() { return table({{2, 1, 3}, {0, 1, -2}, {1, 3, 1}}); }
Tensor twin_v() { return table({{2, 9, -4}, {1, -2, 6}, {5, 1, 4}}); }
Mask causal() { return second::causal_mask(3, 3); }
Tensor right_output(const Tensor& x, const AttentionWeights& weights) {
  return second::self_attention(x, weights, causal());
}
Mask read_all(std::int64_t queries, std::int64_t keys) { return Mask::full({queries, keys}, 1); }
Bound far() { return within(0.01, "far above rounding"); }
Ulps few_sums() { return ulps(64, "sums of a few products, one softmax, one more sum"); }
/// Two layers of two heads on rows of four numbers.
Model small_model(Page& page) {
  Model model{page.random({5, 4}), {}, page.random({4}), page.random({4}), page.random({4, 5}), 2, 1e-5};
  for (int layer = 0; layer < 2; ++layer) {
    model.layers.push_back({page.random({4}), page.random({4}), page.random({4, 4}), page.random({4, 4}),
                            page.random({4, 4}), page.random({4, 4}), page.random({4}), page.random({4}),
                            page.random({4, 3}), page.random({4, 3}), page.random({3, 4})});
  }
  return model;
}

}  // namespace

SECTION("进入注意力之前，X到底是什么", "What X is before it comes to attention");

/// A reader may take any one row out and compute it by hand: nothing else is needed for its projection.
CLAIM(F11, OneRowAloneGivesTheSameProjection, "单独取出一行做投影，与整张X一起做得到的那一行相同",
      "a row taken out and projected alone gives the row that it gives within X") {
  const std::int64_t width = page.figure("width").integer();
  const Tensor x = on.reshape(page.figure("x"), page.figure("x_shape").as_shape());
  const Tensor alone = on.project(on.reshape(on.select(x, 0, 1), {1, width}), page.figure("Wq"));
  EXPECT_EXACTLY(on.select(on.project(x, page.figure("Wq")), 0, 1), on.select(alone, 0, 0));
}

SECTION("W是什么：先认识“乘法系数表”，再认识三个名字", "What W is: a table of coefficients");

/// The recalled product: each output is the row against one column of the table.
CLAIM(F11, ARowIsRecombinedByATable, "[1,2]乘以系数表得到[13,16]，每格是一行对一列",
      "[1,2] times the table of coefficients gives [13,16], a row against a column in each place") {
  const Tensor product = on.project(on.unsqueeze(page.figure("intro_row"), 0), page.figure("intro_weights"));
  EXPECT_PRINTED(on.squeeze(product, 0), page.figure("intro_product"));
}

/// A parameter serves every input: another input gives another result, and the first comes back unchanged.
CLAIM(F11, InputsChangeAndWeightsStay, "换一份X，结果就变；换回来，结果照旧",
      "another X gives another result; the first X then gives the first result again") {
  const Tensor first = on.self_attention(twin_x(), twin_weights(), causal());
  EXPECT_CLOSE(on.self_attention(other_x(), twin_weights(), causal()),
               right_output(other_x(), twin_weights()), few_sums());
  EXPECT_EXACTLY(on.self_attention(twin_x(), twin_weights(), causal()), first);
}

SECTION("Query、Key、Value各做哪一件事", "What query, key and value each do");

/// Three tables may be equal; nothing but training makes them differ.
CLAIM(F11, EqualTablesMakeEqualRows, "三张W若取成同一张，Q、K、V就是同一张表",
      "with one table for all three, Q, K and V are one table; with the printed tables they differ") {
  const Tensor x = page.figure("x");
  const AttentionWeights shared{page.figure("Wq"), page.figure("Wq"), page.figure("Wq")};
  EXPECT_PRINTED(on.project_keys(x, shared), page.figure("Q"));
  EXPECT_PRINTED(on.project_values(x, shared), page.figure("Q"));
  EXPECT_PRINTED(on.project_queries(x, shared).shape(), page.figure("qkv_shape"));
  EXPECT_DIFFERS(on.project_keys(x, printed_weights(page)), page.figure("Q"), far());
}

SECTION("用同一份X，把三张参数表完整乘一次", "One X, multiplied by all three tables");

/// The three tables that everything else in the chapter is computed from.
CLAIM(F11, ProjectionsAreThePrintedOnes, "同一份X乘三张系数表，得到书中的Q、K、V",
      "one X times the three tables of coefficients gives the printed Q, K and V") {
  const Shape shape = page.figure("weight_shape").as_shape();
  const AttentionWeights weights{on.reshape(page.figure("Wq"), shape), on.reshape(page.figure("Wk"), shape),
                                 on.reshape(page.figure("Wv"), shape)};
  const Tensor x = page.figure("x");
  EXPECT_PRINTED(on.project_queries(x, weights), page.figure("Q"));
  EXPECT_PRINTED(on.project_keys(x, weights), page.figure("K"));
  EXPECT_PRINTED(on.project_values(x, weights), page.figure("V"));
}

/// Wk of the chapter is symmetric and its X nearly so; here every mistake of place gives another number.
CLAIM(F11, ProjectionsOfTheTwin, "换成不对称的系数表，Q、K、V仍逐格正确（书中的数字看不出Wk是否转置）",
      "with tables that are not symmetric Q, K and V hold too (the printed digits cannot tell a transposed "
      "Wk)") {
  EXPECT_EXACTLY(on.project_queries(twin_x(), twin_weights()), twin_q());
  EXPECT_EXACTLY(on.project_keys(twin_x(), twin_weights()), twin_k());
  EXPECT_EXACTLY(on.project_values(twin_x(), twin_weights()), twin_v());
}

/// Up to here no position knows of another one.
CLAIM(F11, ProjectionMixesNoPositions, "只改第0行，投影后第1、2行一个数也不变",
      "with row 0 changed, rows 1 and 2 of the projections do not change in any number") {
  const Tensor changed = table({{7, -5, 3}, {0, 1, -1}, {2, 1, 0}});
  EXPECT_EXACTLY(on.project_values(changed, twin_weights()), table({{9, -7, -26}, {1, -2, 6}, {5, 1, 4}}));
  const Tensor queries = on.project_queries(changed, twin_weights());
  EXPECT_EXACTLY(on.slice(queries, 0, 1, 3), on.slice(twin_q(), 0, 1, 3));
}

SECTION("对“爱”这个位置，从打分一直算到新表示", "From scores to the new vector of one position");

/// A score is a dot product of a query with a key.
CLAIM(F11, ScoresOfTheLastPosition, "“爱”的Query与两个Key打分，得[1,0]",
      "the query of 爱 scores [1,0] against the two keys") {
  const Tensor scores = on.raw_scores(on.slice(page.figure("Q"), 0, 1, 2), page.figure("K"));
  EXPECT_PRINTED(on.squeeze(scores, 0), page.figure("scores"));
  EXPECT_EXACTLY(on.raw_scores(table({{1, 2}}), table({{2, -1}, {4, 1}})), table({{0, 6}}));
}

/// Scaling divides, by the root of the width of a key, and touches no weight.
CLAIM(F11, ScoresAreDividedByTheRootOfTheKeyWidth, "分数除以√2，得0.7071067812与0",
      "the scores are divided by √2, which gives 0.7071067812 and 0") {
  const std::int64_t d_k = page.figure("d_k").integer();
  EXPECT_PRINTED(page.figure("K").values().length(-1), page.figure("d_k"));
  EXPECT_PRINTED(on.scale_scores(page.figure("d_k"), d_k), page.figure("root_d_k"));
  EXPECT_PRINTED(on.scale_scores(page.figure("scores"), d_k), page.figure("scaled"));
}

/// The walk from scores to shares, each printed line from the unrounded one before it.
CLAIM(F11, SharesStepByStep, "减最大值、取指数、求和、相除，每一步都与书中十位小数一致",
      "subtract the largest, exponentiate, sum, divide: each step gives the ten printed digits") {
  const Tensor scaled = on.scale_scores(page.figure("scores"), page.figure("d_k").integer());
  const Tensor shifted = on.subtract_max(scaled, -1);
  const Tensor exponentials = on.exp(shifted);
  EXPECT_PRINTED(shifted, page.figure("shifted"));
  EXPECT_PRINTED(exponentials, page.figure("exponentials"));
  EXPECT_PRINTED(on.squeeze(on.sum(exponentials, -1), 0), page.figure("exponential_sum"));
  EXPECT_PRINTED(on.normalise(exponentials, -1), page.figure("shares"));
  EXPECT_PRINTED(on.softmax(scaled, -1), page.figure("shares"));
}

/// The same rule as in F09, over other candidates: there three tokens, here two positions.
CLAIM(F11, TheRuleIsThatOfSoftmax, "[2,1,0]按同一规则得到F09的三个份额，它们不是这里的两个位置",
      "[2,1,0] gives the three shares of F09 by the same rule; they are not the two positions here") {
  const Tensor shares = on.masked_softmax(on.unsqueeze(page.figure("f09_scores"), 0), read_all(1, 3));
  EXPECT_PRINTED(on.squeeze(shares, 0), page.figure("F09/shares"));
}

/// The last step: what 爱 takes over from 我 and from itself.
CLAIM(F11, OutputOfTheLastPosition, "“爱”的输出是两行Value按份额的加权和，十位小数一致",
      "the output of 爱 is the two value rows weighted by the shares, to ten digits") {
  const Tensor q1 = on.slice(page.figure("Q"), 0, 1, 2);
  const Tensor shares = on.attention_shares(q1, page.figure("K"), read_all(1, 2));
  EXPECT_PRINTED(on.squeeze(shares, 0), page.figure("shares"));
  EXPECT_PRINTED(on.squeeze(on.mix(shares, page.figure("V")), 0), page.figure("output"));
  page.show("shares of 爱", shares, {"爱"}, {"我", "爱"});
}

/// Attention is a weighted sum, not a draw and not a choice.
CLAIM(F11, MixingIsNeitherDrawingNorChoosing, "同样的份额每次都混合出同样的结果，它不等于任何一行Value",
      "the same shares mix to the same result each time, and it is none of the value rows") {
  const Tensor shares = table({{0.5, 0.25, 0.25}});
  const Tensor values = table({{4, 8}, {0, -4}, {12, 20}});
  for (int again = 0; again < 20; ++again) EXPECT_EXACTLY(on.mix(shares, values), table({{5, 8}}));
}

/// What is printed is cut for the page; what is computed with is not.
CLAIM(F11, UnroundedValuesAreCarriedOn, "混合六位的份额，输出偏4.5e−6与9e−6；十位的也不够",
      "shares cut to six digits move the output by 4.5e−6 and 9e−6; ten digits are too few, too") {
  const Tensor q1 = on.slice(page.figure("Q"), 0, 1, 2);
  const Tensor output = on.attention(q1, page.figure("K"), page.figure("V"), read_all(1, 2));
  const Tensor from_six = on.mix(table({{0.669762, 0.330238}}), page.figure("V"));
  EXPECT_CLOSE(on.subtract(from_six, output), table({{4.5067e-6, -9.0135e-6}}),
               within(1e-10, "printed to four digits").in_f32(2e-6, "four float32 steps at 6.7"));
  const Tensor from_ten = on.squeeze(on.mix(on.unsqueeze(page.figure("shares"), 0), page.figure("V")), 0);
  EXPECT_CLOSE(on.subtract(from_ten, page.figure("output")), row({-3e-10, 5e-10}),
               within(1e-14, "exact decimals").in_f32(2e-6, "four float32 steps at 6.7"));
}

NOTE("对“爱”这个位置，从打分一直算到新表示",
     "十位的份额乘10、乘20得6.697615493与6.604769014，不是印出的末位：那来自未舍入的份额，算式旁可注明。",
     "Ten printed digits times 10 and 20 give 6.697615493 and 6.604769014, not the last digits printed.",
     UnroundedValuesAreCarriedOn);

SECTION("把一行变成所有行，公式就出现了", "From one row to all rows: the formula");

/// One formula gives every row at once: scores, mask, shares, output.
CLAIM(F11, TheTablesOfTheWholeFormula, "QKᵀ、M、S、A、O五张表与书一致",
      "the five tables QKᵀ, M, S, A and O are the printed ones") {
  const Tensor q = page.figure("Q"), k = page.figure("K"), v = page.figure("V");
  const Mask mask = on.causal_mask(2, 2);
  const Tensor scores = on.raw_scores(q, k);
  EXPECT_PRINTED(scores, page.figure("QK"));
  EXPECT_PRINTED(on.additive_mask(mask), page.figure("M"));
  EXPECT_PRINTED(on.add(on.scale_scores(scores, q.length(-1)), on.additive_mask(mask)), page.figure("S"));
  EXPECT_PRINTED(on.attention_scores(q, k, mask), page.figure("S"));
  const Tensor shares = on.attention_shares(q, k, mask);
  EXPECT_PRINTED(shares, page.figure("A"));
  EXPECT_PRINTED(on.attention(q, k, v, mask), page.figure("O"));
  EXPECT_PRINTED(on.self_attention(page.figure("x"), printed_weights(page), mask), page.figure("O"));
  page.show("A", shares, {"我", "爱"}, {"我", "爱"});
}

/// Minus infinity is what makes a forbidden place vanish: its exponential is 0.
CLAIM(F11, ForbiddenPlacesGetMinusInfinity, "禁止处加−∞，指数为0；允许处加0",
      "a forbidden place gets −∞, whose exponential is 0; an allowed one gets 0") {
  const Tensor added = on.additive_mask(Mask({2}, {1, 0}));
  EXPECT_PRINTED(on.select(added, 0, 0), page.figure("allowed"));
  EXPECT_PRINTED(on.select(added, 0, 1), page.figure("forbidden"));
  EXPECT_PRINTED(on.exp(page.figure("forbidden")), page.figure("forbidden_exponential"));
}

/// A position with one legal source takes all of it.
CLAIM(F11, TheFirstPositionGivesItsOwnValue, "第0行只能读自己：份额为1，输出就是自己的Value",
      "row 0 reads only itself: its share is 1 and its output is its own value") {
  EXPECT_EXACTLY(on.select(on.self_attention(twin_x(), twin_weights(), causal()), 0, 0), row({2, 9, -4}));
}

/// The printed example is so symmetric that many wrong programs print it; this one tells them apart.
CLAIM(F11, TheTwinOfTheFormula, "三个位置、不对称的系数表，输出逐格正确（书中的数字看不出QK、KQᵀ、QᵀK、AVᵀ）",
      "three positions under tables without symmetry (the printed digits cannot tell QK, KQᵀ, QᵀK or AVᵀ)") {
  const Tensor output = on.self_attention(twin_x(), twin_weights(), on.causal_mask(3, 3));
  EXPECT_CLOSE(output,
               table({{2, 9, -4},
                      {1.0172685003819, -1.81004649579914, 5.82731499618104},
                      {2.44976944119363, 7.78924710286182, -2.79007888729757}}),
               few_sums());
}

/// Only the width of queries and keys must agree, and it alone sets the scale.
CLAIM(F11, EachSizeHasItsOwnPlace, "n=2、m=3、d_k=4、d_v=1也对（书中各数相等，看不出√d_v或√n）",
      "n = 2, m = 3, d_k = 4, d_v = 1: right too (the printed sizes are all alike and cannot tell)") {
  const Tensor xq = table({{1, 0}, {2, -1}});
  const Tensor xkv = table({{0, 1, 1}, {1, -1, 2}, {3, 0, -1}});
  const AttentionWeights weights{table({{1, 2, 0, -1}, {0, 1, 1, 1}}),
                                 table({{1, 0, 0, 2}, {0, 1, -1, 0}, {1, 1, 0, 1}}), table({{1}, {2}, {-3}})};
  const Tensor shares =
      on.attention_shares(on.project_queries(xq, weights), on.project_keys(xkv, weights), read_all(2, 3));
  EXPECT_CLOSE(shares,
               table({{0.810215746747584, 0.180783569326568, 0.00900068392584831},
                      {0.993262356842174, 0.00669254911658929, 4.50940412363549e-05}}),
               few_sums());
  EXPECT_CLOSE(on.cross_attention(xq, xkv, weights, read_all(2, 3)),
               table({{-2.02169662847847}, {-1.03983963641088}}), few_sums());
}

/// Shares are shares of the keys for one query; the queries do not compete.
CLAIM(F11, RowsOfSharesSumToOne, "A的每一行之和为1，不管Query和Key各有几个",
      "each row of A sums to 1, however many queries and keys there are") {
  const Tensor q = page.random({4, 3}), k = page.random({6, 3});
  const Tensor shares = on.attention_shares(q, k, on.causal_mask(4, 6));
  EXPECT_CLOSE(on.sum(shares, -1), Tensor::full({4, 1}, 1), ulps(8, "a sum of six shares"));
  EXPECT_CLOSE(shares, second::attention_shares(q, k, second::causal_mask(4, 6)), few_sums());
}

SECTION("self并不是“只看自己”", "Self does not mean itself only");

/// "Self" says where Q, K and V come from.
CLAIM(F11, SelfAttentionReadsOtherPositions, "改动第0行，后面允许读它的各行输出也随之改变",
      "a change in row 0 changes the outputs of the later rows, which may read it") {
  const Tensor changed = table({{3, 0, 2}, {0, 1, -1}, {2, 1, 0}});
  const Tensor after = on.self_attention(changed, twin_weights(), causal());
  EXPECT_CLOSE(after, right_output(changed, twin_weights()), few_sums());
  EXPECT_DIFFERS(on.slice(after, 0, 1, 3), on.slice(right_output(twin_x(), twin_weights()), 0, 1, 3), far());
}

/// In cross-attention the answers come from elsewhere, under the same formula.
CLAIM(F11, CrossAttentionTakesKeysAndValuesElsewhere, "交叉注意力：Query来自一份序列，Key与Value来自另一份",
      "cross-attention: the queries come from one sequence, keys and values from another") {
  const Tensor output = on.cross_attention(twin_x(), other_x(), twin_weights(), read_all(3, 3));
  EXPECT_CLOSE(output, second::cross_attention(twin_x(), other_x(), twin_weights(), read_all(3, 3)),
               few_sums());
}

SECTION("为什么需要三套表示，而不是直接拿X比较和混合", "Why three tables, and not X itself");

/// The first of two experiments: what is handed over changes, who is read does not.
CLAIM(F11, OnlyWvMovesOutputsAndNotShares, "只改Wv：份额不变，输出改变",
      "with Wv alone changed the shares stay and the output moves") {
  AttentionWeights weights = twin_weights();
  weights.wv = table({{0, 1, 1}, {2, 0, -1}, {1, 1, 3}});
  for (const AttentionWeights& w : {twin_weights(), weights}) {
    const Tensor q = on.project_queries(twin_x(), w), k = on.project_keys(twin_x(), w);
    EXPECT_CLOSE(on.attention_shares(q, k, causal()), second::attention_shares(twin_q(), twin_k(), causal()),
                 few_sums());
  }
  const Tensor output = on.self_attention(twin_x(), weights, causal());
  EXPECT_CLOSE(output, right_output(twin_x(), weights), few_sums());
  EXPECT_DIFFERS(output, on.self_attention(twin_x(), twin_weights(), causal()), far());
}

/// The second: who is read changes, what is handed over does not.
CLAIM(F11, WqOrWkMovesSharesAndNotValues, "只改Wq或Wk：Value不变，份额改变",
      "with Wq or Wk changed the values stay and the shares move") {
  AttentionWeights other_q = twin_weights(), other_k = twin_weights();
  other_q.wq = table({{0, 1, 0}, {1, 0, 2}, {-1, 1, 1}});
  other_k.wk = table({{1, -1, 0}, {2, 1, 1}, {0, 1, -1}});
  for (const AttentionWeights& weights : {other_q, other_k}) {
    EXPECT_EXACTLY(on.project_values(twin_x(), weights), twin_v());
    const Tensor output = on.self_attention(twin_x(), weights, causal());
    EXPECT_CLOSE(output, right_output(twin_x(), weights), few_sums());
    EXPECT_DIFFERS(output, on.self_attention(twin_x(), twin_weights(), causal()), far());
  }
}

/// Comparing and mixing X itself is the case W = I: allowed, and narrower.
CLAIM(F11, IdentityTablesMixXItself, "三张W都取单位矩阵，就是直接拿X比较和混合：一个特例",
      "with the identity for all three, X itself is compared and mixed: a special case") {
  const Tensor unit = table({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), x = twin_x();
  const Mask mask = mask_table({{1, 0, 0}, {0, 1, 1}, {0, 1, 1}});
  const Tensor out = on.self_attention(x, {unit, unit, unit}, mask);
  EXPECT_CLOSE(out, second::attention(x, x, x, mask), few_sums());
}

/// What a position is found by is not what it says.
CLAIM(F11, KeysAreNotValues, "用K代替V混合，得到另一个结果",
      "keys mixed in place of values give another result") {
  const Tensor right =
      on.attention(twin_q(), twin_k(), on.project_values(twin_x(), twin_weights()), causal());
  const Tensor keys_mixed = on.attention(twin_q(), twin_k(), twin_k(), causal());
  EXPECT_CLOSE(right, second::attention(twin_q(), twin_k(), twin_v(), causal()), few_sums());
  EXPECT_EXACTLY(on.select(keys_mixed, 0, 0), row({2, 1, 3}));
}

/// The experiment holds within one attention; a next layer computes its shares from what has changed.
CLAIM(F11, SharesStayOnlyWithinTheirLayer, "改第0层的Wv：第0层份额不变，第1层份额却变了",
      "Wv of layer 0 changed: the shares of layer 0 stay, those of layer 1 move") {
  Model model = small_model(page);
  const Ids sentence = ids_table({{3, 1, 4, 2}});
  const Mask mask = on.causal_mask(4, 4);
  Trace before, after, right;
  on.forward(model, sentence, mask, before);
  model.layers[0].wv = page.random({4, 4});
  const Tensor logits = on.forward(model, sentence, mask, after);
  EXPECT_CLOSE(logits, second::forward(model, sentence, mask, right), ulps(4000, "two layers, three norms"));
  EXPECT_EXACTLY(after.at("head0.shares", 0), before.at("head0.shares", 0));
  EXPECT_CLOSE(after.at("head0.shares", 1), right.at("head0.shares", 1), ulps(4000, "a layer before them"));
  EXPECT_DIFFERS(after.at("head0.shares", 1), before.at("head0.shares", 1), far());
}

SECTION("再进入多头、缩放和源码之前", "Before heads, scaling and source code");

/// Heads stand side by side; Wo then mixes what they found.
CLAIM(F11, HeadsAreJoinedAndThenMultipliedByWo, "各头结果并排成一行，再乘Wo",
      "the heads' results stand side by side and are then multiplied by Wo") {
  const Tensor q = page.random({1, 3, 6}), k = page.random({1, 5, 6}), v = page.random({1, 5, 4});
  const Tensor wo = page.random({4, 4});
  const Mask mask = on.causal_mask(3, 5);
  Trace trace, right;
  EXPECT_CLOSE(on.multi_head_attention(q, k, v, mask, 2, wo, trace),
               second::multi_head_attention(q, k, v, mask, 2, wo, right), few_sums());
  EXPECT_CLOSE(trace.at("concat"), right.at("concat"), few_sums());
  EXPECT_CLOSE(on.slice(trace.at("concat"), 2, 2, 4), trace.at("head1.out"), ulps(0, "the same numbers"));
}

/// With several heads the width that sets the scale is one head's, not the model's.
CLAIM(F11, EachHeadScalesByItsOwnWidth, "4个头、每头宽4：分数[4,0]除以√4，得份额0.880797与0.119203",
      "4 heads of width 4: scores [4,0] are divided by √4, which gives the shares 0.880797 and 0.119203") {
  const Tensor q = Tensor::full({1, 1, 16}, 1), k = on.concat(q, Tensor::full({1, 1, 16}, 0), 1);
  Trace trace;
  on.multi_head_attention(q, k, k, read_all(1, 2), 4, Tensor::full({16, 16}, 1), trace);
  EXPECT_CLOSE(trace.at("head3.shares"), second::softmax(Tensor({1, 1, 2}, {2, 0}), -1), few_sums());
}

/// Scaling turns the shares down or up together; it reorders nothing and drops no candidate.
CLAIM(F11, ScalingKeepsTheOrderOfTheShares, "缩放不改变份额的次序，也不改变候选的个数，只让份额更平",
      "scaling keeps the order of the shares and the number of candidates; it only flattens them") {
  const Tensor scores = table({{1, 4, -2, 3}});
  const Tensor scaled = on.softmax(on.scale_scores(scores, 4), -1);
  EXPECT_CLOSE(scaled, second::softmax(table({{0.5, 2, -1, 1.5}}), -1), few_sums());
  EXPECT_EXACTLY(on.argmax(scaled, -1), ids({1}));
  EXPECT_EXACTLY(on.argmax(on.softmax(scores, -1), -1), ids({1}));
}

/// A library may store W as [out, in] and transpose it while computing: the same transformation.
CLAIM(F11, StoringTheTableTransposedChangesNothing, "按[输出,输入]存放、计算时再转置，得到同样的Q",
      "stored as [out,in] and transposed while computing, the table gives the same Q") {
  EXPECT_EXACTLY(on.project(twin_x(), on.transpose(table({{1, -1, 0}, {0, 1, 1}, {1, 0, 1}}))), twin_q());
}

/// Handing projected Q, K, V to an interface that projects by itself multiplies by W twice.
CLAIM(F11, ProjectingTwiceIsAnotherComputation, "已经乘过W的Q再交给会投影的接口，数值就不同了",
      "a Q that was projected already, handed to an interface that projects, gives other numbers") {
  const Tensor once = on.project_queries(twin_x(), twin_weights());
  EXPECT_EXACTLY(once, twin_q());
  EXPECT_EXACTLY(on.project_queries(once, twin_weights()), table({{-1, 5, 4}, {-1, -1, -2}, {0, 3, 3}}));
}

NOTE("W是什么：先认识“乘法系数表”，再认识三个名字", "手头的F07里没有这里所指的例子；数值本身是对的。",
     "F07 as it stands has no such example; the numbers are right.", ARowIsRecombinedByATable);
NOTE("用同一份X，把三张参数表完整乘一次",
     "例子太对称：Wk转置、QK、KQᵀ、QᵀK、AVᵀ、√d_model、√d_v、√n都印出同样的数字。",
     "A transposed Wk, QK, KQᵀ, QᵀK, AVᵀ, √d_model, √d_v and √n all print the same digits.",
     TheTwinOfTheFormula);
