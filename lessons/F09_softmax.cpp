#include <cmath>

#include "checks/lesson.h"

LESSON(F09, "概率、指数与softmax", "Probability, exponentials and softmax");

static const Ulps softmax_steps = ulps(8, "ln or exp, a sum, a division");
static const Bound off_by_one = within(1, "the scores' sum is off by more").in_every_column();
static const Ulps division_steps = ulps(4, "a sum and a division");

SECTION("分数不是概率", "Scores are not shares");

/// Whoever reads a score as a percentage reads 200 % into the chapter's first candidate.
CLAIM(F09, ScoresAreNotShares, "分数2若当作比例就成了200%，三个分数之和也不是1；softmax之后的和才是1",
      "read as a share the score 2 would be 200%, and the scores do not sum to 1; after softmax they do") {
  const Tensor scores = page.figure("scores");
  EXPECT_PRINTED(on.select(scores, 0, 0), page.figure("misread_percent"));
  EXPECT_DIFFERS(on.sum(scores, 0), page.figure("total"), off_by_one);
  EXPECT_PRINTED(on.sum(on.softmax(scores, -1), 0), page.figure("total"));
}

/// A score may be below zero; a share may not, and only a candidate that is ruled out reaches the floor.
CLAIM(F09, SharesAreNeverNegative, "负分数也得到正的比例，只有被排除的候选恰好为0",
      "negative scores get positive shares, and only a candidate ruled out has share 0") {
  const Tensor shares = on.softmax(row({-3, -1, -INFINITY, -2}), -1);
  for (const double share : on.softmax(row({-3, -1, -2}), -1).values()) EXPECT_LESS(0, share);
  EXPECT_PRINTED(on.select(shares, 0, 2), page.figure("least"));
  EXPECT_CLOSE(on.sum(shares, 0), row({1}), division_steps);
}

/// One number, two ways to print it: as a decimal and as a percentage.
CLAIM(F09, AShareIsAPercentage, "分数差为ln 4的两个候选，较低者的比例既可写作0.2也可写作20%",
      "of two candidates whose scores differ by ln 4 the lower one has the share 0.2, which is 20%") {
  const Tensor lower = on.select(on.softmax(on.log(row({1, 4})), -1), 0, 0);
  EXPECT_PRINTED(lower, page.figure("example_share"));
  EXPECT_PRINTED(lower, page.figure("example_percent"));
}

/// The share says what this model predicts; how often it is right is another number.
CLAIM(F09, AShareIsThisModelsOnly, "名次相同的两组分数给同一候选不同的比例：不可能都等于它正确的频率",
      "scores that rank alike give one candidate two shares: both cannot be how often it is right") {
  const Tensor shares = on.softmax(on.log(table({{2, 1, 1}, {8, 1, 1}})), -1);
  EXPECT_EXACTLY(on.argmax(shares, -1), ids({0, 0}));
  EXPECT_CLOSE(shares, table({{0.5, 0.25, 0.25}, {0.8, 0.1, 0.1}}), softmax_steps);
}

SECTION("先学指数和对数需要的那一点", "As much of exponentials and logarithms as is needed");

/// An exponent counts factors; through ln and exp the same power comes out.
CLAIM(F09, APowerIsRepeatedMultiplication, "2的3次方是三个2相乘，也等于exp(3·ln 2)",
      "2 to the power 3 is three factors of 2, and it is exp(3 ln 2)") {
  const Figure& base = page.figure("power_base");
  Tensor product = base;
  for (auto factor = page.figure("power_exponent").integer(); factor > 1; --factor)
    product = on.multiply(product, base);
  EXPECT_PRINTED(product, page.figure("power"));
  EXPECT_PRINTED(on.exp(on.multiply(page.figure("power_exponent"), on.log(base))), page.figure("power"));
}

/// The values that the rest of the chapter, and the losses of later ones, build on.
CLAIM(F09, ExpAndLogAtThePrintedPoints, "exp在0、1、-1处，ln在1、2、3、e处，都与书中所印一致",
      "exp at 0, 1, -1 and ln at 1, 2, 3, e have the printed values") {
  EXPECT_PRINTED(on.exp(page.figure("exp_at")), page.figure("exp_of"));
  EXPECT_PRINTED(on.exp(scalar(1)), page.figure("euler"));
  EXPECT_PRINTED(on.log(page.figure("ln_at")), page.figure("ln_of"));
  EXPECT_PRINTED(on.log(on.exp(scalar(1))), page.figure("ln_of_e"));
}

