#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "checks/body.h"
#include "checks/column.h"
#include "checks/json.h"
#include "checks/teeth.h"
#include "checks/word_log.h"

namespace galley {

/// The state of one cell.
enum class State { pass, fail, not_run, not_applicable, not_judged };
std::string_view name_of(State state);

/// What one claim did in one column.
struct Verdict {
  State state = State::pass;
  std::string why;
};

/// Writes one group's results, `FOLDER/F09.cpu/START-PID.jsonl`, a line at a time as they
/// come. The file is made with the first `begin`, so that listing tests leaves nothing behind.
class ResultsWriter {
 public:
  /// `filtered`: not all claims of the group will run; `fixture_hash`: of the lesson's own fixture.
  ResultsWriter(std::string folder, std::string group, std::vector<Column> columns, bool filtered,
                std::string fixture_hash);
  ~ResultsWriter();
  ResultsWriter(const ResultsWriter&) = delete;
  ResultsWriter& operator=(const ResultsWriter&) = delete;

  void begin_claim(const std::string& claim, const std::string& column);
  void begin_mistake(const std::string& mistake);
  void end_claim(const std::string& claim, const std::string& column, const Verdict& verdict,
                 const Outcome& outcome, const WordLog& words, bool with_exhibits);
  /// A claim that could not run in a column.
  void end_claim(const std::string& claim, const std::string& column, const Verdict& verdict);
  void end_teeth(const std::string& claim, const Teeth& teeth, double ms);
  void end_slips(const std::string& claim, const SlipResult& slips, double ms);
  void end_mistake(const std::string& mistake, const Verdict& verdict,
                   const std::vector<std::string>& caught_by);

  /// Writes `done` with the hashes of all fixtures that were read; then earlier files of the group are
  /// removed where this one covers all that they held (`every_test_ran`).
  void done(int claims, int failed, const std::map<std::string, std::string>& fixtures, bool every_test_ran);

 private:
  void write_line(const Json& event);
  void open();
  void remove_covered_files() const;

  std::string folder_, group_;
  std::vector<Column> columns_;
  bool filtered_;
  std::string fixture_hash_;
  int file_ = -1;
  std::string path_;
  double started_ms_ = 0;
};

}  // namespace galley
