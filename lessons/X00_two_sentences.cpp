#include <algorithm>

#include "checks/lesson.h"
#include "checks/models.h"

LESSON(X00, "示例：从两句话到三维表示", "Example: from two sentences to a table with three axes");

/// The teaching vocabulary: the place of a piece is its id.
static const Pieces kTable = {"<PAD>", "我", "爱", "学习", "你", "！"};

static const Bound no_distance = within(0, "random numbers, some of them others").in_every_column();

static const Ulps model_steps = ulps(64, "two layers: products, softmax and norms");

/// Ids of both sentences, not yet padded.
static Sentences both_sentences(const Ops& on) {
  return {on.encode_by_table(kTable, "我爱学习").values(), on.encode_by_table(kTable, "你爱").values()};
}

/// The padded table of ids: (2, T).
static Ids padded(const Ops& on, std::int64_t length) { return on.pad_right(both_sentences(on), length, 0); }

/// Which real tokens the padded table holds: (2, T).
static Mask valid(const Ops& on, std::int64_t length) {
  return on.valid_right(on.lengths_of(both_sentences(on)), length);
}

/// One row of a table of ids.
static Ids row_of(const Ids& table, std::int64_t b) {
  std::vector<std::int64_t> values;
  for (std::int64_t t = 0; t < table.length(1); ++t) values.push_back(table.at({b, t}));
  return Ids({table.length(1)}, values);
}

SECTION("1．文字如何转换为编号", "1. How text becomes ids");

/// Two texts, two lists of ids, and no answer yet.
CLAIM(X00, TwoTextsTwoLists, "按本例的词表，“我爱学习”成为[1,2,3]，“你爱”成为[4,2]",
      "by this table 我爱学习 becomes [1,2,3] and 你爱 [4,2]") {
  EXPECT_PRINTED(on.encode_by_table(kTable, "我爱学习"), page.figure("first_ids"));
  EXPECT_EXACTLY(on.encode_by_table(kTable, "你爱"), ids({4, 2}));
  EXPECT_PRINTED(row_of(padded(on, 3), 1), page.figure("second_ids"));
  EXPECT_PRINTED(on.lengths_of(both_sentences(on)), page.figure("lengths"));
}

/// 4 is larger than 1, and that means nothing: other numbers for the same pieces give the same rows.
CLAIM(X00, AnIdSaysWhichAndNotHowMuch, "编号换一套、各行跟着换位，每个词取到的数不变：编号只说是哪一项",
      "with other ids, and the rows moved along, each word gets its numbers: an id only says which") {
  const Pieces renumbered = {"你", "！", "我", "<PAD>", "爱", "学习"};
  Ids old_ids = Ids::full({6}, 0);
  for (std::int64_t i = 0; i < 6; ++i) old_ids.set({i}, on.id_of(kTable, on.piece_of(renumbered, i)));
  const Tensor table = page.random({6, 4});
  const Tensor moved = on.embed(table, old_ids);
  const Tensor rows = on.embed(moved, on.encode_by_table(renumbered, "我爱学习"));
  EXPECT_EXACTLY(rows, second::embed(table, ids({1, 2, 3})));
}

SECTION("2．“组批”到底组了什么", "2. What a batch puts together");

/// Rows of one length, made so by a place that says nothing.
CLAIM(X00, TheShorterOneIsPadded, "2条输入，长3与长2，短的补上PAD，每行安排3个位置",
      "2 inputs of lengths 3 and 2; the shorter one is padded, each row has 3 places") {
  const Ids lengths = on.lengths_of(both_sentences(on));
  EXPECT_PRINTED(lengths.size(), page.figure("batch"));
  EXPECT_PRINTED(on.common_length(lengths), page.figure("T"));
  const Ids table = on.pad_right(both_sentences(on), 3, page.figure("pad_id").integer());
  EXPECT_EXACTLY(table, ids_table({{1, 2, 3}, {4, 2, 0}}));
  EXPECT_EXACTLY(on.count_valid(valid(on, 3)), ids({3, 2}));
}
NOTE("2．“组批”到底组了什么", "“第0条”从0数，“第二句话”从1数，说的是同样两行；统一一种更好。",
     "Input 0 counts from 0 and \"the second sentence\" from 1, for the same two rows; one way would do.",
     TheShorterOneIsPadded);

SECTION("3．为什么编号表写成[2,3]", "3. Why the table of ids is written [2,3]");