/// Undoing works on both sides, which the printed points alone do not show.
CLAIM(F09, ExpAndLogUndoEachOther, "先exp后ln、先ln后exp都回到原数",
      "ln after exp and exp after ln both give the number back") {
  const Tensor any = page.random({12});
  EXPECT_CLOSE(on.log(on.exp(any)), any, ulps(4, "exp rounds, and ln of it again"));
  const Tensor positive = on.exp(page.random({12}));
  EXPECT_CLOSE(on.exp(on.log(positive)), positive, softmax_steps);
}

/// Adding exponents multiplies: the whole reason why a constant may be subtracted from all scores.
CLAIM(F09, ExpTurnsSumsIntoProducts, "exp(a+b)等于exp(a)·exp(b)", "exp(a + b) is exp(a) times exp(b)") {
  const Tensor a = page.random({9});
  const Tensor b = page.random({9});
  EXPECT_CLOSE(on.exp(on.add(a, b)), on.multiply(on.exp(a), on.exp(b)), softmax_steps);
}

/// On paper exp is never 0; in a computer's numbers it is, and then ln of a share is −∞.
CLAIM(F09, ExpReachesZeroInFiniteNumbers, "exp(-1000)在浮点数里就是0，它的对数回不到-1000",
      "in floating point exp(-1000) is 0, and its logarithm does not come back to -1000") {
  EXPECT_EXACTLY(on.exp(row({-1000})), row({0}));
  EXPECT_EXACTLY(on.log(on.exp(row({-1000}))), row({-INFINITY}));
  EXPECT_EXACTLY(on.softmax(row({0, -1000}), -1), row({1, 0}));
}
NOTE("先学指数和对数需要的那一点", "“转成正数”只在数学上成立：有限精度下exp(-1000)为0，比例也可以恰好为0。",
     "\"Positive\" holds on paper only: in finite precision exp(-1000) is 0, and a share can be exactly 0.",
     ExpReachesZeroInFiniteNumbers);

SECTION("softmax一步不跳地算", "Softmax, one step at a time");

/// Each line of the walk-through, computed from the line before it at full precision.
CLAIM(F09, EachStepIsThePrintedOne, "减最大值、取指数、求和、相除、累加都与书中六位小数一致，0.70抽中B",
      "shift, exponentials, sum, shares and running sums have the printed six digits, and 0.70 draws B") {
  const Tensor scores = page.figure("scores");
  EXPECT_PRINTED(on.subtract(scores, page.figure("maximum")), page.figure("shifted"));
  const Tensor shifted = on.subtract_max(scores, -1);
  EXPECT_PRINTED(on.element(on.subtract(scores, shifted), {0}), page.figure("maximum"));
  EXPECT_PRINTED(shifted, page.figure("shifted"));
  const Tensor exponentials = on.exp(shifted);
  EXPECT_PRINTED(exponentials, page.figure("exponentials"));
  EXPECT_PRINTED(on.sum(exponentials, 0), page.figure("exponential_sum"));
  const Tensor shares = on.normalise(exponentials, -1);
  EXPECT_PRINTED(shares, page.figure("shares"));
  EXPECT_PRINTED(on.running_sum(shares, -1), page.figure("running"));
  EXPECT_EXACTLY(on.sample(shares, page.figure("draw").number()), 1);
  page.show("shares", shares, {}, {"A", "B", "C"});
}

/// Digits are for reading; a computation carries the full precision on.
CLAIM(F09, PrintedTermsDoNotAddUpToThePrintedSum, "把印出的三项相加得1.503214，与印出的和差一个末位",
      "the printed terms add up to 1.503214, one unit off the printed sum") {
  const Bound apart = within(0.0000009, "nearly one unit of the last digit").in_every_column();
  EXPECT_DIFFERS(on.sum(page.figure("exponentials"), 0), page.figure("exponential_sum"), apart);
  const Tensor unrounded = on.exp(on.subtract_max(page.figure("scores"), 0));
  EXPECT_PRINTED(on.sum(unrounded, 0), page.figure("exponential_sum"));
}
NOTE("softmax一步不跳地算", "印出的三项之和是1.503214；1.503215来自未舍入的值。可补一句“由未舍入的值相加”。",
     "The printed terms add to 1.503214; 1.503215 comes from the unrounded ones. A word on that would help.",
     PrintedTermsDoNotAddUpToThePrintedSum);

