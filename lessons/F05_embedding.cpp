#include "checks/lesson.h"

LESSON(F05, "Embedding查表：把一个编号换成一排数", "Embedding lookup: an id becomes a row of numbers");

static const Ulps attention_steps = ulps(24, "projections, scores, a softmax and a weighted sum");
static const Bound no_distance = within(0, "random numbers, some of them in other places").in_every_column();

/// The table of ids of both sentences, the shorter one padded on the right: (2, 3).
static Ids both_sentences(const Ops& on, Page& page) {
  std::vector<std::int64_t> second = page.figure("second_ids").ids().values();
  second.resize(static_cast<std::size_t>(page.figure("second_length").integer()));
  const Sentences sentences = {page.figure("first_ids").ids().values(), second};
  return on.pad_right(sentences, page.figure("T").integer(), 0);
}

SECTION("为什么不能直接拿“编号大小”理解文字", "Why the size of an id says nothing about the text");

/// Neighbouring ids need not be neighbours in meaning: an id is where a row stands.
CLAIM(F05, AnIdIsAnAddress, "编号1与4相差3，与2只差1；可是第4行到第1行的距离反而比第2行近",
      "ids 1 and 4 are 3 apart and 1 and 2 only 1; yet row 4 lies nearer to row 1 than row 2 does") {
  const std::int64_t me = page.figure("first_ids").ids().at({0});
  const std::int64_t you = page.figure("second_ids").ids().at({0});
  EXPECT_PRINTED(you - me, page.figure("id_difference"));
  const Tensor table = page.figure("X01/E");
  const Tensor apart = on.subtract(on.embed(table, ids({you, me + 1})), on.embed(table, ids({me})));
  EXPECT_CLOSE(apart, galley::table({{-0.1, -0.4, 0.2, -0.1}, {-0.5, 0.9, -0.6, 0.1}}),
               ulps(4, "one subtraction of decimals"));
  const Tensor distances = on.sum(on.multiply(apart, apart), -1);
  EXPECT_CLOSE(distances, galley::table({{0.22}, {1.43}}), ulps(8, "squares of decimals, added"));
}

/// "Learnable" in one line: what a row is pulled by arrives at that row, and at no other.
CLAIM(F05, TrainingMovesTheRowsThatWereRead, "训练只推动被查到的行；同一行被查两次，两份推动相加",
      "training moves only rows that were looked up; a row read twice gets both pulls, added") {
  const Ids sentence = ids({1, 2, 2});
  const Tensor pull = page.random({3, 4});
  const Tensor step = on.matmul(on.transpose(on.one_hot(sentence, 6)), pull);
  EXPECT_EXACTLY(on.embed(step, ids({1})), on.slice(pull, 0, 0, 1));
  EXPECT_EXACTLY(on.embed(step, ids({2})), on.add(on.slice(pull, 0, 1, 2), on.slice(pull, 0, 2, 3)));
  EXPECT_EXACTLY(on.embed(step, ids({0, 3, 4, 5})), Tensor::full({4, 4}, 0));
}

/// What is handed out is a copy: the table is a parameter, and a sentence does not edit it.
CLAIM(F05, WritingToTheResultLeavesTheTable, "把查到的行改写成9，表里的数不变，再查仍是原来的行",
      "overwriting looked-up rows with 9 leaves the table; a second lookup gives the old rows") {
  const Tensor table = page.random({6, 4});
  const Tensor before = Tensor(table.shape(), table.values());
  for (const Ids& wanted : {ids({1, 2, 3}), ids({2}), Ids({}, {4})}) {
    Tensor rows = on.embed(table, wanted);
    on.write(rows, scalar(9));
    EXPECT_EXACTLY(rows, Tensor::full(rows.shape(), 9));
    EXPECT_EXACTLY(table, before);
    EXPECT_EXACTLY(on.embed(table, wanted), second::embed(before, wanted));
  }
}

SECTION("用6行4列的表，表示“我爱学习”和“你爱”", "A table of 6 rows and 4 columns for both sentences");

