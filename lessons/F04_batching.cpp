#include "checks/lesson.h"
#include "checks/models.h"

LESSON(F04, "组批和补齐：为什么两句话变成[2,3]", "Batching and padding: why two sentences become [2,3]");

static const Ulps model_steps = ulps(64, "two layers: products, softmax and norms");
static const Bound visible =
    within(0.001, "another input, seen through two layers of random weights").in_every_column();

/// The chapter's two lists of ids.
static Sentences both_sentences(Page& page) {
  return {page.figure("first_ids").ids().values(), page.figure("second_ids").ids().values()};
}

/// Scores of every position of a batch, under the causal mask and without reading PAD: (B, T, N).
static Tensor read_batch(const Ops& on, const Model& model, const Ids& ids, const Mask& valid) {
  Trace trace;
  return on.forward(model, ids, on.joint_mask(valid), trace);
}

/// Scores of one sentence alone, nothing padded, by the second route: (T, N).
static Tensor read_alone(const Model& model, const std::vector<std::int64_t>& sentence) {
  Trace trace;
  const std::int64_t n = std::ssize(sentence);
  const Ids alone({1, n}, sentence);
  return second::select(second::forward(model, alone, second::causal_mask(n, n), trace), 0, 0);
}

SECTION("“组批”就是让若干条输入一起处理", "A batch: several inputs handled together");

/// A rectangle needs rows of one length; what is added stands behind the words.
CLAIM(F04, TwoSentencesMakeATwoByThreeTable, "长3与长2的两条补PAD成[[1,2,3],[4,2,0]]，形状[2,3]，B=2，T=3",
      "lists of 3 and 2 ids are padded to [[1,2,3],[4,2,0]]: shape [2,3], B = 2, T = 3") {
  const Sentences sentences = both_sentences(page);
  const Ids lengths = on.lengths_of(sentences);
  EXPECT_PRINTED(lengths, page.figure("lengths"));
  EXPECT_PRINTED(lengths.size(), page.figure("batch"));
  const std::int64_t length = on.common_length(lengths);
  EXPECT_PRINTED(length, page.figure("T"));
  const Ids table = on.pad_right(sentences, length, page.figure("pad_id").integer());
  EXPECT_PRINTED(table, page.figure("input_ids"));
  EXPECT_PRINTED(table.shape(), page.figure("shape"));
}
NOTE("“组批”就是让若干条输入一起处理", "“第0条”与“第二条”混用：前者从0数，后者从1数，说的却是同两行。",
     "Row 0 and \"the second sentence\" stand side by side: one counts from 0, the other from 1.",
     TwoSentencesMakeATwoByThreeTable);

/// What a row gives must not depend on who shares the batch with it.
CLAIM(F04, ABatchGivesWhatEachRowGivesAlone, "整批计算与逐条单独计算，每个真实位置的结果相同",
      "computed in a batch or alone, every real position has the same result") {
  const Model model = random_model(page, {});
  const Sentences sentences = {{1, 2, 3, 5}, {4, 2}, {6, 1, 2}};
  const Ids lengths = on.lengths_of(sentences);
  const Tensor scores = read_batch(on, model, on.pad_right(sentences, 4, 0), on.valid_right(lengths, 4));
  for (std::int64_t b = 0; b < 3; ++b) {
    const Tensor mine = on.slice(on.select(scores, 0, b), 0, 0, lengths.at({b}));
    EXPECT_CLOSE(mine, read_alone(model, sentences[static_cast<std::size_t>(b)]), model_steps);
  }
}

/// The test for a leak between two users: change the one, look at the other, bit for bit.
CLAIM(F04, TheNeighbourIsNotRead, "改写第0行的每个编号，第1行的结果一位不变",
      "with every id of row 0 rewritten, row 1 does not change in a single bit") {
  const Model model = random_model(page, {});
  const Mask valid = on.valid_right(ids({3, 2}), 3);
  const Tensor before = read_batch(on, model, ids_table({{1, 2, 3}, {4, 2, 0}}), valid);
  const Tensor after = read_batch(on, model, ids_table({{5, 6, 4}, {4, 2, 0}}), valid);
  EXPECT_EXACTLY(on.select(after, 0, 1), on.select(before, 0, 1));
  EXPECT_DIFFERS(on.select(after, 0, 0), on.select(before, 0, 0), visible);
}

