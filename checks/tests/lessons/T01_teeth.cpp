// A lesson for the runner's own tests: claims that are sound, and one for each way not to be.
#include "checks/lesson.h"

namespace {

struct WrongSign : Ops {
  using Ops::Ops;
  Tensor add(const Tensor& a, const Tensor& b) const override { return Ops::subtract(a, b); }
};
MISTAKE(T01, WrongSign, "加成了减", "subtracts instead of adding");

struct OnlyThrows : Ops {
  using Ops::Ops;
  Tensor add(const Tensor&, const Tensor&) const override { throw Misuse("a strawman"); }
};
MISTAKE(T01, OnlyThrows, "只会抛异常", "only throws");

struct Unnoticed : Ops {
  using Ops::Ops;
  Tensor silu(const Tensor& x) const override { return x; }
};
MISTAKE(T01, Unnoticed, "没人用到", "wrong about a word that no claim speaks");

struct GivesNan : Ops {
  using Ops::Ops;
  Tensor relu(const Tensor& x) const override { return Ops::log(Ops::subtract(Ops::relu(x), scalar(1e6))); }
};
MISTAKE(T01, GivesNan, "得到NaN", "gives NaN");

struct OfAnotherChapter : Ops {
  using Ops::Ops;
  Tensor multiply(const Tensor& a, const Tensor& b) const override { return Ops::add(a, b); }
};
MISTAKE(T99, OfAnotherChapter, "别章的错", "belongs to another chapter and judges nothing here");

}  // namespace

LESSON(T01, "试验", "Trials");

SECTION("一节", "A section");

CLAIM(T01, Sound, "和与所印一致", "the sum is the printed one, \"quoted\" & <escaped>") {
  EXPECT_PRINTED(on.add(page.figure("left"), page.figure("right")), page.figure("total"));
}

CLAIM(T01, HasNoTeeth, "谁都抓不住", "no misconception changes it") {
  EXPECT_EXACTLY(on.multiply(row({2}), row({3})), row({6}));
}

CLAIM(T01, SpeaksNoWord, "不用任何词", "computes nothing with a word") { EXPECT_EXACTLY(1 + 1, 2); }

CLAIM(T01, FailsOnReference, "本来就不成立", "does not hold") {
  EXPECT_EXACTLY(on.add(row({1}), row({1})), row({3}));
}

CLAIM(T01, ThrowsOnReference, "本来就抛异常", "throws") { on.add(row({1, 2}), row({1, 2, 3})); }

CLAIM(T01, ComparesNothing, "什么都不比", "compares nothing") { on.add(row({1}), row({1})); }

CLAIM(T01, AgainstItself, "拿图与自己比", "compares figures with themselves") {
  EXPECT_PRINTED(page.figure("once"), page.figure("once"));
  EXPECT_PRINTED(page.figure("twice"), page.figure("twice"));
  EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2}));
}

CLAIM(T01, ReadsATwicePrintedInput, "输入印了两次", "an input is printed twice") {
  EXPECT_EXACTLY(on.add(page.figure("input"), scalar(1)), scalar(5));
}

CLAIM(T01, LooseInput, "只分大小", "only a large move of the input is noticed") {
  EXPECT_EXACTLY(on.argmax(on.add(page.figure("loose"), scalar(0)), 0), Ids({}, {1}));
  EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2}));
}

CLAIM(T01, LiesOnTheBorder, "正在两数之间", "lies just between two printed numbers") {
  EXPECT_PRINTED(on.add(scalar(0.5), scalar(0.125)), page.figure("border"));
}

CLAIM(T01, InfinityIsNudged, "负无穷也会动", "a printed infinity is moved as well") {
  EXPECT_PRINTED(on.add(on.log(row({0})), row({0})), page.figure("forbidden"));
  EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2}));
}

CLAIM(T01, NanIsCaught, "NaN也算错", "a misconception that gives NaN is caught") {
  EXPECT_CLOSE(on.relu(row({-1, 2})), row({0, 2}), within(1e6, "wide on purpose"));
}

CLAIM(T01, NeedsManyDigits, "要双精度", "needs the digits of float64", NeedsF64("2^-30 is lost beside 1")) {
  EXPECT_EXACTLY(on.add(scalar(1), scalar(0x1p-30)), scalar(1 + 0x1p-30));
}

CLAIM(T01, HidesBehindDigits, "错与位数无关", "fails in float32 by NaN", NeedsF64("no reason at all")) {
  EXPECT_EXACTLY(on.subtract(on.add(scalar(1e200), scalar(0)), scalar(1e200)), scalar(0));
}

CLAIM(T01, SeesOnlyTheWinner, "只看谁最大", "sees only which share is largest") {
  EXPECT_EXACTLY(on.argmax(on.softmax(row({1, 2, 0}), 0), 0), Ids({}, {1}));
}

/// The chapter over-claims nothing here.
NOTE("一节", "一条笔记", "a note", Sound);