/// Rows are counted by the vocabulary, columns by the width.
CLAIM(F05, SixRowsOfFourNumbers, "词表6项各有一行，每行4个数：依次查0到5就得到整张表，形状[6,4]",
      "each of the 6 entries has a row of 4 numbers: ids 0 to 5 in order give the table, shape [6,4]") {
  const Tensor table = on.embed(page.figure("X01/E"), ids({0, 1, 2, 3, 4, 5}));
  EXPECT_PRINTED(table, page.figure("X01/E"));
  EXPECT_PRINTED(table.shape(), page.figure("E_shape"));
  page.show("E", table, {"<PAD>", "我", "爱", "学习", "你", "！"}, {"0", "1", "2", "3"});
}

/// A quiet row of zeros would look exactly like PAD's.
CLAIM(F05, AnIdOutsideIsAnError, "编号6、-1不在[6,4]的表里：报错，不给零行，也不绕回开头",
      "ids 6 and -1 are not in the [6,4] table: an error, no row of zeros, no wrapping round") {
  const Tensor table = page.figure("X01/E");
  EXPECT_REFUSED(on.embed(table, ids({2, 6})), "id 6", "vocabulary of 6");
  EXPECT_REFUSED(on.embed(table, ids({-1})), "id -1");
  const Tensor four = galley::table({{1, 2}, {3, 4}, {5, 6}, {7, 8}});
  EXPECT_REFUSED(on.embed(four, ids({2, 5})), "id 5", "of 4");
  EXPECT_EXACTLY(on.embed(four, ids({2, 3})), galley::table({{5, 6}, {7, 8}}));
  EXPECT_REFUSED(on.one_hot(ids({6}), 6), "id 6", "vocabulary of 6");
}
NOTE("用6行4列的表，表示“我爱学习”和“你爱”", "没有说编号越界怎么办：应报错；给零行会与PAD行混淆。",
     "What an id outside the table leads to is not said: an error; zeros could not be told from PAD's row.",
     AnIdOutsideIsAnError);

SECTION("第一句话：“我爱学习”怎样查表", "The first sentence: looking up 我爱学习");

/// Three ids, three rows, in the order of the sentence.
CLAIM(F05, FirstSentenceIsThePrintedRows, "[1,2,3]依次取出第1、2、3行，与书中一致，形状[3,4]",
      "[1,2,3] takes rows 1, 2, 3 in this order: the printed ones, shape [3,4]") {
  const Tensor rows = on.embed(page.figure("X01/E"), page.figure("first_ids").ids());
  EXPECT_PRINTED(rows, page.figure("first_rows"));
  EXPECT_PRINTED(rows.shape(), page.figure("first_shape"));
  page.show("first", rows, {"我", "爱", "学习"}, {"0", "1", "2", "3"});
}

/// The printed ids are a run, so a slice of the table shows the same; these are not.
CLAIM(F05, OrderAndRepeatsFollowTheIds,
      "编号乱序、重复时，行也照样乱序、重复（书中1、2、3连号，分不出查表与切片）",
      "ids out of order and repeated give rows out of order and repeated (the printed run cannot tell)") {
  const Tensor table = page.random({6, 4});
  const Tensor rows = on.embed(table, ids({3, 1, 1, 5}));
  EXPECT_EXACTLY(on.select(rows, 0, 0), on.select(table, 0, 3));
  EXPECT_EXACTLY(on.select(rows, 0, 1), on.select(rows, 0, 2));
  EXPECT_EXACTLY(rows, second::embed(table, ids({3, 1, 1, 5})));
  EXPECT_EXACTLY(on.embed(table, ids({1, 2, 3})), on.slice(table, 0, 1, 4));
}
NOTE(
    "第一句话：“我爱学习”怎样查表",
    "编号1、2、3恰好连号，按行切片也得到同样的结果；换成不连号的例子更能说明是查表。",
    "Ids 1, 2, 3 are a run, so slicing the table prints the same; ids that are no run would show the lookup.",
    OrderAndRepeatsFollowTheIds);

SECTION("第二句话：“你爱”怎样查表", "The second sentence: looking up 你爱");