/// Five ids in one row are one text of five tokens: the second part reads the first.
CLAIM(F04, JoiningIsAnotherInput, "把两条接成一条，“你爱”就读到了前一句，结果随之改变",
      "joined into one row, 你爱 reads the sentence ahead of it and gives another result") {
  const Model model = random_model(page, {});
  const Tensor joined = read_batch(on, model, ids_table({{1, 2, 3, 4, 2}}), Mask::full({1, 5}, 1));
  const Tensor apart =
      read_batch(on, model, ids_table({{1, 2, 3}, {4, 2, 0}}), on.valid_right(ids({3, 2}), 3));
  EXPECT_CLOSE(on.slice(on.select(joined, 0, 0), 0, 0, 3), on.select(apart, 0, 0), model_steps);
  EXPECT_DIFFERS(on.slice(on.select(joined, 0, 0), 0, 3, 5), on.slice(on.select(apart, 0, 1), 0, 0, 2),
                 visible);
}

SECTION("真实长度与安排长度不是一回事", "True length and arranged length are two things");

/// The marks carry what the table of ids has lost.
CLAIM(F04, MarksTellRealFromPadded, "标记表1为真实、0为填充，与书中一致；每行的1数出真实长度",
      "marks of 1 for real and 0 for padded are the printed ones, and count the true lengths") {
  const Ids lengths = on.lengths_of(both_sentences(page));
  const Mask valid = on.valid_right(lengths, page.figure("T").integer());
  EXPECT_PRINTED(valid, page.figure("is_real"));
  EXPECT_PRINTED(valid.at({0, 0}), page.figure("real_mark"));
  EXPECT_PRINTED(valid.at({1, 2}), page.figure("padding_mark"));
  EXPECT_PRINTED(on.count_valid(valid), page.figure("lengths"));
  EXPECT_REFUSED(on.valid_right(ids({4}), 3), "length 4", "[0, 3]");
}

/// 128 columns are an arrangement: the two sentences say what they said.
CLAIM(F04, ALongerArrangementHoldsTheSameTokens, "补到128时形状是[2,128]，真实Token仍是那5个",
      "padded to 128 the shape is [2,128], and there are still the same five real tokens") {
  const Sentences sentences = both_sentences(page);
  const std::int64_t length = page.figure("long_T").integer();
  const Ids table = on.pad_right(sentences, length, 0);
  EXPECT_PRINTED(table.shape(), page.figure("long_shape"));
  const Ids lengths = on.lengths_of(sentences);
  EXPECT_EXACTLY(on.valid_tokens(table, on.valid_right(lengths, length)), ids({1, 2, 3, 4, 2}));
  EXPECT_EXACTLY(on.padding_waste(lengths, ids({0, 1}), 2), 1);
}

/// 0 is this book's PAD; another model has another id for it, and may have a word at 0.
CLAIM(F04, PadsIdIsASetting, "PAD为9、编号0是真词时，标记照样对：判断要用模型自己的PAD编号",
      "with PAD 9 and a real word at id 0 the marks are right: PAD's id is the model's setting") {
  const Ids table = on.pad_right({{5, 0, 7}, {0, 6}}, 3, 9);
  EXPECT_EXACTLY(table, ids_table({{5, 0, 7}, {0, 6, 9}}));
  const Mask valid = mask_table({{1, 1, 1}, {1, 1, 0}});
  EXPECT_EXACTLY(on.valid_by_pad_id(table, 9), valid);
  EXPECT_EXACTLY(on.valid_tokens(table, valid), ids({5, 0, 7, 0, 6}));
  EXPECT_EXACTLY(on.valid_right(ids({3, 2}), 3), valid);
  EXPECT_EXACTLY(on.valid_by_pad_id(page.figure("input_ids").ids(), page.figure("pad_id").integer()), valid);
}

