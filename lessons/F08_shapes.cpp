#include "checks/lesson.h"

LESSON(F08, "reshape、转轴、广播：形状变了，内容未必算过",
       "reshape, swapped axes, broadcasting: another shape is not another computation");

static const Bound no_distance = within(0, "random numbers, some of them in other places").in_every_column();

SECTION("为什么深度学习代码里反复改变形状", "Why deep-learning code keeps changing shapes");

/// Regrouping is bookkeeping: no number is computed, none is lost.
CLAIM(F08, RegroupingComputesNothing, "一张长表改成叠表再改回来，每个数都原样在原位",
      "a long table regrouped into a stack and back has every number unchanged in its place") {
  const Tensor flat = page.random({24});
  const Tensor stack = on.reshape(flat, {2, 3, 4});
  EXPECT_EXACTLY(stack, Tensor({2, 3, 4}, flat.values()));
  EXPECT_EXACTLY(on.reshape(stack, {24}), flat);
}

SECTION("reshape是重新分组，不是交换行列", "reshape regroups, it does not swap rows and columns");

/// Read row by row, fill row by row.
CLAIM(F08, ReshapeKeepsTheRowOrder, "[[1,2,3],[4,5,6]]按行读出、按行填入3行2列，与书中一致",
      "[[1,2,3],[4,5,6]] read row by row and filled into 3 rows of 2 is the printed table") {
  const Tensor table = page.figure("table");
  EXPECT_PRINTED(on.reshape(table, {-1}), page.figure("row_order"));
  EXPECT_PRINTED(on.reshape(table, page.figure("new_shape").as_shape()), page.figure("reshaped"));
}

/// What was a row becomes a column.
CLAIM(F08, TransposeSwapsRowsAndColumns, "同一张表的转置与书中一致，第0行成了第0列",
      "the transpose of the same table is the printed one: row 0 has become column 0") {
  const Tensor table = page.figure("table");
  EXPECT_PRINTED(on.transpose(table), page.figure("transposed"));
  EXPECT_EXACTLY(on.select(on.transpose(table), 1, 0), on.select(table, 0, 0));
  page.show("transposed", on.transpose(table));
}

/// The shape cannot tell the two apart, so a check of shapes finds no mix-up.
CLAIM(F08, OneShapeTwoContents, "两个结果形状都是[3,2]，内容却不同：只查形状查不出混用",
      "both results have the shape [3,2] and other contents: checking shapes finds no mix-up") {
  const Tensor table = page.figure("table");
  const Tensor regrouped = on.reshape(table, {3, 2});
  const Tensor swapped = on.transpose(table);
  EXPECT_PRINTED(regrouped.shape(), page.figure("common_shape"));
  EXPECT_PRINTED(swapped.shape(), page.figure("common_shape"));
  EXPECT_DIFFERS(regrouped, swapped, no_distance);
}

/// Nothing is dropped and nothing made up.
CLAIM(F08, CountsMustAgree, "12个数能排成[3,4]与[2,2,3]，排成[5,5]被拒绝",
      "12 numbers can be arranged as [3,4] and as [2,2,3]; [5,5] is refused") {
  const Tensor numbers = page.random({page.figure("count").integer()});
  for (const char* shape : {"fits_matrix", "fits_stack"}) {
    const Tensor arranged = on.reshape(numbers, page.figure(shape).as_shape());
    EXPECT_EXACTLY(arranged, Tensor(page.figure(shape).as_shape(), numbers.values()));
  }
  EXPECT_REFUSED(on.reshape(numbers, page.figure("fits_not").as_shape()), "12", "[5,5]", "25");
}