/// PAD's row is looked up like any other: that it is zero is how this table is filled.
CLAIM(F05, SecondSentenceIsThePrintedRows, "“你爱”有2个Token，补1个PAD成[4,2,0]，查到的三行与书中一致",
      "你爱 has 2 tokens; with 1 PAD it is [4,2,0] and gets the printed three rows") {
  const Ids batch = both_sentences(on, page);
  const Ids lengths = ids({page.figure("first_ids").size(), 2});
  const Mask valid = on.valid_right(lengths, on.common_length(lengths));
  EXPECT_EXACTLY(on.count_valid(valid), lengths);
  EXPECT_PRINTED(on.count_valid(valid).at({1}), page.figure("second_length"));
  EXPECT_PRINTED(on.padding_waste(lengths, ids({0, 1}), 2), page.figure("pad_count"));
  EXPECT_PRINTED(on.common_length(lengths), page.figure("T"));
  const Ids second_row = ids({batch.at({1, 0}), batch.at({1, 1}), batch.at({1, 2})});
  EXPECT_PRINTED(second_row, page.figure("second_ids"));
  const Tensor rows = on.embed(page.figure("X01/E"), second_row);
  EXPECT_PRINTED(rows, page.figure("second_rows"));
  EXPECT_PRINTED(rows.shape(), page.figure("second_shape"));
}

/// One lookup for the whole batch is the two lookups, one on top of the other.
CLAIM(F05, TwoTablesOfThreeRows, "整批一次查表就是两张3行4列的表，H的形状是[2,3,4]",
      "one lookup for the batch is the two tables of 3 rows and 4 columns: H has shape [2,3,4]") {
  const Tensor h = on.embed(page.figure("X01/E"), both_sentences(on, page));
  EXPECT_PRINTED(h.shape(), page.figure("H_shape"));
  EXPECT_PRINTED(on.select(h, 0, 0), page.figure("first_rows"));
  EXPECT_PRINTED(on.select(h, 0, 1), page.figure("second_rows"));
}

/// The definition holds for ids of any shape, a single one and a stack as well.
CLAIM(F05, EveryPlaceGetsItsRow, "任意形状的编号，每一处得到的都是该编号所指的行",
      "for ids of any shape, each place gets the row that its id points at") {
  const Tensor table = page.random({6, 5});
  for (const Shape& shape : {Shape{}, Shape{7}, Shape{3, 2}, Shape{2, 3, 2}}) {
    const Ids any = page.random_ids(shape, 6);
    EXPECT_EXACTLY(on.embed(table, any), second::embed(table, any));
  }
}

/// Where two sentences share a token they start from one row, and attention takes them apart.
CLAIM(F05, TheSameTokenStartsTheSame, "两句里的“爱”查到同一行；经过一层注意力，两处就不同了",
      "爱 starts from the same row in both sentences; after one attention the two differ") {
  const Tensor h = on.embed(page.figure("X01/E"), both_sentences(on, page));
  const Tensor first_ai = on.select(on.select(h, 0, 0), 0, 1);
  EXPECT_EXACTLY(first_ai, on.select(on.select(h, 0, 1), 0, 1));
  EXPECT_PRINTED(first_ai, page.figure("X00/ai_row"));
  const AttentionWeights weights = {page.figure("X01/Wq"), page.figure("X01/Wk"), page.figure("X01/Wv")};
  const Tensor read = on.self_attention(h, weights, on.causal_mask(3, 3));
  EXPECT_CLOSE(read,
               second::self_attention(second::embed(page.figure("X01/E"), both_sentences(on, page)), weights,
                                      second::causal_mask(3, 3)),
               attention_steps);
  EXPECT_DIFFERS(on.select(on.select(read, 0, 0), 0, 1), on.select(on.select(read, 0, 1), 0, 1),
                 within(0.02, "你 in place of 我 was read").in_every_column());
}

SECTION("为什么从两个轴变成三个轴", "Why two axes become three");

