#include <limits>

#include "checks/lesson.h"

LESSON(F12, "Mask不是黑箱：把“谁能看谁”写成一张表", "The mask: a table of who may read whom");

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The numbers of a figure as marks of a mask, or a row's validity: PAD has id 0.
Mask marks(const Ids& numbers) {
  Mask mask = Mask::full(numbers.shape(), 0);
  for (std::int64_t i = 0; i < numbers.size(); ++i) mask.set({i}, numbers.at({i}) != 0);
  return mask;
}
Mask one_row(const Mask& marks) { return Mask({1, marks.size()}, marks.values()); }

Tensor printed_as_numbers(const Mask& mask, const Shape& shape) {
  const std::vector<std::uint8_t> bytes = mask.values();
  return Tensor(shape, std::vector<double>(bytes.begin(), bytes.end()));
}

Ulps few_sums() { return ulps(64, "a logarithm, one softmax, a few sums"); }

/// Shares whose scores are logarithms of whole numbers: fractions of those numbers.
Tensor shares_of(const Ops& on, const Tensor& whole, const Mask& may_read) {
  return on.masked_softmax(on.log(whole), may_read);
}

Model small_model(Page& page) {
  Model model{page.random({6, 4}), {}, page.random({4}), page.random({4}), page.random({4, 6}), 2, 1e-5};
  model.layers.push_back({page.random({4}), page.random({4}), page.random({4, 4}), page.random({4, 4}),
                          page.random({4, 4}), page.random({4, 4}), page.random({4}), page.random({4}),
                          page.random({4, 3}), page.random({4, 3}), page.random({3, 4})});
  return model;
}

}  // namespace

SECTION("先给掩码一个不神秘的定义", "What a mask is");

/// A cell answers one question: may this row (the query) read this column (the key)?
CLAIM(F12, ACellSaysWhetherARowMayReadAColumn, "一行是查询，一列是被读者；0与1分别是不许读与许读",
      "a row is a query, a column is what it reads; 0 forbids and 1 allows") {
  const Mask later_key = on.position_mask(ids({0}), ids({1, 0}));
  EXPECT_PRINTED(printed_as_numbers(later_key, {2}), page.figure("mask_values"));
  const Mask may_read = mask_table({{1, 1}, {0, 1}});
  EXPECT_CLOSE(shares_of(on, table({{1, 3}, {1, 3}}), may_read), table({{0.25, 0.75}, {0, 1}}), few_sums());
}

SECTION("因果限制怎样防止读未来", "How the causal limit keeps the future out");

/// Each position reads itself and what stands before it.
CLAIM(F12, EachPositionReadsItselfAndThePast, "三个位置的因果表是带对角线的下三角",
      "the causal table of three positions is the lower triangle with its diagonal") {
  const Ids positions = on.position_ids(Mask::full({3}, 1));
  EXPECT_PRINTED(positions, page.figure("positions"));
  const Mask table = on.causal_mask(3, 3);
  EXPECT_EXACTLY(table, mask_table({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}));
  EXPECT_EXACTLY(on.position_mask(positions, positions), table);
  page.show("causal", printed_as_numbers(table, {3, 3}), {"0", "1", "2"}, {"0", "1", "2"});
}

/// A whole answer may be fed in at once: each position uses its prefix only.
CLAIM(F12, AllAtOnceEqualsPrefixByPrefix, "一次送入整段，与逐个前缀分别计算，结果相同",
      "all positions at once give what each prefix gives on its own") {
  const Tensor q = page.random({5, 3}), k = page.random({5, 3}), v = page.random({5, 2});
  const Tensor together = on.attention(q, k, v, on.causal_mask(5, 5));
  for (std::int64_t n = 1; n <= 5; ++n) {
    const Tensor alone = second::attention(on.slice(q, 0, n - 1, n), on.slice(k, 0, 0, n),
                                           on.slice(v, 0, 0, n), Mask::full({1, n}, 1));
    EXPECT_CLOSE(on.slice(together, 0, n - 1, n), alone, few_sums());
  }
}

