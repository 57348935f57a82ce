#include "checks/provenance.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>

#include "checks/files.h"

namespace galley {
namespace {

std::string first_line(std::string text) {
  text.resize(std::min(text.size(), text.find('\n')));
  return text;
}

}  // namespace

const std::string& host_name() {
  static const std::string name = [] {
    std::array<char, 256> text = {};
    return ::gethostname(text.data(), text.size() - 1) == 0 ? std::string(text.data()) : std::string();
  }();
  return name;
}

std::string utc_now() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[40];
  const std::size_t n = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
  std::snprintf(text + n, sizeof text - n, ".%03dZ", static_cast<int>(ms));
  return text;
}

std::string commit_of(const std::string& root) {
  std::string git = root + "/.git";
  std::error_code ignored;
  // In a linked worktree `.git` is a file that names the folder.
  if (std::filesystem::is_regular_file(git, ignored)) {
    const std::string line = first_line(read_if_there(git).value_or(""));
    if (line.rfind("gitdir: ", 0) != 0) return "";
    git = line.substr(8);
  }
  if (!std::filesystem::is_directory(git, ignored)) return "";
  const std::string head = first_line(read_if_there(git + "/HEAD").value_or(""));
  if (head.rfind("ref: ", 0) != 0) return head.substr(0, 12);
  const std::string ref = head.substr(5);
  const std::string common = first_line(read_if_there(git + "/commondir").value_or("."));
  const std::string shared = common.rfind('/', 0) == 0 ? common : git + "/" + common;
  if (const auto direct = read_if_there(shared + "/" + ref)) return direct->substr(0, 12);
  const std::string packed = read_if_there(shared + "/packed-refs").value_or("");
  const std::size_t found = packed.find(" " + ref + "\n");
  return found == std::string::npos || found < 40 ? "" : packed.substr(found - 40, 12);
}

}  // namespace galley
