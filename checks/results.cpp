#include "checks/results.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "checks/build_facts.h"
#include "checks/columns.h"
#include "checks/hash.h"
#include "checks/provenance.h"

namespace galley {
namespace {

/// JSON has no NaN and no infinities: they travel as text.
Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double v : values) list.push_back(number(v));
  return list;
}

Json to_json(const Comparison& c) {
  Json json{{"what", c.what},
            {"figure", c.figure.empty() ? Json(nullptr) : Json(c.figure)},
            {"shape", c.shape},
            {"elements", element_count(c.shape)},
            {"held", c.held},
            {"index", c.index},
            {"expected", number(c.expected)},
            {"printed", c.printed},
            {"got", number(c.got)},
            {"error", number(c.error)},
            {"bound", number(c.bound)},
            {"bound_why", c.bound_why},
            {"line", c.line}};
  if (!c.note.empty()) json["note"] = c.note;
  if (!c.failed.empty()) json["failed"] = c.failed;
  if (!c.values.empty()) json["values"] = numbers(c.values);
  return json;
}

Json to_json(const Exhibit& e) {
  const char* kind = e.kind == Exhibit::Kind::text    ? "text"
                     : e.kind == Exhibit::Kind::lines ? "lines"
                                                      : "table";
  Json json{{"name", e.name}, {"kind", kind}};
  if (e.kind == Exhibit::Kind::text) {
    json["text"] = e.text;
    return json;
  }
  json["shape"] = e.shape;
  json["values"] = numbers(e.values);
  if (!e.rows.empty()) json["rows"] = e.rows;
  if (!e.columns.empty()) json["columns"] = e.columns;
  if (e.in_run) {
    json["heading"] = e.heading;
    json["run"] = {{"ids", e.run_ids}};
  }
  return json;
}

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

Json run_line(const std::string& group, const std::vector<Column>& columns, bool filtered,
              const std::string& fixture_hash, const std::string& started) {
  const Registry& r = registry();
  Json hashes{
      {"lesson", content_hash(r.source)}, {"words", build_facts().words_hash}, {"fixture", fixture_hash}};
  if (group == "gpu" || group == "emu")
    hashes["kernels"] = columns.empty() ? "" : columns.front().kernels_hash;
  if (group == "teeth") hashes["mistakes"] = built_mistakes_hash(r.lesson);
  Json column_list = Json::array();
  std::string driver;
  for (const Column& c : columns) {
    column_list.push_back({{"name", c.name}, {"precision", name_of(c.precision)}});
    driver = c.driver;
  }
  Json sections = Json::array();
  for (const SectionInfo& s : r.sections) sections.push_back({{"zh", s.zh}, {"en", s.en}, {"line", s.line}});
  Json claims = Json::array();
  for (const Claim& c : r.claims) {
    Json flags = Json::object();
    for (const Flag& f : c.flags) flags[f.name] = f.why;
    claims.push_back({{"id", c.id},
                      {"section", c.section},
                      {"zh", c.zh},
                      {"en", c.en},
                      {"file", c.file},
                      {"line", c.line},
                      {"flags", flags}});
  }
  Json mistakes = Json::array();
  for (const Mistake& m : r.mistakes) {
    if (m.lesson != r.lesson) continue;
    mistakes.push_back({{"id", m.id}, {"zh", m.zh}, {"en", m.en}, {"file", m.file}, {"line", m.line}});
  }
  Json notes = Json::array();
  for (const Note& n : r.notes)
    notes.push_back({{"section", n.section}, {"zh", n.zh}, {"en", n.en}, {"claim", n.claim}});
  return {{"event", "run"},
          {"lesson", r.lesson},
          {"group", group},
          {"columns", column_list},
          {"started", started},
          {"pid", getpid()},
          {"host", host_name()},
          {"machine", machine_name()},
          {"device", columns.empty() ? "" : columns.front().device},
          {"driver", driver},
          {"compiler", build_facts().compiler},
          {"commit", commit_of(build_facts().root)},
          {"filtered", filtered},
          {"hashes", hashes},
          {"title", {{"zh", r.title_zh}, {"en", r.title_en}}},
          {"source", r.file},
          {"sections", sections},
          {"claims", claims},
          {"mistakes", mistakes},
          {"notes", notes}};
}

/// The process that wrote a results file (named <start>-<pid>.jsonl) is still at work.
bool writer_lives(const std::filesystem::path& path) {
  const std::string stem = path.stem().string();
  const std::size_t dash = stem.rfind('-');
  const int pid = dash == std::string::npos ? 0 : std::atoi(stem.c_str() + dash + 1);
  return pid > 0 && (kill(pid, 0) == 0 || errno == EPERM);
}

}  // namespace

std::string_view name_of(State state) {
  switch (state) {
    case State::pass:
      return "pass";
    case State::fail:
      return "fail";
    case State::not_run:
      return "not_run";
    case State::not_applicable:
      return "not_applicable";
    case State::not_judged:
      return "not_judged";
  }
  return "?";
}

ResultsWriter::ResultsWriter(std::string folder, std::string group, std::vector<Column> columns,
                             bool filtered, std::string fixture_hash)
    : folder_(std::move(folder)),
      group_(std::move(group)),
      columns_(std::move(columns)),
      filtered_(filtered),
      fixture_hash_(std::move(fixture_hash)) {}