/// The chapter's scores are in order and one apart; these are neither, so a wrong rule has nowhere to hide.
CLAIM(F09, UnevenScoresFollowTheSameFormula,
      "分数无序、不等距、有正有负时公式照样成立（书中的数字分不出对错）",
      "the formula holds for uneven scores out of order too (the printed digits cannot tell)") {
  const Tensor scores = row({1, 3, 0, -2});
  EXPECT_CLOSE(on.softmax(scores, -1), second::softmax(scores, -1), softmax_steps);
  const Tensor many = page.random({3, 5});
  EXPECT_CLOSE(on.softmax(many, -1), second::softmax(many, -1), softmax_steps);
}

/// All candidates share one denominator: that is what a separate yes-or-no for each of them does not have.
CLAIM(F09, RaisingOneLowersTheOthers, "只抬高A的分数，B与C的比例随之下降；各自过sigmoid则不会",
      "raising only A's score lowers the shares of B and C; a sigmoid for each would not") {
  const Tensor before = on.softmax(row({2, 1, 0}), -1);
  const Tensor after = on.softmax(row({3, 1, 0}), -1);
  EXPECT_LESS(before.at({0}), after.at({0}));
  for (const std::int64_t other : {1, 2}) EXPECT_LESS(after.at({other}), 0.5 * before.at({other}));
  EXPECT_CLOSE(on.sigmoid(on.log(row({1, 3}))), row({0.5, 0.75}), softmax_steps);
  const Tensor alone = on.sigmoid(row({3, 1, 0}));
  EXPECT_EXACTLY(on.slice(alone, 0, 1, 3), on.slice(on.sigmoid(row({2, 1, 0})), 0, 1, 3));
}

/// A PAD row of zeros gives the score 0, and 0 is a score like any other.
CLAIM(F09, AZeroScoreTakesAShare, "分数0照样分走比例：补齐位置的向量清零并不等于把它排除",
      "a score of 0 takes its share: a PAD vector of zeros is not thereby left out") {
  const Tensor keys = table({{1, 0}, {0, 1}, {0, 0}});
  const Tensor scores = on.matmul(table({{1, 2}}), on.transpose(keys));
  const Tensor padded = on.softmax(scores, -1);
  EXPECT_CLOSE(padded, second::softmax(table({{1, 2, 0}}), -1), softmax_steps);
  const Tensor masked = on.masked_softmax(scores, mask_table({{1, 1, 0}}));
  EXPECT_EXACTLY(on.select(masked, 1, 2), row({0}));
  EXPECT_CLOSE(on.slice(masked, 1, 0, 2), second::softmax(table({{1, 2}}), -1), softmax_steps);
}

/// What is ruled out costs the others nothing, wherever it stands.
CLAIM(F09, MinusInfinityTakesNothing, "分数为−∞的候选比例为0，其余三项与没有它时一样",
      "a candidate with score −∞ has share 0, and the other three are what they are without it") {
  const Tensor shares = on.softmax(on.concat(row({-INFINITY}), page.figure("scores"), 0), -1);
  EXPECT_EXACTLY(on.select(shares, 0, 0), scalar(0));
  EXPECT_PRINTED(on.slice(shares, 0, 1, 4), page.figure("shares"));
}

/// Each border belongs to the candidate above it, so that the intervals cover [0, 1) once.
CLAIM(F09, IntervalsAreHalfOpen, "区间左闭右开：恰好等于边界的随机数归后一个候选（0.70分不出这一点）",
      "intervals are closed below: a number on a border goes to the next candidate (0.70 cannot tell)") {
  const Tensor shares = on.softmax(page.figure("scores"), -1);
  const Tensor upper = on.running_sum(shares, 0);
  const Tensor range = page.figure("unit_interval");
  EXPECT_EXACTLY(on.sample(shares, range.at({0})), 0);
  EXPECT_EXACTLY(on.sample(shares, upper.at({0})), 1);
  EXPECT_EXACTLY(on.sample(shares, upper.at({1})), 2);
  EXPECT_CLOSE(on.select(upper, 0, 2), on.select(range, 0, 1), division_steps);
  EXPECT_REFUSED(on.sample(shares, range.at({1})), "[0, 1)", "1.0");
  EXPECT_REFUSED(on.sample(shares, -0.25), "[0, 1)", "-0.25");
}

