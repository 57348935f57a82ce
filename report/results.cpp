#include "report/results.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>

#include "checks/bad_input.h"
#include "report/run_file.h"

namespace galley::report {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 7> kStateNames = {"pass",           "fail",  "crash",     "not_run",
                                                    "not_applicable", "stale", "not_judged"};

// How much of its bound a comparison uses up; infinite for NaN, so that it is never hidden by a finite one.
double used_up(const Comparison& comparison) {
  if (std::isnan(comparison.error)) return std::numeric_limits<double>::infinity();
  if (comparison.apart)
    return comparison.error > 0 ? comparison.bound / comparison.error
                                : std::numeric_limits<double>::infinity();
  if (comparison.error == 0) return 0;
  return comparison.bound > 0 ? comparison.error / comparison.bound : std::numeric_limits<double>::infinity();
}

class Merge {
 public:
  Merge(LessonResults& into, const std::string& source_hash) : into_(into), source_hash_(source_hash) {}

  // Takes one file; files come newest first, so a place that has a verdict keeps it.
  void take(RunFile&& file) {
    const int run = static_cast<int>(into_.runs.size());
    for (const Place& place : file.began) take_begun(place, file, run);
    if (!file.run.complete && !file.run.alive && !file.run.filtered) take_never_begun(file, run);
    consider_structure(file);
    into_.problems.insert(into_.problems.end(), file.problems.begin(), file.problems.end());
    into_.runs.push_back(std::move(file.run));
  }

  // The misconceptions' verdicts are joined to the list that the chosen run declared.
  void finish() {
    for (MistakeInfo& mistake : into_.mistakes) {
      const auto found = caught_.find(mistake.id);
      if (found == caught_.end()) continue;
      mistake.state = found->second.state;
      mistake.why = found->second.why;
      mistake.caught_by = found->second.caught_by;
      mistake.run = found->second.run;
    }
  }

 private:
  void take_begun(const Place& place, RunFile& file, int run) {
    if (decided_.count(place)) return;
    if (place.column == "slips") return take_slips(place, file, run);
    const auto cell = file.cells.find(place);
    const auto teeth = file.teeth.find(place.claim);
    const auto caught = file.caught.find(place.mistake);
    if (!place.mistake.empty() && caught != file.caught.end()) {
      decide(place, caught->second, run);
    } else if (place.mistake.empty() && place.column == "teeth" && teeth != file.teeth.end()) {
      decide(place, std::move(teeth->second), run);
    } else if (place.mistake.empty() && place.column != "teeth" && cell != file.cells.end()) {
      decide(place, std::move(cell->second), run);
    } else if (!file.run.alive) {
      const char* why = file.unreadable ? "its result cannot be read" : "the run ended inside it";
      decide_without(place, State::crash, why, run);
    }
  }

  // Slips judge no claim, so a missing end shows only in that the run is incomplete.
  void take_slips(const Place& place, RunFile& file, int run) {
    const auto slips = file.slips.find(place.claim);
    if (slips == file.slips.end() && file.run.alive) return;
    decided_.insert(place);
    if (slips == file.slips.end()) return;
    into_.slips[place.claim] = std::move(slips->second);
    into_.slips[place.claim].run = run;
  }

  void take_never_begun(const RunFile& file, int run) {
    const char* why = file.unreadable ? "its result cannot be read" : "the run ended before it";
    for (const ClaimInfo& claim : file.claims)
      for (const std::string& column : file.run.columns)
        decide_without({claim.id, "", column}, State::not_run, why, run);
    if (file.run.group != "teeth") return;
    for (const MistakeInfo& mistake : file.mistakes)
      decide_without({"", mistake.id, "teeth"}, State::not_run, why, run);
  }

  void decide_without(const Place& place, State state, const char* why, int run) {
    if (decided_.count(place) || place.column == "slips") return;
    if (!place.mistake.empty()) {
      MistakeInfo verdict;
      verdict.state = state;
      verdict.why = why;
      decide(place, verdict, run);
    } else if (place.column == "teeth") {
      Teeth teeth;
      teeth.state = state;
      teeth.why = why;
      decide(place, std::move(teeth), run);
    } else {
      Cell cell;
      cell.state = state;
      cell.why = why;
      decide(place, std::move(cell), run);
    }
  }

  void decide(const Place& place, MistakeInfo verdict, int run) {
    decided_.insert(place);
    verdict.run = run;
    caught_[place.mistake] = std::move(verdict);
  }
  void decide(const Place& place, Teeth&& teeth, int run) {
    decided_.insert(place);
    teeth.run = run;
    into_.teeth[place.claim] = std::move(teeth);
  }
  void decide(const Place& place, Cell&& cell, int run) {
    decided_.insert(place);
    const int column = column_index(place.column);
    if (column < 0) return;
    cell.run = run;
    into_.cells[place.claim][static_cast<std::size_t>(column)] = std::move(cell);
  }