/// "Causal" means that nothing later moves what came earlier.
CLAIM(F12, FutureTokensDoNotMoveThePast, "改动后面的Token，前面各位置的输出一个数也不变",
      "a change in a later token moves no number of the earlier outputs") {
  const Tensor x = page.random({4, 3});
  Tensor later = on.contiguous(x);
  for (std::int64_t f = 0; f < 3; ++f) later.set({3, f}, 9);
  const Tensor before = on.attention(x, x, x, on.causal_mask(4, 4));
  const Tensor after = on.attention(later, later, later, on.causal_mask(4, 4));
  EXPECT_EXACTLY(on.slice(after, 0, 0, 3), on.slice(before, 0, 0, 3));
  EXPECT_DIFFERS(on.slice(after, 0, 3, 4), on.slice(before, 0, 3, 4), within(0.1, "far above rounding"));
}

SECTION("填充限制与因果限制怎样合在一起", "Padding and causal limits together");

/// The two limits are joined: a key must be real and must not lie ahead.
CLAIM(F12, BothLimitsMustHold, "[4,2,0]：查询0只读键0，查询1读键0与1，PAD那一列谁也不读",
      "[4,2,0]: query 0 reads key 0, query 1 reads keys 0 and 1, and nobody reads the PAD column") {
  const Mask valid = one_row(marks(page.figure("ids").ids()));
  const Mask joint = on.joint_mask(valid);
  EXPECT_EXACTLY(joint, Mask({1, 1, 3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 0}));
  EXPECT_EXACTLY(on.join_masks(on.causal_mask(3, 3), on.padding_mask(valid)), joint);
  page.show("joint", printed_as_numbers(joint, {3, 3}), {"4", "2", "PAD"}, {"4", "2", "PAD"});
}

/// What padding must never do: change the rows that are real.
CLAIM(F12, PaddingDoesNotChangeRealRows, "补齐后的[4,2,0]，两个真实位置的输出与单独的[4,2]相同",
      "in the padded [4,2,0] the two real positions give what [4,2] gives alone") {
  const Tensor vectors = table({{9, 9}, {1, 0}, {2, -1}, {0, 1}, {1, 1}});
  const Tensor x = on.embed(vectors, page.figure("ids").ids());
  const Mask joint = on.joint_mask(one_row(marks(page.figure("ids").ids())));
  const Tensor padded = on.attention(x, x, x, Mask({3, 3}, joint.values()));
  const Tensor alone = table({{1, 1}, {2, -1}});
  const Tensor right = second::attention(alone, alone, alone, second::causal_mask(2, 2));
  const Ids real = page.figure("real_queries").ids();
  for (std::int64_t i = 0; i < 2; ++i) {
    EXPECT_CLOSE(on.select(padded, 0, real.at({i})), on.select(right, 0, i), few_sums());
  }
}

/// On a row padded on the right the causal mask hides the padding anyway: the chapter's example cannot tell.
CLAIM(F12, CausalAloneIsEnoughWhenPaddingIsOnTheRight, "右补齐时，只用因果限制，真实的两行也一样",
      "with the padding on the right the causal mask alone gives the same two real rows") {
  const Tensor scores = table({{5, 2, 3}, {4, 1, 7}, {2, 3, 5}});
  const Mask joint = on.joint_mask(one_row(marks(page.figure("ids").ids())));
  const Tensor both = shares_of(on, scores, Mask({3, 3}, joint.values()));
  const Tensor causal = shares_of(on, scores, on.causal_mask(3, 3));
  EXPECT_EXACTLY(on.slice(both, 0, 0, 2), on.slice(causal, 0, 0, 2));
  EXPECT_CLOSE(on.slice(both, 0, 0, 2), table({{1, 0, 0}, {0.8, 0.2, 0}}), few_sums());
}

NOTE("填充限制与因果限制怎样合在一起",
     "PAD在右边时，因果限制已经挡住它：对两个真实查询，填充限制不起作用。换成左补齐的[0,4,2]才看得出它。",
     "With PAD on the right the causal limit hides it already: for the two real queries the padding limit "
     "does nothing. "
     "Left-padded [0,4,2] would show it.",
     CausalAloneIsEnoughWhenPaddingIsOnTheRight);

/// Padded on the left, both limits are needed, and an empty row appears.
CLAIM(F12, LeftPaddingNeedsBothLimits,
      "左补齐[0,4,2]：两种限制缺一不可，PAD那一行什么也读不到（书中右补齐看不出）",
      "left-padded [0,4,2] needs both limits; the PAD row reads nothing (the chapter's right padding cannot "
      "tell)") {
  const Mask joint = on.joint_mask(Mask({1, 3}, {0, 1, 1}));
  const Tensor shares = shares_of(on, table({{5, 2, 3}, {4, 1, 7}, {2, 3, 5}}), Mask({3, 3}, joint.values()));
  EXPECT_CLOSE(shares, table({{0, 0, 0}, {0, 1, 0}, {0, 0.375, 0.625}}), few_sums());
  page.show("left-padded shares", shares, {"PAD", "4", "2"}, {"PAD", "4", "2"});
}