/// u = 0 must not hand over a PAD that happens to stand first.
CLAIM(F09, NothingWithoutAShareIsDrawn, "比例为0的候选永远抽不中，即使u恰为0或恰在边界上",
      "a candidate with share 0 is never drawn, not at u = 0 and not on a border") {
  const Tensor shares = row({0, 0.5, 0, 0.5});
  EXPECT_EXACTLY(on.sample(shares, 0), 1);
  EXPECT_EXACTLY(on.sample(shares, 0.5), 3);
}

/// Running sums are rounded, so they may stop short of 1; u may then lie past all of them.
CLAIM(F09, NothingLiesPastTheEnd, "累计和因舍入略小于1时，更大的u归最后一个有比例的候选",
      "where running sums end just below 1, a larger u still gives the last candidate that has a share") {
  const Tensor shares = on.normalise(row({1, 3, 3, 3, 3, 3, 3, 3, 0}), 0);
  const double end = on.running_sum(shares, 0).at({8});
  EXPECT_LESS(end, 1);
  EXPECT_EXACTLY(on.sample(shares, end), 7);
  const Tensor above = on.normalise(row({1, 3, 1, 2, 1, 1, 1, 1}), 0);
  EXPECT_LESS(1, on.running_sum(above, 0).at({7}));
}
NOTE("softmax一步不跳地算", "累计值经过舍入，末项可能略小于或略大于1；区间写到1为止，没有说这时怎么办。",
     "Rounded running sums may end a little below 1 or above it; what then is left open.",
     NothingLiesPastTheEnd);

SECTION("为什么要减最大值", "Why the largest score is subtracted");

/// The chapter's second road to the same three shares.
CLAIM(F09, WithoutTheShiftTheSharesAreTheSame, "不减最大值时指数与总和不同，三个比例相同",
      "without the shift the exponentials and their sum are others, the shares the same") {
  const Tensor raw = on.exp(page.figure("scores"));
  EXPECT_PRINTED(raw, page.figure("raw_exponentials"));
  EXPECT_PRINTED(on.sum(raw, 0), page.figure("raw_sum"));
  EXPECT_PRINTED(on.normalise(raw, 0), page.figure("shares"));
}

/// The shift need not be by the maximum; it must only be the same for numerator and denominator.
CLAIM(F09, AnyConstantMayBeAdded, "所有分数加同一个常数，比例不变；负的、很大的常数也一样",
      "adding one constant to all scores leaves the shares, a negative or a large one too") {
  const Tensor scores = row({1, 3, 0, -2});
  const Tensor shares = second::softmax(scores, -1);
  for (const double constant : {-7.0, 0.5, 1000.0, -1000.0})
    EXPECT_CLOSE(on.softmax(on.add(scores, scalar(constant)), -1), shares, softmax_steps);
}

/// The reason for the shift: exp(1000) is no number any more.
CLAIM(F09, LargeScoresStayFinite, "[1000,999,998]减最大值后比例照旧；不减则成为∞/∞",
      "[1000,999,998] has the same shares with the shift; without it they are ∞/∞") {
  const Tensor large = on.add(page.figure("scores"), scalar(998));
  EXPECT_PRINTED(on.softmax(large, -1), page.figure("shares"));
  EXPECT_EXACTLY(on.exp(large), row({INFINITY, INFINITY, INFINITY}));
  for (const double share : on.normalise(on.exp(large), 0).values()) EXPECT_EXACTLY(std::isnan(share), true);
}

/// In the chapter the largest score stands first; here it does not.
CLAIM(F09, ItIsTheLargestThatIsSubtracted, "减的是最大的分数而不是第一个（书中的数字分不出）",
      "it is the largest score that is subtracted, not the first (the printed digits cannot tell)") {
  const Tensor scores = table({{-4, 1000, 998}, {7, 998, 1000}});
  EXPECT_EXACTLY(on.subtract_max(scores, 1), table({{-1004, 0, -2}, {-993, -2, 0}}));
  EXPECT_CLOSE(on.softmax(scores, 1), second::softmax(scores, 1), softmax_steps);
}