/// One says how large, the other what is in it.
CLAIM(
    X00, SizeIsNotContent, "内容是[[1,2,3],[4,2,0]]，大小是[2,3]，共6个整数；大小相同内容可以不同",
    "the content is [[1,2,3],[4,2,0]], the size [2,3], 6 whole numbers; other contents can have that size") {
  const Ids table = padded(on, 3);
  EXPECT_PRINTED(table, page.figure("ids"));
  EXPECT_PRINTED(table.shape(), page.figure("ids_shape"));
  EXPECT_PRINTED(table.size(), page.figure("ids_count"));
  const Ids left = on.pad_left(both_sentences(on), 3, 0);
  EXPECT_EXACTLY(left.shape(), table.shape());
  EXPECT_EXACTLY(left, ids_table({{1, 2, 3}, {0, 4, 2}}));
}

SECTION("4．为什么还要把编号换成一排数", "4. Why an id is exchanged for a row of numbers");

/// 6, 3 and 4 answer three questions.
CLAIM(X00, SixThreeAndFour, "6是词表项数，3是句子的位置数，4是每项的数：表[6,4]，一句[3,4]",
      "6 entries in the vocabulary, 3 places in the sentence, 4 numbers for each: table [6,4], sentence "
      "[3,4]") {
  const Tensor table = on.embed(page.figure("X01/E"), ids({0, 1, 2, 3, 4, 5}));
  EXPECT_PRINTED(table.shape(), page.figure("E_shape"));
  EXPECT_PRINTED(table.length(0), page.figure("vocabulary"));
  EXPECT_PRINTED(table.length(1), page.figure("width"));
  const Tensor sentence = on.embed(table, on.encode_by_table(kTable, "我爱学习"));
  EXPECT_PRINTED(sentence.length(0), page.figure("T"));
  EXPECT_EXACTLY(sentence.shape(), Shape{3, 4});
  EXPECT_PRINTED(sentence, page.figure("first_rows"));
}

/// Three lengths for three things; only the last is what the model computes with.
CLAIM(X00, BitsOneHotAndFeatures, "“爱”：编号2、8位00000010、长6的独热、4个特征",
      "爱: the id 2, the 8 bits 00000010, a one-hot row of 6, and 4 features") {
  const std::int64_t ai = on.id_of(kTable, "爱");
  EXPECT_PRINTED(ai, page.figure("ai_id"));
  const Ids bits = on.bits_of(ai, page.figure("bit_count").integer());
  EXPECT_EXACTLY(bits, ids({0, 0, 0, 0, 0, 0, 1, 0}));
  std::int64_t as_written = 0;
  for (const std::int64_t bit : bits.values()) as_written = 10 * as_written + bit;
  EXPECT_PRINTED(as_written, page.figure("bits"));
  std::vector<std::int64_t> digits = bits.values();
  std::sort(digits.begin(), digits.end());
  digits.erase(std::unique(digits.begin(), digits.end()), digits.end());
  EXPECT_PRINTED(Ids({std::ssize(digits)}, digits), page.figure("binary_digits"));
  const Tensor hot = on.one_hot(Ids({}, {ai}), 6);
  EXPECT_PRINTED(hot, page.figure("one_hot"));
  EXPECT_PRINTED(hot.length(0), page.figure("one_hot_length"));
  EXPECT_PRINTED(on.embed(page.figure("X01/E"), Ids({}, {ai})), page.figure("ai_row"));
}

SECTION("5．“查Embedding”真的只是先找到对应的行", "5. Looking up is no more than finding the row");

/// The two blocks as they are printed, PAD's row of zeros included.
CLAIM(X00, BothSentencesLookedUp, "两句各查三行，与书中一致；第二句的末行是PAD的零",
      "three rows for each sentence, as printed; the last of the second one is PAD's zeros") {
  const Ids table = padded(on, 3);
  EXPECT_PRINTED(on.embed(page.figure("X01/E"), row_of(table, 0)), page.figure("first_rows"));
  EXPECT_PRINTED(on.embed(page.figure("X01/E"), row_of(table, 1)), page.figure("second_rows"));
  page.show("second", on.embed(page.figure("X01/E"), row_of(table, 1)), {"你", "爱", "<PAD>"});
}

SECTION("6．现在为什么多出一层[2,3,4]", "6. Where the third axis of [2,3,4] comes from");

/// Six ids, four numbers for each.
CLAIM(X00, TwentyFourNumbers, "H的形状是[2,3,4]，2×3×4=24个数，也就是6个编号各换成4个",
      "H has shape [2,3,4]: 2 × 3 × 4 = 24 numbers, which is 6 ids with 4 each") {
  const Ids table = padded(on, 3);
  const Tensor h = on.embed(page.figure("X01/E"), table);
  EXPECT_PRINTED(h.shape(), page.figure("H_shape"));
  EXPECT_PRINTED(h.size(), page.figure("H_count"));
  EXPECT_PRINTED(on.select(h, 0, 1), page.figure("second_rows"));
  EXPECT_EXACTLY(table.size() * on.embed(page.figure("X01/E"), Ids({}, {2})).size(), 24);
}