/// -1 is a question to the library, not a length.
CLAIM(F08, OneLengthMayBeInferred, "-1由总数推算；出现两个，或除不尽，就被拒绝",
      "-1 is worked out from the count; two of them, or a count that does not divide, are refused") {
  const Tensor numbers = page.random({12});
  const std::int64_t open = page.figure("inferred").integer();
  EXPECT_EXACTLY(on.reshape(numbers, {3, open}), Tensor({3, 4}, numbers.values()));
  EXPECT_EXACTLY(on.reshape(numbers, {2, open, 3}).shape(), Shape{2, 2, 3});
  EXPECT_REFUSED(on.reshape(numbers, {open, open}), "more than one -1");
  EXPECT_REFUSED(on.reshape(numbers, {5, open}), "12 elements do not fit");
  EXPECT_REFUSED(on.reshape(numbers, {-2, -6}), "negative length");
}
NOTE("reshape是重新分组，不是交换行列", "没有说两个-1、或总数除不尽时会怎样：两者都应报错。",
     "What two -1, or a count that does not divide, lead to is not said: both must be refused.",
     OneLengthMayBeInferred);

SECTION("多头只是把特征轴分组吗", "Are heads no more than groups of features?");

/// Two steps, each with its own task: group the features, then bring the heads before the positions.
CLAIM(F08, HeadsTakeTwoSteps, "[B,T,4]先成[B,T,2,2]，再换轴成[B,2,T,2]；4=2×2",
      "[B,T,4] becomes [B,T,2,2] and then, axes swapped, [B,2,T,2]; 4 is 2 times 2") {
  const std::int64_t heads = page.figure("heads").integer();
  const std::int64_t head_width = page.figure("head_width").integer();
  const Tensor x = page.random({1, 3, page.figure("width").integer()});
  const Tensor grouped = on.reshape(x, {1, 3, heads, head_width});
  const Tensor by_head = on.permute(grouped, {0, 2, 1, 3});
  EXPECT_EXACTLY(by_head.shape(), Shape{1, heads, 3, head_width});
  EXPECT_EXACTLY(by_head, second::split_heads(x, heads));
  EXPECT_EXACTLY(on.split_heads(x, heads), by_head);
}

/// A head owns a run of neighbouring features, the same ones at every position.
CLAIM(F08, AHeadReadsItsColumns, "第h个头是每个位置的第h·d_h到(h+1)·d_h列：不是文本的一段",
      "head h is columns h·d_h to (h+1)·d_h of every position: not a part of the text") {
  const Tensor x = page.random({2, 3, 8});
  const Tensor heads = on.split_heads(x, 4);
  for (const std::int64_t h : {0, 1, 2, 3}) {
    EXPECT_EXACTLY(on.select(heads, 1, h), on.slice(x, 2, 2 * h, 2 * h + 2));
  }
  EXPECT_REFUSED(on.split_heads(x, 3), "[2,3,8]", "3 heads");
}

/// With H = d_h = 2 the shape [B,T,2,2] does not say which of the two is the head.
CLAIM(F08, WhichAxisIsTheHead, "H=2、d_h=2时两种分法形状相同，内容不同；H=2、d_h=3时才看得出",
      "with H = 2 and d_h = 2 two groupings have one shape and other contents; H = 2, d_h = 3 tells them "
      "apart") {
  const Tensor square = page.random({1, 3, 4});
  const Tensor dealt = on.permute(on.reshape(square, {1, 3, 2, 2}), {0, 3, 1, 2});
  EXPECT_EXACTLY(dealt.shape(), on.split_heads(square, 2).shape());
  EXPECT_DIFFERS(on.split_heads(square, 2), dealt, no_distance);
  const Tensor wide = page.random({1, 3, 6});
  EXPECT_EXACTLY(on.split_heads(wide, 2), second::split_heads(wide, 2));
}
NOTE("多头只是把特征轴分组吗", "例子里H与d_h都是2，[B,T,2,2]看不出哪个轴是头；换成H=2、d_h=3更清楚。",
     "H and d_h are both 2 in the example, so [B,T,2,2] does not show which axis is the head; H = 2, d_h = 3 "
     "would.",
     WhichAxisIsTheHead);

