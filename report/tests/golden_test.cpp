// The whole book of the sample, byte for byte, against tests/golden. After a wanted change: tests/approve.sh,
// then read the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "checks/files.h"
#include "report/show.h"
#include "report/tests/sample.h"
#include "report/trace.h"
#include "report/write.h"

namespace galley::report {
namespace {

namespace fs = std::filesystem;

// Compares with the golden file of this name, or, when approving, makes it.
void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(GALLEY_TEST_GOLDEN) + "/" + name;
  if (std::getenv("GALLEY_APPROVE")) {
    fs::create_directories(fs::path(path).parent_path());
    write_file(path, text);
    return;
  }
  const std::string golden = read_if_there(path).value_or("");
  if (golden == text) return;
  std::size_t at = 0;
  while (at < golden.size() && at < text.size() && golden[at] == text[at]) ++at;
  const std::size_t from = at < 60 ? 0 : at - 60;
  ADD_FAILURE() << name << " differs from its golden file at byte " << at << "\n golden: …"
                << golden.substr(from, 160) << "…\n    now: …" << text.substr(from, 160)
                << "…\n(report/tests/approve.sh takes the change over)";
}

TEST(Golden, EveryPageIsAsApproved) {
  const Sample sample;
  const Book book = load_book(sample.options());
  write_book(book, {sample.path("book"), sample.path("text"), ""});
  std::set<std::string> names;
  for (const auto& each : fs::recursive_directory_iterator(sample.path("book"))) {
    if (each.is_directory()) continue;
    const std::string name = each.path().lexically_relative(sample.path("book")).generic_string();
    names.insert(name);
    if (name.rfind("assets/", 0) != 0) expect_golden(name, sample.neutral(read_file(each.path().string())));
  }
  std::set<std::string> expected = {"F09.html",      "F10.html",   "F11.html",      "F12.html",
                                    "N00.html",      "X01.html",   "book.json",     "environment.html",
                                    "index.html",    "notes.html", "mistakes.html", "numbers.html",
                                    "assets/book.js"};
  for (const char* sheet :
       {"variables", "general", "contents", "chapter", "claims", "values", "numbers", "print"})
    expected.insert(std::string("assets/") + sheet + ".css");
  EXPECT_EQ(names, expected);
}

TEST(Golden, TerminalIsAsApproved) {
  const Sample sample;
  const Book book = load_book(sample.options());
  std::string text = verdict_table(book, {}) + "\n" + gpu_line(book) + "\n";
  for (const Lesson& lesson : book.lessons) text += claims_text(book, lesson, false, {});
  expect_golden("show.txt", sample.neutral(text));
  expect_golden("trace.json", trace_json(*book.find("X01")));
  expect_golden("trace.txt", trace_text(*book.find("X01")));
}

}  // namespace
}  // namespace galley::report