/// Where PAD and the end of a sentence share one id, ids no longer say which is which; lengths do.
CLAIM(F04, IdsAloneMayNotTell, "PAD与结束符同为2时，由编号反推标记会误删真的结束符；由长度得出的才对",
      "where PAD and the end token are both 2, marks read off the ids lose real end tokens; lengths do not") {
  const Ids table = ids_table({{5, 2, 6, 2}, {2, 5, 2, 6}});
  EXPECT_EXACTLY(on.count_valid(on.valid_by_pad_id(table, 2)), ids({2, 2}));
  const Mask right_side = on.valid_right(ids({3, 3}), 4);
  const Mask left_side = on.valid_left(ids({3, 3}), 4);
  EXPECT_EXACTLY(on.count_valid(right_side), ids({3, 3}));
  EXPECT_EXACTLY(on.count_valid(left_side), ids({3, 3}));
  EXPECT_EXACTLY(on.last_ids(table, mask_table({{1, 1, 1, 0}, {0, 1, 1, 1}})), ids({6, 6}));
}
NOTE("真实长度与安排长度不是一回事",
     "没有说标记表从哪里来：PAD与结束符同号时不能由编号反推，必须由长度得出。",
     "Where the marks come from is not said: with PAD and end token alike, ids do not give them; lengths do.",
     IdsAloneMayNotTell);

SECTION("补左边和补右边有什么区别", "Padding on the left and on the right");

/// The same sentence in other columns.
CLAIM(F04, LeftPaddingIsTheSameSentence, "左补成[0,4,2]、右补成[4,2,0]，去掉PAD都是“你爱”",
      "[0,4,2] and [4,2,0] are the same 你爱 once PAD is gone") {
  const Sentences one = {page.figure("second_ids").ids().values()};
  const Ids left = on.pad_left(one, 3, page.figure("pad_id").integer());
  EXPECT_PRINTED(Ids({3}, left.values()), page.figure("left_padded"));
  const Ids right = on.pad_right(one, 3, 0);
  EXPECT_EXACTLY(on.valid_left(ids({2}), 3), mask_table({{0, 1, 1}}));
  EXPECT_EXACTLY(on.valid_tokens(left, on.valid_left(ids({2}), 3)), ids({4, 2}));
  EXPECT_EXACTLY(on.valid_tokens(right, on.valid_right(ids({2}), 3)), ids({4, 2}));
}

/// A slice of the last column is right by luck: for the longest row, or for padding in front.
CLAIM(
    F04, TheLastColumnMayBePad, "取最后一列：右补齐的短行取到PAD的零行，左补齐才取到“爱”",
    "the last column: a short row padded on the right gives PAD's zeros there, padded in front it gives 爱") {
  const std::int64_t last = 3 + page.figure("last_column").integer();
  const Tensor table = page.figure("X01/E");
  const Sentences sentences = both_sentences(page);
  const Tensor right = on.take_positions(on.embed(table, on.pad_right(sentences, 3, 0)), ids({last, last}));
  EXPECT_EXACTLY(on.select(right, 0, 1), row({0, 0, 0, 0}));
  EXPECT_EXACTLY(on.slice(right, 0, 0, 1), on.embed(table, ids({3})));
  const Tensor left = on.take_positions(on.embed(table, on.pad_left(sentences, 3, 0)), ids({last, last}));
  EXPECT_EXACTLY(left, on.embed(table, ids({3, 2})));
}

/// Each row has its own last place; the mark of it is the last 1, not a count and not the first 0.
CLAIM(F04, TheLastValidPlaceIsPerRow, "最后一个有效位置逐行去找，左补、右补、没有补的行都对",
      "the last valid place is looked for in each row: right for rows padded left, right, or not at all") {
  EXPECT_EXACTLY(on.last_valid(mask_table({{1, 1, 1, 0}, {0, 1, 1, 1}})), ids({2, 3}));
  EXPECT_EXACTLY(on.last_valid(mask_table({{0, 0, 0, 1, 1}})), ids({4}));
  EXPECT_EXACTLY(on.last_valid(mask_table({{1, 1, 1}, {1, 0, 0}, {1, 0, 1}})), ids({2, 0, 2}));
  const Tensor hidden = Tensor({1, 5}, {1.5, -2, 0.25, 7, -3});
  const Ids last = on.last_valid(mask_table({{0, 0, 0, 1, 1}}));
  EXPECT_EXACTLY(on.take_positions(hidden, last), row({-3}));
  EXPECT_REFUSED(on.last_valid(mask_table({{1, 0}, {0, 0}})), "row 1", "no real token");
  EXPECT_REFUSED(on.take_positions(hidden, ids({5})), "position 5", "[0, 5)");
}

