#include "report/write.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

#include "checks/bad_input.h"
#include "checks/files.h"
#include "report/tests/sample.h"

namespace galley::report {
namespace {

namespace fs = std::filesystem;

ino_t inode(const std::string& path) {
  struct stat about = {};
  return ::stat(path.c_str(), &about) == 0 ? about.st_ino : 0;
}

TEST(Write, ASecondTimeWritesNothing) {
  const Sample sample;
  BookOptions options = sample.options();
  EXPECT_FALSE(write_book(load_book(options), {sample.path("book"), "", ""}).empty());
  options.generated = "2030-01-01T00:00:00Z";
  EXPECT_TRUE(write_book(load_book(options), {sample.path("book"), "", ""}).empty());
}

TEST(Write, UnchangedPagesStayTheSameFiles) {
  const Sample sample;
  write_book(load_book(sample.options()), {sample.path("book"), "", ""});
  const ino_t kept = inode(sample.path("book/X01.html")), replaced = inode(sample.path("book/F09.html"));
  sample.edit("results/F09.cpu/20260101T110000.000Z-3.jsonl", "0.24472847105479764", "0.24472847105479765");
  sample.edit("results/F09.cpu/20260101T110000.000Z-3.jsonl", "\"pass\"", "\"fail\"");
  write_book(load_book(sample.options()), {sample.path("book"), "", ""});
  EXPECT_EQ(inode(sample.path("book/X01.html")), kept);
  EXPECT_NE(inode(sample.path("book/F09.html")), replaced);
}

TEST(Write, OnlyOneChapterLeavesTheOthers) {
  const Sample sample;
  write_book(load_book(sample.options()), {sample.path("book"), "", ""});
  write_file(sample.path("book/F11.html"), "left alone");
  sample.edit("root/lessons/X01_worked.cpp", "Every table", "Every last table");
  const std::vector<std::string> written =
      write_book(load_book(sample.options()), {sample.path("book"), "", "X01"});
  EXPECT_EQ(written, (std::vector<std::string>{"X01.html", "book.json", "index.html"}));
  EXPECT_EQ(read_file(sample.path("book/F11.html")), "left alone");
}

TEST(Write, OnlyOneChapterOfNoBookYetWritesAll) {
  const Sample sample;
  write_book(load_book(sample.options()), {sample.path("book"), "", "X01"});
  EXPECT_TRUE(fs::exists(sample.path("book/F09.html")));
}

TEST(Write, APageOfAChapterThatIsGoneGoes) {
  const Sample sample;
  write_book(load_book(sample.options()), {sample.path("book"), "", ""});
  fs::remove(sample.path("root/fixtures/N00.json"));
  write_book(load_book(sample.options()), {sample.path("book"), "", ""});
  EXPECT_FALSE(fs::exists(sample.path("book/N00.html")));
}

TEST(Write, AFolderOfOtherThingsIsLeftAlone) {
  const Sample sample;
  fs::create_directories(sample.path("mine"));
  write_file(sample.path("mine/letter.txt"), "dear");
  EXPECT_THROW(write_book(load_book(sample.options()), {sample.path("mine"), "", ""}), BadInput);
  EXPECT_THROW(write_book(load_book(sample.options()), {sample.path("mine/letter.txt"), "", ""}), BadInput);
  EXPECT_EQ(read_file(sample.path("mine/letter.txt")), "dear");
}

TEST(Write, NothingIsLeftBesideTheBook) {
  const Sample sample;
  for (const char* now : {"Each table", "Any table"}) {
    const WriteLock lock(sample.path("out/book"));
    write_book(load_book(sample.options()), {sample.path("out/book"), "", ""});
    write_file(sample.path("root/lessons/X01_worked.cpp"), now);
  }
  std::vector<std::string> names;
  for (const auto& each : fs::directory_iterator(sample.path("out"))) names.push_back(each.path().filename());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{".book.lock", "book"}));
}

// Two writers with different books and a reader: every index that is read is whole and fits its book.json.
TEST(Write, TwoWritersAtOnceTearNothing) {
  const Sample sample;
  const std::string out = sample.path("book");
  write_book(load_book(sample.options()), {out, "", ""});
  std::atomic<bool> stop = false;
  std::atomic<int> read = 0;
  const auto writer = [&](const std::string& version) {
    BookOptions options = sample.options();
    for (int time = 0; time < 25; ++time) {
      options.version = version + std::to_string(time);
      const WriteLock lock(out);
      write_book(load_book(options), {out, "", ""});
    }
  };
  std::thread reader([&] {
    while (!stop) {
      const std::string page = read_if_there(out + "/environment.html").value_or("");
      const std::string json = read_if_there(out + "/book.json").value_or("");
      ASSERT_NE(page.find("</html>"), std::string::npos);
      ASSERT_NE(json.find("\"totals\""), std::string::npos);
      ASSERT_EQ(json.back(), '\n');
      ++read;
    }
  });
  std::thread first(writer, "a"), second(writer, "b");
  first.join();
  second.join();
  stop = true;
  reader.join();
  EXPECT_GT(read, 0);
}

}  // namespace
}  // namespace galley::report
