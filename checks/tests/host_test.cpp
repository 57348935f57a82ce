// The host's words on random input, against loops that are written here.
#include <gtest/gtest.h>

#include <cmath>

#include <filesystem>
#include <random>

#include "checks/ops.h"

namespace galley {
namespace {

struct Host : testing::Test {
  const Ops on{Precision::f64};
  std::mt19937_64 random{20260102};
  std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
  }
  std::vector<std::int64_t> few() {
    std::vector<std::int64_t> ids(static_cast<std::size_t>(1 + below(4)));
    for (std::int64_t& id : ids) id = below(2);
    return ids;
  }
};

TEST_F(Host, FindsTheLongestPrefixOfTheSameModel) {
  for (int i = 0; i < 2000; ++i) {
    std::vector<CacheKey> kept;
    for (std::int64_t k = below(5); k > 0; --k) kept.push_back({below(2) == 0 ? "a" : "b", few()});
    const CacheKey wanted{"a", few()};
    std::int64_t longest = 0;
    for (const CacheKey& key : kept) {
      std::vector<std::int64_t> start = wanted.prefix;
      if (key.prefix.size() <= start.size()) start.resize(key.prefix.size());
      if (key.model == "a" && key.prefix == start) longest = std::max(longest, std::ssize(start));
    }
    const std::int64_t found = on.find_kept(kept, wanted);
    ASSERT_EQ(found >= 0, longest > 0);
    if (found < 0) continue;
    const CacheKey& key = kept[static_cast<std::size_t>(found)];
    EXPECT_EQ(key.model, "a");
    EXPECT_EQ(std::ssize(key.prefix), longest);
  }
}

TEST_F(Host, StoreHoldsTheNewest) {
  SessionStore store{3, {}};
  for (int i = 0; i < 10; ++i) on.remember(store, i % 2, {"user", std::to_string(i)});
  ASSERT_EQ(on.recall(store, 1).size(), 3U);
  EXPECT_EQ(on.recall(store, 1).front().text, "5");
  EXPECT_EQ(on.recall(store, 0).back().text, "8");
}

TEST_F(Host, FilesAreRealAndTheFolderGoes) {
  std::string path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    std::string bytes("\0\xFF\r\n", 4);
    on.write_file(folder.file("a"), bytes);
    EXPECT_EQ(on.read_file(folder.file("a")), bytes);
    EXPECT_THROW(on.read_file(folder.file("b")), Misuse);
    EXPECT_THROW(on.write_file(folder.file("no/such/folder"), ""), Misuse);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(Host, NothingOutsideTheFolderIsTouched) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const TemporaryFolder outside;
  on.write_file(folder.file("in"), "1");
  on.write_file(outside.file("out"), "2");
  fs::create_directory(folder.file("sub"));
  fs::create_symlink(outside.path(), folder.file("link"));
  fs::create_symlink(outside.file("out"), folder.file("sub/file_link"));
  // A folder beside it whose name begins with the same letters.
  const std::string twin = folder.path() + "x";
  fs::create_directory(twin);
  on.write_file(twin + "/out", "3");
  const Permissions both{folder.path(), {"read_file", "write_file"}};
  const Permissions reading{folder.path(), {"read_file"}};
  const auto refuses = [&](const std::string& tool, const std::string& path, const Permissions& allowed) {
    const ToolRequest request{tool, path, "changed"};
    const ToolResult result = on.act(request, allowed);
    EXPECT_EQ(result.done, on.reason_to_refuse(request, allowed).empty()) << path;
    return !result.done;
  };
  for (const std::string& path : std::vector<std::string>{
           "../" + fs::path(outside.path()).filename().string() + "/out", outside.file("out"), "link/out",
           "sub/file_link", "sub/../../" + fs::path(twin).filename().string() + "/out", "..",
           twin + "/out"}) {
    EXPECT_TRUE(refuses("read_file", path, both)) << path;
    EXPECT_TRUE(refuses("write_file", path, both)) << path;
  }
  EXPECT_TRUE(refuses("write_file", "in", reading)) << "a tool that is not permitted";
  EXPECT_TRUE(refuses("remove_file", "in", both)) << "a tool that is not there";
  EXPECT_EQ(on.read_file(outside.file("out")), "2");
  EXPECT_EQ(on.read_file(twin + "/out"), "3");
  EXPECT_FALSE(refuses("read_file", "sub/../in", both)) << "a roundabout way that stays inside";
  EXPECT_FALSE(refuses("write_file", "sub/new", both));
  EXPECT_EQ(on.read_file(folder.file("sub/new")), "changed");
  fs::remove_all(twin);
}

TEST_F(Host, RequestsAreReadFromTheFirstWord) {
  EXPECT_EQ(on.parse_request("read_file a.txt").tool, "read_file");
  EXPECT_EQ(on.parse_request("read_file a.txt").path, "a.txt");
  EXPECT_EQ(on.parse_request("write_file a.txt some text").text, "some text");
  EXPECT_EQ(on.parse_request("I would read_file a.txt").tool, "");
  EXPECT_EQ(on.parse_request("").tool, "");
}

TEST_F(Host, JsonIsOneWholeValue) {
  for (const char* whole : {"{}", "[1, 2]", "3", "\"a\"", " {\"a\": [true, null]} "}) {
    EXPECT_TRUE(on.parses_as_json(whole)) << whole;
  }
  for (const char* broken : {"", "{", "[1,]", "{} {}", "{'a': 1}", "nul", "{\"a\": 1"}) {
    EXPECT_FALSE(on.parses_as_json(broken)) << broken;
  }
}

TEST_F(Host, FingerprintsChangeWithAnyBit) {
  const Tensor a({2, 2}, {1, 2, 3, 4});
  const std::string name = on.fingerprint({a});
  EXPECT_EQ(name.size(), 16U);
  EXPECT_EQ(on.fingerprint({Tensor({2, 2}, {1, 2, 3, 4})}), name);
  EXPECT_NE(on.fingerprint({Tensor({2, 2}, {1, 2, 3, std::nextafter(4.0, 5.0)})}), name);
  EXPECT_NE(on.fingerprint({Tensor({4}, {1, 2, 3, 4})}), name) << "the shape is part of it";
  EXPECT_NE(on.fingerprint({Tensor({1, 2}, {1, 2}), Tensor({1, 2}, {3, 4})}), name);
}

TEST_F(Host, FactsOfAChangeAreThree) {
  const TemporaryFolder folder;
  on.write_file(folder.file("f"), "before");
  EXPECT_FALSE(on.file_changed(folder.file("f"), "before"));
  on.write_file(folder.file("f"), "after");
  EXPECT_TRUE(on.file_changed(folder.file("f"), "before"));
  for (const bool changed : {false, true}) {
    for (const bool passes : {false, true}) {
      EXPECT_EQ(on.task_done(Stop::length, {true, changed, passes}), changed && passes);
      EXPECT_EQ(on.task_done(Stop::end_token, {false, changed, passes}), changed && passes);
    }
  }
  EXPECT_TRUE(on.is_final_answer(Stop::end_token, "done"));
  EXPECT_FALSE(on.is_final_answer(Stop::end_token, "read_file a"));
  EXPECT_FALSE(on.is_final_answer(Stop::length, "done"));
  EXPECT_FALSE(on.is_final_answer(Stop::cancelled, "done"));
}

TEST_F(Host, ATaskPassesThroughTools) {
  const TemporaryFolder folder;
  on.write_file(folder.file("f"), "x + 1");
  const Permissions both{folder.path(), {"read_file", "write_file"}};
  const std::vector<Message> request = {{"user", "explain f"}};
  EXPECT_FALSE(on.model_output(request).empty());
  const Transcript told = on.run_task(request, both);
  EXPECT_EQ(on.trace_of(told), "user assistant tool assistant");
  EXPECT_FALSE(told.answer.empty());
  // With the file at hand no tool is asked for.
  const Transcript at_hand = on.run_task({on.attach_file(folder.file("f")), {"user", "explain f"}}, both);
  EXPECT_EQ(on.trace_of(at_hand), "attachment user assistant");
  EXPECT_EQ(at_hand.answer, told.answer);
  EXPECT_EQ(on.cancel_task(request, both, 1).answer, "");
  EXPECT_EQ(on.trace_of(on.cancel_task(request, both, 1)), "user assistant tool");
}

TEST_F(Host, WhatIsSaidAndWhatIsSo) {
  const TemporaryFolder folder;
  on.write_file(folder.file("f"), "x * 2");
  EXPECT_EQ(on.apply_rule("x * 2", 3), 6);
  EXPECT_EQ(on.apply_rule("x + 2", 3), 5);
  EXPECT_THROW(on.apply_rule("x - 2", 3), Misuse);
  EXPECT_TRUE(on.passes_test(folder.file("f"), 3, 6));
  EXPECT_FALSE(on.passes_test(folder.file("f"), 3, 5));
  EXPECT_TRUE(on.says_changed("changed f"));
  EXPECT_FALSE(on.says_changed("I have not changed f"));
  const ChangeFacts facts = on.facts_of_change("changed f", folder.file("f"), "x * 2", 3, 6);
  EXPECT_TRUE(facts.said && !facts.changed && facts.passes);
}

TEST_F(Host, SessionsAreApart) {
  SessionStore store{4, {}};
  on.ask(store, 1, "my name is Ada");
  EXPECT_EQ(on.ask(store, 1, "what is my name?"), "Ada");
  EXPECT_EQ(on.ask(store, 2, "what is my name?"), "unknown");
  EXPECT_EQ(on.ask(store, 1, "what is my name?"), "Ada") << "the fourth newest message still says so";
}

}  // namespace
}  // namespace galley
