#include "report/diff.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "checks/bad_input.h"
#include "checks/files.h"
#include "checks/json.h"

namespace galley::report {
namespace {

// Every verdict of a book by its name: "F09.SharesAreThePrintedOnes/cpu.f64", "F09/numbers.open".
std::map<std::string, std::string> verdicts_of(const std::string& path) {
  const Json book = parse_json(read_file(path), path);
  if (!book.is_object() || !book.contains("lessons"))
    throw BadInput(path + ": is no book.json: expected an object with \"lessons\"");
  std::map<std::string, std::string> verdicts;
  try {
    for (const Json& lesson : book.at("lessons")) {
      const std::string id = lesson.at("id");
      for (const Json& claim : lesson.at("claims")) {
        const std::string name = id + "." + claim.at("id").get<std::string>();
        for (const auto& [column, cell] : claim.at("cells").items())
          verdicts[name + "/" + column] = cell.at("state");
        verdicts[name + "/teeth"] = claim.at("teeth").at("state");
      }
      for (const char* count : {"failed", "open"})
        verdicts[id + "/numbers." + count] = std::to_string(lesson.at("numbers").at(count).get<int>());
    }
  } catch (const Json::exception& problem) {
    throw BadInput(path + ": is no book.json: " + problem.what());
  }
  return verdicts;
}

bool is_good(const std::string& state) {
  return state == "pass" || state == "not_applicable" || state == "0";
}

}  // namespace

BookDiff diff_books(const std::string& old_path, const std::string& new_path) {
  const auto before = verdicts_of(old_path), after = verdicts_of(new_path);
  std::set<std::string> names;
  for (const auto& [name, state] : before) names.insert(name);
  for (const auto& [name, state] : after) names.insert(name);
  BookDiff diff;
  for (const std::string& name : names) {
    const auto old_state = before.find(name), new_state = after.find(name);
    const std::string was = old_state == before.end() ? "absent" : old_state->second;
    const std::string is = new_state == after.end() ? "gone" : new_state->second;
    if (was == is) continue;
    const char* kind = "changed";
    // A gone verdict can no longer hold; a cell that merely did not run says nothing about the claim.
    if ((is_good(was) && !is_good(is)) || (was == "absent" && (is == "fail" || is == "crash"))) {
      kind = "regressed";
      ++diff.regressed;
    } else if (!is_good(was) && was != "absent" && is_good(is)) {
      kind = "fixed";
      ++diff.fixed;
    } else {
      ++diff.other;
    }
    diff.text += fmt::format("{:<10} {}: {} -> {}\n", kind, name, was, is);
  }
  return diff;
}

}  // namespace galley::report
