#include "checks/lesson.h"

LESSON(F02, "一排数、一张表和一叠表：读懂张量与形状",
       "A row, a table and a stack of tables: reading tensors and shapes");

SECTION("先不背“张量是多维数组”", "Before learning that a tensor is a multi-dimensional array");

/// A number, a row, a table: what grows is the number of directions one can count in.
CLAIM(F02, NoneOneOrTwoAxes, "7没有轴，[7,2,9]有一个轴，矩阵A有两个轴；A的第0行就是[7,2,9]",
      "7 has no axis, [7,2,9] has one, the matrix A has two; row 0 of A is [7,2,9]") {
  const Tensor vector = page.figure("vector");
  const Tensor matrix = page.figure("A");
  EXPECT_EXACTLY(on.count_axes(page.figure("scalar")), 0);
  EXPECT_EXACTLY(on.count_axes(vector), 1);
  EXPECT_EXACTLY(on.count_axes(matrix), 2);
  EXPECT_PRINTED(on.element(vector, {0}), page.figure("scalar"));
  EXPECT_PRINTED(on.select(matrix, 0, 0), page.figure("vector"));
}

/// The same brackets say how large a table is, or what a row holds.
CLAIM(F02, AShapeIsNotTheContent, "形状[2,3]的表装6个数，不是只装2和3；A的两行之和是18和13",
      "a table of shape [2,3] holds 6 numbers and not just 2 and 3; the rows of A add to 18 and 13") {
  const Shape shape = page.figure("A_shape").as_shape();
  EXPECT_EXACTLY(on.array_of(shape, 5), table({{5, 5, 5}, {5, 5, 5}}));
  const Tensor matrix = page.figure("A");
  EXPECT_PRINTED(matrix.shape(), page.figure("A_shape"));
  EXPECT_EXACTLY(on.sum(matrix, 1), table({{18}, {13}}));
  EXPECT_EXACTLY(on.sum(matrix, 0), table({{11, 10, 10}}));
}

SECTION("从两张表理解三个轴", "Three axes, seen from two tables");

/// Two tables of one shape, one on the other, make a stack; the new axis counts the tables.
CLAIM(F02, TwoTablesMakeAStack, "两张[3,4]的表叠成[2,3,4]，数字就是F05查表所得的两句话",
      "two [3,4] tables stack to [2,3,4]; the numbers are the two sentences that F05 looks up") {
  const Tensor first = page.figure("F05/first_rows");
  const Tensor second = page.figure("F05/second_rows");
  EXPECT_PRINTED(first.shape(), page.figure("sentence_shape"));
  const Tensor stack = on.concat(on.unsqueeze(first, 0), on.unsqueeze(second, 0), 0);
  EXPECT_PRINTED(stack.shape(), page.figure("H_shape"));
  EXPECT_PRINTED(stack, page.figure("H"));
  EXPECT_EXACTLY(on.select(stack, 0, 1), second);
  page.show("H1", second);
}

/// Lengths multiply: each row once for each table, each number once for each row.
CLAIM(F02, TheCountIsAProduct, "[2,3,4]有2×3×4=24个数；任何形状都是各长度的乘积",
      "[2,3,4] holds 2 times 3 times 4, 24 numbers; for every shape it is the product of the lengths") {
  EXPECT_PRINTED(on.count_elements(page.figure("H_shape").as_shape()), page.figure("H_count"));
  EXPECT_EXACTLY(on.count_elements({5, 7}), 35);
  EXPECT_EXACTLY(on.count_elements({3, 0, 4}), 0);
  EXPECT_EXACTLY(on.count_elements({}), 1);
  EXPECT_REFUSED(on.count_elements({2, -3}), "negative", "[2,-3]");
  for (int times = 0; times < 4; ++times) {
    const Shape lengths(page.random_ids({3}, 6).values());
    EXPECT_EXACTLY(on.count_elements(lengths), second::count_elements(lengths));
  }
}

/// Where the sum happens to be the product, a wrong rule goes unnoticed.
CLAIM(F02, SomeShapesCannotTell, "[2,2]与[1,2,3]的长度之和恰好等于乘积，分不出对错；[2,3,4]分得出：9对24",
      "in [2,2] and [1,2,3] the lengths add to what they multiply to; [2,3,4] tells: 9 against 24") {
  EXPECT_EXACTLY(on.count_elements({2, 2}), 4);
  EXPECT_EXACTLY(on.count_elements({1, 2, 3}), 6);
  EXPECT_EXACTLY(on.count_elements({2, 3, 4}), 24);
}