/// A padding mask blanks columns: PAD queries still have a row, which nobody uses.
CLAIM(F12, PaddingHidesKeysAndNotQueries, "填充掩码遮的是列：每一行都不读PAD，PAD那一行也有份额",
      "a padding mask blanks columns: no row reads PAD, and PAD's own row has its shares") {
  const Mask keys = on.padding_mask(Mask({1, 3}, {1, 1, 0}));
  const Tensor shares = on.masked_softmax(Tensor::full({1, 1, 3, 3}, 0), keys);
  EXPECT_EXACTLY(shares, Tensor({1, 1, 3, 3}, {0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, 0.5, 0}));
}

/// Rows of a batch share a tensor and nothing else.
CLAIM(F12, SentencesOfABatchDoNotReadEachOther, "同在一个batch的两句互不相读：改第0句，第1句的输出不变",
      "two sentences of a batch do not read each other: with sentence 0 changed, sentence 1 gives the same") {
  const Tensor x = page.random({2, 3, 4});
  Tensor changed = on.contiguous(x);
  changed.set({0, 2, 1}, 7);
  const Tensor before = on.attention(x, x, x, on.causal_mask(3, 3));
  const Tensor after = on.attention(changed, changed, changed, on.causal_mask(3, 3));
  EXPECT_EXACTLY(on.select(after, 0, 1), on.select(before, 0, 1));
  EXPECT_CLOSE(after, second::attention(changed, changed, changed, second::causal_mask(3, 3)), few_sums());
}

/// Packing several samples into one row needs a block for each of them.
CLAIM(F12, PackedSamplesNeedABlockEach, "两个样本拼在一行：各自成块，后一个样本读不到前一个",
      "two samples packed into one row: each its own block, the later one does not read the earlier") {
  const Mask blocks = on.packed_mask(ids({0, 0, 1, 1, 1}));
  EXPECT_EXACTLY(on.packed_mask(ids({7, 7, 2, 2, 2})), blocks);
  const Tensor scores =
      table({{3, 1, 1, 1, 1}, {1, 2, 1, 1, 1}, {5, 1, 2, 1, 1}, {1, 3, 1, 4, 1}, {2, 1, 3, 1, 5}});
  const double third = 1.0 / 3;
  const Tensor shares = shares_of(on, scores, blocks);
  EXPECT_CLOSE(shares,
               table({{1, 0, 0, 0, 0},
                      {third, 2 * third, 0, 0, 0},
                      {0, 0, 1, 0, 0},
                      {0, 0, 0.2, 0.8, 0},
                      {0, 0, third, third / 3, 5 * third / 3}}),
               few_sums());
  page.show("packed shares", shares);
}

/// A mask with one head serves all of them.
CLAIM(F12, OneMaskServesEveryHead, "头轴长度为1的掩码对每个头同样有效",
      "a mask whose head axis has length 1 holds for each head") {
  const Mask joint = on.joint_mask(Mask({2, 3}, {0, 1, 1, 1, 1, 0}));
  const Tensor scores = page.random({2, 4, 3, 3});
  const Tensor shares = on.masked_softmax(scores, joint);
  EXPECT_CLOSE(shares, second::masked_softmax(scores, second::joint_mask(Mask({2, 3}, {0, 1, 1, 1, 1, 0}))),
               few_sums());
}

SECTION("“禁止”具体怎样改变softmax", "What forbidding does to the softmax");

