#include "report/book_json.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "report/parallel.h"
#include "report/words.h"

namespace galley::report {
namespace {

using json = nlohmann::ordered_json;

json number(double value) { return std::isfinite(value) ? json(value) : json(exact_text(value)); }

json both(const Text& text) { return {{"zh", text.zh}, {"en", text.en}}; }

json cell_json(const Cell& cell) {
  json to{{"state", name_of(cell.state)},
          {"why", cell.why},
          {"error", nullptr},
          {"bound", nullptr},
          {"ms", cell.ms}};
  if (const Comparison* worst = cell.worst()) {
    to["error"] = number(worst->error);
    to["bound"] = number(worst->bound);
  }
  to["device_words"] = cell.device_words;
  to["host_words"] = cell.host_words;
  return to;
}

json claim_json(const Book& book, const Lesson& lesson, const Claim& claim) {
  const ClaimInfo& info = claim.info;
  const bool in_section = info.section >= 0 && info.section < static_cast<int>(lesson.sections.size());
  json to{{"id", info.id},
          {"section",
           in_section ? lesson.sections[static_cast<std::size_t>(info.section)].text.zh : std::string()},
          {"zh", info.text.zh},
          {"en", info.text.en},
          {"file", info.file},
          {"line", info.line}};
  json& cells = to["cells"] = json::object();
  for (std::size_t column = 0; column < kColumns.size(); ++column)
    if (book.shown[column]) cells[kColumns[column]] = cell_json(claim.cells[column]);
  json caught = json::array();
  for (const Catch& each : claim.teeth.caught) caught.push_back(each.mistake);
  to["teeth"] = {{"state", name_of(claim.teeth.state)},
                 {"why", claim.teeth.why},
                 {"caught", std::move(caught)},
                 {"slips", claim.slips.noticed.size()}};
  std::map<std::string, bool> figures;
  for (const Cell& cell : claim.cells)
    for (const std::string& figure : cell.figures) figures[figure] = true;
  json& names = to["figures"] = json::array();
  for (const auto& [name, read] : figures) names.push_back(name);
  return to;
}

json numbers_json(const NumberCounts& counts) {
  return {{"total", counts.total},   {"verified", counts.verified}, {"given", counts.given},
          {"failed", counts.failed}, {"aside", counts.aside},       {"open", counts.open}};
}

json lesson_json(const Book& book, const Lesson& lesson) {
  json to{{"id", lesson.id}, {"title", both(lesson.title)}};
  json& claims = to["claims"] = json::array();
  for (const Claim& claim : lesson.claims) claims.push_back(claim_json(book, lesson, claim));
  json& mistakes = to["mistakes"] = json::array();
  for (const MistakeInfo& mistake : lesson.mistakes)
    mistakes.push_back({{"id", mistake.id},
                        {"zh", mistake.text.zh},
                        {"en", mistake.text.en},
                        {"state", name_of(mistake.state)},
                        {"caught_by", mistake.caught_by}});
  to["slips"] = {{"tried", lesson.slips.tried.size()},
                 {"noticed", lesson.slips.noticed.size()},
                 {"unnoticed", lesson.slips.unnoticed}};
  json& notes = to["notes"] = json::array();
  for (const NoteInfo& note : lesson.notes)
    notes.push_back(
        {{"section", note.section}, {"zh", note.text.zh}, {"en", note.text.en}, {"claim", note.claim}});
  to["numbers"] = numbers_json(lesson.ledger.counts);
  to["has_results"] = lesson.has_results;
  to["incomplete"] = lesson.incomplete;
  to["problems"] = lesson.problems;
  return to;
}

json counts_json(const ColumnCounts& counts) {
  json to = json::object();
  for (std::size_t state = 0; state < counts.of.size(); ++state)
    if (counts.of[state] > 0) to[name_of(static_cast<State>(state))] = counts.of[state];
  return to;
}

json totals_json(const Book& book) {
  const Totals& totals = book.totals;
  json to{{"lessons", totals.lessons},  {"claims", totals.claims},     {"holding", totals.holding},
          {"bad", totals.bad},          {"unseen", totals.unseen},     {"gpu_claims", totals.gpu_claims},
          {"gpu_why", book.gpu_reason}, {"mistakes", totals.mistakes}, {"caught", totals.caught},
          {"notes", totals.notes}};
  json& columns = to["columns"] = json::object();
  for (std::size_t column = 0; column < kColumns.size(); ++column)
    if (book.shown[column]) columns[kColumns[column]] = counts_json(totals.columns[column]);
  columns["teeth"] = counts_json(totals.teeth);
  to["numbers"] = numbers_json(totals.numbers);
  to["exit"] = book.exit_status();
  return to;
}

// One entry for each column of each environment; of several runs the newest says when.
json runs_json(const Book& book) {
  std::map<std::string, std::pair<const Run*, std::string>> newest;
  for (const Lesson& lesson : book.lessons) {
    for (const Run& run : lesson.runs) {
      for (const std::string& column : run.columns) {
        auto& [known, name] =
            newest[column + '\n' + run.machine + '\n' + run.device + '\n' + run.compiler + '\n' + run.commit];
        name = column;
        if (!known || run.started > known->started) known = &run;
      }
    }
  }
  json to = json::array();
  for (const auto& [key, entry] : newest) {
    const auto& [run, column] = entry;
    to.push_back({{"column", column},
                  {"machine", run->machine},
                  {"device", run->device},
                  {"driver", run->driver},
                  {"compiler", run->compiler},
                  {"commit", run->commit},
                  {"when", run->started}});
  }
  return to;
}

}  // namespace

std::string book_json(const Book& book) {
  const json about{{"version", book.options.version},
                   {"commit", book.options.commit},
                   {"generated", book.options.generated}};
  std::string out =
      "{\"galley\":" + about.dump() + ",\n\"runs\":" + runs_json(book).dump() + ",\n\"lessons\":[";
  std::vector<std::string> lessons(book.lessons.size());
  in_parallel(lessons.size(),
              [&](std::size_t place) { lessons[place] = lesson_json(book, book.lessons[place]).dump(); });
  for (std::size_t place = 0; place < lessons.size(); ++place) out += (place ? ",\n" : "\n") + lessons[place];
  return out + "],\n\"totals\":" + totals_json(book).dump() + "}\n";
}

}  // namespace galley::report
