// A lesson that contradicts itself: it must not start.
#include "checks/lesson.h"

LESSON(T03, "自相矛盾", "Contradictions");

namespace first {
SECTION("一节", "A section");
CLAIM(T03, Twice, "重名", "a name") { EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2})); }
}  // namespace first

namespace second_time {
SECTION("没有这一节", "A section that the chapter does not have");
CLAIM(T03, Twice, "重名", "the same name") { EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2})); }
CLAIM(T03, With_Underscore, "下划线", "a name that GoogleTest's filters would misread") {
  EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2}));
}
}  // namespace second_time

CLAIM(T99, Stray, "走错门", "of another chapter") { EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2})); }

NOTE("一节", "一条笔记", "a note on nothing", NoSuchClaim);
