#include "checks/lesson.h"

LESSON(F07, "模型最常做的算术：加权求和、点积与矩阵乘法",
       "The arithmetic that models do most: weighted sums, dot products, products of tables");

static const Bound no_distance = within(0, "other numbers").in_every_column();

SECTION("从你已经会的平均数开始", "Starting from the mean that everyone knows");

/// The mean of school is the weighted sum with equal shares.
CLAIM(F07, AMeanHasEqualShares, "2和6的平均是4：先加再除以2，或各乘0.5再加，结果一样",
      "the mean of 2 and 6 is 4: add and divide by 2, or take 0.5 of each and add") {
  const Tensor pair = page.figure("pair");
  const Tensor halved = on.divide(on.sum(pair, 0), page.figure("pair_count"));
  EXPECT_PRINTED(on.select(halved, 0, 0), page.figure("mean"));
  EXPECT_PRINTED(on.weighted_sum(page.figure("even_shares"), pair), page.figure("mean"));
}

/// Unequal shares draw the mean to the larger share.
CLAIM(F07, AWeightedMeanFollowsItsShares, "比例0.25与0.75给出5，两个比例之和为1",
      "shares 0.25 and 0.75 give 5, and they sum to 1") {
  const Tensor shares = page.figure("shares");
  EXPECT_PRINTED(on.weighted_sum(shares, page.figure("pair")), page.figure("weighted_mean"));
  EXPECT_PRINTED(on.select(on.sum(shares, 0), 0, 0), page.figure("share_total"));
}

/// Rows are weighed place by place; the result is a row, and no row is picked.
CLAIM(F07, RowsAreWeighedPlaceByPlace, "[2,0]与[0,4]按0.25、0.75得[0.5,3]：仍是一排数，不是其中一排",
      "[2,0] and [0,4] with 0.25 and 0.75 give [0.5,3]: a row again, and neither of the two") {
  const Tensor rows = page.figure("rows");
  const Tensor mixed = on.weighted_sum(page.figure("shares"), rows);
  EXPECT_PRINTED(mixed, page.figure("weighted_row"));
  for (const std::int64_t i : {0, 1}) EXPECT_DIFFERS(mixed, on.select(rows, 0, i), no_distance);
}

/// Three rows and three unequal shares leave a wrong pairing nowhere to hide.
CLAIM(F07, EachShareHasItsRow, "三排数、三个不同比例：1/2、1/3、1/6得[4,7]（书中两排的例子分不出全部错法）",
      "three rows, three shares: 1/2, 1/3, 1/6 give [4,7] (the printed two rows cannot tell every mistake)") {
  const Tensor shares = on.divide(row({3, 2, 1}), scalar(6));
  const Tensor rows = table({{6, 0}, {3, 12}, {0, 18}});
  EXPECT_CLOSE(on.weighted_sum(shares, rows), row({4, 7}), ulps(4, "three shares rounded, weighed, added"));
  const Tensor random = page.random({3, 2, 2});
  EXPECT_CLOSE(on.weighted_sum(shares, random), second::weighted_sum(shares, random), ulps(4, "as above"));
  EXPECT_REFUSED(on.weighted_sum(shares, table({{1}, {2}})), "[3]", "[2,1]");
}

/// Only shares that are not negative and sum to 1 say how much of each is taken.
CLAIM(F07, SharesKeepTheMeanBetween, "比例非负且和为1时，结果在最小与最大之间；权重-1与2把2和6变成10",
      "shares not negative and of sum 1 keep the result between the extremes; weights -1 and 2 make 10 of 2 "
      "and 6") {
  const Tensor pair = row({2, 6});
  for (const double share : {0.0, 0.125, 0.5, 1.0}) {
    const double mean = on.weighted_sum(row({share, 1 - share}), pair).item();
    EXPECT_EXACTLY(2 <= mean && mean <= 6, true);
  }
  EXPECT_EXACTLY(on.weighted_sum(row({-1, 2}), pair), scalar(10));
  EXPECT_EXACTLY(on.weighted_sum(row({1, 1}), pair), scalar(8));
}