/// T and d are set in two different places: the batch sets one, the table the other.
CLAIM(F05, PaddingSetsTAndTheTableSetsD, "[2,3]的编号变成[2,3,4]；补到5个位置只改T，换更宽的表只改d",
      "[2,3] ids become [2,3,4]; padding to 5 places changes T alone, a wider table d alone") {
  const Ids batch = both_sentences(on, page);
  EXPECT_PRINTED(batch.shape(), page.figure("ids_shape"));
  const Tensor table = page.random({6, 4});
  const Tensor h = on.embed(table, batch);
  EXPECT_PRINTED(h.length(0), page.figure("batch"));
  EXPECT_PRINTED(h.length(1), page.figure("T"));
  const Ids longer = on.pad_right({{1, 2, 3}, {4, 2}}, 5, 0);
  EXPECT_EXACTLY(on.slice(on.embed(table, longer), 1, 0, 3), h);
  EXPECT_EXACTLY(on.embed(table, longer).shape(), Shape{2, 5, 4});
  const Tensor more = page.random({6, 3});
  const Tensor wider = on.concat(table, more, 1);
  EXPECT_EXACTLY(on.slice(on.embed(wider, batch), 2, 0, 4), second::embed(table, batch));
  EXPECT_EXACTLY(on.slice(on.embed(wider, batch), 2, 4, 7), second::embed(more, batch));
}

/// In words one counts from 1, in indices from 0: "the second position" has the index 1.
CLAIM(F05, SentencePositionFeature, "H[0,1,0]与H[1,1,0]都是−0.3：“第2个位置、第1个数”的下标是1与0",
      "H[0,1,0] and H[1,1,0] are −0.3: the second position's first number has the indices 1 and 0") {
  const Ids batch = both_sentences(on, page);
  const Tensor h = on.embed(page.figure("X01/E"), batch);
  const Ids places = on.argmax(on.select(on.one_hot(batch, 6), -1, 2), -1);
  const Tensor ai = on.embed(page.figure("X01/E"), Ids({}, {2}));
  const std::int64_t lowest = on.argmax(on.multiply(ai, scalar(-1)), 0).item();
  EXPECT_PRINTED(places.at({0}) + 1, page.figure("ai_ordinal"));
  EXPECT_PRINTED(lowest + 1, page.figure("feature_ordinal"));
  const Ids first = ids({0, places.at({0}), lowest});
  const Ids other = ids({1, places.at({1}), lowest});
  EXPECT_PRINTED(first, page.figure("first_ai_index"));
  EXPECT_PRINTED(other, page.figure("second_ai_index"));
  EXPECT_PRINTED(on.element(h, Index(first.values())), page.figure("first_ai_value"));
  EXPECT_PRINTED(on.element(h, Index(other.values())), page.figure("second_ai_value"));
}
NOTE("为什么从两个轴变成三个轴",
     "同一处既说“第2个位置、第1个数”，又写H[0,1,0]：一个从1数，一个从0数，应当说明。",
     "The same place is called second position, first number, and H[0,1,0]: one counts from 1, one from 0.",
     SentencePositionFeature);

/// Bits store the id, a one-hot row points at the entry, features describe it.
CLAIM(F05, ThreeLengthsThreeThings, "编号2写成8位二进制、长6的独热、4个特征：三种长度各管各的",
      "id 2 takes 8 bits, a one-hot row of 6, and 4 features: three lengths for three things") {
  EXPECT_EXACTLY(on.bits_of(2, 8), ids({0, 0, 0, 0, 0, 0, 1, 0}));
  const Tensor hot = on.one_hot(Ids({}, {2}), page.figure("E_shape").ids().at({0}));
  EXPECT_PRINTED(hot.length(0), page.figure("one_hot_length"));
  EXPECT_EXACTLY(hot, row({0, 0, 1, 0, 0, 0}));
  EXPECT_EXACTLY(on.embed(page.figure("X01/E"), Ids({}, {2})).shape(), Shape{4});
}

