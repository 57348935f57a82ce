#include <cmath>

#include "checks/lesson.h"
#include "checks/models.h"

LESSON(F16, "KV Cache从零解释：为什么可以少算，又记住了什么",
       "The KV cache: why less is computed, and what is kept");

SECTION("少算，结果不变", "Less computed, the same result");

/// However a sentence is cut into steps, over one layer or three: each step gives the rows of the whole.
CLAIM(F16, StepsEqualTheWhole, "无论怎样分段、几层几头，带缓存逐段算都等于整句重算",
      "however it is cut, over any layers and heads, steps with a cache equal the whole computed anew") {
  const std::vector<std::vector<Ids>> cuts = {{ids({3, 1, 6}), ids({2, 5})},
                                              {ids({3}), ids({1}), ids({6, 2, 5})}};
  const std::vector<ModelSizes> sizes = {{.layers = 1, .heads = 1}, {.layers = 3, .heads = 2}};
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    const Model model = random_model(page, sizes[c]);
    const std::int64_t top = static_cast<std::int64_t>(model.layers.size()) - 1;
    Trace whole;
    second::forward(model, ids_table({{3, 1, 6, 2, 5}}), second::causal_mask(5, 5), whole);
    KvCache cache;
    for (const Ids& step : cuts[c]) {
      const std::int64_t from = on.cached_positions(cache);
      Trace trace;
      on.next_logits(model, step, cache, trace);
      const Tensor want = second::slice(whole.at("residual2", top), 1, from, from + step.size());
      EXPECT_CLOSE(trace.at("residual2", top), want, within(1e-12, "rounding along up to three layers"));
    }
    EXPECT_EXACTLY(on.cached_positions(cache), 5);
  }
}

/// One new query sees neither mask nor order. Two show both: the first of them must not read the second.
CLAIM(F16, MaskStartsBehindTheCache, "两个新查询、三个旧位置：掩码从旧位置之后数起",
      "two new queries behind three cached positions: the mask starts behind those") {
  EXPECT_EXACTLY(on.causal_mask(2, 5), mask_table({{1, 1, 1, 1, 0}, {1, 1, 1, 1, 1}}));
  EXPECT_EXACTLY(on.causal_mask(1, 4), mask_table({{1, 1, 1, 1}}));
  EXPECT_EXACTLY(on.causal_mask(3, 3), mask_table({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}));
}

/// Attention sums over a set: old rows in another order give the same output. Only the rows themselves tell.
CLAIM(F16, RowsLieInReadingOrder, "缓存里的行按读入的先后排列；顺序错了，输出未必看得出来",
      "the cached rows lie in the order of reading; in another order the output need not show it") {
  const Tensor joined = on.append_rows(Tensor({1, 1, 2}, {1, 2}), Tensor({1, 2, 2}, {3, 4, 5, 6}));
  EXPECT_EXACTLY(joined, Tensor({1, 3, 2}, {1, 2, 3, 4, 5, 6}));
  const Model model = random_model(page, {});
  KvCache cache;
  Trace trace, whole;
  for (const Ids& step : {ids({3, 1, 6}), ids({2, 5})}) on.next_logits(model, step, cache, trace);
  second::forward(model, ids_table({{3, 1, 6, 2, 5}}), second::causal_mask(5, 5), whole);
  for (std::int64_t l = 0; l < 2; ++l) {
    const LayerCache& kept = cache.at(static_cast<std::size_t>(l));
    EXPECT_CLOSE(kept.k, whole.at("K", l), within(1e-12, "rounding along two layers"));
    EXPECT_CLOSE(kept.v, whole.at("V", l), within(1e-12, "rounding along two layers"));
  }
  page.show("keys of layer 1", on.select(cache.at(1).k, 0, 0));
}

SECTION("留下什么", "What is kept");