/// Minus infinity before the softmax: the readable scores stay as they were, and the shares still sum to 1.
CLAIM(F12, MinusInfinityBeforeTheSoftmax, "禁止处加−∞，指数为0；允许处加0；归一化后每行之和仍为1",
      "−∞ where forbidden, with exponential 0; 0 where allowed; each row still sums to 1") {
  const Tensor added = on.additive_mask(Mask({3}, {1, 0, 1}));
  EXPECT_PRINTED(on.select(added, 0, 0), page.figure("allowed"));
  EXPECT_PRINTED(on.select(on.exp(added), 0, 1), page.figure("masked_exponential"));
  EXPECT_EXACTLY(added, row({0, -kInfinity, 0}));
  EXPECT_EXACTLY(on.exp(added), row({1, 0, 1}));
  const Tensor scores = on.log(row({3, 9, 1}));
  const Tensor shares = on.masked_softmax(scores, Mask({3}, {1, 0, 1}));
  EXPECT_CLOSE(shares, row({0.75, 0, 0.25}), few_sums());
  EXPECT_EXACTLY(on.select(shares, 0, 1), scalar(0));
  EXPECT_CLOSE(on.softmax(on.add(scores, added), -1), shares, few_sums());
  EXPECT_PRINTED(on.squeeze(on.sum(shares, -1), 0), page.figure("share_total"));
}

/// Zeroing afterwards is another computation, until one normalises again.
CLAIM(F12, ZeroingAfterwardsNeedsNormalising, "先softmax再清零，和小于1；重新归一化后才与先禁止相同",
      "zeroed after the softmax the shares sum to less than 1; normalised again they equal masking before") {
  const Tensor scores = on.log(row({3, 4, 1}));
  const Mask may_read({3}, {1, 0, 1});
  const Tensor zeroed = on.zero_forbidden(on.softmax(scores, -1), may_read);
  EXPECT_CLOSE(zeroed, row({0.375, 0, 0.125}), few_sums());
  EXPECT_CLOSE(on.sum(zeroed, -1), row({0.5}), few_sums());
  EXPECT_CLOSE(on.normalise(zeroed, -1), on.masked_softmax(scores, may_read), few_sums());
}

/// Nothing to read: zeros here, said once; NaN must not spread to the rows beside it.
CLAIM(F12, ARowThatReadsNothingGivesZeros, "一行什么也不许读：份额与输出全为0，别的行照旧",
      "a row that may read nothing has shares and output 0, and the other rows stay as they are") {
  const Mask may_read = mask_table({{0, 0}, {1, 1}});
  const Tensor shares = on.masked_softmax(table({{1, 2}, {0, 0}}), may_read);
  EXPECT_EXACTLY(shares, table({{0, 0}, {0.5, 0.5}}));
  EXPECT_EXACTLY(on.mix(shares, table({{2}, {4}})), table({{0}, {3}}));
  EXPECT_EXACTLY(on.masked_softmax(table({{-kInfinity, -kInfinity}}), mask_table({{1, 1}})), table({{0, 0}}));
}

/// A large negative number is not −∞: where the readable scores are lower still, it wins.
CLAIM(F12, AFiniteFillIsNotMinusInfinity,
      "可读的分数是−20000时，禁止处也必须是0：−10000这样的有限数代替不了−∞",
      "with a readable score of −20000 the forbidden place must still get 0: −10000 does not stand for −∞") {
  EXPECT_EXACTLY(on.masked_softmax(row({-20000, -3}), Mask({2}, {1, 0})), row({1, 0}));
  EXPECT_EXACTLY(on.mask_scores(row({-20000, -3}), Mask({2}, {1, 0})), row({-20000, -kInfinity}));
}

/// In float16 two finite masks overflow when they are added: NaN where shares were meant.
CLAIM(F12, AdditiveMasksAreJoinedAndNotSummed, "两张加性掩码合成一张时取较小者：float16里相加会溢出成−∞",
      "two additive masks join to the smaller number of each place: in float16 their sum overflows to −∞") {
  const Tensor lowest = row({-65504, -65504});
  const Tensor joined = on.join_additive_masks(row({-65504, 0}), row({0, -65504}));
  EXPECT_EXACTLY(joined, lowest);
  EXPECT_EXACTLY(round_to(Precision::f16, on.join_additive_masks(lowest, lowest).at({0})), -65504.0);
  EXPECT_EXACTLY(round_to(Precision::f16, on.add(lowest, lowest).at({0})), -kInfinity);
  const double masked = round_to(Precision::f16, on.add(joined, row({1, 2})).at({1}));
  EXPECT_EXACTLY(on.softmax(row({masked, masked}), -1), row({0.5, 0.5}));
}