/// So the lookup is a layer of the model; it only skips the products with 0.
CLAIM(F05, LookupIsOneHotTimesTable, "查表等于独热表示乘以E，只是不必把那些0造出来",
      "a lookup is the one-hot rows times E, without making the zeros") {
  const Tensor table = page.random({6, 4});
  const Ids batch = ids_table({{1, 2, 3}, {4, 2, 0}});
  EXPECT_EXACTLY(on.matmul(on.one_hot(batch, 6), table), on.embed(table, batch));
  const Tensor hot = on.one_hot(batch, 6);
  EXPECT_EXACTLY(on.sum(hot, -1), Tensor::full({2, 3, 1}, 1));
  EXPECT_EXACTLY(on.argmax(hot, -1), batch);
}

/// Each of the new numbers comes from its own column; none is the id again.
CLAIM(F05, TheNewAxisIsNoCopy, "新增的4个数各来自一列，不是把编号抄4遍",
      "the four new numbers come from a column each; they are not the id four times over") {
  const Tensor table = page.random({6, 4});
  const Ids batch = ids_table({{1, 2, 3}, {4, 2, 0}});
  const Tensor h = on.embed(table, batch);
  for (const std::int64_t feature : {0, 1, 2, 3}) {
    const Tensor column = on.slice(table, 1, feature, feature + 1);
    EXPECT_EXACTLY(on.slice(h, 2, feature, feature + 1), second::embed(column, batch));
  }
}

/// The same rule at the size of a real model: numbers for each place, not more tokens.
CLAIM(F05, TheLargerScale, "[2,128]个编号查宽4096的表得[2,128,4096]，仍是256个Token",
      "[2,128] ids and a table 4096 wide give [2,128,4096], and still 256 tokens", Big("a million numbers")) {
  const Tensor table = page.random({6, 4096});
  const Ids batch = page.random_ids({2, 128}, 6);
  const Tensor h = on.embed(table, batch);
  EXPECT_PRINTED(h.shape(), page.figure("big_shape"));
  for (const std::int64_t sentence : {0, 1}) {
    const std::int64_t id = batch.at({sentence, 127});
    EXPECT_EXACTLY(on.select(on.select(h, 0, sentence), 0, 127), on.select(table, 0, id));
  }
}

SECTION("隐藏维度到底“隐藏”了什么", "What is hidden about a hidden dimension");

/// If columns had fixed meanings, this exchange would be noticed.
CLAIM(F05, ColumnsHaveNoNamesOfTheirOwn, "表的列与下一层权重的行一起换位，结果不变：列没有固定的名字",
      "columns of the table moved together with the next weights' rows change nothing: they have no names") {
  const Tensor table = page.random({6, 4});
  const Tensor weights = page.random({4, 3});
  const Tensor moved = on.one_hot(ids({2, 0, 3, 1}), 4);
  const Tensor renamed = on.matmul(table, moved);
  const Ids sentence = ids({1, 2, 3});
  EXPECT_DIFFERS(on.embed(renamed, sentence), on.embed(table, sentence), no_distance);
  const Tensor plain = on.project(on.embed(table, sentence), weights);
  const Tensor other = on.project(on.embed(renamed, sentence), on.matmul(on.transpose(moved), weights));
  EXPECT_EXACTLY(other, plain);
  EXPECT_EXACTLY(plain, second::matmul(second::embed(table, sentence), weights));
}

/// A vector for the whole text is another thing, made by another step, and there PAD must not count.
CLAIM(F05, OneVectorForATextIsAnotherStep, "查表给每个位置一排数；整句一个向量要另做平均，且不能把PAD算进去",
      "a lookup gives a row for each position; one vector for a text takes a mean, and PAD is not in it") {
  const Ids batch = both_sentences(on, page);
  const Mask valid = on.valid_right(ids({3, 2}), 3);
  const Tensor means = on.mean_valid(on.embed(page.figure("X01/E"), batch), valid);
  EXPECT_EXACTLY(means.shape(), Shape{2, 4});
  EXPECT_CLOSE(on.select(means, 0, 1), row({-0.1, 0.15, 0.5, 0.4}), ulps(4, "a sum and a division"));
}