/// "Three-dimensional" counts axes, "four-dimensional" counts the numbers in a row.
CLAIM(X00, ThreeAxesFourNumbers, "H有三个轴，每个位置的向量有四个数；H[0,1,0]=−0.3是“爱”的第一个数",
      "H has three axes, each position's vector four numbers; H[0,1,0] = −0.3 is the first one of 爱") {
  const Ids table = padded(on, 3);
  const Tensor h = on.embed(page.figure("X01/E"), table);
  EXPECT_EXACTLY(h.rank(), 3);
  EXPECT_EXACTLY(on.select(on.select(h, 0, 0), 0, 1).shape(), Shape{4});
  const Ids places = on.argmax(on.select(on.one_hot(table, 6), -1, 2), -1);
  const std::int64_t lowest =
      on.argmax(on.multiply(on.embed(page.figure("X01/E"), Ids({}, {2})), scalar(-1)), 0).item();
  EXPECT_EXACTLY(places, ids({1, 1}));
  const Ids index = ids({0, places.at({0}), lowest});
  EXPECT_PRINTED(index, page.figure("H_index"));
  EXPECT_PRINTED(on.element(h, Index(index.values())), page.figure("H_value"));
}

SECTION("7．将表示扩展为[2,128,4096]", "7. The same at [2,128,4096]");

/// Three sizes are changed, and nothing about the computation.
CLAIM(X00, ThreeSizesChange, "[2,128]个编号各换成4096个数：[2,128,4096]，1,048,576个数，每个2字节共2 MiB",
      "[2,128] ids with 4096 numbers each: [2,128,4096], 1,048,576 numbers, 2 MiB at 2 bytes each") {
  const Ids table = padded(on, 128);
  EXPECT_PRINTED(table.shape(), page.figure("big_ids_shape"));
  const Shape shape = on.broadcast_shape({2, 128, 1}, {4096});
  EXPECT_PRINTED(shape, page.figure("big_shape"));
  EXPECT_PRINTED(on.storage_bytes(shape, Dtype::uint8), page.figure("big_count"));
  EXPECT_PRINTED(on.bytes_per_element(Dtype::float16), page.figure("element_bytes"));
  EXPECT_PRINTED(on.in_mib(on.storage_bytes(shape, Dtype::float16)), page.figure("big_mib"));
  EXPECT_EXACTLY(on.in_mib(page.figure("mib_bytes").integer()), 1);
}

/// 4096 is one row's length; the table alone has it once for each entry.
CLAIM(X00, TheWidthIsNotTheParameters, "宽度不是参数总量：同样宽4，6项的表有24个参数，再乘一张[4,4]又是16个",
      "the width is no count of parameters: 4 wide, a table of 6 has 24, and a [4,4] after it 16 more") {
  const Inventory items = {{"E", {6, 4}, Dtype::uint8}, {"W", {4, 4}, Dtype::uint8}};
  EXPECT_EXACTLY(on.item_bytes(items), ids({24, 16}));
  EXPECT_EXACTLY(on.total_bytes(items), 40);
  const Tensor h = on.embed(page.random({6, 4}), padded(on, 3));
  const Tensor deeper = on.project(h, page.random({4, 4}));
  EXPECT_EXACTLY(deeper.shape(), h.shape());
  EXPECT_DIFFERS(deeper, h, no_distance);
}

SECTION("8．“放到设备”没有改变这句话的意思", "8. Putting it on a device does not change what it says");

/// The ids are the same ids, in another memory.
CLAIM(X00, MovingChangesNoId, "[1,2,3]复制到另一设备再取回，仍是[1,2,3]；换的只有所在之处",
      "[1,2,3] copied to another device and back is [1,2,3]; only the place has changed") {
  const Stored here = on.store(row({1, 2, 3}), Dtype::int64, "cpu");
  const Stored there = on.to_device(here, "gpu:0");
  EXPECT_EXACTLY(there.device, "gpu:0");
  EXPECT_PRINTED(on.whole_numbers(there.values), page.figure("first_ids"));
  EXPECT_PRINTED(on.whole_numbers(on.to_device(there, "cpu").values), page.figure("first_ids"));
}