/// After the shift the largest score is 0, and 0 does not mean gone.
CLAIM(F09, TheLargestIsNotRemoved, "减去最大值后最大候选的分数是0、指数是1，它仍占最大的比例",
      "after the shift the largest candidate has score 0 and exponential 1, and keeps the largest share") {
  const Tensor scores = row({1, 4, 2});
  EXPECT_EXACTLY(on.select(on.exp(on.subtract_max(scores, 0)), 0, 1), scalar(1));
  EXPECT_EXACTLY(on.argmax(on.softmax(scores, 0), 0), Ids::full({}, 1));
}

SECTION("取最大与按概率抽样不是一回事", "Taking the largest and drawing by share are two things");

/// The printed scores are in order, where "the largest" and "the first" are one candidate.
CLAIM(F09, ArgmaxTakesTheLargest, "argmax选最大者，不论排在第几位（书中的数字分不出），并列取前者",
      "argmax takes the largest, wherever it stands (the printed digits cannot tell); of equals the first") {
  EXPECT_EXACTLY(on.argmax(page.figure("shares"), 0), Ids::full({}, 0));
  EXPECT_EXACTLY(on.argmax(page.figure("scores"), 0), Ids::full({}, 0));
  EXPECT_EXACTLY(on.argmax(row({1, 3, 0, 3}), 0), Ids::full({}, 1));
  EXPECT_EXACTLY(on.argmax(on.softmax(table({{1, 2, 5}, {7, 0, 3}}), -1), -1), ids({2, 0}));
}

/// One distribution, several texts: what is drawn depends on u.
CLAIM(F09, DrawsDifferWhereArgmaxDoesNot, "同一组比例，不同的随机数抽出A、B、C，argmax始终是A",
      "from one set of shares other random numbers draw A, B and C; argmax stays at A") {
  const Tensor shares = page.figure("shares");
  EXPECT_EXACTLY(on.sample(shares, 0.25), 0);
  EXPECT_EXACTLY(on.sample(shares, page.figure("draw").number()), 1);
  EXPECT_EXACTLY(on.sample(shares, 0.95), 2);
  EXPECT_EXACTLY(on.argmax(shares, 0), Ids::full({}, 0));
}

/// Random draws can be checked too: by a test whose size and error rate are stated.
CLAIM(F09, DrawsFollowTheShares, "300次抽样的频数与比例相符（卡方检验，自由度2，α=0.001）",
      "300 draws agree with the shares (chi-square, 2 degrees of freedom, α = 0.001)") {
  const Tensor shares = on.softmax(row({2, 1, 0}), -1);
  std::vector<double> counts(3);
  for (int draw = 0; draw < 300; ++draw)
    ++counts.at(static_cast<std::size_t>(on.sample(shares, page.uniform())));
  const Tensor expected = on.multiply(shares, scalar(300));
  const Tensor off = on.subtract(Tensor({3}, counts), expected);
  const Tensor chi_square = on.sum(on.divide(on.multiply(off, off), expected), 0);
  EXPECT_CLOSE(chi_square, row({0}), within(13.816, "critical value at α = 0.001").in_every_column());
}

/// τ is an exponent on the odds: half of it squares them, twice takes the root.
CLAIM(F09, TemperatureSharpensOrFlattens, "τ=1/2使4:1变成16:1，τ=2使它变成2:1，τ=1不改变",
      "τ = 1/2 turns 4:1 into 16:1, τ = 2 turns it into 2:1, and τ = 1 changes nothing") {
  const Tensor scores = on.log(table({{1, 4}, {1, 1}}));
  const Tensor sharp = table({{1.0 / 17, 16.0 / 17}, {0.5, 0.5}});
  EXPECT_CLOSE(on.shares_at_temperature(scores, 0.5), sharp, softmax_steps);
  const Tensor flat = table({{1.0 / 3, 2.0 / 3}, {0.5, 0.5}});
  EXPECT_CLOSE(on.shares_at_temperature(scores, 2), flat, softmax_steps);
  EXPECT_EXACTLY(on.shares_at_temperature(scores, 1), on.softmax(scores, -1));
  Tensor lines = table({{}, {}, {}});
  for (const double temperature : {0.25, 0.5, 1.0, 2.0, 4.0}) {
    const Tensor shares = on.shares_at_temperature(row({2, 1, 0}), temperature);
    lines = on.concat(lines, on.unsqueeze(shares, 1), 1);
  }
  const Tensor scaled = table({{8, 4, 2, 1, 0.5}, {4, 2, 1, 0.5, 0.25}, {0, 0, 0, 0, 0}});
  EXPECT_CLOSE(lines, second::softmax(scaled, 0), softmax_steps);
  page.plot("temperature", row({0.25, 0.5, 1, 2, 4}), lines, {"A", "B", "C"});
}