SECTION("点积是怎样把两排数变成一个数", "How a dot product makes one number of two rows");

/// Multiply pair by pair, then add: one number.
CLAIM(F07, ADotProductIsOneNumber, "[1,2,3]·[4,5,6]=32，是一个数；长度不同则报错",
      "[1,2,3] · [4,5,6] is 32, one number; unequal lengths are an error") {
  const Tensor u = page.figure("u");
  const Tensor v = page.figure("v");
  EXPECT_PRINTED(on.dot(u, v), page.figure("dot"));
  EXPECT_EXACTLY(on.sum(on.multiply(u, v), 0), row({32}));
  EXPECT_EXACTLY(on.dot(row({2, -1, 3}), row({4, 5, -2})), scalar(-3));
  EXPECT_REFUSED(on.dot(u, row({4, 5})), "[3]", "[2]");
}

/// A long row scores high with anything that points roughly its way.
CLAIM(F07, ADotProductGrowsWithLength, "方向完全一致的短向量得分低于方向偏开的长向量：点积不是纯粹的相似度",
      "a short row of the same direction scores below a long one that points aside: this is no pure "
      "similarity") {
  const Tensor asked = row({3, 4});
  const Tensor same_direction = row({3, 4});
  const Tensor long_aside = row({30, 0});
  EXPECT_EXACTLY(on.dot(asked, same_direction), scalar(25));
  EXPECT_EXACTLY(on.dot(asked, long_aside), scalar(90));
  EXPECT_EXACTLY(on.dot(asked, on.multiply(same_direction, scalar(2))), scalar(50));
}

SECTION("矩阵乘法是“一次做很多个点积”", "A product of tables is many dot products at once");

/// Each cell has its own row and its own column.
CLAIM(F07, EachCellIsADotProduct, "Y=XW的四格各是X的一行与W的一列的点积，与书中一致",
      "each of the four cells of Y = XW is a row of X with a column of W, as printed") {
  const Tensor x = page.figure("X");
  const Tensor w = page.figure("W");
  const Tensor y = on.matmul(x, w);
  EXPECT_PRINTED(y, page.figure("Y"));
  const Ids cells = page.figure("cells").ids();
  for (const std::int64_t cell : {0, 1, 2, 3}) {
    const std::int64_t i = cells.at({cell, 0});
    const std::int64_t j = cells.at({cell, 1});
    const Tensor product = on.dot(on.select(x, 0, i), on.select(w, 1, j));
    EXPECT_EXACTLY(on.select(on.reshape(page.figure("Y"), {4}), 0, cell), product);
  }
  page.show("Y", y);
}

/// The inner sizes meet, and vanish.
CLAIM(F07, InnerSizesMeet, "[2,3]×[3,2]得[2,2]；内侧不等则报错并写出两个形状",
      "[2,3] times [3,2] gives [2,2]; where the inner sizes differ the error names both shapes") {
  const Shape x = page.figure("X_shape").as_shape();
  const Shape w = page.figure("W_shape").as_shape();
  EXPECT_PRINTED(on.product_shape(x, w), page.figure("Y_shape"));
  EXPECT_EXACTLY(on.matmul(page.random({4, 3}), page.random({3, 5})).shape(), Shape{4, 5});
  EXPECT_REFUSED(on.matmul(page.random({2, 3}), page.random({2, 3})), "[2,3] × [2,3]");
  EXPECT_REFUSED(on.product_shape({2, 3}, {4, 2}), "[2,3] × [4,2]");
  EXPECT_REFUSED(on.product_shape({3}, {3, 2}), "needs matrices", "[3]");
}

