#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "checks/ndarray.h"
#include "checks/precision.h"

namespace galley {

/// One comparison that a claim made, with its worst element, kept on a pass as well: a margin is a result.
struct Comparison {
  std::string what;    ///< the figure's name, or the expression as it stands in the lesson
  std::string figure;  ///< the figure's name, empty when compared with something computed
  Shape shape;
  bool held = true;
  Index index;  ///< of the worst element
  double expected = 0, got = 0, error = 0, bound = 0;
  std::string printed;  ///< the worst element as printed, for figures
  std::string bound_why;
  std::string note;  ///< "a correct float32 value that misses the printed digit at [2,1]"
  int line = 0;
  std::vector<std::pair<std::size_t, std::size_t>>
      failed;                  ///< (element, printing) that did not hold, for figures
  std::vector<double> values;  ///< what was computed, for figures
};

/// Something a claim shows beside its sentence.
struct Exhibit {
  enum class Kind { table, lines, text };
  Kind kind = Kind::table;
  std::string name;
  Shape shape;
  std::vector<double> values;
  std::string text;
  std::vector<std::string> rows, columns;
  std::string heading;                ///< for a printed table of a run: the heading over it
  std::vector<std::int64_t> run_ids;  ///< for a printed table of a run: the ids that were fed
  bool in_run = false;
};

/// A figure that a claim compared, with what was computed for it: enough to tell whether a nudge of the
/// figure would have been noticed.
struct MetFigure {
  std::string figure;
  std::vector<double> got;
  double steps = 0;  ///< rounding steps allowed beside the print's own
};

/// What one run of a claim's body did.
struct Record {
  Precision precision = Precision::f64;
  bool keep_details = true;   ///< false while judging teeth: only the verdict counts
  bool needs_device = false;  ///< every compared result of arithmetic must have come through the device
  std::vector<Comparison> comparisons;
  std::vector<Exhibit> exhibits;
  bool keep_met = false;                   ///< true where nudges will be judged
  std::set<std::string> figures;           ///< names of the figures that were read
  std::set<std::string> figures_as_input;  ///< those of them from which something was computed
  std::vector<MetFigure> met;
  bool any_through_device = false;      ///< a compared value came through the device
  std::vector<std::string> off_device;  ///< compared results of arithmetic that did not
};

/// The record of the body that is running on this thread. Throws outside of one.
Record& current_record();

/// The same, or nullptr outside of a body.
Record* record_if_any();

/// Makes a record the current one for as long as this object lives.
class RecordScope {
 public:
  explicit RecordScope(Record& record);
  ~RecordScope();
  RecordScope(const RecordScope&) = delete;
  RecordScope& operator=(const RecordScope&) = delete;

 private:
  Record* outer_;
};

}  // namespace galley