/// Dividing by zero is refused; taking 0 for "the largest" is an agreement of the interface, not arithmetic.
CLAIM(F09, TemperatureZeroIsAConvention, "除以温度0被拒绝；接口另行约定0表示贪心，此时选出最大的分数",
      "temperature 0 is refused as a divisor; an interface may agree that 0 asks for the largest") {
  const Tensor scores = row({1, 3, 2});
  EXPECT_REFUSED(on.apply_temperature(scores, page.figure("zero_temperature").number()), "positive",
                 "given 0.0");
  EXPECT_REFUSED(on.apply_temperature(scores, -2), "positive", "-2");
  EXPECT_EXACTLY(on.choose(scores, page.figure("greedy_temperature").number(), 0.99), 1);
  EXPECT_EXACTLY(on.choose(scores, 1, 0.99), 2);
  EXPECT_EXACTLY(on.choose(scores, 0.125, 0.99), 1);
}

/// Five candidates, two of them tied at the border, the largest in fourth place.
CLAIM(F09, TopKKeepsExactlyK, "top-k恰好留下最大的k个并重新归一化，并列取下标小者",
      "top-k keeps exactly the k largest and normalises again; of equals the lower index") {
  const Tensor shares = row({0.2, 0.1, 0.2, 0.3, 0.2});
  EXPECT_CLOSE(on.top_k(shares, 2), row({0.4, 0, 0, 0.6, 0}), division_steps);
  EXPECT_CLOSE(on.top_k(shares, 5), shares, division_steps);
  EXPECT_REFUSED(on.top_k(shares, 0), "1…5", "given 0");
  EXPECT_REFUSED(on.top_k(shares, 6), "1…5", "given 6");
}

/// The candidate that crosses the threshold belongs to the set.
CLAIM(F09, TopPReachesTheThreshold, "top-p先排序，留到累计达到p为止：跨过门槛的那个也留下，至少留一个",
      "top-p ranks, and keeps until p is reached: the one that crosses it stays, and one at least") {
  const Tensor shares = row({0.05, 0.45, 0.15, 0.35});
  EXPECT_CLOSE(on.top_p(shares, 0.7), row({0, 0.5625, 0, 0.4375}), division_steps);
  EXPECT_CLOSE(on.top_p(shares, 0.01), row({0, 1, 0, 0}), division_steps);
  EXPECT_CLOSE(on.top_p(shares, 1), shares, division_steps);
  EXPECT_REFUSED(on.top_p(shares, 0), "(0, 1]", "given 0.0");
  EXPECT_REFUSED(on.top_p(shares, 1.5), "(0, 1]", "given 1.5");
}

/// The same p keeps few candidates where the model is sure, and many where it is not.
CLAIM(F09, PIsAThresholdNotACount, "同一个p=0.6，分布集中时只留一个，平坦时留三个",
      "with one and the same p = 0.6 a sharp distribution keeps one candidate and a flat one three") {
  EXPECT_EXACTLY(on.top_p(row({0.1, 0.7, 0.1, 0.1}), 0.6), row({0, 1, 0, 0}));
  const Tensor flat = on.top_p(Tensor::full({4}, 0.25), 0.6);
  EXPECT_CLOSE(flat, row({1.0 / 3, 1.0 / 3, 1.0 / 3, 0}), division_steps);
}

