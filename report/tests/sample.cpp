#include "report/tests/sample.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "checks/files.h"
#include "checks/hash.h"

namespace galley::report {
namespace {

namespace fs = std::filesystem;

void replace_all(std::string& text, const std::string& before, const std::string& after) {
  for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at + after.size()))
    text.replace(at, before.size(), after);
}

// The file of a folder that begins with the chapter's id; "" when there is none.
std::string file_of(const fs::path& folder, const std::string& lesson) {
  for (const auto& each : fs::directory_iterator(folder))
    if (each.path().filename().string().rfind(lesson, 0) == 0) return each.path().string();
  return "";
}

}  // namespace

Sample::Sample() {
  std::string name = (fs::temp_directory_path() / "galley-sample-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
  folder_ = name;
  fs::copy(GALLEY_TEST_DATA, folder_, fs::copy_options::recursive);
  for (const auto& each : fs::recursive_directory_iterator(folder_)) {
    if (each.path().extension() != ".jsonl") continue;
    const std::string lesson = each.path().parent_path().stem().string();
    std::string text = read_file(each.path().string());
    replace_all(text, "{{lesson}}", file_hash(file_of(path("root/lessons"), lesson)));
    const std::string fixture = file_of(path("root/fixtures"), lesson);
    replace_all(text, "{{fixture}}", fixture.empty() ? "" : file_hash(fixture));
    replace_all(text, "{{words}}", words_hash(path("root")));
    replace_all(text, "{{mistakes}}", mistakes_hash(path("root"), lesson));
    replace_all(text, "{{kernels}}", kernels_hash(path("root")));
    write_file(each.path().string(), text);
  }
}

Sample::~Sample() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

BookOptions Sample::options() const {
  BookOptions options;
  options.root = path("root");
  options.results = {path("results"), path("results_gpu")};
  options.version = "1.2.3";
  options.commit = "feedfacecafe";
  options.generated = "2026-01-02T03:04:05Z";
  return options;
}

std::string Sample::neutral(std::string text) const {
  replace_all(text, folder_, "DATA");
  return text;
}

void Sample::edit(const std::string& name, const std::string& before, const std::string& after) const {
  std::string text = read_file(path(name));
  const std::size_t at = text.find(before);
  ASSERT_NE(at, std::string::npos) << name << " does not hold " << before;
  text.replace(at, before.size(), after);
  write_file(path(name), text);
}

}  // namespace galley::report
