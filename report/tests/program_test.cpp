// The program as it is called: exit status, one line on standard error, what it prints.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "checks/files.h"
#include "report/tests/sample.h"

namespace galley::report {
namespace {

struct Ended {
  int status = -1;
  std::string out, err;
};

class Program : public testing::Test {
 protected:
  const Sample sample_;

  Ended run(const std::string& arguments) const {
    const std::string errors = sample_.path("stderr");
    const std::string command = std::string(GALLEY_PROGRAM) + " " + arguments + " 2>" + errors;
    Ended ended;
    FILE* pipe = ::popen(command.c_str(), "r");
    char part[4096];
    for (std::size_t got; (got = std::fread(part, 1, sizeof part, pipe)) > 0;) ended.out.append(part, got);
    const int status = ::pclose(pipe);
    ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ended.err = read_file(errors);
    return ended;
  }
  std::string where() const {
    return " --root " + sample_.path("root") + " --results " + sample_.path("results");
  }
};

TEST_F(Program, WriteWritesAndSaysWhatDoesNotHold) {
  std::filesystem::remove(sample_.path("root/fixtures/F12.json"));
  const Ended ended = run("write" + where() + " --out " + sample_.path("book"));
  EXPECT_EQ(ended.status, 1);
  EXPECT_NE(ended.out.find("0 of 8 claims ran on a GPU"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("book/index.html"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(sample_.path("book/F09.html")));
  const auto book = nlohmann::json::parse(read_file(sample_.path("book/book.json")));
  EXPECT_EQ(book["lessons"][1]["claims"][0]["cells"]["gpu.f64"]["state"], "not_run");
}

TEST_F(Program, ABrokenFixtureIsOneLineAndStatusTwoButTheBookStands) {
  const Ended ended = run("write --quiet" + where() + " --out " + sample_.path("book"));
  EXPECT_EQ(ended.status, 2);
  EXPECT_NE(ended.err.find("F12.json:2"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(sample_.path("book/index.html")));
}

TEST_F(Program, WrongUseIsStatusTwoAndOneLine) {
  for (const char* arguments :
       {"", "nonsense", "write --nonsense", "show F77", "trace", "numbers", "diff a"}) {
    const std::string more = std::string(arguments).rfind("show", 0) == 0 ? where() : "";
    const Ended ended = run(arguments + more);
    EXPECT_EQ(ended.status, 2) << arguments;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << arguments << ": " << ended.err;
  }
}

TEST_F(Program, MissingFoldersAreNamed) {
  EXPECT_NE(run("show --results /nowhere/at/all --root " + sample_.path("root")).err.find("/nowhere/at/all"),
            std::string::npos);
  EXPECT_EQ(run("write" + where() + " --book /nowhere --out " + sample_.path("book")).status, 2);
}

TEST_F(Program, TraceIsJsonOfEveryTable) {
  const Ended ended = run("trace X01 --json" + where());
  EXPECT_EQ(ended.status, 0);
  const auto trace = nlohmann::json::parse(ended.out);
  EXPECT_EQ(trace["runs"][1]["tables"][0]["values"][1], "-inf");
  EXPECT_EQ(trace["runs"][1]["tables"][0]["values"][3], 0.1 + 0.2);
  EXPECT_EQ(run("trace F11" + where()).status, 2) << "no tables of a run";
}

TEST_F(Program, ShowOfAChapterThatHoldsIsStatusZero) {
  EXPECT_EQ(run("show X01" + where()).status, 0);
  const Ended failed = run("show --failed" + where());
  EXPECT_EQ(failed.out.find("TablesAreThePrintedOnes"), std::string::npos);
  EXPECT_NE(failed.out.find("TableIsAsPrinted"), std::string::npos);
}

TEST_F(Program, DiffNamesWhatRegressed) {
  run("write --quiet" + where() + " --out " + sample_.path("a"));
  sample_.edit("root/lessons/X01_worked.cpp", "Every table", "Every last table");
  run("write --quiet" + where() + " --out " + sample_.path("b"));
  const Ended ended = run("diff " + sample_.path("a/book.json") + " " + sample_.path("b/book.json"));
  EXPECT_EQ(ended.status, 1);
  EXPECT_NE(ended.out.find("regressed  X01.TablesAreThePrintedOnes/cpu.f64: pass -> stale"),
            std::string::npos)
      << ended.out;
  EXPECT_EQ(run("diff " + sample_.path("a/book.json") + " " + sample_.path("a/book.json")).status, 0);
  EXPECT_EQ(run("diff " + sample_.path("a/index.html") + " " + sample_.path("a/book.json")).status, 2);
}

}  // namespace
}  // namespace galley::report