/// Square tables let every mix-up run; so the values must tell.
CLAIM(F07, SquareTablesTellByValueOnly, "2×2的表上XW、WX、XWᵀ都能算，结果各不相同（书中的形状会先报错）",
      "on 2 by 2 tables XW, WX and XWᵀ all run and differ (the printed shapes would refuse)") {
  const Tensor a = table({{1, 2}, {3, 4}});
  const Tensor b = table({{5, 6}, {7, 8}});
  EXPECT_EXACTLY(on.matmul(a, b), table({{19, 22}, {43, 50}}));
  EXPECT_EXACTLY(on.matmul(b, a), table({{23, 34}, {31, 46}}));
  EXPECT_EXACTLY(on.matmul(a, on.transpose(b)), table({{17, 23}, {39, 53}}));
}

/// Any sizes that meet: the rule is not one of small examples.
CLAIM(F07, TheRuleHoldsForAllSizes, "随机尺寸、带批轴的乘积与逐个相加的第二种算法一致",
      "products of random sizes, with batch axes too, agree with a second route that adds one by one") {
  for (int times = 0; times < 4; ++times) {
    const std::vector<std::int64_t> size = page.random_ids({3}, 5).values();
    const Tensor a = page.random({2, 1, size[0] + 1, size[1] + 1});
    const Tensor b = page.random({3, size[1] + 1, size[2] + 1});
    EXPECT_CLOSE(on.matmul(a, b), second::matmul(a, b), ulps(16, "up to five products added"));
  }
}

SECTION("一个Token从4096个数变成另外4096个数，究竟是什么动作",
        "4096 numbers into 4096 others: what is done there");

/// The width stays, the numbers do not.
CLAIM(F07, SameWidthOtherNumbers, "4096个数乘[4096,4096]仍是4096个数，每个输出都由全部输入加权而成",
      "4096 numbers times [4096,4096] are 4096 again, and each output weighs all of the inputs") {
  const std::int64_t in = page.figure("in_width").integer();
  const std::int64_t out = page.figure("out_width").integer();
  EXPECT_EXACTLY(on.product_shape({1, in}, {in, out}), Shape{1, in});
  EXPECT_EXACTLY(on.matmul(Tensor::full({1, in}, 1), Tensor::full({in, 2}, 0.5)), table({{2048, 2048}}));
  const Tensor turned = on.matmul(table({{3, 4}}), table({{0, 1}, {-1, 0}}));
  EXPECT_EXACTLY(turned, table({{-4, 3}}));
}

/// [B,T,d] times [d,k] changes the width k, and no position hears of another.
CLAIM(F07, EveryPositionAlone, "[B,T,d]×[d,k]得[B,T,k]，改动一个位置只改它自己的输出",
      "[B,T,d] times [d,k] is [B,T,k]; changing one position changes only its own output") {
  const Tensor x = page.random({2, 3, 4});
  const Tensor w = page.random({4, 5});
  const Tensor before = on.matmul(x, w);
  EXPECT_CLOSE(before, second::matmul(x, w), ulps(16, "four products added"));
  Tensor moved = on.contiguous(x);
  Tensor position = on.select(on.select(moved, 0, 1), 0, 2);
  on.write(position, row({5, 6, 7, 8}));
  EXPECT_EXACTLY(position, row({5, 6, 7, 8}));
  const Tensor after = on.matmul(moved, w);
  EXPECT_EXACTLY(on.select(after, 0, 0), on.select(before, 0, 0));
  for (const std::int64_t t : {0, 1}) {
    EXPECT_EXACTLY(on.select(on.select(after, 0, 1), 0, t), on.select(on.select(before, 0, 1), 0, t));
  }
  EXPECT_DIFFERS(on.select(after, 0, 1), on.select(before, 0, 1), no_distance);
}