/// Keys and values, for each layer and position. Queries have done their work when their row is computed.
CLAIM(F16, KeysAndValuesOfEachLayer, "每层每个已处理的位置留下K和V，不留Q，字节数按此相乘",
      "each layer keeps K and V of each position and no Q; the bytes are their product") {
  const ModelSizes s;
  const Model model = random_model(page, s);
  KvCache cache;
  Trace trace;
  for (const Ids& step : {ids({3, 1, 6, 2}), ids({5})}) {
    on.next_logits(model, step, cache, trace);
    EXPECT_EXACTLY(static_cast<std::int64_t>(cache.size()), s.layers);
    for (const LayerCache& layer : cache) {
      EXPECT_EXACTLY(layer.k.shape(), Shape{1, on.cached_positions(cache), s.heads * s.key_width});
      EXPECT_EXACTLY(layer.v.shape(), Shape{1, on.cached_positions(cache), s.heads * s.value_width});
    }
    const std::int64_t numbers =
        on.cached_positions(cache) * s.layers * s.heads * (s.key_width + s.value_width);
    EXPECT_EXACTLY(on.cache_bytes(cache, 2), 2 * numbers);
  }
  EXPECT_EXACTLY(on.split_heads(cache.at(1).k, s.heads), second::split_heads(cache.at(1).k, s.heads));
}

/// Keys and values are two projections; one cannot stand in for the other, though the shapes may be the same.
CLAIM(F16, ValuesAreKeptToo, "V不能由K顶替：形状相同，内容不同",
      "V cannot be made of K: the same shape, other contents") {
  const Model model = random_model(page, {.key_width = 2, .value_width = 2});
  KvCache cache;
  Trace trace, whole;
  on.next_logits(model, ids({3, 1, 6}), cache, trace);
  const Tensor logits = on.next_logits(model, ids({2}), cache, trace);
  EXPECT_EXACTLY(cache.at(0).k.shape(), cache.at(0).v.shape());
  EXPECT_DIFFERS(cache.at(0).k, cache.at(0).v, within(0.1, "two projections"));
  const Tensor want = second::forward(model, ids_table({{3, 1, 6, 2}}), second::causal_mask(4, 4), whole);
  EXPECT_CLOSE(logits, second::select(second::select(want, 0, 0), 0, 3),
               within(1e-12, "rounding along two layers"));
}

/// The cache is neither memory nor parameters: without it the same result costs more.
CLAIM(F16, DroppingItChangesTheCostOnly, "丢掉缓存再整段读一遍，结果相同，只是多算",
      "with the cache dropped and all read again the result is the same, only the cost is higher") {
  const Model model = random_model(page, {});
  KvCache cache, fresh;
  Trace trace;
  on.next_logits(model, ids({3, 1, 6}), cache, trace);
  const Tensor with_cache = on.next_logits(model, ids({2, 5}), cache, trace);
  const Tensor without = on.next_logits(model, ids({3, 1, 6, 2, 5}), fresh, trace);
  EXPECT_CLOSE(with_cache, without, within(1e-12, "rounding along two layers"));
  const std::int64_t saved = on.step_products(model, 5, 0) - on.step_products(model, 2, 3);
  EXPECT_EXACTLY(saved, second::step_products(model, 5, 0) - second::step_products(model, 2, 3));
  EXPECT_EXACTLY(saved > 0, true);
}

SECTION("省下多少", "How much is saved");

/// Multiply-adds of all matrix products, counted one by one; masked places of the score table are counted
/// too.
CLAIM(F16, OneTokenCostsALine, "有缓存，一个新Token的乘加数随长度直线增长；整句重算按平方增长",
      "with a cache a token's multiply-adds grow along a line with the length; all anew they grow with its "
      "square") {
  const Model model = random_model(page, {});
  for (const std::int64_t length : {1, 7, 20}) {
    const auto step = [&](std::int64_t cached) { return on.step_products(model, 1, cached); };
    const auto anew = [&](std::int64_t all) { return on.step_products(model, all, 0); };
    EXPECT_EXACTLY(step(length), second::step_products(model, 1, length));
    EXPECT_EXACTLY(step(length + 2) - 2 * step(length + 1) + step(length), 0);
    const std::int64_t bend = anew(length + 2) - 2 * anew(length + 1) + anew(length);
    EXPECT_EXACTLY(bend, 2 * 2 * 3 * (4 + 2));  // layers × heads × (d_k + d_v), twice
  }
}

