#include "checks/lesson.h"

LESSON(X01, "算例", "The worked example");

SECTION("参数", "Parameters");

/// Every table.
CLAIM(X01, TablesAreThePrintedOnes, "每张表与印出的一致", "every table is as printed") {
  for (const Table& table : on.trace()) page.show_in_run(table);
}
