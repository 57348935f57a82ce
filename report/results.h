#pragma once
// What the lessons' processes wrote down, read back: verdicts for each claim and column.
// Knows the results' format (JSON Lines) and nothing of the book.
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace galley::report {

/// A sentence in both of the book's languages.
struct Text {
  std::string zh, en;
  bool empty() const { return zh.empty() && en.empty(); }
};

/// How a claim stands in one column. Never folded together: each is shown as itself.
enum class State { pass, fail, crash, not_run, not_applicable, stale, not_judged };

/// The state's name as it stands in results and in book.json, "not_run".
const char* name_of(State state);
/// The state that a name means; not_run for a name that nobody knows.
State state_named(const std::string& name);

/// The columns in the book's order; the last, "teeth", has its own kind of verdict.
inline constexpr std::array<const char*, 6> kColumns = {"cpu.f64", "cpu.f32", "gpu.f64",
                                                        "gpu.f32", "emu.f64", "emu.f32"};

/// The column's place in kColumns, or -1.
int column_index(const std::string& name);
inline bool is_gpu(int column) { return column == 2 || column == 3; }
inline bool is_emulated(int column) { return column >= 4; }

/// One comparison of a claim in one column: its worst element, kept on a pass as well.
struct Comparison {
  std::string what;    // the figure's name, or the expression compared
  std::string figure;  // empty when no printed number is compared
  std::vector<std::int64_t> shape, index;
  std::int64_t elements = 0;
  bool held = false;
  bool apart = false;  // it is to be further off than the bound: two things that differ
  double expected = 0, got = 0, error = 0, bound = 0;
  std::string printed, bound_why, note;
  int line = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> failed;  // (element, printing round)
  std::vector<double> values;                                 // flat, row-major; figures only
};

/// Something that a claim shows: a table, lines to plot, a text.
struct Exhibit {
  std::string name, kind, heading, text;
  std::vector<std::int64_t> shape;
  std::vector<double> values;
  std::vector<std::string> rows, columns;
  std::optional<std::vector<std::int64_t>> run;  // the ids of the run that it is a table of
  std::string run_key;                           // the whole `run` object, to tell runs apart
};

/// A misconception that a claim caught, with the value that it gives.
struct Catch {
  std::string mistake, what, why;
  std::vector<std::int64_t> index;
  std::string expected, got;  // as they are shown; empty when nothing was compared
};

/// One process of one lesson: where and when it ran, and from which sources.
struct Run {
  std::string lesson, group, started, host, machine, device, driver, compiler, commit, path;
  std::vector<std::string> columns;
  std::int64_t pid = 0;
  bool filtered = false, complete = false, alive = false;
  std::map<std::string, std::string> hashes;
  std::map<std::string, std::string>
      fixtures;         // hashes of all fixtures that it read, by chapter; of a complete run
  std::string differs;  // what of it is not as it is today; empty: nothing
};

/// "NVIDIA H200, 2026-11-29".
std::string device_and_day(const Run& run);

/// The sign between a comparison's error and its bound: ≤ or >, as it came out.
const char* relation(const Comparison& comparison);

/// A claim's verdict in one column.
struct Cell {
  State state = State::not_run;
  std::string why;
  State before = State::not_run;  // of a stale cell: what it said when it ran
  double ms = 0;
  std::vector<Comparison> comparisons;
  std::vector<Exhibit> exhibits;
  std::vector<std::string> figures, device_words, host_words;
  int run = -1;  // place in LessonResults::runs

  /// The comparison that decides: the first that failed, else the one nearest to its bound; null without any.
  const Comparison* worst() const;
  bool ran() const { return state == State::pass || state == State::fail; }
};

/// What a claim's teeth showed.
struct Teeth {
  State state = State::not_run;
  std::string why;
  State before = State::not_run;
  double ms = 0;
  std::vector<Catch> caught;
  std::vector<std::pair<std::string, std::string>> strawmen;  // (mistake, what it threw)
  std::map<std::string, std::vector<std::string>> nudges;     // figure → one string a printing round
  int run = -1;
};

/// Which small wrong edits of its words a claim was tried with, and which it noticed.
struct SlipsSeen {
  std::vector<std::string> tried, noticed;
  int run = -1;
};

/// A claim as its lesson registered it.
struct ClaimInfo {
  std::string id, file;
  Text text;
  int section = -1, line = 0;
  std::map<std::string, std::string> flags;
};

struct SectionInfo {
  Text text;
  int line = 0;
};

/// A wrong idea of the chapter, with its own verdict: is it caught?
struct MistakeInfo {
  std::string id, file;
  Text text;
  int line = 0;
  State state = State::not_run;
  std::string why;
  std::vector<std::string> caught_by;
  int run = -1;
};

struct NoteInfo {
  std::string section, claim;
  Text text;
};

/// A results file that could not be read in full: one line for each place.
struct Problem {
  std::string message;
};

/// All that is known of one lesson from its results.
struct LessonResults {
  std::string lesson, source;
  Text title;
  std::vector<SectionInfo> sections;
  std::vector<ClaimInfo> claims;
  std::vector<MistakeInfo> mistakes;
  std::vector<NoteInfo> notes;
  std::vector<Run> runs;
  std::map<std::string, std::array<Cell, kColumns.size()>> cells;  // by claim
  std::map<std::string, Teeth> teeth;                              // by claim
  std::map<std::string, SlipsSeen> slips;                          // by claim
  std::vector<Problem> problems;
  bool any() const { return !runs.empty(); }
};

/// The results folders, looked through once: lesson → group → files, newest first.
struct ResultFiles {
  std::map<std::string, std::map<std::string, std::vector<std::string>>> files;
};

/// Looks through the folders. A folder that is not there has no results; one that cannot be read is BadInput.
ResultFiles find_results(const std::vector<std::string>& folders);

/// Reads one lesson's results, newest verdict for each claim and column. A line that is no JSON object is a
/// problem (file, line) and leaves its run incomplete; all other lines count. Title, sections and claims are
/// those of a run of the source with this hash where there is one, else of the newest run.
LessonResults read_lesson(const ResultFiles& files, const std::string& lesson,
                          const std::string& source_hash);

}  // namespace galley::report