/// Summed over a sentence, the steps save exactly the masked half of the score tables and nothing else.
CLAIM(F16, StepsSaveTheMaskedHalf, "整句逐个算的总数，只比一次算全少了被掩的那一半",
      "one token at a time a sentence costs what it costs at once, less the masked half") {
  const Model model = random_model(page, {});
  std::int64_t one_by_one = 0;
  for (std::int64_t cached = 0; cached < 12; ++cached) one_by_one += on.step_products(model, 1, cached);
  const std::int64_t masked_pairs = 12 * 11 / 2;
  EXPECT_EXACTLY(on.step_products(model, 12, 0) - one_by_one, masked_pairs * 2 * 3 * (4 + 2));
  EXPECT_EXACTLY(on.step_products(model, 12, 0), second::step_products(model, 12, 0));
}

SECTION("凭什么可以", "Why it is allowed");

/// Under the causal mask nothing that comes later reaches an old row: what is kept stays right.
CLAIM(F16, OldRowsStayUnderTheCausalMask, "因果掩码下，后来的Token改不动前面任何一层的行",
      "under the causal mask no later token moves an old row, in any layer") {
  const Model model = random_model(page, {});
  Trace longer, shorter, again;
  const Tensor five = on.forward(model, ids_table({{3, 1, 6, 2, 5}}), on.causal_mask(5, 5), longer);
  const Tensor three = on.forward(model, ids_table({{3, 1, 6}}), on.causal_mask(3, 3), shorter);
  EXPECT_CLOSE(on.slice(five, 1, 0, 3), three, within(1e-12, "sums of other lengths"));
  EXPECT_CLOSE(five, second::readout(model, longer.at("residual2", 1), again), within(1e-12, "one product"));
  for (const std::int64_t layer : {0, 1}) {
    const Tensor old = on.slice(longer.at("residual2", layer), 1, 0, 3);
    EXPECT_CLOSE(old, shorter.at("residual2", layer), within(1e-12, "sums of other lengths"));
  }
  EXPECT_EXACTLY(on.old_rows_stay(on.causal_mask(5, 5), 3), true);
  // Two positions that read each other may be kept together, and not one without the other.
  const Mask block = mask_table({{1, 0, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}});
  EXPECT_EXACTLY(on.old_rows_stay(block, 1), true);
  EXPECT_EXACTLY(on.old_rows_stay(block, 2), false);
  EXPECT_EXACTLY(on.old_rows_stay(block, 3), true);
}

/// Read both ways, old rows change when a token comes. In the first layer their keys do not: there, by luck,
/// reuse is right.
CLAIM(F16, TwoWayAttentionForbidsIt, "前后都能读时旧的行会变：第一层碰巧还对，第二层就错了",
      "read both ways old rows change: the first layer is right by luck, the second is wrong") {
  const Model model = random_model(page, {});
  Trace prefill, step, whole;
  KvCache cache, nothing_yet;
  const Tensor x = on.unsqueeze(on.embed(model.embedding, ids({3, 1, 6, 2, 5, 4})), 0);
  on.run_layers(model, on.slice(x, 1, 0, 5), Mask::full({5, 5}, 1), cache, prefill);
  on.run_layers(model, on.slice(x, 1, 5, 6), Mask::full({1, 6}, 1), cache, step);
  second::run_layers(model, x, Mask::full({6, 6}, 1), nothing_yet, whole);
  const auto newest = [&](std::int64_t layer) {
    return second::slice(whole.at("residual2", layer), 1, 5, 6);
  };
  EXPECT_CLOSE(step.at("residual2", 0), newest(0), within(1e-12, "rounding in one layer"));
  EXPECT_DIFFERS(step.at("residual2", 1), newest(1),
                 within(0.01, "the second layer reads rows that have changed"));
  EXPECT_EXACTLY(on.old_rows_stay(Mask::full({6, 6}, 1), 5), false);
}
NOTE("",
     "单层模型里，双向注意力沿用旧缓存也得到正确结果；要说清“从第二层起才错”，否则单层的例子会反驳这句话。",
     "In a model of one layer reuse under two-way attention gives the right result: it goes wrong from the "
     "second on.",
     TwoWayAttentionForbidsIt);

SECTION("什么时候作废", "When it no longer holds");