/// Neither side is the right one; the side and the way of reading have to fit.
CLAIM(F04, BothSidesPredictTheSame, "左补与右补，各取每行最后的有效位置，预测相同（本模型不用位置编号）",
      "padded on either side, the last valid places predict the same (this model has no positions)") {
  const Model model = random_model(page, {});
  const Sentences sentences = {{1, 2, 3, 5}, {4, 2}, {6}};
  const Ids lengths = on.lengths_of(sentences);
  const Mask right = on.valid_right(lengths, 4);
  const Mask left = on.valid_left(lengths, 4);
  const Tensor after_right = read_batch(on, model, on.pad_right(sentences, 4, 0), right);
  const Tensor after_left = read_batch(on, model, on.pad_left(sentences, 4, 0), left);
  const Tensor right_last = on.take_positions(after_right, on.last_valid(right));
  EXPECT_CLOSE(right_last, on.take_positions(after_left, on.last_valid(left)), model_steps);
  const Tensor alone = read_alone(model, sentences[1]);
  EXPECT_CLOSE(on.select(right_last, 0, 1), second::select(alone, 0, 1), model_steps);
}

SECTION("补齐不等于截断，更不等于上下文压缩", "Padding is not truncation, and still less compression");

/// From a padded table every id comes back; from a cut one it does not.
CLAIM(F04, PaddingLosesNothingTruncationDoes, "补齐之后每个编号都能取回；截到2个时第三个编号就没有了",
      "after padding every id can be had back; cut to 2 the third one is gone") {
  const Sentences sentences = {{1, 2, 3}, {4, 2}, {5}};
  const Ids whole = ids({1, 2, 3, 4, 2, 5});
  const Ids lengths = on.lengths_of(sentences);
  EXPECT_EXACTLY(on.valid_tokens(on.pad_right(sentences, 7, 0), on.valid_right(lengths, 7)), whole);
  EXPECT_EXACTLY(on.valid_tokens(on.pad_left(sentences, 7, 0), on.valid_left(lengths, 7)), whole);
  const Sentences cut = on.truncate(sentences, 2);
  EXPECT_EXACTLY(on.pad_right(cut, 2, 0), ids_table({{1, 2}, {4, 2}, {5, 0}}));
  EXPECT_EXACTLY(on.lengths_of(cut), ids({2, 2, 1}));
}

/// Whoever means to cut has to say so.
CLAIM(
    F04, PaddingDoesNotCutSilently, "安排的长度放不下时，补齐报错并指出是哪一条，绝不悄悄截断",
    "where the arranged length is too short, padding names the sentence that does not fit and cuts nothing") {
  const Sentences sentences = {{1, 2}, {3, 4, 5}};
  EXPECT_REFUSED(on.pad_right(sentences, 2, 0), "sentence 1", "3 ids", "T = 2");
  EXPECT_REFUSED(on.pad_left(sentences, 2, 0), "sentence 1", "3 ids", "T = 2");
  EXPECT_EXACTLY(on.pad_right(sentences, 3, 0), ids_table({{1, 2, 0}, {3, 4, 5}}));
}

/// The rectangle is a way of laying out, and not the only one.
CLAIM(
    F04, ARectangleIsOneArrangement, "把真实编号接成一列再查表，得到的行与矩形表里的真实位置一样，没有浪费",
    "looked up as one run of real ids, rows are those of the rectangle's real places, with nothing wasted") {
  const Tensor table = page.random({6, 4});
  const Ids batch = page.figure("input_ids").ids();
  const Mask valid = on.valid_right(ids({3, 2}), 3);
  const Tensor packed = on.embed(table, on.valid_tokens(batch, valid));
  const Tensor rectangle = on.embed(table, batch);
  EXPECT_EXACTLY(packed.shape(), Shape{5, 4});
  EXPECT_EXACTLY(on.slice(packed, 0, 0, 3), on.select(rectangle, 0, 0));
  EXPECT_EXACTLY(on.slice(packed, 0, 3, 5), on.slice(on.select(rectangle, 0, 1), 0, 0, 2));
}

SECTION("为什么组批可能快，也可能让一个人等更久", "Why a batch may be fast, and may make one wait longer");