/// What is hidden may be anything: it is chosen away, not computed away.
CLAIM(F12, HiddenKeysAndValuesMayBeAnything, "被遮的键和值是NaN或无穷也不要紧",
      "masked keys and values may be NaN or infinite, and nothing changes") {
  const Mask may_read = mask_table({{1, 0, 1}});
  const Tensor values = table({{2, 3}, {kNaN, kInfinity}, {4, 5}});
  const Tensor shares = on.masked_softmax(on.log(table({{3, 5, 1}})), may_read);
  EXPECT_CLOSE(on.mix(shares, values), table({{2.5, 3.5}}), few_sums());
  const Tensor keys = table({{1, 2}, {kNaN, kInfinity}, {0, 1}});
  const Tensor clean = table({{1, 2}, {0, 0}, {0, 1}});
  EXPECT_CLOSE(on.attention(table({{1, 1}}), keys, values, may_read),
               second::attention(table({{1, 1}}), clean,
                                 on.zero_forbidden(values, mask_table({{1}, {0}, {1}})), may_read),
               few_sums());
}

/// A library may mean "blocked" by true; its masks must be turned round first.
CLAIM(F12, ABlockingMaskIsInvertedFirst, "True表示屏蔽的掩码要先取反，再当“1=允许”用",
      "a mask in which true means blocked is inverted before it is used as 1 = may read") {
  const Mask may_read = on.invert_mask(mask_table({{0, 1}, {0, 0}}));
  EXPECT_PRINTED(static_cast<int>(may_read.at({0, 0})), page.figure("allowed_mark"));
  const Tensor shares = on.masked_softmax(table({{0, 0}, {0, 0}}), may_read);
  EXPECT_EXACTLY(shares, table({{1, 0}, {0.5, 0.5}}));
  EXPECT_EXACTLY(on.mix(shares, table({{2}, {10}})), table({{2}, {6}}));
}

SECTION("已有缓存时，表为什么不再是小正方形", "With a cache the table is no small square");

/// Three positions are cached, two are new: two rows, five columns.
CLAIM(F12, TwoNewQueriesReadFiveKeys, "缓存3个、新算2个：表是[2,5]，第一行读前4个键",
      "3 cached, 2 new: the table is [2,5], and its first row reads 4 keys") {
  const std::int64_t cached = page.figure("cached").integer(), fresh = page.figure("new_queries").integer();
  const Tensor newest = page.random({1, fresh, 2});
  const Tensor keys = on.append_rows(page.random({1, cached, 2}), newest);
  EXPECT_PRINTED(keys.length(1), page.figure("keys"));
  EXPECT_EXACTLY(on.slice(keys, 1, cached, keys.length(1)), newest);
  const Ids next = on.next_position(on.position_ids(Mask::full({cached}, 1)));
  EXPECT_PRINTED(on.positions_from(next.item(), fresh), page.figure("new_positions"));
  const Mask table = on.causal_mask(fresh, keys.length(1));
  EXPECT_PRINTED(table.shape(), page.figure("table_shape"));
  EXPECT_EXACTLY(table, mask_table({{1, 1, 1, 1, 0}, {1, 1, 1, 1, 1}}));
  page.show("two new queries", printed_as_numbers(table, {2, 5}), {"3", "4"}, {"0", "1", "2", "3", "4"});
}

/// The rule speaks of logical positions; in slots that are not in order no triangle shows.
CLAIM(F12, TheRuleIsAboutPositionsAndNotSlots,
      "键在缓存里不按次序存放时，仍按逻辑位置判断（按槽画三角就错了）",
      "with keys stored out of order the logical positions decide (a triangle over slots would be wrong)") {
  const Mask by_position = on.position_mask(ids({3, 4}), ids({4, 0, 3, 1, 2}));
  EXPECT_EXACTLY(by_position, mask_table({{0, 1, 1, 1, 1}, {1, 1, 1, 1, 1}}));
  EXPECT_EXACTLY(on.position_mask(ids({3, 4}), ids({0, 1, 2, 3, 4})), on.causal_mask(2, 5));
}

/// A prompt of several tokens needs its mask although a cache object is there.
CLAIM(F12, APrefillNeedsItsMaskToo, "带着缓存一次送入两个Token也要掩码：输出是2与6",
      "two tokens fed in with a cache need their mask: the outputs are 2 and 6") {
  const Tensor values = on.append_rows(LayerCache().v, Tensor({1, 2, 1}, {2, 10}));
  const Tensor zeros = Tensor::full({1, 2, 1}, 0);
  EXPECT_EXACTLY(on.attention(zeros, zeros, values, on.causal_mask(2, 2)), Tensor({1, 2, 1}, {2, 6}));
}

