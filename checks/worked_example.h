#pragma once
// The worked example X01: its two runs and its cached step, table by table in the chapter's order.
#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "checks/compare.h"
#include "checks/models.h"
#include "checks/ops.h"
#include "checks/page.h"

namespace galley {

/// One printed table of X01 and what the words compute for it.
struct ExampleTable {
  std::string figure;   ///< "a.head0.scores"
  std::string heading;  ///< over the table in the chapter
  Tensor value;
  std::vector<std::string> rows, columns;
};

/// Computes the worked example from the printed parameters, each part when it is first asked for: "a" is
/// 我爱学习, "b" is 你爱, "step" feeds back the token chosen after "a", with a's cache. X01.
class WorkedExample {
 public:
  WorkedExample(const Ops& on, Page& page);

  const Model& model() const { return model_; }

  /// The ids of a part: those that are printed for "a" and "b", the one chosen for "step".
  const Ids& ids(const std::string& part) { return run(part).ids; }
  /// All steps of a part's run.
  const Trace& trace(const std::string& part) { return run(part).trace; }
  /// Scores and shares after the last position of "a" or "b", and what is chosen with PAD left out.
  Tensor logits(const std::string& part);
  Tensor shares(const std::string& part);
  std::int64_t choice(const std::string& part);

  /// The tables of a part in the chapter's order.
  const std::vector<ExampleTable>& tables(const std::string& part) { return run(part).tables; }
  /// One table by the name of its figure.
  const ExampleTable& table(const std::string& figure);

  /// Compares the tables from `first` to `last` of one part with what is printed, and shows each under its
  /// heading. A failure names the first table of the whole example that departs; those after it are called
  /// its consequence.
  Finding as_printed(Place place, const std::string& first, const std::string& last);

  /// Cells of all tables whose value lies within so many units of the sixth decimal of the middle between two
  /// printed numbers: "a.ffn[7] 0.0852765".
  std::vector<std::string> cells_near_a_border(double units);

 private:
  struct Run {
    Ids ids;
    Trace trace;
    std::vector<ExampleTable> tables;
  };

  Run& run(const std::string& part);
  void run_sentence(const std::string& part, Run& run);
  void run_step(Run& run);
  std::string first_departure(const std::string& last_figure);

  const Ops& on_;
  Page& page_;
  Model model_;
  std::map<std::string, Run> runs_;
};

/// Shows a parameter's table under its heading.
void show_parameter(Page& page, const std::string& figure, const std::string& heading);

}  // namespace galley

/// `EXPECT_TABLES(example, "a.Q", "a.V")`: these tables, in the chapter's order, are the printed ones.
#define EXPECT_TABLES(example, first, last) \
  GALLEY_EXPECT((example).as_printed(GALLEY_PLACE(first " … " last), first, last))