/// Rows are computed with weights: under other weights they are another model's rows.
CLAIM(F16, OtherParametersNeedAnotherCache, "参数换了，旧缓存就不能用，要重算",
      "under other parameters the old cache is wrong and must be computed anew") {
  const Model model = random_model(page, {});
  Model tuned = model;
  tuned.layers[0].wk = on.multiply(model.layers[0].wk, scalar(1.5));
  KvCache old, fresh;
  Trace trace, whole;
  on.next_logits(model, ids({3, 1, 6}), old, trace);
  on.next_logits(tuned, ids({3, 1, 6}), fresh, trace);
  const Tensor want = second::forward(tuned, ids_table({{3, 1, 6, 2, 5}}), second::causal_mask(5, 5), whole);
  const Tensor right = second::select(second::select(want, 0, 0), 0, 4);
  EXPECT_CLOSE(on.next_logits(tuned, ids({2, 5}), fresh, trace), right,
               within(1e-12, "rounding along two layers"));
  EXPECT_DIFFERS(on.next_logits(tuned, ids({2, 5}), old, trace), right,
                 within(1e-3, "keys of the old weights"));
}

/// After an edit only what stands before it may be used again.
CLAIM(F16, AnEditEndsThePrefix, "前文改了一个字，只有改动之前的行还能用",
      "after an edit only the rows before it may be used again") {
  const Model model = random_model(page, {});
  const Ids edited = ids({3, 1, 5, 2, 4});
  const std::int64_t same = on.reusable_prefix(ids({3, 1, 6, 2}), edited);
  EXPECT_EXACTLY(same, 2);
  KvCache cache;
  Trace trace, whole;
  on.next_logits(model, ids({3, 1, 6, 2}), cache, trace);
  KvCache kept = on.cut_back(cache, 2);
  const Tensor logits = on.next_logits(model, ids({5, 2, 4}), kept, trace);
  const Tensor want = second::forward(model, Ids({1, 5}, edited.values()), second::causal_mask(5, 5), whole);
  EXPECT_CLOSE(logits, second::select(second::select(want, 0, 0), 0, 4),
               within(1e-12, "rounding along two layers"));
  EXPECT_DIFFERS(on.next_logits(model, ids({4}), cache, trace), logits, within(1e-3, "rows of the old text"));
}

/// Without positions one layer cannot tell the order of what it has read; a second layer can.
CLAIM(F16, AReorderedPrefixShowsInTheSecondLayer, "无位置时，前文调换次序，一层的结果不变，两层就变了",
      "without positions a reordered prefix changes nothing in one layer, and something in two") {
  for (const std::int64_t layers : {1, 2}) {
    const Model model = random_model(page, {.layers = layers});
    const auto logits_after = [&](const Ids& prefix) {
      KvCache cache;
      Trace trace;
      on.next_logits(model, prefix, cache, trace);
      return on.next_logits(model, ids({2}), cache, trace);
    };
    const Tensor one = logits_after(ids({3, 1, 6}));
    const Tensor other = logits_after(ids({6, 3, 1}));
    if (layers == 1) {
      EXPECT_CLOSE(one, other, within(1e-12, "the same sums in another order"));
    } else {
      EXPECT_DIFFERS(one, other, within(1e-3, "the rows themselves have read other rows"));
    }
  }
  EXPECT_EXACTLY(on.reusable_prefix(ids({3, 1, 6}), ids({6, 3, 1})), 0);
  EXPECT_EXACTLY(on.reusable_prefix(ids({3, 1, 6}), ids({3, 6, 6})), 1);
}

/// With rotary positions only distances count: all moved together nothing changes, old against new it does.
CLAIM(F16, PositionsMoveTogetherOrNotAtAll, "旧行与新行的位置一起平移不变；只移一边，结果就变",
      "moved together, positions of old and new rows change nothing; moved apart they do") {
  const Tensor q = page.random({1, 4, 4});
  const Tensor k = page.random({1, 4, 4});
  const Tensor v = page.random({1, 4, 3});
  const auto newest = [&](std::int64_t old_start, std::int64_t new_position) {
    LayerCache cache;
    const auto rows = [&](const Tensor& a, std::int64_t from, std::int64_t to) {
      return on.slice(a, 1, from, to);
    };
    const Ids before = ids({old_start, old_start + 1, old_start + 2});
    on.rope_step(rows(q, 0, 3), rows(k, 0, 3), rows(v, 0, 3), before, 100, on.causal_mask(3, 3), cache);
    return on.rope_step(rows(q, 3, 4), rows(k, 3, 4), rows(v, 3, 4), ids({new_position}), 100,
                        on.causal_mask(1, 4), cache);
  };
  const Ids all = ids({0, 1, 2, 3});
  const Tensor turned =
      second::attention(second::rope(q, all, 100), second::rope(k, all, 100), v, second::causal_mask(4, 4));
  EXPECT_CLOSE(newest(0, 3), second::slice(turned, 1, 3, 4), ulps(64, "angles, two products and a softmax"));
  EXPECT_CLOSE(on.rope(k, all, 100), second::rope(k, all, 100), ulps(16, "two products each"));
  EXPECT_CLOSE(newest(7, 10), newest(0, 3), ulps(256, "other angles, the same differences"));
  EXPECT_DIFFERS(newest(0, 4), newest(0, 3), within(0.01, "one position further from all old rows"));
}