SECTION("Loss mask又是什么", "And what a loss mask is");

/// Each position is scored on the token behind it.
CLAIM(F12, TargetsAreTheNextTokens, "目标错开一位：每个位置要预测的是它后面的Token",
      "targets are shifted by one: each position is to predict the token behind it") {
  EXPECT_EXACTLY(on.next_tokens(ids_table({{3, 1, 4, 2}, {5, 5, 0, 1}})), ids_table({{1, 4, 2}, {5, 0, 1}}));
  const Tensor logits = on.log(table({{1, 2, 1}, {5, 2, 1}}));
  const Tensor losses = on.token_losses(logits, on.next_tokens(ids({2, 1, 0})));
  EXPECT_CLOSE(losses, second::log(row({2, 1.6})), few_sums());
}

/// Only counted losses make the mean, and only their number divides it.
CLAIM(F12, OnlyCountedLossesMakeTheMean, "只平均计分的损失：1与3计分，均值是2",
      "only counted losses make the mean: 1 and 3 are counted, the mean is 2") {
  EXPECT_EXACTLY(on.mean_loss(row({1, 8, 3, 50}), Mask({4}, {1, 0, 1, 0})), scalar(2));
  EXPECT_EXACTLY(on.mean_loss(row({1, kNaN}), Mask({2}, {1, 0})), scalar(1));
  EXPECT_REFUSED(on.mean_loss(row({1, 2}), Mask({2}, {0, 0})), "[2]");
}

/// Padding is known by its place. Where PAD and the end token share an id, the id would drop the end token.
CLAIM(F12, CountedLabelsAreKnownByTheirPlace, "按位置而不按编号计分：结束符与PAD同号时，结束符仍计分",
      "labels are counted by place and not by id: an end token that shares PAD's id is counted still") {
  const Mask counted = on.loss_mask(ids({5, 7, 2, 2}), 0, 3);
  EXPECT_EXACTLY(counted, Mask({4}, {1, 1, 1, 0}));
  EXPECT_EXACTLY(on.mean_loss(row({1, 1, 4, 9}), counted), scalar(2));
}

/// The question is not scored, and still it is what the answer is read from.
CLAIM(F12, WhatIsNotScoredIsStillRead, "不给问题计损失，模型仍读问题：换一个问题，答案的损失就变",
      "the question is not scored and still read: another question, another loss of the answer") {
  const Model model = small_model(page);
  const Mask counted = on.loss_mask(ids({3, 1, 4, 2}), 2, 4);
  Trace trace, right;
  const Tensor loss = on.training_loss(model, ids({3, 1, 4, 2}), counted, trace);
  const Tensor by_hand = second::training_loss(model, ids({3, 1, 4, 2}), Mask({4}, {0, 0, 1, 1}), right);
  EXPECT_CLOSE(loss, by_hand, ulps(4000, "one layer, three norms, a logarithm"));
  EXPECT_CLOSE(trace.at("head1.out"), right.at("head1.out"), ulps(4000, "a norm and a softmax"));
  EXPECT_DIFFERS(on.training_loss(model, ids({5, 1, 4, 2}), counted, trace), loss,
                 within(0.001, "far above rounding"));
}

NOTE("填充限制与因果限制怎样合在一起",
     "同一段里“第0条”“第1条”从0数起，“第二条输入”“第三个是PAD”从1数起；第二条与第1条是同一行。",
     "The section counts rows from 0 in “第0条” and from 1 in “第二条输入”: row 1 and the second input are "
     "the same row.",
     BothLimitsMustHold);
NOTE("“禁止”具体怎样改变softmax",
     "正文说加负无穷，但−∞加到NaN上还是NaN：被遮位置若可能是NaN或无穷，就要选择而不是相加。",
     "The text adds −∞; added to NaN it leaves NaN. Where hidden places may hold NaN or ∞ they must be "
     "chosen away.",
     HiddenKeysAndValuesMayBeAnything);
NOTE(
    "“禁止”具体怎样改变softmax", "全行都被禁止时的结果没有写定：本书的检查取0，有的库给NaN，有的给等份额。",
    "What a row that may read nothing gives is left open: zeros here, NaN or equal shares in some libraries.",
    ARowThatReadsNothingGivesZeros);
