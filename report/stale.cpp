#include "report/stale.h"

#include <algorithm>
#include <array>

namespace galley::report {
namespace {

constexpr std::array<const char*, 5> kGroups = {"cpu", "teeth", "slips", "emu", "gpu"};

bool is_current(const Lesson& lesson, const std::string& group) {
  return std::any_of(lesson.runs.begin(), lesson.runs.end(), [&](const Run& run) {
    return run.group == group && run.complete && !run.filtered && run.differs.empty();
  });
}

}  // namespace

std::vector<std::string> stale_lessons(const Book& book) {
  std::vector<std::string> ids;
  for (const Lesson& lesson : book.lessons) {
    const auto current = [&](const char* group) { return is_current(lesson, group); };
    if (!lesson.source.empty() && !std::all_of(kGroups.begin(), kGroups.end(), current))
      ids.push_back(lesson.id);
  }
  return ids;
}

}  // namespace galley::report
