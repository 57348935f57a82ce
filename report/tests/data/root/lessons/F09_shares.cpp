#include "checks/lesson.h"

LESSON(F09, "分数与比例", "Scores and shares");

SECTION("比例", "Shares");

/// The shares add up to one & each is < 1.
CLAIM(F09, SharesAreThePrintedOnes, "三个比例与印出的一致", "the three shares are the printed ones") {
  const Tensor shares = on.softmax(page.figure("scores"), -1);
  EXPECT_PRINTED(shares, page.figure("shares"));
  page.show("shares", shares);  // "a string" in a comment
}

CLAIM(F09, EscapesWhatItSays, "<script>alert('x')</script>与&", "says \"<b>bold</b>\" & more") {
  EXPECT_CLOSE(on.sum(page.random({2}), 0), 1.0, within(1e-12, "a < b & c"));
}

SECTION("表", "Tables");

CLAIM(F09, TableIsAsPrinted, "表中每格与印出的一致", "each cell of the table is as printed") {
  page.show("table", on.table());
}

CLAIM(F09, CurvesFall, "温度越低，曲线越陡", "the lower the temperature, the steeper the curve", NeedsF64("1e-12 is below float32")) {
  page.plot("curves", on.places(), on.curves(), {"0.5", "2"});
}