/// Four features are four measurements; four binary digits are another way to write the id.
CLAIM(F02, FeaturesAreNotBits, "编号2的四位二进制是0010，它的四个特征却是小数和负数",
      "id 2 is 0010 in four binary digits; its four features are decimals, one of them negative") {
  const Tensor digits = on.unsqueeze(page.figure("binary_digits"), 1);
  const Tensor written = on.reshape(on.embed(digits, ids({0, 0, 1, 0})), {4});
  EXPECT_EXACTLY(on.dot(written, row({8, 4, 2, 1})), scalar(2));
  const Tensor rows = on.concat(on.array_of({1, 4}, 0), page.figure("F05/first_rows"), 0);
  const Tensor features = on.embed(rows, ids({2}));
  EXPECT_CLOSE(features, table({{-0.3, 0.8, 0.1, 0.5}}), ulps(1, "each rounded once"));
  EXPECT_DIFFERS(features, on.unsqueeze(written, 0),
                 within(0.1, "decimals against digits").in_every_column());
}

SECTION("方括号中的数字不是同一种“维度”", "The numbers in brackets are not one kind of dimension");

/// "Three-dimensional" counts axes, "4096-dimensional" counts the numbers along one of them.
CLAIM(F02, WidthIsNotTheNumberOfAxes, "[2,128,4096]有3个轴、1,048,576个数；4096只是最后一个轴的长度",
      "[2,128,4096] has 3 axes and 1,048,576 numbers; 4096 is the length of the last axis only") {
  const Shape shape = page.figure("big_shape").as_shape();
  const Tensor large = scalar(0).view(shape, {0, 0, 0}, 0);
  EXPECT_PRINTED(on.count_axes(large), page.figure("axes"));
  EXPECT_PRINTED(on.count_elements(large.shape()), page.figure("big_count"));
  EXPECT_EXACTLY(on.count_axes(scalar(0).view({shape[2]}, {0}, 0)), 1);
}

SECTION("怎么找到里面的一个数", "How to find one number inside");

/// The first one has the index 0, on every axis.
CLAIM(F02, IndicesStartAtZero, "下标从0开始：vector[0]是第一个数，A[0,1]是2",
      "indices start at 0: vector[0] is the first number, A[0,1] is 2") {
  const Index first = {page.figure("first_index").integer()};
  EXPECT_EXACTLY(on.element(page.figure("vector"), first), scalar(7));
  EXPECT_PRINTED(on.element(page.figure("A"), page.figure("A_index").as_shape()), page.figure("A_at"));
  EXPECT_EXACTLY(on.element(page.figure("A"), {1, 0}), scalar(4));
}

/// Each index given takes one axis away, until a single number is left.
CLAIM(F02, ChoosingAnIndexRemovesItsAxis, "H[1]是[3,4]的表，H[1,0]是4个数的一排，H[1,0,2]是一个数",
      "H[1] is a [3,4] table, H[1,0] a row of 4 numbers, H[1,0,2] one number") {
  const Index index = page.figure("H_index").as_shape();
  const Tensor sentence = on.select(page.figure("H"), 0, index[0]);
  EXPECT_PRINTED(sentence.shape(), page.figure("sentence_shape"));
  const Tensor piece = on.select(sentence, 0, index[1]);
  EXPECT_EXACTLY(piece, row({0.1, -0.5, 0.9, 0.3}));
  EXPECT_EXACTLY(on.select(piece, 0, index[2]), scalar(0.9));
  EXPECT_EXACTLY(on.element(page.figure("H"), index), scalar(0.9));
  EXPECT_REFUSED(on.element(page.figure("H"), {1, 0}), "[1,0]", "[2,3,4]");
}

/// A colon chooses nothing, so its axis stays.
CLAIM(F02, AColonKeepsItsAxis, "H[1,:,2]是长度3的一排：0.9、0.1、0；H[:,:,0]是[2,3]的表",
      "H[1,:,2] is a row of 3: 0.9, 0.1, 0; H[:,:,0] is a [2,3] table") {
  const Tensor stack = page.figure("H");
  const Index at = page.figure("features_at").as_shape();
  const Tensor third_features = on.select(on.select(stack, 0, at[0]), 1, at[1]);
  EXPECT_EXACTLY(third_features, row({0.9, 0.1, 0}));
  EXPECT_PRINTED(third_features.length(0), page.figure("features_length"));
  const Tensor first_features = on.select(stack, 2, page.figure("first_features_at").integer());
  EXPECT_PRINTED(first_features.shape(), page.figure("first_features_shape"));
  EXPECT_EXACTLY(first_features, table({{0.2, -0.3, 0.6}, {0.1, -0.3, 0}}));
}
NOTE("怎么找到里面的一个数",
     "同一行先叫“第1句话”（从0数），又叫“第二句话”（从1数）；H[1,0]也一样。统一一种更稳妥。",
     "One and the same row is counted from 0 in one place and from 1 in another; so is H[1,0]. One way would "
     "do.",
     ChoosingAnIndexRemovesItsAxis);

