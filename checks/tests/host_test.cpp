// The host's words on random input, against loops that are written here.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace galley
