#include "report/load.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

#include "checks/bad_input.h"
#include "checks/files.h"
#include "checks/hash.h"
#include "report/parallel.h"

namespace galley::report {
namespace {

namespace fs = std::filesystem;

// A chapter's id is a capital letter and a number: F09, X01.
bool is_lesson_id(const std::string& text) {
  return text.size() >= 2 && text[0] >= 'A' && text[0] <= 'Z' &&
         text.find_first_not_of("0123456789", 1) == std::string::npos;
}

// The files below a folder with this ending, by the part of their name before the first '_' or '.'.
std::map<std::string, std::string> by_lesson(const std::string& root, const std::string& folder,
                                             const std::string& ending) {
  std::map<std::string, std::string> found;
  std::error_code ignored;
  for (fs::directory_iterator each(root + "/" + folder, ignored), end; !ignored && each != end;
       each.increment(ignored)) {
    const std::string name = each->path().filename().string();
    const std::string id = name.substr(0, name.find_first_of("_."));
    if (each->path().extension() == ending && is_lesson_id(id)) found.emplace(id, folder + "/" + name);
  }
  return found;
}

// The two titles of LESSON(F09, "…", "…"), for a chapter that no run describes.
Text title_in(const std::string& source) {
  Text title;
  std::size_t at = source.find("\nLESSON(");
  for (std::string* part : {&title.zh, &title.en}) {
    if (at == std::string::npos) return title;
    const std::size_t open = source.find('"', at + 1);
    const std::size_t close = open == std::string::npos ? open : source.find('"', open + 1);
    if (close == std::string::npos) return title;
    *part = source.substr(open + 1, close - open - 1);
    at = close;
  }
  return title;
}

const std::string kNoText;

/// The project's sources as they are now.
struct Today {
  std::string root, words, kernels;
  std::map<std::string, std::string> fixtures;  ///< bytes, by chapter
  std::map<std::string, std::string> fixture_hashes;
};

Today read_today(const std::string& root, const std::map<std::string, std::string>& fixtures) {
  Today today{root, {}, {}, {}, {}};
  for (const auto& [id, path] : fixtures) {
    std::string& bytes = today.fixtures[id] = read_file(root + "/" + path);
    today.fixture_hashes[id] = content_hash(bytes);
  }
  in_parallel(2, [&](std::size_t which) {
    if (which == 0) today.words = words_hash(root);
    if (which == 1) today.kernels = kernels_hash(root);
  });
  return today;
}

// Which of the things that a run was made from are not as they are today.
std::string what_differs(const Run& run, const std::string& lesson, const Today& today) {
  std::string differs;
  const auto compare = [&](const char* name, const std::string& now) {
    const auto then = run.hashes.find(name);
    if (then != run.hashes.end() && then->second == now) return;
    differs += (differs.empty() ? "" : ", ") + std::string(name);
  };
  compare("lesson", lesson);
  compare("words", today.words);
  const auto fixture = today.fixture_hashes.find(run.lesson);
  compare("fixture", fixture == today.fixture_hashes.end() ? "" : fixture->second);
  for (const auto& [other, hash] : run.fixtures) {
    const auto now = today.fixture_hashes.find(other);
    const bool same = other == run.lesson || (now != today.fixture_hashes.end() && now->second == hash);
    if (!same) differs += (differs.empty() ? "" : ", ") + ("fixture of " + other);
  }
  if (run.group == "teeth") compare("mistakes", mistakes_hash(today.root, run.lesson));
  // A column for which nothing was built ran nothing that could have changed.
  const auto kernels = run.hashes.find("kernels");
  const bool none_built = kernels != run.hashes.end() && kernels->second.empty();
  if ((run.group == "gpu" || run.group == "emu") && !none_built) compare("kernels", today.kernels);
  return differs;
}

template <class Verdict>
void mark_stale(Verdict& verdict, const std::vector<Run>& runs) {
  if (verdict.run < 0) return;
  const std::string& differs = runs[static_cast<std::size_t>(verdict.run)].differs;
  const bool says_something = verdict.state != State::not_run && verdict.state != State::not_applicable;
  if (differs.empty() || !says_something) return;
  if constexpr (requires { verdict.before; }) verdict.before = verdict.state;
  verdict.state = State::stale;
  verdict.why = "changed since the run: " + differs;
}

void take_results(Lesson& lesson, LessonResults&& results, const BookOptions& options) {
  lesson.has_results = results.any();
  lesson.title = std::move(results.title);
  lesson.sections = std::move(results.sections);
  lesson.mistakes = std::move(results.mistakes);
  lesson.notes = std::move(results.notes);
  lesson.runs = std::move(results.runs);
  for (Problem& problem : results.problems) lesson.problems.push_back(std::move(problem.message));
  for (const Run& run : lesson.runs)
    if (!run.complete && !run.alive) lesson.incomplete = true;
  for (MistakeInfo& mistake : lesson.mistakes) mark_stale(mistake, lesson.runs);
  for (ClaimInfo& info : results.claims) {
    Claim& claim = lesson.claims.emplace_back();
    if (const auto cells = results.cells.find(info.id); cells != results.cells.end())
      claim.cells = std::move(cells->second);
    if (const auto teeth = results.teeth.find(info.id); teeth != results.teeth.end())
      claim.teeth = std::move(teeth->second);
    for (std::size_t column = 0; column < kColumns.size(); ++column) {
      Cell& cell = claim.cells[column];
      if (cell.run < 0) {
        cell.why = !is_gpu(static_cast<int>(column)) ? "not in any run"
                   : options.gpu_present ? "a device is present, but the claims have not been run on it"
                                         : "no CUDA device";
      }
      mark_stale(cell, lesson.runs);
    }
    if (const auto slips = results.slips.find(info.id);
        slips != results.slips.end() &&
        lesson.runs[static_cast<std::size_t>(slips->second.run)].differs.empty())
      claim.slips = std::move(slips->second);
    if (claim.teeth.run < 0) claim.teeth.why = "not in any run";
    mark_stale(claim.teeth, lesson.runs);
    claim.info = std::move(info);
  }
}

// A fixture that cannot be used costs its own chapter's ledger and nothing else.
void take_fixture(Lesson& lesson, const std::string& path, const std::string& bytes) {
  try {
    lesson.fixture = parse_fixture(bytes, path);
    lesson.figures = figures_of(*lesson.fixture);
  } catch (const BadInput& problem) {
    lesson.fixture.reset();
    lesson.problems.push_back(problem.what());
    lesson.unreadable = true;
  }
}

}  // namespace

std::vector<Lesson> load_lessons(const BookOptions& options, const Sources& sources) {
  const ResultFiles files = find_results(options.results);
  const auto fixtures = by_lesson(options.root, "fixtures", ".json");
  const auto lessons = by_lesson(options.root, "lessons", ".cpp");
  std::set<std::string> ids;
  for (const auto& [id, path] : fixtures) ids.insert(id);
  for (const auto& [id, path] : lessons) ids.insert(id);
  for (const auto& [id, groups] : files.files)
    if (!groups.empty() && is_lesson_id(id)) ids.insert(id);
  std::vector<std::string> ordered(ids.begin(), ids.end());
  std::sort(ordered.begin(), ordered.end(), earlier_in_book);

  const Today today = read_today(options.root, fixtures);
  std::vector<Lesson> all(ordered.size());
  in_parallel(all.size(), [&](std::size_t turn) {
    // The longest chapter stands last in the book; begun last, it would keep one core waiting.
    const std::size_t place = all.size() - 1 - turn;
    const std::string& id = ordered[place];
    const auto source = lessons.find(id), fixture = today.fixtures.find(id);
    Lesson& lesson = all[place];
    lesson.id = id;
    if (source != lessons.end()) lesson.source = source->second;
    const std::string& source_text = lesson.source.empty() ? kNoText : sources.text(lesson.source);
    const std::string source_hash = lesson.source.empty() ? "" : content_hash(source_text);
    if (fixture != today.fixtures.end())
      take_fixture(lesson, options.root + "/" + fixtures.at(id), fixture->second);
    LessonResults results = read_lesson(files, id, source_hash);
    for (Run& run : results.runs) run.differs = what_differs(run, source_hash, today);
    take_results(lesson, std::move(results), options);
    if (lesson.title.empty()) lesson.title = title_in(source_text);
  });
  return all;
}

}  // namespace galley::report
