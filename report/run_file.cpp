#include "report/run_file.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "checks/files.h"
#include "checks/provenance.h"
#include "report/json_line.h"
#include "report/machine.h"
#include "report/words.h"

namespace galley::report {
namespace {

std::string text_of(const JsonValue& value) { return std::string(value.text()); }
std::string text_at(const JsonValue& object, const char* key) { return text_of(object[key]); }

// JSON has no NaN and no infinity, so the results carry those as strings.
double number_of(const JsonValue& value) {
  if (value.is_number()) return value.number();
  const double infinity = std::numeric_limits<double>::infinity();
  if (value.text() == "inf") return infinity;
  if (value.text() == "-inf") return -infinity;
  return std::numeric_limits<double>::quiet_NaN();
}

double number_at(const JsonValue& object, const char* key) {
  const JsonValue value = object[key];
  return value.is_null() ? 0 : number_of(value);
}

std::int64_t integer_of(const JsonValue& value) {
  // Beyond this a double holds no single integers, and the cast would have no meaning.
  constexpr double kMost = 9007199254740992.0;
  const double number = value.number();
  return number >= -kMost && number <= kMost ? static_cast<std::int64_t>(number) : 0;
}
std::int64_t integer_at(const JsonValue& object, const char* key) { return integer_of(object[key]); }
bool true_at(const JsonValue& object, const char* key) { return object[key].truth(); }

template <class T, class Read>
std::vector<T> list_of(const JsonValue& from, Read read) {
  std::vector<T> list;
  if (!from.is_array()) return list;
  const std::vector<JsonValue> values = from.values();
  list.reserve(values.size());
  for (const JsonValue& value : values) list.push_back(read(value));
  return list;
}

template <class T, class Read>
std::vector<T> list_at(const JsonValue& object, const char* key, Read read) {
  return list_of<T>(object[key], read);
}

std::vector<std::string> texts_at(const JsonValue& object, const char* key) {
  return list_at<std::string>(object, key, text_of);
}

Text both_of(const JsonValue& object) { return {text_at(object, "zh"), text_at(object, "en")}; }

std::string shown(const JsonValue& value) {
  if (value.is_null()) return "";
  if (value.is_string() && text_of(value) != "inf" && text_of(value) != "-inf" && text_of(value) != "nan")
    return text_of(value);
  std::string text = value_text(number_of(value));
  if (text == "nan") return "NaN";
  if (text[0] == '-') text.replace(0, 1, "−");
  return text;
}

Comparison comparison_of(const JsonValue& from) {
  Comparison to;
  to.what = text_at(from, "what");
  to.figure = text_at(from, "figure");
  to.shape = list_at<std::int64_t>(from, "shape", integer_of);
  to.index = list_at<std::int64_t>(from, "index", integer_of);
  to.elements = integer_at(from, "elements");
  to.held = true_at(from, "held");
  to.expected = number_at(from, "expected");
  to.got = number_at(from, "got");
  to.error = number_at(from, "error");
  to.bound = number_at(from, "bound");
  to.printed = text_at(from, "printed");
  to.bound_why = text_at(from, "bound_why");
  to.apart = to.bound_why.rfind("at least so far apart", 0) == 0;
  to.note = text_at(from, "note");
  to.line = static_cast<int>(integer_at(from, "line"));
  to.failed = list_at<std::pair<std::int64_t, std::int64_t>>(from, "failed", [](const JsonValue& pair) {
    const std::vector<JsonValue> parts = pair.values();
    return std::pair<std::int64_t, std::int64_t>(parts.empty() ? -1 : integer_of(parts[0]),
                                                 parts.size() > 1 ? integer_of(parts[1]) : 0);
  });
  to.values = list_at<double>(from, "values", number_of);
  return to;
}

Exhibit exhibit_of(const JsonValue& from) {
  Exhibit to;
  to.name = text_at(from, "name");
  to.kind = text_at(from, "kind");
  to.heading = text_at(from, "heading");
  to.text = text_at(from, "text");
  to.shape = list_at<std::int64_t>(from, "shape", integer_of);
  to.values = list_at<double>(from, "values", number_of);
  to.rows = texts_at(from, "rows");
  to.columns = texts_at(from, "columns");
  if (const JsonValue run = from["run"]; run.is_object()) {
    to.run = list_at<std::int64_t>(run, "ids", integer_of);
    to.run_key = std::string(run.source());
  }
  return to;
}

Cell cell_of(const JsonValue& from) {
  Cell to;
  to.state = state_named(text_at(from, "state"));
  to.why = text_at(from, "why");
  to.ms = number_at(from, "ms");
  to.comparisons = list_at<Comparison>(from, "comparisons", comparison_of);
  to.exhibits = list_at<Exhibit>(from, "exhibits", exhibit_of);
  to.figures = texts_at(from, "figures");
  to.device_words = texts_at(from, "device_words");
  to.host_words = texts_at(from, "host_words");
  return to;
}

Teeth teeth_of(const JsonValue& from) {
  Teeth to;
  to.state = state_named(text_at(from, "state"));
  to.why = text_at(from, "why");
  to.ms = number_at(from, "ms");
  to.caught = list_at<Catch>(from, "caught", [](const JsonValue& each) {
    return Catch{text_at(each, "mistake"), text_at(each, "what"),
                 text_at(each, "why"),     list_at<std::int64_t>(each, "index", integer_of),
                 shown(each["expected"]),  shown(each["got"])};
  });
  to.strawmen = list_at<std::pair<std::string, std::string>>(from, "strawmen", [](const JsonValue& each) {
    return std::pair(text_at(each, "mistake"), text_at(each, "why"));
  });
  for (const JsonValue& rounds : from["nudges"].values())
    to.nudges[std::string(rounds.name())] = list_of<std::string>(rounds, text_of);
  return to;
}

void take_header(const JsonValue& from, RunFile& file) {
  Run& run = file.run;
  file.has_header = true;
  run.started = text_at(from, "started");
  run.host = text_at(from, "host");
  run.machine = text_at(from, "machine");
  run.device = text_at(from, "device");
  run.driver = text_at(from, "driver");
  run.compiler = text_at(from, "compiler");
  run.commit = text_at(from, "commit");
  run.pid = integer_at(from, "pid");
  run.filtered = true_at(from, "filtered");
  run.columns =
      list_at<std::string>(from, "columns", [](const JsonValue& each) { return text_at(each, "name"); });
  if (run.group == "teeth" || run.group == "slips") run.columns = {run.group};
  for (const JsonValue& value : from["hashes"].values())
    run.hashes[std::string(value.name())] = text_of(value);
  file.source = text_at(from, "source");
  file.title = both_of(from["title"]);
  file.sections = list_at<SectionInfo>(from, "sections", [](const JsonValue& each) {
    return SectionInfo{both_of(each), static_cast<int>(integer_at(each, "line"))};
  });
  file.claims = list_at<ClaimInfo>(from, "claims", [](const JsonValue& each) {
    ClaimInfo claim{text_at(each, "id"), text_at(each, "file"), both_of(each), -1, 0, {}};
    if (each["section"].is_number()) claim.section = static_cast<int>(integer_at(each, "section"));
    claim.line = static_cast<int>(integer_at(each, "line"));
    for (const JsonValue& why : each["flags"].values()) claim.flags[std::string(why.name())] = text_of(why);
    return claim;
  });
  file.mistakes = list_at<MistakeInfo>(from, "mistakes", [](const JsonValue& each) {
    MistakeInfo mistake;
    mistake.id = text_at(each, "id");
    mistake.file = text_at(each, "file");
    mistake.text = both_of(each);
    mistake.line = static_cast<int>(integer_at(each, "line"));
    return mistake;
  });
  file.notes = list_at<NoteInfo>(from, "notes", [](const JsonValue& each) {
    return NoteInfo{text_at(each, "section"), text_at(each, "claim"), both_of(each)};
  });
}

void take_end(const JsonValue& from, const Place& place, RunFile& file) {
  if (!place.mistake.empty()) {
    MistakeInfo& verdict = file.caught[place.mistake];
    verdict.state = state_named(text_at(from, "state"));
    verdict.why = text_at(from, "why");
    verdict.caught_by = texts_at(from, "caught_by");
  } else if (place.column == "teeth") {
    file.teeth[place.claim] = teeth_of(from);
  } else if (place.column == "slips") {
    file.slips[place.claim] = {texts_at(from, "tried"), texts_at(from, "noticed"), -1};
  } else {
    file.cells[place] = cell_of(from);
  }
}

// Ends are what decide, so a repeated begin forgets the end before it: the later one may have crashed.
void take_begin(const Place& place, RunFile& file) {
  if (std::find(file.began.begin(), file.began.end(), place) == file.began.end()) file.began.push_back(place);
  if (!place.mistake.empty())
    file.caught.erase(place.mistake);
  else if (place.column == "teeth")
    file.teeth.erase(place.claim);
  else if (place.column == "slips")
    file.slips.erase(place.claim);
  else
    file.cells.erase(place);
}

void take_done(const JsonValue& event, RunFile& file) {
  file.run.complete = true;
  for (const JsonValue& hash : event["fixtures"].values())
    file.run.fixtures[std::string(hash.name())] = text_of(hash);
}

bool take_event(const JsonValue& event, RunFile& file) {
  if (!event.is_object()) return false;
  const std::string kind = text_at(event, "event");
  const Place place{text_at(event, "claim"), text_at(event, "mistake"), text_at(event, "column")};
  if (kind == "run")
    take_header(event, file);
  else if (kind == "begin")
    take_begin(place, file);
  else if (kind == "end")
    take_end(event, place, file);
  else if (kind == "done")
    take_done(event, file);
  return !kind.empty();
}

// Still running, as far as this machine can tell: a process of that number that is not younger than the run.
bool still_running(const Run& run) {
  if (run.pid <= 0 || run.complete || run.host != host_name()) return false;
  if (::kill(static_cast<pid_t>(run.pid), 0) != 0 && errno != EPERM) return false;
  const std::optional<std::int64_t> started = process_start_ms(run.pid);
  const std::optional<std::int64_t> wrote = time_ms(run.started);
  return !started || !wrote || *started <= *wrote + 1000;
}

}  // namespace

RunFile read_run_file(const std::string& path, const std::string& lesson, const std::string& group) {
  RunFile file;
  file.run.lesson = lesson;
  file.run.group = group;
  file.run.path = path;
  const std::string bytes = read_file(path);
  std::string_view rest = bytes;
  std::optional<Problem> torn_end;
  JsonLine event;
  for (int line = 1; !rest.empty(); ++line) {
    const std::size_t end = rest.find('\n');
    const std::string_view text = rest.substr(0, end);
    const bool last = end == std::string_view::npos;
    rest.remove_prefix(last ? rest.size() : end + 1);
    if (text.empty()) continue;
    if (event.read(text) && take_event(event.root(), file)) continue;
    const Problem problem{fmt::format("{}:{}: not a whole result ({} bytes); the run counts as incomplete",
                                      path, line, text.size())};
    if (last)
      torn_end = problem;
    else
      file.problems.push_back(problem);
  }
  file.run.alive = still_running(file.run);
  file.unreadable = !file.problems.empty();
  // The last line of a process that is still at work is only not written yet; that of a dead one is as far as
  // it came.
  if (torn_end && !file.run.alive) file.problems.push_back(*torn_end);
  if (!file.has_header && !file.run.alive && file.problems.empty())
    file.problems.push_back({fmt::format("{}:1: no run is described here; it counts as incomplete", path)});
  if (!file.problems.empty()) file.run.complete = false;
  return file;
}

}  // namespace galley::report