/// k may be d: then the width is not what changes.
CLAIM(F07, TheWidthMayStay, "k=d时宽度不变，变的只是数字",
      "where k = d the width stays and only the numbers change") {
  const Tensor x = table({{1, 2}, {3, 4}});
  const Tensor y = on.matmul(x, table({{0, 2}, {1, 0}}));
  EXPECT_EXACTLY(y.shape(), x.shape());
  EXPECT_EXACTLY(y, table({{2, 2}, {4, 6}}));
}
NOTE("一个Token从4096个数变成另外4096个数，究竟是什么动作",
     "“改变每个位置的宽度”说过了头：本节开头的4096→4096就没有改变宽度。",
     "That it changes the width of each position says too much: 4096 to 4096, this section's own case, does "
     "not.",
     TheWidthMayStay);

SECTION("转置怎样帮助“一排数分别与多行比较”", "How a transpose compares one row with several");

/// Rows become columns; done twice, nothing has happened.
CLAIM(F07, TransposeExchangesRowsAndColumns, "Kᵀ与书中一致，(Kᵀ)ᵀ=K；方阵的转置也不是它的乘方",
      "Kᵀ is the printed table, (Kᵀ)ᵀ is K; of a square table, too, the transpose is no power") {
  const Tensor k = page.figure("K");
  EXPECT_PRINTED(k.shape(), page.figure("K_shape"));
  EXPECT_PRINTED(on.transpose(k), page.figure("Kt"));
  EXPECT_PRINTED(on.transpose(k).shape(), page.figure("Kt_shape"));
  EXPECT_PRINTED(on.transpose(on.transpose(k)), page.figure("K"));
  EXPECT_EXACTLY(on.transpose(table({{1, 2}, {3, 4}})), table({{1, 3}, {2, 4}}));
}

/// One product gives all three scores; [1,2] in the chapter is the shape of q and not q.
CLAIM(F07, OneRowAgainstThree, "形状[1,2]的q=[[7,-1]]乘Kᵀ一次得到三个分数5、17、29，各是q与K一行的点积",
      "q = [[7,-1]], of shape [1,2], times Kᵀ gives three scores at once: 5, 17, 29, q with each row of K") {
  const Tensor k = page.figure("K");
  const Tensor q = on.reshape(row({7, -1}), page.figure("q_shape").as_shape());
  EXPECT_EXACTLY(q.length(1), page.figure("q_width").integer());
  const Tensor scores = on.matmul(q, on.transpose(k));
  EXPECT_PRINTED(scores.shape(), page.figure("scores_shape"));
  EXPECT_EXACTLY(scores, table({{5, 17, 29}}));
  for (const std::int64_t i : {0, 1, 2}) {
    EXPECT_EXACTLY(on.select(on.select(scores, 0, 0), 0, i), on.dot(row({7, -1}), on.select(k, 0, i)));
  }
}
NOTE("转置怎样帮助“一排数分别与多行比较”",
     "[1,2]×[2,3]→[1,3]里的方括号是形状，而K的第0行恰好也写作[1,2]；q没有给出数值，读者容易把[1,2]当成q。",
     "In [1,2]×[2,3]→[1,3] the brackets are shapes, while row 0 of K is written [1,2] too; q is given no "
     "numbers, so "
     "[1,2] is easily taken for q.",
     OneRowAgainstThree);

SECTION("矩阵乘与逐元素乘不能混", "Product of tables and product of elements must not be mixed up");

/// Both run, both give 2 by 2: only the numbers tell.
CLAIM(F07, TwoProductsOneShape, "两个2×2的表做@与*都得2×2，数字完全不同",
      "two 2 by 2 tables give 2 by 2 under @ and under *, with other numbers in every cell") {
  const Tensor a = on.reshape(row({1, 2, 3, 4}), page.figure("square_shape").as_shape());
  const Tensor b = table({{5, 6}, {7, 8}});
  const Tensor product = on.matmul(a, b);
  const Tensor by_element = on.multiply(a, b);
  EXPECT_PRINTED(product.shape(), page.figure("square_result_shape"));
  EXPECT_PRINTED(by_element.shape(), page.figure("square_result_shape"));
  EXPECT_EXACTLY(product, table({{19, 22}, {43, 50}}));
  EXPECT_EXACTLY(by_element, table({{5, 12}, {21, 32}}));
}
