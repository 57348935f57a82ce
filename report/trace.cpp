#include "report/trace.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "checks/json.h"
#include "report/words.h"

namespace galley::report {
namespace {

struct TracedRun {
  std::string key;
  const std::vector<std::int64_t>* ids = nullptr;
  std::vector<const Exhibit*> tables;
};

std::vector<TracedRun> traced(const Lesson& lesson) {
  std::vector<TracedRun> runs;
  for (const Claim& claim : lesson.claims) {
    const Cell* shown = claim.shown_cell();
    if (!shown) continue;
    for (const Exhibit& exhibit : shown->exhibits) {
      if (!exhibit.run) continue;
      TracedRun* to = nullptr;
      for (TracedRun& run : runs)
        if (run.key == exhibit.run_key) to = &run;
      if (!to) to = &runs.emplace_back(TracedRun{exhibit.run_key, &*exhibit.run, {}});
      to->tables.push_back(&exhibit);
    }
  }
  return runs;
}

const std::string& heading_of(const Exhibit& exhibit) {
  return exhibit.heading.empty() ? exhibit.name : exhibit.heading;
}

}  // namespace

bool has_trace(const Lesson& lesson) { return !traced(lesson).empty(); }

std::string trace_json(const Lesson& lesson) {
  Json runs = Json::array();
  for (const TracedRun& run : traced(lesson)) {
    Json tables = Json::array();
    for (const Exhibit* exhibit : run.tables) {
      Json values = Json::array();
      for (const double value : exhibit->values)
        values.push_back(std::isfinite(value) ? Json(value) : Json(exact_text(value)));
      tables.push_back({{"heading", heading_of(*exhibit)},
                        {"shape", exhibit->shape},
                        {"rows", exhibit->rows},
                        {"columns", exhibit->columns},
                        {"values", std::move(values)}});
    }
    runs.push_back({{"ids", *run.ids}, {"tables", std::move(tables)}});
  }
  return json_text({{"runs", std::move(runs)}}) + "\n";
}

std::string trace_text(const Lesson& lesson) {
  std::string out;
  for (const TracedRun& run : traced(lesson)) {
    out += run.ids->empty() ? "the parameters\n" : fmt::format("the run of {}\n", index_text(*run.ids));
    for (const Exhibit* exhibit : run.tables) {
      out += fmt::format("\n  {} {}\n", heading_of(*exhibit), shape_text(exhibit->shape));
      const std::size_t columns =
          exhibit->shape.empty() ? 1 : static_cast<std::size_t>(exhibit->shape.back());
      for (std::size_t place = 0; place < exhibit->values.size(); ++place) {
        out += fmt::format("{}{:>14}", place % std::max<std::size_t>(columns, 1) ? "" : "  ",
                           value_text(exhibit->values[place]));
        if (columns == 0 || place % columns == columns - 1) out += '\n';
      }
    }
    out += '\n';
  }
  return out;
}

}  // namespace galley::report
