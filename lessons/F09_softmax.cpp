#include "checks/lesson.h"

LESSON(F09, "概率、指数与softmax", "Probability, exponentials and softmax");

SECTION("softmax一步不跳地算", "Softmax, one step at a time");

/// The scores keep their order; only the distances between them decide the shares.
CLAIM(F09, SharesAreThePrintedOnes, "[2,1,0]的三个比例与书中六位小数一致",
      "the three shares of [2,1,0] are the ones that the chapter prints") {
  const Tensor shares = on.softmax(page.figure("scores"), -1);
  EXPECT_PRINTED(shares, page.figure("shares"));
  page.show("shares", shares);
}
