#include "report/commands_numbers.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "checks/fixture.h"

namespace galley {
namespace {

namespace fs = std::filesystem;

/// A folder with one chapter and its fixture, and what a command prints about them.
class NumberCommands : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("galley_numbers_" + std::to_string(::getpid()));
    fs::create_directories(root_ / "fixtures");
    write("F99.txt", "题\n\n一节\n\n分数[2,1,0]，界−∞。\n");
    write("fixtures/F99.json", run([&] { return cmd_propose({path("F99.txt"), ""}); }));
  }
  void TearDown() override { fs::remove_all(root_); }

  std::string path(const std::string& name) const { return (root_ / name).string(); }
  void write(const std::string& name, const std::string& text) { std::ofstream(path(name)) << text; }

  /// Runs a command, keeps its status and errors, returns what it printed.
  template <typename Command>
  std::string run(Command command) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    status_ = command();
    errors_ = testing::internal::GetCapturedStderr();
    return testing::internal::GetCapturedStdout();
  }

  std::string drift() {
    return run([&] {
      DriftOptions options;
      options.book_dir = path("");
      options.fixtures_dir = path("fixtures");
      options.claims = [](const std::string&, const std::string& figure) {
        return std::vector<std::string>{"ClaimOf_" + figure};
      };
      return cmd_drift(options);
    });
  }

  fs::path root_;
  int status_ = -1;
  std::string errors_;
};

TEST_F(NumberCommands, NumbersArePrintedWithPlaceAndValue) {
  const std::string text = run([&] { return cmd_numbers({path("F99.txt"), false}); });
  EXPECT_EQ(status_, 0);
  EXPECT_EQ(text, "# 一节\n5:4\t2\t2\n5:6\t1\t1\n5:8\t0\t0\n5:12\t−∞\t-inf\n4 numbers\n");
}

TEST_F(NumberCommands, NumbersAreJsonToo) {
  const std::string text = run([&] { return cmd_numbers({path("F99.txt"), true}); });
  EXPECT_NE(text.find("\"text\": \"−∞\""), std::string::npos) << text;
  EXPECT_NE(text.find("\"value\": \"-inf\""), std::string::npos) << text;
}

TEST_F(NumberCommands, AMissingFileIsOneLine) {
  run([&] { return cmd_numbers({path("F98.txt"), false}); });
  EXPECT_EQ(status_, 2);
  EXPECT_EQ(errors_, "galley: " + path("F98.txt") + ": cannot be read\n");
}

TEST_F(NumberCommands, AnotherEncodingIsRefusedWithItsLine) {
  write("F99.txt", "one\ntwo \xB5 3\n");
  run([&] { return cmd_numbers({path("F99.txt"), true}); });
  EXPECT_EQ(status_, 2);
  EXPECT_EQ(errors_, "galley: " + path("F99.txt") + ":2: not UTF-8\n");
}

TEST_F(NumberCommands, AProposalLoads) {
  EXPECT_EQ(load_fixture(path("fixtures/F99.json")).sections.size(), 2u);
  run([&] { return cmd_propose({path("F99.txt"), path("fixtures/F98.json")}); });
  EXPECT_EQ(status_, 2);
}

TEST_F(NumberCommands, NoDriftIsStatusZero) {
  EXPECT_EQ(drift(), "F99: sections: 2 unchanged\n");
  EXPECT_EQ(status_, 0);
}

TEST_F(NumberCommands, DriftNamesNumberFigureAndClaims) {
  write("F99.txt", "题\n\n一节\n\n分数[2,1,5]，界−∞。\n");
  const std::string text = drift();
  EXPECT_EQ(status_, 1);
  EXPECT_NE(text.find("5:8  0 → 5  list1[2]  read by ClaimOf_list1"), std::string::npos) << text;
}

TEST_F(NumberCommands, DriftGoesOnAfterABrokenFixture) {
  write("fixtures/F00.json", "{");
  EXPECT_NE(drift().find("F99: sections"), std::string::npos);
  EXPECT_EQ(status_, 2);
  EXPECT_NE(errors_.find("F00.json:1:"), std::string::npos) << errors_;
}

}  // namespace
}  // namespace galley