  void consider_structure(RunFile& file) {
    if (!file.has_header) return;
    const bool fits = !source_hash_.empty() && file.run.hashes["lesson"] == source_hash_;
    const bool better =
        !has_structure_ || (fits != structure_fits_ ? fits : file.run.started > structure_started_);
    if (!better) return;
    has_structure_ = true;
    structure_fits_ = fits;
    structure_started_ = file.run.started;
    into_.source = std::move(file.source);
    into_.title = std::move(file.title);
    into_.sections = std::move(file.sections);
    into_.claims = std::move(file.claims);
    into_.mistakes = std::move(file.mistakes);
    into_.notes = std::move(file.notes);
  }

  LessonResults& into_;
  const std::string& source_hash_;
  std::set<Place> decided_;
  std::map<std::string, MistakeInfo> caught_;
  bool has_structure_ = false, structure_fits_ = false;
  std::string structure_started_;
};

// A machine without a device says so of every claim. That is no answer where another machine, or this one at
// another time, had one: such a run speaks only where no other does.
bool nothing_could_run(const RunFile& file) {
  return file.run.complete && !file.cells.empty() &&
         std::all_of(file.cells.begin(), file.cells.end(),
                     [](const auto& cell) { return cell.second.state == State::not_run; });
}

}  // namespace

const char* name_of(State state) { return kStateNames[static_cast<std::size_t>(state)]; }

State state_named(const std::string& name) {
  for (std::size_t place = 0; place < kStateNames.size(); ++place)
    if (name == kStateNames[place]) return static_cast<State>(place);
  return State::not_run;
}

std::string device_and_day(const Run& run) { return run.device + ", " + run.started.substr(0, 10); }

const char* relation(const Comparison& comparison) { return comparison.held == comparison.apart ? ">" : "≤"; }

int column_index(const std::string& name) {
  for (std::size_t place = 0; place < kColumns.size(); ++place)
    if (name == kColumns[place]) return static_cast<int>(place);
  return -1;
}

const Comparison* Cell::worst() const {
  const Comparison* worst = nullptr;
  for (const Comparison& comparison : comparisons) {
    if (!comparison.held) return &comparison;
    if (!worst || used_up(comparison) > used_up(*worst)) worst = &comparison;
  }
  return worst;
}

ResultFiles find_results(const std::vector<std::string>& folders) {
  ResultFiles found;
  for (const std::string& folder : folders) {
    std::error_code error;
    if (!fs::exists(folder, error)) continue;
    for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
      const std::string name = each->path().filename().string();
      const std::size_t dot = name.find('.');
      std::error_code ignored;
      if (dot == std::string::npos || dot == 0 || !each->is_directory(ignored)) continue;
      auto& files = found.files[name.substr(0, dot)][name.substr(dot + 1)];
      for (fs::directory_iterator file(each->path(), ignored); !ignored && file != end;
           file.increment(ignored))
        if (file->path().extension() == ".jsonl") files.push_back(file->path().string());
      if (files.empty()) found.files[name.substr(0, dot)].erase(name.substr(dot + 1));
    }
    if (error) throw BadInput(folder + ": cannot be read as a folder of results: " + error.message());
  }
  // A file's name begins with its run's start, so that the newest is known without opening any.
  const auto newer = [](const std::string& a, const std::string& b) {
    const std::string_view name_a = std::string_view(a).substr(a.rfind('/') + 1);
    const std::string_view name_b = std::string_view(b).substr(b.rfind('/') + 1);
    return name_a != name_b ? name_a > name_b : a > b;
  };
  for (auto& [lesson, groups] : found.files)
    for (auto& [group, files] : groups) std::sort(files.begin(), files.end(), newer);
  return found;
}

LessonResults read_lesson(const ResultFiles& files, const std::string& lesson,
                          const std::string& source_hash) {
  LessonResults results;
  results.lesson = lesson;
  const auto found = files.files.find(lesson);
  if (found == files.files.end()) return results;
  Merge merge(results, source_hash);
  for (const auto& [group, paths] : found->second) {
    std::optional<RunFile> idle;
    for (const std::string& path : paths) {
      RunFile file = read_run_file(path, lesson, group);
      if (nothing_could_run(file)) {
        if (!idle) idle = std::move(file);
        continue;
      }
      // A whole run, or one that ended early but meant to be whole, leaves nothing for older ones to say.
      const bool settles = file.has_header && !file.run.filtered && !file.run.alive;
      merge.take(std::move(file));
      if (settles) break;
    }
    if (idle) merge.take(std::move(*idle));
  }
  merge.finish();
  return results;
}

}  // namespace galley::report