/// One product with one set of weights serves all rows; nothing is approximated by that.
CLAIM(F04, OneSetOfWeightsServesAllRows, "同一张权重表一次乘完整批，与逐条相乘的结果相同",
      "one table of weights times the whole batch gives what it gives row by row") {
  const Tensor batch = page.random({2, 3, 4});
  const Tensor weights = page.random({4, 5});
  const Tensor together = on.matmul(batch, weights);
  for (const std::int64_t b : {0, 1}) {
    EXPECT_EXACTLY(on.select(together, 0, b), second::matmul(second::select(batch, 0, b), weights));
  }
}

/// 998 of the 2000 places hold nothing.
CLAIM(F04, UnevenLengthsWastePlaces, "长2与长1000都补到1000：2000个位置里998个是填充",
      "lengths 2 and 1000, both padded to 1000: 998 of 2000 places are padding") {
  const Ids lengths = page.figure("uneven_lengths").ids();
  const std::int64_t length = on.common_length(lengths);
  EXPECT_PRINTED(length, page.figure("uneven_T"));
  EXPECT_EXACTLY(on.padding_waste(lengths, ids({0, 1}), 2), 998);
  EXPECT_EXACTLY(on.valid_right(lengths, length).size(), 2000);
  EXPECT_EXACTLY(on.count_valid(on.valid_right(lengths, length)), ids({2, 1000}));
}

/// With two requests there is nothing to sort; with four there is.
CLAIM(F04, SortingByLengthWastesLess, "长2、1000、3、900分两批：按到达次序浪费1895，按长度排序只浪费101",
      "lengths 2, 1000, 3, 900 in two batches: 1895 places wasted as they come, 101 sorted by length") {
  const Ids lengths = ids({2, 1000, 3, 900});
  const Ids as_they_come = ids({0, 1, 2, 3});
  const Ids sorted = on.order_by_length(lengths);
  EXPECT_EXACTLY(sorted, ids({0, 2, 3, 1}));
  EXPECT_EXACTLY(on.padding_waste(lengths, as_they_come, 2), 1895);
  EXPECT_EXACTLY(on.padding_waste(lengths, sorted, 2), 101);
  EXPECT_EXACTLY(on.padding_waste(lengths, sorted, 4), 2095);
  EXPECT_EXACTLY(on.padding_waste(lengths, sorted, 1), 0);
  const Ids two = page.figure("uneven_lengths").ids();
  EXPECT_EXACTLY(on.padding_waste(two, on.order_by_length(two), 2), 998);
}

/// Equal lengths keep their order, and every answer finds its way back to its asker.
CLAIM(F04, AnswersGoBackInTheOrderOfArrival, "按长度排过序的结果，要按逆次序放回，才回到各自的请求",
      "results of a sorted batch go back by the inverse order, each to its own request") {
  const Ids order = on.order_by_length(ids({7, 9, 2, 7}));
  EXPECT_EXACTLY(order, ids({2, 0, 3, 1}));
  EXPECT_EXACTLY(on.inverse_order(order), ids({1, 3, 0, 2}));
  const Tensor requests = page.random({4, 3});
  const Tensor in_batch = on.embed(requests, order);
  EXPECT_EXACTLY(on.embed(in_batch, on.inverse_order(order)), requests);
  EXPECT_REFUSED(on.inverse_order(ids({0, 0, 1})), "named twice");
}
NOTE("为什么组批可能快，也可能让一个人等更久",
     "例子只有两条请求，无从排序；至少四条才看得出按长度分组的好处，以及放回原次序的必要。",
     "Two requests leave nothing to sort; with four one sees what grouping saves, and that answers must go "
     "back.",
     AnswersGoBackInTheOrderOfArrival);

/// The first to come pays for a full batch with its own time.
CLAIM(F04, FillingABatchCostsTheFirst, "到达时刻0、5、40、41、100：每批2条时第一条等5，每批3条时等40",
      "arrivals at 0, 5, 40, 41, 100: in batches of 2 the first waits 5, in batches of 3 it waits 40") {
  const Ids arrivals = ids({0, 5, 40, 41, 100});
  EXPECT_EXACTLY(on.batch_waits(arrivals, 1), ids({0, 0, 0, 0, 0}));
  EXPECT_EXACTLY(on.batch_waits(arrivals, 2), ids({5, 0, 1, 0, 0}));
  EXPECT_EXACTLY(on.batch_waits(arrivals, 3), ids({40, 35, 0, 59, 0}));
  EXPECT_REFUSED(on.batch_waits(ids({0, 5, 4}), 2), "arrival 2");
}
