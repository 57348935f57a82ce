#include "report/book_json.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "checks/json.h"
#include "report/parallel.h"
#include "report/words.h"

namespace galley::report {
namespace {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(exact_text(value)); }

/// The object with room for more members: where its list grows, it copies what hangs on each.
Json with_room(Json object, std::size_t members) {
  object.get_ref<Json::object_t&>().reserve(members);
  return object;
}

Json both(const Text& text) { return {{"zh", text.zh}, {"en", text.en}}; }

Json cell_json(const Cell& cell) {
  Json to = with_room({{"state", name_of(cell.state)},
                       {"why", cell.why},
                       {"error", nullptr},
                       {"bound", nullptr},
                       {"ms", cell.ms}},
                      7);
  if (const Comparison* worst = cell.worst()) {
    to["error"] = number(worst->error);
    to["bound"] = number(worst->bound);
  }
  to["device_words"] = cell.device_words;
  to["host_words"] = cell.host_words;
  return to;
}

Json claim_json(const Book& book, const Lesson& lesson, const Claim& claim) {
  const ClaimInfo& info = claim.info;
  const bool in_section = info.section >= 0 && info.section < static_cast<int>(lesson.sections.size());
  Json to =
      with_room({{"id", info.id},
                 {"section", in_section ? lesson.sections[static_cast<std::size_t>(info.section)].text.zh
                                        : std::string()},
                 {"zh", info.text.zh},
                 {"en", info.text.en},
                 {"file", info.file},
                 {"line", info.line}},
                9);
  Json& cells = to["cells"] = with_room(Json::object(), kColumns.size());
  for (std::size_t column = 0; column < kColumns.size(); ++column)
    if (book.shown[column]) cells[kColumns[column]] = cell_json(claim.cells[column]);
  Json caught = Json::array();
  for (const Catch& each : claim.teeth.caught) caught.push_back(each.mistake);
  to["teeth"] = {{"state", name_of(claim.teeth.state)},
                 {"why", claim.teeth.why},
                 {"caught", std::move(caught)},
                 {"slips", claim.slips.noticed.size()}};
  std::map<std::string, bool> figures;
  for (const Cell& cell : claim.cells)
    for (const std::string& figure : cell.figures) figures[figure] = true;
  Json& names = to["figures"] = Json::array();
  for (const auto& [name, read] : figures) names.push_back(name);
  return to;
}

Json numbers_json(const NumberCounts& counts) {
  return {{"total", counts.total},   {"verified", counts.verified}, {"given", counts.given},
          {"failed", counts.failed}, {"aside", counts.aside},       {"open", counts.open}};
}

Json lesson_json(const Book& book, const Lesson& lesson) {
  Json to = with_room({{"id", lesson.id}, {"title", both(lesson.title)}}, 10);
  Json& claims = to["claims"] = Json::array();
  claims.get_ref<Json::array_t&>().reserve(lesson.claims.size());
  for (const Claim& claim : lesson.claims) claims.push_back(claim_json(book, lesson, claim));
  Json& mistakes = to["mistakes"] = Json::array();
  for (const MistakeInfo& mistake : lesson.mistakes)
    mistakes.push_back({{"id", mistake.id},
                        {"zh", mistake.text.zh},
                        {"en", mistake.text.en},
                        {"state", name_of(mistake.state)},
                        {"caught_by", mistake.caught_by}});
  to["slips"] = {{"tried", lesson.slips.tried.size()},
                 {"noticed", lesson.slips.noticed.size()},
                 {"unnoticed", lesson.slips.unnoticed}};
  Json& notes = to["notes"] = Json::array();
  for (const NoteInfo& note : lesson.notes)
    notes.push_back(
        {{"section", note.section}, {"zh", note.text.zh}, {"en", note.text.en}, {"claim", note.claim}});
  to["numbers"] = numbers_json(lesson.ledger.counts);
  to["has_results"] = lesson.has_results;
  to["incomplete"] = lesson.incomplete;
  to["problems"] = lesson.problems;
  return to;
}

Json counts_json(const ColumnCounts& counts) {
  Json to = Json::object();
  for (std::size_t state = 0; state < counts.of.size(); ++state)
    if (counts.of[state] > 0) to[name_of(static_cast<State>(state))] = counts.of[state];
  return to;
}

Json totals_json(const Book& book) {
  const Totals& totals = book.totals;
  Json to{{"lessons", totals.lessons},  {"claims", totals.claims},     {"holding", totals.holding},
          {"bad", totals.bad},          {"unseen", totals.unseen},     {"gpu_claims", totals.gpu_claims},
          {"gpu_why", book.gpu_reason}, {"mistakes", totals.mistakes}, {"caught", totals.caught},
          {"notes", totals.notes}};
  Json& columns = to["columns"] = Json::object();
  for (std::size_t column = 0; column < kColumns.size(); ++column)
    if (book.shown[column]) columns[kColumns[column]] = counts_json(totals.columns[column]);
  columns["teeth"] = counts_json(totals.teeth);
  to["numbers"] = numbers_json(totals.numbers);
  to["exit"] = book.exit_status();
  return to;
}

// One entry for each column of each environment; of several runs the newest says when.
Json runs_json(const Book& book) {
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
  Json to = Json::array();
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
  const Json about{{"version", book.options.version},
                   {"commit", book.options.commit},
                   {"generated", book.options.generated}};
  std::string out =
      "{\"galley\":" + json_text(about) + ",\n\"runs\":" + json_text(runs_json(book)) + ",\n\"lessons\":[";
  std::vector<std::string> lessons(book.lessons.size());
  in_parallel(lessons.size(), [&](std::size_t turn) {
    const std::size_t place = lessons.size() - 1 - turn;  // the longest first
    lessons[place] = json_text(lesson_json(book, book.lessons[place]));
  });
  for (std::size_t place = 0; place < lessons.size(); ++place) out += (place ? ",\n" : "\n") + lessons[place];
  return out + "],\n\"totals\":" + json_text(totals_json(book)) + "}\n";
}

}  // namespace galley::report
