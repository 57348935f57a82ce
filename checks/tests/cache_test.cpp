// What is kept between two steps, against the second route; caching and cutting back as properties.
#include <gtest/gtest.h>

#include "checks/ops.h"
#include "checks/second/second.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 60;
const Ops on;

KvCache random_cache(Chance& chance) {
  const std::int64_t positions = chance.between(1, 6);
  const std::int64_t batch = chance.between(1, 2);
  KvCache cache;
  for (std::int64_t l = chance.between(1, 3); l > 0; --l) {
    cache.push_back({chance.scattered(chance.tensor({batch, positions, chance.between(1, 4)})),
                     chance.scattered(chance.tensor({batch, positions, chance.between(1, 4)}))});
  }
  return cache;
}

void expect_same(const KvCache& got, const KvCache& want) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t l = 0; l < got.size(); ++l) {
    EXPECT_AGREE(got[l].k, want[l].k, 0);
    EXPECT_AGREE(got[l].v, want[l].v, 0);
  }
}

TEST(Cache, CuttingWindowsAndForksAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const KvCache cache = random_cache(chance);
    const std::int64_t all = on.cached_positions(cache);
    const std::int64_t some = chance.between(0, all);
    expect_same(on.cut_back(cache, some), second::cut_back(cache, some));
    expect_same(on.keep_newest(cache, some), second::keep_newest(cache, some));
    expect_same(on.fork_cache(cache), second::fork_cache(cache));
    EXPECT_EQ(on.cache_bytes(cache, 2), second::cache_bytes(cache, 2));
    EXPECT_THROW(on.cut_back(cache, all + 1), Misuse);
    EXPECT_THROW(on.keep_newest(cache, -1), Misuse);
    KvCache joined = on.cut_back(cache, some);
    const KvCache rest = on.keep_newest(cache, all - some);
    for (std::size_t l = 0; l < joined.size(); ++l) {
      joined[l].k = on.append_rows(joined[l].k, rest[l].k);
      joined[l].v = on.append_rows(joined[l].v, rest[l].v);
    }
    expect_same(joined, cache);
  }
}

TEST(Cache, NoCopyWritesIntoTheOriginal) {
  Chance chance = Chance::of_test();
  const KvCache cache = random_cache(chance);
  const std::int64_t all = on.cached_positions(cache);
  for (const KvCache& copy : {on.fork_cache(cache), on.cut_back(cache, all), on.keep_newest(cache, all)}) {
    EXPECT_FALSE(copy[0].k.shares_storage_with(cache[0].k));
    EXPECT_FALSE(copy[0].v.shares_storage_with(cache[0].v));
  }
}

TEST(Cache, PrefixesAndMasksAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Ids old = chance.ids({chance.between(1, 6)}, 2);
    const Ids now = chance.ids({chance.between(1, 6)}, 2);
    EXPECT_EQ(on.reusable_prefix(old, now), second::reusable_prefix(old, now));
    EXPECT_EQ(on.reusable_prefix(old, now), on.reusable_prefix(now, old));
    const std::int64_t length = chance.between(1, 5);
    const Mask mask = chance.mask({length, length});
    const std::int64_t kept = chance.between(0, length);
    EXPECT_EQ(on.old_rows_stay(mask, kept), second::old_rows_stay(mask, kept));
    const std::int64_t slots = chance.between(1, 6);
    const std::int64_t used = chance.between(1, slots);
    const std::int64_t queries = chance.between(1, used);
    EXPECT_AGREE(on.slot_mask(queries, used, slots), second::slot_mask(queries, used, slots));
  }
}

TEST(Cache, RoomIsFilledInPlace) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const std::int64_t batch = chance.between(1, 2);
    const std::int64_t slots = chance.between(2, 6);
    const std::int64_t used = chance.between(0, slots - 1);
    const std::int64_t fresh = chance.between(1, slots - used);
    LayerCache room{chance.tensor({batch, slots, 2}), chance.tensor({batch, slots, 3})};
    LayerCache other{on.contiguous(room.k), on.contiguous(room.v)};
    const Tensor k = chance.tensor({batch, fresh, 2});
    const Tensor v = chance.tensor({batch, fresh, 3});
    EXPECT_EQ(on.fill_slots(room, used, k, v), second::fill_slots(other, used, k, v));
    EXPECT_AGREE(room.k, other.k, 0);
    EXPECT_AGREE(room.v, other.v, 0);
    EXPECT_THROW(on.fill_slots(room, slots - fresh + 1, k, v), Misuse);
  }
}

}  // namespace
}  // namespace galley