/// Decimals are kept by neighbours; how near depends on the format.
CLAIM(X00, DecimalsAreApproximated, "0.1与−0.7只能近似表示：FP16里是0.0999755859375与−0.7001953125",
      "0.1 and −0.7 are only approximated: in FP16 they are 0.0999755859375 and −0.7001953125") {
  const Tensor decimals = on.divide(row({1, -7}), scalar(10));
  EXPECT_PRINTED(decimals, page.figure("sample_floats"));
  EXPECT_EXACTLY(on.cast(decimals, Dtype::float16), row({0.0999755859375, -0.7001953125}));
}

SECTION("9．还要带哪几份“辅助信息”", "9. What goes along with the numbers");

/// The first companion: what is real.
CLAIM(X00, TheMarksOfWhatIsReal, "有效标记是[1,1,1]与[1,1,0]；PAD的行恰好全0，也不代替这份标记",
      "the marks are [1,1,1] and [1,1,0]; that PAD's row is all zeros does not replace them") {
  const Mask marks = valid(on, 3);
  EXPECT_PRINTED(marks, page.figure("validity"));
  EXPECT_PRINTED(marks.at({0, 2}), page.figure("real_mark"));
  EXPECT_PRINTED(marks.at({1, 2}), page.figure("padding_mark"));
  const Tensor pad = on.embed(page.figure("X01/E"), ids({padded(on, 3).at({1, 2})}));
  EXPECT_PRINTED(on.select(on.select(pad, 0, 0), 0, 3), page.figure("pad_row_value"));
  EXPECT_EXACTLY(pad, table({{0, 0, 0, 0}}));
}

/// The second: who may be read from where, the future and the padding left out.
CLAIM(X00, WhoMayBeRead, "第一句只受因果限制；第二句还要去掉位置2：谁都不读它",
      "the first sentence is only causal; in the second position 2 is left out too: nobody reads it") {
  EXPECT_EXACTLY(on.causal_mask(3, 3), mask_table({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}));
  const Mask joint = on.joint_mask(valid(on, 3));
  EXPECT_EXACTLY(joint, Mask({2, 1, 3, 3}, {1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 1, 0}));
  std::int64_t unread = 0;
  const auto read = [&](std::int64_t key) {
    return joint.at({1, 0, 0, key}) || joint.at({1, 0, 1, key}) || joint.at({1, 0, 2, key});
  };
  while (unread < 3 && read(unread)) ++unread;
  EXPECT_PRINTED(unread, page.figure("pad_position"));
}

/// Padded in front, the causal mask alone would let a real token read PAD.
CLAIM(X00, LeftPaddingNeedsBothMasks, "左补齐时只有因果掩码会读到PAD：两份掩码都要（右补齐的真实行分不出）",
      "padded in front, a causal mask alone reads PAD: both masks are needed (padding behind cannot tell)") {
  const Mask left = on.joint_mask(on.valid_left(ids({2}), 3));
  EXPECT_EXACTLY(left, Mask({1, 1, 3, 3}, {0, 0, 0, 0, 1, 0, 0, 1, 1}));
}

/// The third: where each token stands, which its id does not say.
CLAIM(X00, PositionsAreCountedOverRealTokens, "三个真实位置记为0、1、2；左补齐[0,4,2]里真实的仍从0数起",
      "three real places are 0, 1, 2; in the left-padded [0,4,2] the real ones still count from 0") {
  const Ids positions = on.position_ids(valid(on, 3));
  EXPECT_PRINTED(row_of(positions, 0), page.figure("position_ids"));
  const Ids left = on.position_ids(on.valid_left(ids({2}), 3));
  EXPECT_EXACTLY(left.at({0, 1}), 0);
  EXPECT_EXACTLY(left.at({0, 2}), 1);
}

/// The last: there is nothing to reuse before the first pass, and afterwards one entry for each position.
CLAIM(X00, NoCacheAtFirst, "第一次处理之前缓存是空的，处理三个位置之后有三项；参数没有变",
      "before the first pass the cache is empty, after three positions it holds three; no weight has moved") {
  const Model model = random_model(page, {});
  const std::vector<double> before = model.embedding.values();
  KvCache cache(model.layers.size());
  EXPECT_EXACTLY(on.cached_positions(cache), 0);
  Trace trace, other;
  const Tensor scores = on.next_logits(model, ids({1, 2, 3}), cache, trace);
  KvCache second_cache(model.layers.size());
  EXPECT_CLOSE(scores, second::next_logits(model, ids({1, 2, 3}), second_cache, other), model_steps);
  EXPECT_EXACTLY(on.cached_positions(cache), 3);
  EXPECT_EXACTLY(model.embedding, Tensor(model.embedding.shape(), before));
}

