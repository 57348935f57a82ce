#include "checks/lesson.h"

LESSON(F11, "注意力", "Attention");

CLAIM(F11, First, "第一", "the first") {
  EXPECT_TRUE(true);
}

CLAIM(F11, Second, "第二", "the second") {
  EXPECT_TRUE(true);
}

CLAIM(F11, Third, "第三", "the third") {
  EXPECT_TRUE(true);
}