/// The same last token says nothing of what was read before it.
CLAIM(F16, TheSameLastTokenIsNotTheSamePrefix, "“你爱”与“我爱”都以“爱”结尾，缓存却不能换用",
      "你爱 and 我爱 both end in 爱, and their caches are not exchangeable") {
  const Model model = teaching_model(page);
  EXPECT_EXACTLY(on.reusable_prefix(ids({1, 2}), ids({4, 2})), 0);
  EXPECT_EXACTLY(on.reusable_prefix(ids({1, 2}), ids({1, 2, 3})), 2);
  KvCache own, other;
  Trace trace;
  on.next_logits(model, ids({4, 2}), own, trace);
  on.next_logits(model, ids({1, 2}), other, trace);
  EXPECT_CLOSE(on.slice(own.at(0).k, 1, 1, 2), on.slice(other.at(0).k, 1, 1, 2),
               ulps(8, "爱's own row is the same"));
  EXPECT_DIFFERS(on.next_logits(model, ids({3}), own, trace), on.next_logits(model, ids({3}), other, trace),
                 within(0.01, "the rows before it are not"));
}

SECTION("共用、分叉与截断", "Sharing, forking, cutting back");

/// Two continuations of one prefix need its rows once; from the fork on each has its own.
CLAIM(F16, ASharedPrefixForks, "两种续写共用一段前文的行，分叉以后各写各的",
      "two continuations share the rows of their prefix, and write apart from the fork on") {
  LayerCache room{Tensor::full({1, 4, 2}, 0), Tensor::full({1, 4, 2}, 0)};
  const std::int64_t used =
      on.fill_slots(room, 0, Tensor({1, 2, 2}, {1, 2, 3, 4}), Tensor({1, 2, 2}, {9, 8, 7, 6}));
  KvCache left = {room};
  KvCache right = on.fork_cache(left);
  EXPECT_EXACTLY(on.fill_slots(left.at(0), used, Tensor({1, 1, 2}, {5, 6}), Tensor({1, 1, 2}, {7, 8})), 3);
  EXPECT_EXACTLY(on.fill_slots(right.at(0), used, Tensor({1, 1, 2}, {50, 60}), Tensor({1, 1, 2}, {70, 80})),
                 3);
  EXPECT_EXACTLY(on.select(left.at(0).k, 0, 0), table({{1, 2}, {3, 4}, {5, 6}, {0, 0}}));
  EXPECT_EXACTLY(on.select(left.at(0).v, 0, 0), table({{9, 8}, {7, 6}, {7, 8}, {0, 0}}));
  EXPECT_EXACTLY(on.select(right.at(0).k, 0, 0), table({{1, 2}, {3, 4}, {50, 60}, {0, 0}}));
  EXPECT_EXACTLY(on.select(right.at(0).v, 0, 0), table({{9, 8}, {7, 6}, {70, 80}, {0, 0}}));
}