SECTION("10．完整过程小结", "10. The whole way");

/// From two texts to three axes, with all companions, and one layer's attention over it.
CLAIM(X00, TheWholeWay, "文字、编号、补齐、查表、标记、掩码，再到一层注意力：真实位置的结果与单独计算相同",
      "text, ids, padding, lookup, marks, masks, then the layers: real places as if computed alone") {
  const Model model = random_model(page, {});
  Trace trace, alone;
  const Tensor scores = on.forward(model, padded(on, 3), on.joint_mask(valid(on, 3)), trace);
  EXPECT_EXACTLY(trace.at("X").shape(), Shape{2, 3, 6});
  const Tensor want = second::forward(model, ids_table({{4, 2}}), second::causal_mask(2, 2), alone);
  EXPECT_CLOSE(on.slice(on.select(scores, 0, 1), 0, 0, 2), second::select(want, 0, 0), model_steps);
}

SECTION("自检：请先口头回答，再看答案", "Questions, to be answered aloud first");

/// Rows times width, inputs times places times width.
CLAIM(X00, AThousandEntriesOfEight, "1000项、每项8个数的表是[1000,8]；3条各10个位置，查得[3,10,8]",
      "1000 entries of 8 numbers are [1000,8]; 3 inputs of 10 places look up [3,10,8]") {
  const std::int64_t width = page.figure("quiz_width").integer();
  const Tensor table = page.random({page.figure("quiz_vocabulary").integer(), width});
  EXPECT_EXACTLY(table.shape(), Shape{1000, 8});
  const Ids batch = page.random_ids({3, page.figure("quiz_positions").integer()}, 1000);
  EXPECT_EXACTLY(on.embed(table, batch).shape(), Shape{3, 10, 8});
  EXPECT_EXACTLY(on.embed(table, batch), second::embed(table, batch));
}

/// One 0 names an entry, the other forbids; change the first and the second stays.
CLAIM(X00, TwoZerosAreTwoThings, "PAD编号的0与掩码里的0是两件事：PAD改成9，掩码不变；掩码改写法，编号不变",
      "0 as PAD's id and 0 as \"may not\" are two things: with PAD 9 the mask stays, inverted, the ids do") {
  EXPECT_PRINTED(padded(on, 3).at({1, 2}), page.figure("shared_zero"));
  EXPECT_PRINTED(valid(on, 3).at({1, 2}), page.figure("shared_zero"));
  const Ids other = on.pad_right(both_sentences(on), 3, 9);
  EXPECT_EXACTLY(other, ids_table({{1, 2, 3}, {4, 2, 9}}));
  EXPECT_EXACTLY(on.valid_by_pad_id(other, 9), valid(on, 3));
  EXPECT_EXACTLY(on.invert_mask(valid(on, 3)), mask_table({{0, 0, 0}, {0, 0, 1}}));
}

/// A feature that had a meaning of its own could not change places.
CLAIM(X00, AFeatureHasNoFixedMeaning, "表的列与后面权重的行一起换位，结果不变：第2个数没有固定的含义",
      "columns of the table and rows of the weights moved together change nothing: no number has a fixed "
      "meaning") {
  const Tensor table = page.random({6, 4});
  const Tensor weights = page.random({4, 3});
  const Tensor moved = on.one_hot(ids({3, 0, 1, 2}), 4);
  const Tensor plain = on.project(on.embed(table, ids({1, 2, 3})), weights);
  const Tensor other =
      on.project(on.embed(on.matmul(table, moved), ids({1, 2, 3})), on.matmul(on.transpose(moved), weights));
  EXPECT_EXACTLY(other, plain);
  EXPECT_EXACTLY(plain, second::matmul(second::embed(table, ids({1, 2, 3})), weights));
}

/// The second user's rows do not move with the first user's text.
CLAIM(X00, TheSecondUserReadsOnlyHis, "改掉第一个用户的文字，第二个用户的结果一位不变",
      "with the first user's text changed, the second user's result does not change in a bit") {
  const Model model = random_model(page, {});
  Trace trace;
  const Mask may_read = on.joint_mask(valid(on, 3));
  const Tensor before = on.forward(model, ids_table({{1, 2, 3}, {4, 2, 0}}), may_read, trace);
  const Tensor after = on.forward(model, ids_table({{5, 5, 1}, {4, 2, 0}}), may_read, trace);
  EXPECT_EXACTLY(on.select(after, 0, 1), on.select(before, 0, 1));
  EXPECT_DIFFERS(on.select(after, 0, 0), on.select(before, 0, 0), no_distance);
}