/// A reshape alone gives the right shape; only one head or one position makes it right.
CLAIM(F08, OneReshapeIsNotEnough, "直接reshape成[B,H,T,d_h]形状对而内容错；只有T=1或H=1时才碰巧相同",
      "one reshape to [B,H,T,d_h] has the right shape and wrong contents, but for T = 1 or H = 1") {
  const Tensor x = page.random({2, 3, 4});
  EXPECT_DIFFERS(on.split_heads(x, 2), on.reshape(x, {2, 2, 3, 2}), no_distance);
  const Tensor one_position = page.random({2, 1, 4});
  EXPECT_EXACTLY(on.split_heads(one_position, 2), on.reshape(one_position, {2, 2, 1, 2}));
  EXPECT_EXACTLY(on.split_heads(x, 1), on.reshape(x, {2, 1, 3, 4}));
}

/// The way back swaps first and groups then; a bare reshape fills a token from other tokens.
CLAIM(F08, MergingBringsTokensBackTogether, "合并时先把T轴换回来：每个Token拼回自己各头的数",
      "merging swaps T back first: each token is joined from its own heads") {
  const Tensor heads = Tensor({1, 2, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  const Tensor tokens = table({{1, 2, 7, 8}, {3, 4, 9, 10}, {5, 6, 11, 12}});
  EXPECT_EXACTLY(on.merge_heads(heads), on.unsqueeze(tokens, 0));
  const Tensor x = page.random({2, 3, 6});
  EXPECT_EXACTLY(on.merge_heads(on.split_heads(x, 3)), x);
  EXPECT_REFUSED(on.merge_heads(x), "(B, H, T, d_h)", "[2,3,6]");
}

/// With three axes an order and its reverse are two things.
CLAIM(F08, PermuteNamesTheOldAxes, "permute的第i个数说新轴i取自哪个旧轴；三轴轮换时读反就错",
      "entry i of a permutation says which old axis becomes axis i; with three axes, reading it backwards "
      "fails") {
  const Tensor x = page.random({2, 3, 4});
  const Tensor turned = on.permute(x, {1, 2, 0});
  EXPECT_EXACTLY(turned, second::permute(x, {1, 2, 0}));
  EXPECT_EXACTLY(turned.shape(), Shape{3, 4, 2});
  EXPECT_EXACTLY(on.permute(turned, {2, 0, 1}), x);
  EXPECT_REFUSED(on.permute(x, {0, 1, 1}), "[0,1,1]", "once");
}

SECTION("广播：用一个小对象作用到许多位置", "Broadcasting: one small object for many places");

/// One row of three numbers is added to each of two rows, and nobody copies it.
CLAIM(F08, TheBiasReachesEveryRow, "[10,20,30]加到两行上，与书中一致，等于先复制再相加",
      "[10,20,30] added to both rows is the printed table, and the same as copying it first") {
  const Tensor x = page.figure("x");
  EXPECT_PRINTED(x.shape(), page.figure("x_shape"));
  const Tensor biased = on.add(x, page.figure("bias"));
  EXPECT_PRINTED(biased, page.figure("biased"));
  const Tensor bias = on.unsqueeze(page.figure("bias"), 0);
  EXPECT_EXACTLY(on.add(x, on.concat(bias, bias, 0)), biased);
  page.show("biased", biased);
}

/// The rule, with its three cases and the one that fails.
CLAIM(F08, LengthsMeetFromTheRight, "[2,3]与[3]合得上，与[2]合不上；长度1可扩展成任何长度",
      "[2,3] fits [3] and does not fit [2]; a length of 1 stretches to any other") {
  const Shape x = page.figure("x_shape").as_shape();
  EXPECT_PRINTED(on.broadcast_shape(x, page.figure("bias_shape").as_shape()), page.figure("x_shape"));
  EXPECT_REFUSED(on.broadcast_shape(x, page.figure("refused_shape").as_shape()), "[2,3] and [2]",
                 "3 meets 2");
  const std::int64_t one = page.figure("stretched_length").integer();
  EXPECT_PRINTED(on.broadcast_shape({one, 3}, {2, one}), page.figure("x_shape"));
  EXPECT_EXACTLY(on.broadcast_shape({4, 1, 3}, {5, 1}), Shape{4, 5, 3});
}

/// To add one number to each row, that number needs an axis of its own.
CLAIM(F08, OneNumberForEachRow, "[2,1]的表给每行加自己的一个数",
      "a [2,1] table adds to each row a number of its own") {
  const Tensor per_row = on.reshape(row({100, 200}), page.figure("per_row_shape").as_shape());
  EXPECT_EXACTLY(on.add(page.figure("x"), per_row), table({{101, 102, 103}, {204, 205, 206}}));
  EXPECT_EXACTLY(on.subtract(page.figure("x"), per_row), table({{-99, -98, -97}, {-196, -195, -194}}));
  EXPECT_EXACTLY(on.multiply(page.figure("x"), per_row), table({{100, 200, 300}, {800, 1000, 1200}}));
  EXPECT_EXACTLY(on.divide(table({{2, 4, 6}, {4, 8, 16}}), table({{2}, {4}})), table({{1, 2, 3}, {1, 2, 4}}));
}

/// On a square table the wrong axis raises no error.
CLAIM(F08, ASquareTableHidesTheMixUp, "3×3的表加3个数：总是加到各列；想加到各行也不会报错",
      "a 3 by 3 table plus 3 numbers adds along columns; who meant rows gets no error") {
  const Tensor square = table({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}});
  const Tensor numbers = row({10, 20, 40});
  const Tensor by_column = on.add(square, numbers);
  EXPECT_EXACTLY(by_column, table({{11, 22, 43}, {14, 25, 46}, {17, 28, 49}}));
  EXPECT_EXACTLY(on.add(square, on.unsqueeze(numbers, 1)), table({{11, 12, 13}, {24, 25, 26}, {47, 48, 49}}));
}
NOTE("广播：用一个小对象作用到许多位置",
     "[2,3]与[2]会报错，可行数与列数相等时同样的错位不报错，这比报错更危险。",
     "[2,3] with [2] is an error, but where rows and columns are equally many the same slip raises none, "
     "which is worse.",
     ASquareTableHidesTheMixUp);

/// A row plus a column is every pair, not pair by pair.
CLAIM(F08, ARowPlusAColumnIsATable, "[3]加[3,1]得到3×3的表，不是三个和",
      "[3] plus [3,1] is a 3 by 3 table, not three sums") {
  const Tensor column = table({{10}, {20}, {40}});
  EXPECT_EXACTLY(on.add(row({1, 2, 5}), column), table({{11, 12, 15}, {21, 22, 25}, {41, 42, 45}}));
}

/// One restriction for all heads: its head axis has length 1.
CLAIM(F08, OneMaskServesAllHeads, "头轴长度为1的掩码同样管住每个头",
      "a mask whose head axis has length 1 governs every head alike") {
  const Tensor scores = page.random({2, 3, 2, 2});
  const Mask lower({2, page.figure("mask_heads").integer(), 2, 2}, {1, 0, 1, 1, 1, 1, 0, 1});
  const Tensor masked = on.mask_scores(scores, lower);
  EXPECT_EXACTLY(masked, second::mask_scores(scores, lower));
  EXPECT_EXACTLY(on.add(scores, on.additive_mask(lower)), masked);
}

/// It runs, and it means something else: with B = H a missing head axis goes unnoticed.
CLAIM(
    F08, FittingIsNotMeaning, "B=H=2时掩码[B,T,T]漏了头轴也能广播，却把每条输入的限制用到了每个头上",
    "with B = H = 2 a mask [B,T,T] without its head axis fits too, and restricts heads in place of inputs") {
  const Tensor scores = page.random({2, 2, 2, 2});
  const Tensor mask = Tensor({2, 2, 2}, {0, 0, 0, 0, 0, -8, 0, 0});
  const Tensor meant = on.add(scores, on.unsqueeze(mask, 1));
  const Tensor slipped = on.add(scores, mask);
  EXPECT_EXACTLY(meant, second::add(scores, Tensor({2, 1, 2, 2}, mask.values())));
  EXPECT_EXACTLY(slipped.shape(), meant.shape());
  EXPECT_EXACTLY(on.select(meant, 0, 0), on.select(scores, 0, 0));
  EXPECT_DIFFERS(on.select(slipped, 0, 0), on.select(scores, 0, 0), no_distance);
}

SECTION("内存布局与视图只需先懂一个原则", "Of layout and views, one principle");

/// A transpose changes the description, two numbers, and moves no data.
CLAIM(F08, ATransposeIsAView, "转置只交换步长，数据仍在原处",
      "a transpose swaps strides; the data stay where they are") {
  const Tensor x = page.figure("x");
  const Tensor turned = on.transpose(x);
  EXPECT_EXACTLY(x.strides(), Shape{3, 1});
  EXPECT_EXACTLY(turned.strides(), Shape{1, 3});
  EXPECT_EXACTLY(turned.shares_storage_with(x), true);
  EXPECT_EXACTLY(turned.is_contiguous(), false);
  EXPECT_EXACTLY(turned, second::transpose(x));
}

/// Shared storage works both ways: this is how a view changes its owner.
CLAIM(F08, AWriteThroughAViewIsSeen, "经转置视图写入，原表相应位置也变",
      "a write through a transposed view shows in the table it came from") {
  const Tensor owner = on.contiguous(page.figure("x"));
  Tensor column = on.select(on.transpose(owner), 0, 1);
  on.write(column, row({-2, -5}));
  EXPECT_EXACTLY(owner, table({{1, -2, 3}, {4, -5, 6}}));
  Tensor part = on.slice(on.transpose(owner), 0, 1, 3);
  on.add_in_place(part, table({{10}, {100}}));
  EXPECT_EXACTLY(owner, table({{1, 8, 103}, {4, 5, 106}}));
}

/// A part that is turned, regrouped or stretched still begins where the part begins.
CLAIM(F08, AViewOfAViewKeepsItsStart, "取出第1张表再转置、换轴、改形状、广播，读到的仍是第1张表",
      "table 1, taken out and then turned, regrouped or stretched, is still table 1") {
  const Tensor stack = page.random({2, 3, 4});
  const Tensor part = on.select(stack, 0, 1);
  EXPECT_EXACTLY(on.transpose(part), second::transpose(part));
  EXPECT_EXACTLY(on.permute(part, {1, 0}), second::transpose(part));
  EXPECT_EXACTLY(on.reshape(part, {4, 3}), second::reshape(part, {4, 3}));
  EXPECT_EXACTLY(on.broadcast_to(part, {2, 3, 4}), second::broadcast_to(part, {2, 3, 4}));
  EXPECT_EXACTLY(on.squeeze(on.unsqueeze(part, 0), 0), part);
  EXPECT_EXACTLY(on.squeeze_all(on.slice(stack, 0, 1, 2)), part);
  EXPECT_EXACTLY(on.transpose(stack), second::transpose(stack));
}

/// A layout of one's own costs a copy, and with it the tie to the owner.
CLAIM(F08, ContiguousCopies, "要求连续排列就得复制：步长变新，之后的写入不再影响原表",
      "a contiguous layout takes a copy: new strides, and writes that no longer reach the owner") {
  const Tensor owner = table({{10, 11}, {12, 13}, {14, 15}});
  Tensor copy = on.contiguous(on.transpose(owner));
  EXPECT_EXACTLY(copy, table({{10, 12, 14}, {11, 13, 15}}));
  EXPECT_EXACTLY(copy.strides(), Shape{3, 1});
  on.write(copy, table({{0, 0, 0}, {0, 0, 0}}));
  EXPECT_EXACTLY(owner, table({{10, 11}, {12, 13}, {14, 15}}));
  EXPECT_EXACTLY(on.contiguous(owner).shares_storage_with(owner), false);
}

/// The same call is free on one array and copies on another.
CLAIM(F08, ReshapeIsSometimesAView, "reshape对连续的数组只是视图，对转置过的数组必须复制",
      "a reshape is a view of a contiguous array, and must copy a transposed one") {
  const Tensor x = page.figure("x");
  EXPECT_EXACTLY(on.reshape(x, {6}).shares_storage_with(x), true);
  const Tensor flat = on.reshape(on.transpose(x), {6});
  EXPECT_EXACTLY(flat, row({1, 4, 2, 5, 3, 6}));
  EXPECT_EXACTLY(flat.shares_storage_with(x), false);
}

/// Four places, one cell: what should a write to all four do?
CLAIM(F08, ABroadcastViewRefusesWrites, "广播出的视图步长为0，四处是同一格：原地相加被拒绝，复制后才可以",
      "a broadcast view has stride 0, four places of one cell: adding in place is refused, and works on a "
      "copy") {
  const Tensor base = row({3});
  Tensor shown = on.broadcast_to(base, {4});
  EXPECT_EXACTLY(shown.strides(), Shape{0});
  EXPECT_EXACTLY(shown.shares_storage_with(base), true);
  EXPECT_REFUSED(on.add_in_place(shown, scalar(2)), "[4]", "stride 0");
  EXPECT_REFUSED(on.write(shown, scalar(2)), "[4]", "stride 0");
  EXPECT_EXACTLY(base, row({3}));
  Tensor copy = on.contiguous(shown);
  on.add_in_place(copy, scalar(2));
  EXPECT_EXACTLY(copy, row({5, 5, 5, 5}));
}

/// It works with one input and fails with two: the kind of fault that tests on one input never meet.
CLAIM(F08, SqueezeMayTakeTheBatchAxis, "不指定轴的squeeze在B=1时连批轴一起删；指定轴就安全",
      "a squeeze without an axis drops the batch axis too when B = 1; with an axis it is safe") {
  const std::int64_t one = page.figure("squeezed_length").integer();
  const Tensor alone = page.random({page.figure("one_batch").integer(), 3, one});
  const Tensor pair = page.random({page.figure("two_batch").integer(), 3, one});
  EXPECT_EXACTLY(on.squeeze_all(alone), Tensor({3}, alone.values()));
  EXPECT_EXACTLY(on.squeeze_all(pair), Tensor({2, 3}, pair.values()));
  EXPECT_EXACTLY(on.squeeze(alone, -1), Tensor({1, 3}, alone.values()));
  EXPECT_EXACTLY(on.squeeze(pair, -1), Tensor({2, 3}, pair.values()));
  EXPECT_REFUSED(on.squeeze(pair, 0), "axis 0", "[2,3,1]");
}

/// The way back, and the place matters.
CLAIM(F08, UnsqueezeAddsAnAxis, "unsqueeze在指定处加一个长度为1的轴，squeeze再去掉它",
      "unsqueeze adds an axis of length 1 at the place named, and squeeze takes it away again") {
  const Tensor x = page.random({2, 3});
  EXPECT_EXACTLY(on.unsqueeze(x, 1), Tensor({2, page.figure("added_length").integer(), 3}, x.values()));
  EXPECT_EXACTLY(on.unsqueeze(x, 0).shape(), Shape{1, 2, 3});
  EXPECT_EXACTLY(on.unsqueeze(x, -1).shape(), Shape{2, 3, 1});
  EXPECT_EXACTLY(on.squeeze(on.unsqueeze(x, 1), 1), x);
  EXPECT_REFUSED(on.unsqueeze(x, 3), "no place 3", "[2,3]");
}