/// A part of an axis keeps the axis; its end is not part of it.
CLAIM(F02, ASliceStopsBeforeItsEnd, "切片[1,3)取下标1和2，轴还在，长度为2",
      "the slice [1,3) takes indices 1 and 2; the axis stays, with length 2") {
  const Tensor numbers = table({{1, 2, 3, 4}, {5, 6, 7, 8}});
  EXPECT_EXACTLY(on.slice(numbers, 1, 1, 3), table({{2, 3}, {6, 7}}));
  EXPECT_EXACTLY(on.slice(numbers, 0, 1, 2), table({{5, 6, 7, 8}}));
  EXPECT_EXACTLY(on.concat(on.slice(numbers, 1, 0, 1), on.slice(numbers, 1, 1, 4), 1), numbers);
  EXPECT_REFUSED(on.slice(numbers, 1, 1, 5), "[1,5)", "axis 1", "size 4");
}

/// An index that does not exist is a fault to be named, not a number to be made up.
CLAIM(F02, OutOfRangeIsAnError, "H[1,3]越界：报错写明下标、轴和长度；-1也不被当成最后一个",
      "H[1,3] is out of range: the error names index, axis and size; -1 is not taken for the last") {
  const Tensor sentence = on.select(page.figure("H"), 0, 1);
  EXPECT_REFUSED(on.select(sentence, 0, 3), "index 3", "axis 0", "size 3");
  EXPECT_REFUSED(on.select(sentence, 1, -1), "index -1", "axis 1", "size 4");
  EXPECT_REFUSED(on.select(sentence, 2, 0), "axis");
}

/// The answer is a place along the axis asked about, and always smaller than its length.
CLAIM(F02, ArgmaxIsAnIndexOnItsAxis, "沿某轴求argmax得到的是该轴上的下标：每行得1和0，不是1和3",
      "argmax along an axis gives indices on that axis: 1 and 0 for the two rows, not 1 and 3") {
  const Tensor numbers = table({{3, 8, 1}, {9, 2, 4}});
  EXPECT_EXACTLY(on.argmax(numbers, 1), ids({1, 0}));
  EXPECT_EXACTLY(on.argmax(numbers, 0), ids({1, 0, 1}));
}

/// "Along axis 1" leaves axis 2 alone.
CLAIM(F02, AnAxisIsNotAllThatFollowIt, "沿轴1归一化不动轴2：每列之和为1，整张表之和为2",
      "normalising along axis 1 leaves axis 2 alone: each column sums to 1, the whole table to 2") {
  const Tensor shares = on.normalise(Tensor({1, 2, 2}, {1, 3, 2, 2}), 1);
  EXPECT_CLOSE(shares, Tensor({1, 2, 2}, {1.0 / 3, 0.6, 2.0 / 3, 0.4}), ulps(2, "a sum and a division"));
  EXPECT_CLOSE(on.sum(shares, 1), Tensor({1, 1, 2}, {1, 1}), ulps(4, "two shares added"));
}

SECTION("符号不认识时怎样读公式", "Reading formulas whose signs are unfamiliar");

/// Σ adds, x² squares, and the order of the two matters.
CLAIM(F02, SquareFirstThenAdd, "x=[1,2,4,-3]：Σx是4，Σx²是30；先加再平方得16，是另一回事",
      "for x = [1,2,4,-3] the sum is 4 and the sum of squares 30; the square of the sum, 16, is another "
      "thing") {
  const Tensor x = row({1, 2, 4, -3});
  EXPECT_EXACTLY(on.sum(x, 0), row({4}));
  EXPECT_EXACTLY(on.sum_of_squares(x, 0), row({30}));
  EXPECT_EXACTLY(on.sum_of_squares(table({{1, 2}, {3, 4}}), 0), table({{10, 20}}));
}
