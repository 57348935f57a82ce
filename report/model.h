#pragma once
// The book as plain data: results and fixtures put together, nothing drawn yet.
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checks/fixture.h"
#include "report/ledger.h"
#include "report/results.h"

namespace galley::report {

/// What a book is made from.
struct BookOptions {
  std::string root;                  // the project: fixtures/, lessons/, checks/, cuda/
  std::vector<std::string> results;  // folders of results, merged
  std::string version, commit, generated;
  bool gpu_present = false;  // whether this machine shows a device, for cells that no run speaks of
};

/// A claim with its verdicts.
struct Claim {
  ClaimInfo info;
  std::array<Cell, kColumns.size()> cells;
  Teeth teeth;
  SlipsSeen slips;  // empty when they are of other sources than today's
  bool ran_on_gpu = false;
  bool seen = false;  // it holds somewhere, on a CPU or on a GPU; an emulated device does not count
  bool bad = false;   // something in it does not hold, is stale, or was not run where it should have been

  /// The cell whose figures and exhibits the page shows: the first that has any.
  const Cell* shown_cell() const;
};

/// How many claims of a chapter are in each state in one column.
struct ColumnCounts {
  std::array<int, 7> of = {};
  int& operator[](State state) { return of[static_cast<std::size_t>(state)]; }
  int operator[](State state) const { return of[static_cast<std::size_t>(state)]; }
};

struct Slips {
  std::vector<std::string> tried, noticed, unnoticed;  // each sorted, each once
};

/// One chapter.
struct Lesson {
  std::string id, source;  // source: "lessons/F09_softmax.cpp", empty when there is none
  Text title;
  std::vector<SectionInfo> sections;
  std::vector<Claim> claims;
  std::vector<MistakeInfo> mistakes;
  std::vector<NoteInfo> notes;
  std::vector<Run> runs;
  std::optional<Fixture> fixture;
  std::map<std::string, FigureText> figures;
  Ledger ledger;
  Slips slips;
  std::vector<std::string> problems;  // one line each: what could not be read
  bool unreadable = false;            // an input is broken, not only a run
  std::array<ColumnCounts, kColumns.size()> counts;
  ColumnCounts teeth_counts;
  bool has_results = false, incomplete = false;  // incomplete: a run that counts ended early

  int bad_claims() const;
  int bad_mistakes() const;
  bool all_right() const;
};

struct Totals {
  int lessons = 0, claims = 0, holding = 0, bad = 0, unseen = 0, gpu_claims = 0, mistakes = 0, caught = 0,
      notes = 0;
  std::array<ColumnCounts, kColumns.size()> columns;
  ColumnCounts teeth;
  NumberCounts numbers;
};

/// The project's source files, each read once when a page first quotes it; for several threads.
class Sources {
 public:
  explicit Sources(std::string root) : root_(std::move(root)) {}
  /// The text of a file below the root; empty when it is not there.
  const std::string& text(const std::string& path) const;

 private:
  std::string root_;
  mutable std::mutex guard_;
  mutable std::map<std::string, std::string> texts_;
};

struct Book {
  BookOptions options;
  std::vector<Lesson> lessons;                   // in the book's order
  std::array<bool, kColumns.size()> shown = {};  // the columns that stand in the tables
  Totals totals;
  std::set<std::string> gpus;  // "NVIDIA H200, 2026-11-29": where and when claims ran on a GPU
  std::string gpu_reason;      // why claims did not run on a GPU; empty when all did
  std::shared_ptr<Sources> sources;

  const Lesson* find(const std::string& id) const;
  /// 0 all right, 1 something does not hold, 2 an input is broken.
  int exit_status() const;
};

/// Reads fixtures and results below the options' folders. Broken fixtures and torn results become problems of
/// their chapter; a folder that cannot be read is BadInput.
Book load_book(const BookOptions& options);

/// Chapters in the book's order: N00, F01 … F06, X00, F07 … F16, X01, then all others by name.
bool earlier_in_book(const std::string& a, const std::string& b);

/// The GPU line of the verdict, "0 of 41 claims ran on a GPU: no CUDA device" or "12 of 41
/// claims ran on a GPU (NVIDIA H200, 2026-11-29); the others: no arithmetic on the device".
Text gpu_words(const Book& book);

}  // namespace galley::report