/// A model that scales its rows does so in one place; a second time is another model.
CLAIM(F05, RowsAreScaledOnce, "有的模型把查到的行乘以√d：d=16时0.5变2，只乘一次",
      "some models multiply rows by √d: with d = 16 a 0.5 becomes 2, once and not twice") {
  const Tensor table = Tensor::full({3, 16}, 0.5);
  EXPECT_EXACTLY(on.embed_scaled(table, ids({1, 2})), Tensor::full({2, 16}, 2));
  EXPECT_EXACTLY(on.embed(table, ids({1, 2})), Tensor::full({2, 16}, 0.5));
  EXPECT_EXACTLY(on.embedding_scale(9), scalar(3));
  const Tensor other = page.random({6, 4});
  EXPECT_EXACTLY(on.embed_scaled(other, ids({5, 1})), second::embed_scaled(other, ids({5, 1})));
}

SECTION("PAD行是零，就能不用mask吗", "A PAD row of zeros: is a mask still needed?");

/// A score of 0 beats a negative one: here PAD takes nineteen parts in twenty.
CLAIM(F05, AZeroRowTakesAShare, "键为零的PAD得分0，高过真键的−3，不加掩码就分走95%",
      "PAD's key of zeros scores 0, above the real key's −3, and unmasked takes 95 percent") {
  const Tensor scores = on.raw_scores(table({{1, 2}}), table({{1, -2}, {0, 0}}));
  EXPECT_EXACTLY(scores, table({{-3, 0}}));
  const Tensor want = table({{0.0474258731775668, 0.952574126822433}});
  EXPECT_CLOSE(on.softmax(scores, -1), want, ulps(8, "exp, a sum, a division"));
  EXPECT_EXACTLY(on.masked_softmax(scores, mask_table({{1, 0}})), table({{1, 0}}));
}

/// The value of PAD adds nothing, and its share is still missing from the others.
CLAIM(F05, AZeroValueStillTakesAway, "PAD的值全为零，结果照样被它的份额冲淡；加掩码才得到原值",
      "PAD's value is all zeros, and its share still thins the result; only a mask gives the full value") {
  const Tensor q = table({{0, 0}});
  const Tensor k = table({{1, -2}, {0, 0}});
  const Tensor v = table({{6, -8}, {0, 0}});
  EXPECT_EXACTLY(on.attention(q, k, v, mask_table({{1, 1}})), table({{3, -4}}));
  EXPECT_EXACTLY(on.attention(q, k, v, mask_table({{1, 0}})), table({{6, -8}}));
}

/// Two layers on, nobody can tell from the numbers that this was PAD.
CLAIM(F05, ZeroDoesNotStayZero, "零行加上偏置或位置的数就不再是零",
      "a row of zeros is no longer zero once a bias, or a position's numbers, are added") {
  const Tensor pad = on.embed(page.figure("X01/E"), ids({0}));
  EXPECT_EXACTLY(pad, table({{0, 0, 0, 0}}));
  EXPECT_EXACTLY(on.affine(pad, page.random({4, 2}), row({0.5, -0.25})), table({{0.5, -0.25}}));
  const Tensor position = table({{0.25, 0, -0.5, 1}});
  EXPECT_EXACTLY(on.add(pad, position), position);
}

/// PAD's row is a parameter too; it is zero after training only if nothing pulls at it.
CLAIM(F05, TrainingCanMoveThePadRow, "若PAD位置也产生推动，训练一步后PAD行不再是零；屏蔽后才留在零",
      "where PAD positions pull too, PAD's row is not zero after a step; with them left out it is") {
  const Tensor pull = page.random({3, 4});
  const Tensor read = on.transpose(on.one_hot(ids({4, 2, 0}), 6));
  EXPECT_EXACTLY(on.embed(on.matmul(read, pull), ids({0})), on.slice(pull, 0, 2, 3));
  const Tensor counted = on.multiply(pull, table({{1}, {1}, {0}}));
  EXPECT_EXACTLY(on.embed(on.matmul(read, counted), ids({0})), table({{0, 0, 0, 0}}));
}
NOTE("PAD行是零，就能不用mask吗", "零行是参数的初值；训练若不把PAD排除，它不会一直是零，文中没有提。",
     "Zero is where PAD's row starts; training moves it unless PAD is left out, which the text does not say.",
     TrainingCanMoveThePadRow);
