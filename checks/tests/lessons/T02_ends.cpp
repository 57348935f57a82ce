// A lesson whose claims end the process.
#include <csignal>
#include <cstdlib>

#include "checks/lesson.h"

LESSON(T02, "中断", "Ends");

SECTION("一节", "A section");

CLAIM(T02, First, "先过", "passes before") { EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2})); }

CLAIM(T02, Ends, "中断进程", "ends the process as the environment asks") {
  const std::string how = std::getenv("GALLEY_TEST_END") ? std::getenv("GALLEY_TEST_END") : "";
  if (how == "abort") std::abort();
  if (how == "signal") std::raise(SIGKILL);
  if (how == "segv") std::raise(SIGSEGV);
  if (how == "exit") std::exit(0);
  if (how == "_exit") std::_Exit(0);
  if (how == "throw") throw 7;
  EXPECT_EXACTLY(on.add(row({1}), row({1})), row({2}));
}

CLAIM(T02, Last, "后过", "passes after") { EXPECT_EXACTLY(on.add(row({2}), row({1})), row({3})); }