/// Whether "reaches" includes equality is a choice; here it does.
CLAIM(F09, ReachingIncludesEquality, "累计恰好等于p也算达到：p=1/2时只留下比例为1/2的那个",
      "a sum equal to p has reached it: at p = 1/2 only the candidate with share 1/2 is left") {
  EXPECT_EXACTLY(on.top_p(row({0.25, 0.5, 0.25}), 0.5), row({0, 1, 0}));
}
NOTE(
    "取最大与按概率抽样不是一回事", "门槛是否含相等、并列时留哪个都没有说；这里取“大于或等于”和下标小者。",
    "Left open: whether p itself suffices, and which of two equals stays; here it does, and the lower index.",
    ReachingIncludesEquality);

/// Two filters, two results: an interface that offers both has to say which comes first.
CLAIM(F09, TheOrderOfTheFiltersMatters, "先top-k后top-p与先top-p后top-k留下的候选不同",
      "top-k before top-p and top-p before top-k leave other candidates") {
  const Tensor shares = row({0.1, 0.2, 0.3, 0.4});
  EXPECT_EXACTLY(on.top_p(on.top_k(shares, 2), 0.5), row({0, 0, 0, 1}));
  EXPECT_CLOSE(on.top_k(on.top_p(shares, 0.5), 2), row({0, 0, 3.0 / 7, 4.0 / 7}), division_steps);
}
NOTE("取最大与按概率抽样不是一回事", "top-k与top-p同用时谁先谁后没有交代，而结果不同。",
     "The order of top-k and top-p is left open, and the results differ.", TheOrderOfTheFiltersMatters);

/// No way of choosing repairs scores that were computed wrongly.
CLAIM(F09, ChoosingDoesNotRepairScores, "分数算反了，任何温度、top-k、top-p选出的都是错的候选",
      "with the scores upside down every temperature, top-k and top-p ends at the wrong candidate") {
  const Tensor wrong = on.multiply(row({2, 1, 0}), scalar(-1));
  for (const double temperature : {0.25, 1.0, 4.0}) {
    const Tensor shares = on.shares_at_temperature(wrong, temperature);
    EXPECT_EXACTLY(on.argmax(shares, 0), Ids::full({}, 2));
    EXPECT_EXACTLY(on.top_k(shares, 1), row({0, 0, 1}));
    EXPECT_EXACTLY(on.top_p(shares, 0.25), row({0, 0, 1}));
  }
}

SECTION("同一个softmax在两处出现", "The same softmax in two places");

/// A table has two axes, so "softmax of the table" says nothing until the axis is named.
CLAIM(F09, TheAxisIsPartOfTheMeaning, "同一张表按行与按列归一化是两种不同的比例",
      "one table has other shares along its rows than along its columns") {
  const Tensor scores = on.log(table({{1, 2, 3}, {4, 1, 5}}));
  const Tensor by_row = on.softmax(scores, -1);
  EXPECT_CLOSE(by_row, table({{1.0 / 6, 1.0 / 3, 0.5}, {0.4, 0.1, 0.5}}), softmax_steps);
  EXPECT_CLOSE(on.softmax(scores, 0), table({{0.2, 2.0 / 3, 0.375}, {0.8, 1.0 / 3, 0.625}}), softmax_steps);
  EXPECT_CLOSE(on.running_sum(by_row, -1), table({{1.0 / 6, 0.5, 1}, {0.4, 0.5, 1}}), softmax_steps);
  page.show("by_row", by_row);
}

/// Nine tenths of the attention on one position say nothing of how likely the next token is.
CLAIM(F09, AttentionSharesAreNotConfidence, "注意力权重同为0.9与0.1，候选的比例可以是1/4，也可以是1/2",
      "with the same attention shares 0.9 and 0.1 a candidate's share is 1/4 or 1/2, as the values are") {
  const Tensor attention = on.softmax(on.log(table({{9, 1}})), -1);
  EXPECT_CLOSE(attention, table({{0.9, 0.1}}), softmax_steps);
  const Tensor values = on.multiply(table({{0, 0}, {0, 10}}), on.log(scalar(3)));
  EXPECT_CLOSE(on.softmax(on.matmul(attention, values), -1), table({{0.25, 0.75}}), softmax_steps);
  const Tensor even = on.matmul(attention, table({{2, 2}, {-1, -1}}));
  EXPECT_CLOSE(on.softmax(even, -1), table({{0.5, 0.5}}), softmax_steps);
}
