#pragma once
// One results file, line by line, as plain data: what results.cpp then merges.
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/results.h"

namespace galley::report {

/// A claim (or, under teeth, a misconception) in one column: where a verdict belongs.
struct Place {
  std::string claim, mistake, column;
  auto operator<=>(const Place&) const =
      default;  // NOLINT(modernize-use-nullptr): a false alarm of clang-tidy 14
};

/// What one process wrote.
struct RunFile {
  Run run;
  bool has_header = false, unreadable = false;
  std::string source;
  Text title;
  std::vector<SectionInfo> sections;
  std::vector<ClaimInfo> claims;
  std::vector<MistakeInfo> mistakes;
  std::vector<NoteInfo> notes;
  std::vector<Place> began;                   // in order, each once
  std::map<Place, Cell> cells;                // ended, ordinary columns
  std::map<std::string, Teeth> teeth;         // ended, by claim
  std::map<std::string, SlipsSeen> slips;     // ended, by claim
  std::map<std::string, MistakeInfo> caught;  // ended, by misconception
  std::vector<Problem> problems;
};

/// Reads a results file. Lines that are no events become problems; nothing is thrown for them.
RunFile read_run_file(const std::string& path, const std::string& lesson, const std::string& group);

}  // namespace galley::report