ResultsWriter::~ResultsWriter() {
  if (file_ >= 0) close(file_);
}

void ResultsWriter::open() {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(folder_) / (registry().lesson + "." + group_);
  fs::create_directories(folder);
  const std::string started = utc_now();
  std::string stamp = started;
  stamp.erase(std::remove_if(stamp.begin(), stamp.end(), [](char c) { return c == ':' || c == '-'; }),
              stamp.end());
  path_ = (folder / (stamp + "-" + std::to_string(getpid()) + ".jsonl")).string();
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0) throw std::system_error(errno, std::generic_category(), path_ + ": cannot write results");
  started_ms_ = now_ms();
  write_line(run_line(group_, columns_, filtered_, fixture_hash_, started));
}

void ResultsWriter::write_line(const Json& event) {
  if (file_ < 0) open();
  const std::string whole = json_text(event) + "\n";
  std::size_t written = 0;
  while (written < whole.size()) {
    const ssize_t n = ::write(file_, whole.data() + written, whole.size() - written);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw std::system_error(errno, std::generic_category(), path_ + ": cannot write results");
    written += static_cast<std::size_t>(n);
  }
}

void ResultsWriter::begin_claim(const std::string& claim, const std::string& column) {
  write_line(Json{{"event", "begin"}, {"claim", claim}, {"column", column}});
}

void ResultsWriter::begin_mistake(const std::string& mistake) {
  write_line(Json{{"event", "begin"}, {"mistake", mistake}, {"column", "teeth"}});
}

void ResultsWriter::end_claim(const std::string& claim, const std::string& column, const Verdict& verdict,
                              const Outcome& outcome, const WordLog& words, bool with_exhibits) {
  Json comparisons = Json::array();
  for (const Comparison& c : outcome.record.comparisons) comparisons.push_back(to_json(c));
  Json exhibits = Json::array();
  if (with_exhibits) {
    for (const Exhibit& e : outcome.record.exhibits) exhibits.push_back(to_json(e));
  }
  write_line(Json{{"event", "end"},
                  {"claim", claim},
                  {"column", column},
                  {"state", name_of(verdict.state)},
                  {"why", verdict.why},
                  {"ms", outcome.ms},
                  {"comparisons", comparisons},
                  {"exhibits", exhibits},
                  {"figures", outcome.record.figures},
                  {"device_words", words.on_device()},
                  {"host_words", words.on_host()}});
}

void ResultsWriter::end_claim(const std::string& claim, const std::string& column, const Verdict& verdict) {
  write_line(Json{{"event", "end"},
                  {"claim", claim},
                  {"column", column},
                  {"state", name_of(verdict.state)},
                  {"why", verdict.why}});
}

void ResultsWriter::end_teeth(const std::string& claim, const Teeth& teeth, double ms) {
  Json caught = Json::array();
  for (const Catch& c : teeth.caught) {
    Json one{{"mistake", c.mistake}, {"why", c.why}};
    if (c.has_comparison) {
      one["what"] = c.comparison.what;
      one["index"] = c.comparison.index;
      one["expected"] = number(c.comparison.expected);
      one["got"] = number(c.comparison.got);
    }
    caught.push_back(std::move(one));
  }
  Json strawmen = Json::array();
  for (const Strawman& s : teeth.strawmen) strawmen.push_back({{"mistake", s.mistake}, {"why", s.why}});
  const State state = teeth.state == Teeth::State::pass   ? State::pass
                      : teeth.state == Teeth::State::fail ? State::fail
                                                          : State::not_judged;
  write_line(Json{{"event", "end"},
                  {"claim", claim},
                  {"column", "teeth"},
                  {"state", name_of(state)},
                  {"why", teeth.why},
                  {"ms", ms},
                  {"caught", caught},
                  {"strawmen", strawmen},
                  {"nudges", teeth.nudges}});
}

void ResultsWriter::end_slips(const std::string& claim, const SlipResult& slips, double ms) {
  write_line(Json{{"event", "end"},
                  {"claim", claim},
                  {"column", "slips"},
                  {"state", "pass"},
                  {"why", ""},
                  {"ms", ms},
                  {"tried", slips.tried},
                  {"noticed", slips.noticed}});
}

void ResultsWriter::end_mistake(const std::string& mistake, const Verdict& verdict,
                                const std::vector<std::string>& caught_by) {
  write_line(Json{{"event", "end"},
                  {"mistake", mistake},
                  {"column", "teeth"},
                  {"state", name_of(verdict.state)},
                  {"why", verdict.why},
                  {"caught_by", caught_by}});
}

void ResultsWriter::done(int claims, int failed, const std::map<std::string, std::string>& fixtures,
                         bool every_test_ran) {
  if (file_ < 0) return;
  write_line(Json{{"event", "done"},
                  {"claims", claims},
                  {"failed", failed},
                  {"fixtures", fixtures},
                  {"ms", now_ms() - started_ms_}});
  if (!filtered_ && every_test_ran) remove_covered_files();
}

void ResultsWriter::remove_covered_files() const {
  // Names start with the time, so an earlier run's sorts first. A file whose writer is still at work is left
  // alone.
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(path_).parent_path(), ignored)) {
    if (entry.path().extension() != ".jsonl" || entry.path().string() >= path_ || writer_lives(entry.path()))
      continue;
    fs::remove(entry.path(), ignored);
  }
}

}  // namespace galley