/// Cut back to three positions the cache is that of a fresh prefill of three, in every layer.
CLAIM(F16, CutBackEqualsAFreshPrefill, "截回三个位置，就与只预填这三个完全一样",
      "cut back to three positions it equals a fresh prefill of those three") {
  const Model model = random_model(page, {});
  KvCache cache, fresh;
  Trace trace;
  on.next_logits(model, ids({3, 1, 6, 2, 5}), cache, trace);
  KvCache cut = on.cut_back(cache, 3);
  on.next_logits(model, ids({3, 1, 6}), fresh, trace);
  const auto rounding = within(1e-12, "sums of other lengths");
  for (std::size_t layer = 0; layer < 2; ++layer) {
    EXPECT_CLOSE(cut.at(layer).k, fresh.at(layer).k, rounding);
    EXPECT_CLOSE(cut.at(layer).v, fresh.at(layer).v, rounding);
  }
  EXPECT_CLOSE(on.next_logits(model, ids({4, 1}), cut, trace),
               on.next_logits(model, ids({4, 1}), fresh, trace), rounding);
  EXPECT_REFUSED(on.cut_back(cache, 6), "6", "5");
}

/// Reserved room is not content: what lies there from another sentence, or zeros, must not be read.
CLAIM(F16, UnusedRoomIsNotRead, "预留的空位不是内容：别人留下的行不许读，零行也不许",
      "reserved room is no content: another's rows there are not read, nor are zeros") {
  LayerCache room{Tensor({1, 3, 1}, {9, 2, 0}), Tensor({1, 3, 1}, {9, 8, 0})};
  const Tensor own({1, 1, 1}, {1});
  const std::int64_t used = on.fill_slots(room, 0, own, Tensor({1, 1, 1}, {2}));
  const Mask may_read = on.slot_mask(1, used, 3);
  EXPECT_EXACTLY(may_read, mask_table({{1, 0, 0}}));
  EXPECT_EXACTLY(on.squeeze_all(on.attention(own, room.k, room.v, may_read)), 2);
  EXPECT_CLOSE(on.element(on.softmax(row({1, 0}), 0), {1}), 1 / (1 + std::exp(1.0)), ulps(4, "exp(0) is 1"));
  EXPECT_EXACTLY(on.slot_mask(2, 3, 4), mask_table({{1, 1, 0, 0}, {1, 1, 1, 0}}));
}

/// Three equal keys: the output is the mean of the three values. A slot left out between would count as a
/// fourth.
CLAIM(F16, NoSlotIsLeftOut, "新行紧接着已用的位置写；空出一格，读到的就不是平均值6",
      "a new row goes right behind the used ones; with a slot left out the mean read is not 6") {
  LayerCache room{Tensor::full({1, 4, 1}, 0), Tensor::full({1, 4, 1}, 0)};
  const std::int64_t prompt = on.fill_slots(room, 0, Tensor::full({1, 2, 1}, 0), Tensor({1, 2, 1}, {4, 8}));
  const std::int64_t used = on.fill_slots(room, prompt, Tensor::full({1, 1, 1}, 0), Tensor({1, 1, 1}, {6}));
  const Tensor query({1, 1, 1}, {1});
  const Tensor out = on.attention(query, room.k, room.v, on.slot_mask(1, used, 4));
  EXPECT_CLOSE(on.squeeze_all(out), 6, ulps(4, "three shares of a third"));
  EXPECT_EXACTLY(used, 3);
  EXPECT_REFUSED(on.fill_slots(room, used, Tensor::full({1, 2, 1}, 0), Tensor::full({1, 2, 1}, 0)), "3",
                 "[1,4,1]");
}

/// A window keeps the newest rows. In one layer that is attention under a band; with more layers a kept row
/// has already read what was dropped.
CLAIM(F16, AWindowKeepsTheNewest, "滑动窗口留下最新的行；在一层里等于带状掩码",
      "a window keeps the newest rows; in one layer that is a mask of a band") {
  const Model model = random_model(page, {.layers = 1});
  KvCache cache;
  Trace trace, banded;
  on.next_logits(model, ids({3, 1, 6, 2}), cache, trace);
  KvCache window = on.keep_newest(cache, 2);
  EXPECT_EXACTLY(on.cached_positions(window), 2);
  const Tensor logits = on.next_logits(model, ids({5}), window, trace);
  Mask band = second::causal_mask(5, 5);
  for (const std::int64_t dropped : {0, 1}) band.set({4, dropped}, 0);
  const Tensor want = second::forward(model, ids_table({{3, 1, 6, 2, 5}}), band, banded);
  EXPECT_CLOSE(logits, second::select(second::select(want, 0, 0), 0, 4),
               within(1e-12, "rounding in one layer"));
}
