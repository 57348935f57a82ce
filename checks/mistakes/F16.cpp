#include <algorithm>

#include "checks/claim.h"

namespace galley::F16 {
namespace {

struct MissesTheOffset : Ops {
  using Ops::Ops;
  Mask causal_mask(std::int64_t queries, std::int64_t keys) const override {
    std::vector<std::uint8_t> may_read;
    for (std::int64_t i = 0; i < queries; ++i) {
      for (std::int64_t j = 0; j < keys; ++j) may_read.push_back(j <= i);
    }
    return Mask({queries, keys}, std::move(may_read));
  }
};
MISTAKE(F16, MissesTheOffset, "带缓存时掩码仍从左上角数起，忘了已有的位置",
        "counts the mask of a cached step from the top left, without the positions already there");

struct NoMaskInAChunk : Ops {
  using Ops::Ops;
  Mask causal_mask(std::int64_t queries, std::int64_t keys) const override {
    return queries < keys ? Mask::full({queries, keys}, 1) : Ops::causal_mask(queries, keys);
  }
};
MISTAKE(F16, NoMaskInAChunk, "以为有缓存就不用掩码，一批新Token互相都读得到",
        "takes a cached step to need no mask, so that new tokens read each other both ways");

struct NoMaskInThePrefill : Ops {
  using Ops::Ops;
  Mask causal_mask(std::int64_t queries, std::int64_t keys) const override {
    return queries == keys ? Mask::full({queries, keys}, 1) : Ops::causal_mask(queries, keys);
  }
};
MISTAKE(F16, NoMaskInThePrefill, "预填时不加掩码，反正以后一个一个来",
        "leaves the mask out of the prefill, since tokens come singly later");

struct NewRowsFirst : Ops {
  using Ops::Ops;
  Tensor append_rows(const Tensor& cached, const Tensor& rows) const override {
    return cached.size() == 0 ? Ops::append_rows(cached, rows) : concat(rows, cached, 1);
  }
};
MISTAKE(F16, NewRowsFirst, "把新的键和值放在旧的前面", "puts new keys and values before the cached ones");

struct RowsReversed : Ops {
  using Ops::Ops;
  Tensor append_rows(const Tensor& cached, const Tensor& rows) const override {
    if (cached.size() == 0) return Ops::append_rows(cached, rows);
    Tensor turned = slice(cached, 1, cached.length(1) - 1, cached.length(1));
    for (std::int64_t t = cached.length(1) - 2; t >= 0; --t)
      turned = concat(turned, slice(cached, 1, t, t + 1), 1);
    return concat(turned, rows, 1);
  }
};
MISTAKE(F16, RowsReversed, "旧的行倒着放；只要后面都读得到，输出看不出来",
        "keeps the old rows the other way round, which no output shows as long as all of them may be read");

struct KeepsQueriesToo : Ops {
  using Ops::Ops;
  std::int64_t cache_bytes(const KvCache& cache, std::int64_t bytes_each) const override {
    std::int64_t queries = 0;
    for (const LayerCache& layer : cache) queries += layer.k.size();
    return Ops::cache_bytes(cache, bytes_each) + queries * bytes_each;
  }
};
MISTAKE(F16, KeepsQueriesToo, "把Q也算进缓存", "counts the queries as cached too");

struct CountsOneLayer : Ops {
  using Ops::Ops;
  std::int64_t cache_bytes(const KvCache& cache, std::int64_t bytes_each) const override {
    return Ops::cache_bytes({cache.front()}, bytes_each);
  }
};
MISTAKE(F16, CountsOneLayer, "只算一层的缓存", "counts the cache of one layer only");

struct ValuesFromKeys : Ops {
  using Ops::Ops;
  Tensor multi_head_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Mask& may_read,
                              std::int64_t heads, const Tensor& wo, Trace& trace) const override {
    const bool rebuilt = k.shape() == v.shape() && q.length(1) < k.length(1);
    return Ops::multi_head_attention(q, k, rebuilt ? k : v, may_read, heads, wo, trace);
  }
};
MISTAKE(F16, ValuesFromKeys, "只存键，用到值时拿键顶替",
        "keeps the keys only and takes them for the values as well");

struct RecomputesAll : Ops {
  using Ops::Ops;
  std::int64_t step_products(const Model& model, std::int64_t fresh, std::int64_t cached) const override {
    return Ops::step_products(model, fresh + cached, 0);
  }
};
MISTAKE(F16, RecomputesAll, "每来一个Token就把整句重算一遍",
        "computes the whole sentence anew for each token");

struct OldKeysCostNothing : Ops {
  using Ops::Ops;
  std::int64_t step_products(const Model& model, std::int64_t fresh, std::int64_t) const override {
    return Ops::step_products(model, fresh, 0);
  }
};
MISTAKE(F16, OldKeysCostNothing, "以为有了缓存，读旧的键不用计算",
        "thinks that reading cached keys costs nothing");

struct ReusesUnderTwoWayAttention : Ops {
  using Ops::Ops;
  bool old_rows_stay(const Mask&, std::int64_t) const override { return true; }
};
MISTAKE(F16, ReusesUnderTwoWayAttention, "前后都能读时也照样沿用旧的行",
        "uses old rows again where they could read what comes later");

struct KeyedByLastToken : Ops {
  using Ops::Ops;
  std::int64_t reusable_prefix(const Ids& cached, const Ids& ids) const override {
    const bool same_end = cached.values().back() == ids.values().back();
    return same_end ? std::min(cached.size(), ids.size()) : Ops::reusable_prefix(cached, ids);
  }
};
MISTAKE(F16, KeyedByLastToken, "最后一个Token相同，就当作同一份缓存",
        "takes two caches for one because they end in the same token");

struct IgnoresTheEdit : Ops {
  using Ops::Ops;
  std::int64_t reusable_prefix(const Ids& cached, const Ids& ids) const override {
    const std::vector<std::int64_t> old = cached.values();
    const std::vector<std::int64_t> now = ids.values();
    std::int64_t same = 0;
    for (std::size_t i = 0; i < std::min(old.size(), now.size()); ++i) same += old[i] == now[i];
    return same;
  }
};
MISTAKE(F16, IgnoresTheEdit, "数有几个位置相同，改动之后的也算在内",
        "counts equal places, those behind an edit too");

struct StartsPositionsAgain : Ops {
  using Ops::Ops;
  Tensor rope_step(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& positions, double base,
                   const Mask& may_read, LayerCache& cache) const override {
    return Ops::rope_step(q, k, v, positions_from(0, positions.size()), base, may_read, cache);
  }
};
MISTAKE(F16, StartsPositionsAgain, "每一步都从位置0数起", "starts at position 0 again in each step");

struct BranchesWriteOneCache : Ops {
  using Ops::Ops;
  KvCache fork_cache(const KvCache& cache) const override { return cache; }
};
MISTAKE(F16, BranchesWriteOneCache, "分叉时只抄了描述，两支写进同一处",
        "forks a cache without copying its rows, so that both branches write one");

struct LeavesAHole : Ops {
  using Ops::Ops;
  KvCache cut_back(const KvCache& cache, std::int64_t positions) const override {
    KvCache kept = fork_cache(cache);
    for (LayerCache& layer : kept) {
      for (Tensor* rows : {&layer.k, &layer.v}) {
        Tensor gone = slice(*rows, 1, positions, rows->length(1));
        write(gone, scalar(0));
      }
    }
    return kept;
  }
};
MISTAKE(F16, LeavesAHole, "截断时只把后面的行清零，位置还占着",
        "cuts back by zeroing the rows, which leaves them there to be read");

struct CutsOffTheOldest : Ops {
  using Ops::Ops;
  KvCache cut_back(const KvCache& cache, std::int64_t positions) const override {
    return keep_newest(cache, positions);
  }
};
MISTAKE(F16, CutsOffTheOldest, "截断时丢的是最旧的行", "cuts back by dropping the oldest rows");

struct CutsOneLayer : Ops {
  using Ops::Ops;
  KvCache cut_back(const KvCache& cache, std::int64_t positions) const override {
    KvCache kept = cache;
    kept[0] = Ops::cut_back(cache, positions)[0];
    return kept;
  }
};
MISTAKE(F16, CutsOneLayer, "只截断第0层", "cuts layer 0 back and no other");

struct WindowKeepsTheOldest : Ops {
  using Ops::Ops;
  KvCache keep_newest(const KvCache& cache, std::int64_t positions) const override {
    return cut_back(cache, positions);
  }
};
MISTAKE(F16, WindowKeepsTheOldest, "滑动窗口留下的是最旧的行", "keeps the oldest rows in a sliding window");

struct ReadsTheWholeRoom : Ops {
  using Ops::Ops;
  Mask slot_mask(std::int64_t queries, std::int64_t, std::int64_t slots) const override {
    return Mask::full({queries, slots}, 1);
  }
};
MISTAKE(F16, ReadsTheWholeRoom, "预留的位置不管写没写都去读，上一位用户的行也在里面",
        "reads all of the reserved room, written or not, another user's rows too");

struct WritesOneSlotTooFar : Ops {
  using Ops::Ops;
  std::int64_t fill_slots(LayerCache& room, std::int64_t used, const Tensor& k,
                          const Tensor& v) const override {
    return Ops::fill_slots(room, used == 0 ? 0 : used + 1, k, v);
  }
};
MISTAKE(F16, WritesOneSlotTooFar, "写到下一格去了，中间空出一格",
        "writes one slot too far and leaves one unwritten between");

}  // namespace
}  // namespace galley::F16
