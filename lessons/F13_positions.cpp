#include <cmath>

#include "checks/lesson.h"

LESSON(F13, "位置编号与RoPE：先懂位置，再懂旋转", "Position ids and RoPE: positions first, then turning");

namespace {

constexpr double kBase = 10000;
/// PAD has id 0.
Mask real_tokens(const Ids& ids) {
  Mask valid = Mask::full(ids.shape(), 0);
  for (std::int64_t i = 0; i < ids.size(); ++i) valid.set({i}, ids.at({i}) != 0);
  return valid;
}
Mask read_all(std::int64_t queries, std::int64_t keys) { return Mask::full({queries, keys}, 1); }
Tensor one_angle(const Tensor& angle) { return Tensor({1}, angle.values()); }
/// The twin: three positions of two pairs, nothing symmetric.
Tensor twin_q() { return table({{1, 0, 2, 1}, {0, 1, 1, -1}, {2, 1, 0, 1}}); }
Tensor twin_k() { return table({{1, 1, 0, 2}, {0, 2, 1, 0}, {1, -1, 2, 1}}); }
Tensor twin_v() { return table({{1, 2, 3, 4}, {0, 5, -1, 2}, {3, -2, 4, 1}}); }
Tensor lone_q() { return table({{1, 2, 3, 5}}); }
Tensor lone_k() { return table({{2, -1, 4, 1}}); }
/// Score of a query at one position against a key at another.
Tensor score(const Ops& on, std::int64_t query_position, std::int64_t key_position) {
  return on.raw_scores(on.rope_queries(lone_q(), ids({query_position}), kBase),
                       on.rope_keys(lone_k(), ids({key_position}), kBase));
}
/// Scores of the query [1,0] against keys [1,0], at one radian a position: cosines of the distances.
Tensor cosine_scores(const Ops& on, const Ids& query_position, const Ids& key_positions) {
  Tensor keys = Tensor::full({key_positions.size(), 2}, 0);
  for (std::int64_t j = 0; j < key_positions.size(); ++j) keys.set({j, 0}, 1);
  return on.raw_scores(on.rope_queries(table({{1, 0}}), query_position, kBase),
                       on.rope_keys(keys, key_positions, kBase));
}
Ulps few_steps() { return ulps(64, "a sine, a cosine, a few products and sums"); }
Bound far() { return within(0.01, "far above rounding"); }

}  // namespace

SECTION("Token是谁，和它出现在第几位，是两个问题", "Which token it is and where it stands are two questions");

/// The id picks the row of the table, the position id says where the token stands.
CLAIM(
    F13, IdsAndPositionsAreTwoThings, "[1,2,3]的位置编号是[0,1,2]；编号决定查到哪一行，位置不改变它",
    "[1,2,3] has the position ids [0,1,2]; the id decides the row that is looked up, the position does not") {
  const Ids tokens = page.figure("ids").ids();
  EXPECT_PRINTED(on.position_ids(real_tokens(tokens)), page.figure("position_ids"));
  const Tensor vectors = table({{0, 0}, {1, 5}, {2, -1}, {4, 3}});
  EXPECT_EXACTLY(on.embed(vectors, tokens), table({{1, 5}, {2, -1}, {4, 3}}));
}

/// With padding on the left, columns and positions part.
CLAIM(F13, LeftPaddedTokensCountFromZero, "左补齐[0,4,2]：列号是0、1、2，真实Token的位置是0与1",
      "left-padded [0,4,2]: the columns are 0, 1, 2, the real tokens stand at 0 and 1") {
  const Ids tokens = page.figure("left_padded").ids();
  EXPECT_EXACTLY(on.embed(table({{0}, {1}, {2}, {3}, {4}}), tokens), table({{0}, {4}, {2}}));
  EXPECT_PRINTED(on.positions_from(0, tokens.size()), page.figure("columns"));
  EXPECT_PRINTED(on.kept_positions(on.position_ids(real_tokens(tokens)), 2), page.figure("real_positions"));
}

/// Nobody reads PAD, so its position may be anything.
CLAIM(F13, ThePositionOfPaddingDoesNotMatter, "PAD被遮住时，它的位置编号填什么都不影响真实Token",
      "with PAD masked its position id changes nothing for the real tokens") {
  const Mask joint = on.joint_mask(Mask({1, 3}, {0, 1, 1}));
  const Mask may_read({3, 3}, joint.values());
  const Tensor right = second::rope_attention(on.slice(twin_q(), 0, 1, 3), on.slice(twin_k(), 0, 1, 3),
                                              on.slice(twin_v(), 0, 1, 3), ids({0, 1}), ids({0, 1}), kBase,
                                              second::causal_mask(2, 2));
  for (const std::int64_t padding : {0, 1, 77}) {
    const Ids positions = ids({padding, 0, 1});
    const Tensor out = on.rope_attention(twin_q(), twin_k(), twin_v(), positions, positions, kBase, may_read);
    EXPECT_CLOSE(on.slice(out, 0, 1, 3), right, few_steps());
  }
}

/// Within one run a common shift is invisible; it shows when a later step goes by other numbers.
CLAIM(F13, AShiftShowsOnlyInALaterStep, "一次预填充里，列号与逻辑位置结果相同；之后按逻辑位置解码，就不同了",
      "in one prefill column numbers give the same; a later step that counts logically then gives another "
      "result") {
  const auto run = [&](const Ids& prefill) {
    LayerCache cache;
    on.rope_step(on.reshape(on.slice(twin_q(), 0, 0, 2), {1, 2, 4}),
                 on.reshape(on.slice(twin_k(), 0, 0, 2), {1, 2, 4}),
                 on.reshape(on.slice(twin_v(), 0, 0, 2), {1, 2, 4}), prefill, kBase, on.causal_mask(2, 2),
                 cache);
    const auto last = [&](const Tensor& a) { return on.reshape(on.slice(a, 0, 2, 3), {1, 1, 4}); };
    return on.rope_step(last(twin_q()), last(twin_k()), last(twin_v()), ids({2}), kBase, read_all(1, 3),
                        cache);
  };
  const Ids all = on.positions_from(0, 3), shifted = on.positions_from(3, 3);
  const Mask causal = on.causal_mask(3, 3);
  const Tensor whole = on.rope_attention(twin_q(), twin_k(), twin_v(), all, all, kBase, causal);
  EXPECT_CLOSE(on.rope_attention(twin_q(), twin_k(), twin_v(), shifted, shifted, kBase, causal), whole,
               few_steps());
  EXPECT_CLOSE(on.select(run(ids({0, 1})), 0, 0), on.slice(whole, 0, 2, 3), few_steps());
  EXPECT_DIFFERS(on.select(run(ids({1, 2})), 0, 0), on.slice(whole, 0, 2, 3), far());
}

SECTION("为什么不能只靠查Embedding", "Why looking up embeddings is not enough");

/// Comparing and mixing a set gives each token the same, wherever it stands.
CLAIM(F13, WithoutPositionsTheOrderIsLost,
      "没有位置也没有掩码时，“我爱你”与“你爱我”里同一个字得到同样的输出；有了位置就不同",
      "without positions and mask a word gets the same in either order; with positions it does not") {
  const Tensor x = table({{1, 2, 0, 1}, {0, 1, 3, -1}, {2, -1, 1, 1}});
  const Tensor reversed = on.embed(x, ids({2, 1, 0}));
  const Tensor bare = on.attention(x, x, x, read_all(3, 3));
  EXPECT_CLOSE(on.embed(on.attention(reversed, reversed, reversed, read_all(3, 3)), ids({2, 1, 0})), bare,
               few_steps());
  const Ids positions = on.positions_from(0, 3);
  const auto with_positions = [&](const Tensor& a) {
    return on.rope_attention(a, a, a, positions, positions, kBase, read_all(3, 3));
  };
  EXPECT_DIFFERS(on.embed(with_positions(reversed), ids({2, 1, 0})), with_positions(x), far());
}

/// A causal mask already tells first from last, and is no substitute for positions.
CLAIM(F13, ACausalMaskKeepsPartOfTheOrder, "只有因果掩码时，最后一个字仍分不清前面两个字谁先谁后",
      "under a causal mask alone the last word still cannot tell which of the two before it came first") {
  const Tensor x = table({{1, 2, 0, 1}, {0, 1, 3, -1}, {2, -1, 1, 1}});
  const Tensor swapped = on.embed(x, ids({1, 0, 2}));
  const Mask causal = on.causal_mask(3, 3);
  const Tensor out = on.attention(x, x, x, causal), other = on.attention(swapped, swapped, swapped, causal);
  EXPECT_CLOSE(on.slice(other, 0, 2, 3), on.slice(out, 0, 2, 3), few_steps());
  EXPECT_DIFFERS(on.slice(other, 0, 0, 1), on.slice(out, 0, 1, 2), far());
  const Ids positions = on.positions_from(0, 3);
  EXPECT_DIFFERS(
      on.slice(on.rope_attention(swapped, swapped, swapped, positions, positions, kBase, causal), 0, 2, 3),
      on.slice(on.rope_attention(x, x, x, positions, positions, kBase, causal), 0, 2, 3), far());
}

SECTION("只用平面上的点认识sin与cos", "Sine and cosine from points of the plane");

/// The two quarter turns that fix which way is round.
CLAIM(F13, QuarterTurnsGoCounterClockwise, "逆时针转90度：[1,0]变[0,1]，再转变[-1,0]；转180度一步到[-1,0]",
      "90 degrees counter-clockwise take [1,0] to [0,1] and that to [-1,0]; 180 degrees take it there at "
      "once") {
  const Tensor quarter = one_angle(on.radians(page.figure("quarter_degrees")));
  EXPECT_PRINTED(on.turn_pairs(page.figure("start"), quarter), page.figure("turned_once"));
  EXPECT_PRINTED(on.turn_pairs(page.figure("turned_once"), quarter), page.figure("turned_twice"));
  const Tensor half = one_angle(on.radians(page.figure("half_turn_degrees")));
  EXPECT_PRINTED(on.turn_pairs(page.figure("start"), half), page.figure("turned_twice"));
  const Tensor pi_over_two = on.divide(half, one_angle(page.figure("quarter_divisor")));
  EXPECT_PRINTED(on.turn_pairs(page.figure("start"), pi_over_two), page.figure("turned_once"));
}

/// cos and sin are the two coordinates of a turned [1,0].
CLAIM(F13, CosineAndSineAtNoAngleAndAQuarter, "θ=0时cos=1、sin=0；θ=π/2时cos=0、sin=1",
      "at θ = 0 cos is 1 and sin 0; at θ = π/2 cos is 0 and sin 1") {
  const auto coordinates = [&](const Tensor& angle) {
    return on.concat(on.cosine(angle), on.sine(angle), 0);
  };
  const Tensor none = one_angle(page.figure("no_angle"));
  const Tensor quarter = one_angle(on.radians(page.figure("quarter_degrees")));
  EXPECT_PRINTED(coordinates(none), page.figure("cos_sin_of_none"));
  EXPECT_PRINTED(coordinates(quarter), page.figure("cos_sin_of_quarter"));
  EXPECT_CLOSE(on.turn_pairs(row({3, 4}), none), row({3, 4}), few_steps());
  EXPECT_CLOSE(on.turn_pairs(row({3, 4}), quarter), row({-4, 3}), few_steps());
  const Tensor angles = row({-2, -1, -0.5, 0, 0.5, 1, 2, 3});
  const Tensor both = on.reshape(on.concat(on.cosine(angles), on.sine(angles), 0), {2, 8});
  page.plot("cos and sin", angles, both, {"cos", "sin"});
}

/// Right triangles give turns by whole numbers; lengths stay, and cannot tell left from right.
CLAIM(F13, TurnsByRightTrianglesAreExact, "3-4-5与5-12-13的角度：[5,0]变[3,4]，[39,52]变[-33,56]，长度不变",
      "angles of the 3-4-5 and 5-12-13 triangles: [5,0] to [3,4], [39,52] to [-33,56], lengths kept") {
  const Tensor first = on.turn_pairs(row({5, 0}), row({std::atan2(4, 3)}));
  EXPECT_CLOSE(first, row({3, 4}), few_steps());
  const Tensor larger = on.turn_pairs(row({39, 52}), row({std::atan2(12, 5)}));
  EXPECT_CLOSE(larger, row({-33, 56}), few_steps());
  EXPECT_CLOSE(on.dot(larger, larger), scalar(65.0 * 65.0), few_steps());
}

SECTION("RoPE怎样用位置改变匹配", "How RoPE lets positions change the match");

/// What makes a score depend on the distance; it holds for turns in either direction.
CLAIM(F13, ComparedTurnsLeaveTheDifference, "R(mθ)ᵀR(nθ)=R((n−m)θ)，θ取正取负都成立：这个等式定不出方向",
      "R(mθ)ᵀR(nθ) = R((n−m)θ) for θ of either sign: the identity does not fix the direction") {
  for (const double theta : {0.3, -0.3, 1.0, -2.5}) {
    for (std::int64_t m = 0; m < 4; ++m) {
      for (const std::int64_t n : {0, 2, 7}) {
        const Tensor at_m = on.rotation_matrix(static_cast<double>(m) * theta);
        const Tensor at_n = on.rotation_matrix(static_cast<double>(n) * theta);
        EXPECT_CLOSE(on.matmul(on.transpose(at_m), at_n),
                     on.rotation_matrix(static_cast<double>(n - m) * theta), few_steps());
      }
    }
  }
}

NOTE(
    "RoPE怎样用位置改变匹配",
    "R(mθ)ᵀR(nθ)=R((n−m)θ)对顺时针旋转同样成立，不能用来核对方向；方向要靠具体数值，例如[1,0]转90度得[0,1]。",
    "The identity holds for clockwise turns as well, so it cannot check the direction; a value can, such as "
    "[1,0] "
    "turned by 90 degrees.",
    ComparedTurnsLeaveTheDifference);

/// A pair may be a column that R multiplies, or a row that is multiplied by Rᵀ.
CLAIM(F13, RowsAreMultipliedByTheTranspose, "列写法用R乘，行写法右乘Rᵀ，两者相同；不转置就转反了",
      "R times a column and a row times Rᵀ are the same; without the transpose the turn goes the other way") {
  const double angle = std::atan2(4, 3);
  const Tensor rows = on.rotate_rows(table({{5, 10}, {-5, 0}}), angle);
  EXPECT_CLOSE(rows, table({{-5, 10}, {-3, -4}}), few_steps());
  const Tensor column = on.matmul(on.rotation_matrix(angle), table({{5}, {10}}));
  EXPECT_CLOSE(on.transpose(column), on.slice(rows, 0, 0, 1), few_steps());
}

/// The claim's own base and pairing, which the chapter leaves open: base 10000, neighbours.
CLAIM(F13, PairsTurnAtTheirOwnFrequencies, "底数10000、d=4：两组频率是1与0.01，位置3与1上的Q、K逐格正确",
      "base 10000, d = 4: the frequencies are 1 and 0.01; q at position 3 and k at position 1 are right in "
      "each cell") {
  EXPECT_CLOSE(on.rope_frequencies(4, kBase), row({1, 0.01}), few_steps());
  EXPECT_CLOSE(on.exp(row({0, -2 * std::log(kBase) / 4})), row({1, 0.01}), few_steps());
  const Tensor q = on.rope_queries(lone_q(), ids({3}), kBase), k = on.rope_keys(lone_k(), ids({1}), kBase);
  EXPECT_CLOSE(q, table({{-1.27223251272018, -1.83886498514102, 2.84867260023448, 5.08773666935242}}),
               few_steps());
  EXPECT_CLOSE(k, table({{1.92207559654418, 1.14263966374765, 3.98980016833249, 1.03994933375333}}),
               few_steps());
  EXPECT_CLOSE(on.raw_scores(q, k), table({{12.1101356454168}}), few_steps());
}

/// Which features turn together is a convention; what counts is that Q and K follow the same one.
CLAIM(
    F13, BothPairingsAreConsistentAndMixingIsNot,
    "相邻配对与前后两半配对各自都只看距离；混用就不行了（d=2时看不出）",
    "neighbouring and half-split pairing each see the distance only; mixed they do not (d = 2 cannot tell)") {
  const Tensor q = on.rope_halves(lone_q(), ids({3}), kBase), k = on.rope_halves(lone_k(), ids({1}), kBase);
  EXPECT_CLOSE(q, table({{-1.41335252078005, 1.8491225664855, -2.82885748174147, 5.05774116914993}}),
               few_steps());
  EXPECT_CLOSE(on.raw_scores(q, k), table({{-4.50525987845829}}), few_steps());
  const Tensor farther =
      on.raw_scores(on.rope_halves(lone_q(), ids({13}), kBase), on.rope_halves(lone_k(), ids({11}), kBase));
  EXPECT_CLOSE(farther, on.raw_scores(q, k), few_steps());
  EXPECT_DIFFERS(
      on.raw_scores(on.rope_queries(lone_q(), ids({13}), kBase), on.rope_halves(lone_k(), ids({11}), kBase)),
      on.raw_scores(on.rope_queries(lone_q(), ids({3}), kBase), k), far());
  EXPECT_CLOSE(on.rope_halves(table({{3, 4}}), ids({5}), kBase),
               on.rope_queries(table({{3, 4}}), ids({5}), kBase), few_steps());
}

NOTE("RoPE怎样用位置改变匹配",
     "两个一组怎样分（相邻，还是前后两半）、各组的频率是多少，正文没有写定；这里取相邻配对、底数10000。",
     "How features are paired (neighbours or halves) and which frequencies they have is left open; the "
     "claims take "
     "neighbours and base 10000.",
     BothPairingsAreConsistentAndMixingIsNot);

/// The point of RoPE: moving both changes nothing, moving one does.
CLAIM(F13, ScoresDependOnTheDistanceOnly, "Q、K同时后移，分数不变；只移一个，分数就变",
      "moving query and key together leaves the score; moving one of them changes it") {
  for (const std::int64_t shift : {1, 5, 100}) {
    EXPECT_CLOSE(score(on, 3 + shift, 1 + shift), score(on, 3, 1), ulps(1024, "angles near 100 radians"));
  }
  EXPECT_DIFFERS(score(on, 4, 1), score(on, 3, 1), far());
  Tensor by_distance = Tensor::full({1, 32}, 0);
  for (std::int64_t d = 0; d < 32; ++d) by_distance.set({0, d}, score(on, d, 0).item());
  page.show("score by distance", by_distance);
}

/// A score is no function of the distance alone: other vectors, other score.
CLAIM(F13, ContentStillCounts, "距离相同、内容不同，分数就不同",
      "at the same distance other contents have another score") {
  const Tensor other = on.raw_scores(on.rope_queries(table({{0, 1, -1, 2}}), ids({3}), kBase),
                                     on.rope_keys(lone_k(), ids({1}), kBase));
  const Tensor right = second::raw_scores(second::rope(table({{0, 1, -1, 2}}), ids({3}), kBase),
                                          second::rope(lone_k(), ids({1}), kBase));
  EXPECT_CLOSE(other, right, few_steps());
  EXPECT_DIFFERS(other, score(on, 3, 1), far());
}

/// Positions enter the match; what is handed over stays as it is.
CLAIM(F13, ValuesAreNotTurned, "RoPE只转Q与K，不转V，也不是给输入加一个位置向量",
      "RoPE turns Q and K and not V, and it is not adding a position vector to the input") {
  const Ids positions = on.positions_from(0, 3);
  const Tensor out =
      on.rope_attention(twin_q(), twin_k(), twin_v(), positions, positions, kBase, on.causal_mask(3, 3));
  EXPECT_CLOSE(out,
               table({{1, 2, 3, 4},
                      {0.0665748122486584, 4.80027556325402, -0.733700751005366, 2.13314962449732},
                      {0.735651902093188, 3.1758118055218, 0.602921317067976, 2.1316175128816}}),
               few_steps());
  const Tensor apart =
      on.rope_attention(twin_q(), twin_k(), twin_v(), ids({4, 5, 6}), positions, kBase, read_all(3, 3));
  EXPECT_CLOSE(
      apart,
      second::rope_attention(twin_q(), twin_k(), twin_v(), ids({4, 5, 6}), positions, kBase, read_all(3, 3)),
      few_steps());
}

/// A float32 angle near a million radians is off by thousandths; a double one is not.
CLAIM(F13, LargePositionsNeedAnglesInDouble,
      "位置到一百万，角度仍要用双精度求：float32的角度会差出千分之几弧度以上",
      "at positions near a million angles must be formed in double: a float32 angle is off by thousandths of "
      "a radian") {
  const Ids positions = ids({131071, 999983});
  const Tensor x = table({{1, 2, 3, 5, 1, -1}, {2, -1, 4, 1, 0, 3}});
  EXPECT_CLOSE(on.rope(x, positions, kBase), second::rope(x, positions, kBase),
               within(1e-9, "an ulp of a million radians").in_f32(1e-5, "sums of float32 products near 5"));
  const Tensor angles = on.rope_angles(positions, on.rope_frequencies(6, kBase));
  Tensor blur = Tensor::full({2, 3}, 0);
  for (std::int64_t p = 0; p < 2; ++p) {
    for (std::int64_t i = 0; i < 3; ++i) {
      const double angle = angles.at({p, i});
      blur.set({p, i}, std::abs(round_to(Precision::f32, angle) - angle));
    }
  }
  EXPECT_DIFFERS(blur, Tensor::full({2, 3}, 0), within(0.001, "a thousandth of a radian"));
  page.show("what a float32 angle is off, in radians", blur, {"131071", "999983"},
            {"pair 0", "pair 1", "pair 2"});
}

SECTION("为什么缓存位置不能每次从0开始", "Why positions do not start again at 0");

/// The prefix stands at 0, 1, 2; what comes next stands at 3.
CLAIM(F13, TheNextPositionFollowsThePrefix, "前缀有3个位置0、1、2，下一个Token的位置是3",
      "the prefix has 3 positions 0, 1, 2; the next token stands at 3") {
  const Ids prefix = on.position_ids(Mask::full({page.figure("prefix_length").integer()}, 1));
  EXPECT_PRINTED(prefix, page.figure("prefix_positions"));
  const Ids next = on.positions_from(on.next_position(prefix).item(), 1);
  EXPECT_PRINTED(next.item(), page.figure("next_position"));
  EXPECT_CLOSE(cosine_scores(on, next, ids({0, 1, 2, 3})), second::cosine(table({{3, 2, 1, 0}})),
               few_steps());
}

/// A new token written at 0 meets the cached ones at wrong distances; its own score cannot tell.
CLAIM(F13, StartingAgainAtZeroGivesOtherScores,
      "把位置3误写为0：与三个缓存键的分数全错，只有与自己的那个看不出",
      "0 written for 3: the scores against the three cached keys are wrong, and only its own cannot tell") {
  const Ids restart = Ids({1}, {page.figure("restart").integer()});
  const Tensor wrong = cosine_scores(on, restart, ids({0, 1, 2, restart.item()}));
  EXPECT_CLOSE(wrong, second::cosine(table({{0, 1, 2, 0}})), few_steps());
  const Tensor right = cosine_scores(on, on.positions_from(3, 1), ids({0, 1, 2, 3}));
  EXPECT_CLOSE(right, table({{-0.989992, -0.416147, 0.540302, 1}}),
               within(5e-7, "six digits").in_every_column());
  page.show("right and wrong scores", on.concat(right, wrong, 0), {"3", "0"}, {"0", "1", "2", "new"});
}

/// Angles belong to positions, not to the length of a chunk.
CLAIM(F13, AnglesBelongToPositionsAndNotToLengths, "长度同为1的两次调用，起点0与3，旋转不同",
      "two calls of length 1 at the offsets 0 and 3 turn by different angles") {
  const Tensor x = table({{1, 0}});
  EXPECT_CLOSE(on.rope(x, on.positions_from(0, 1), kBase), table({{1, 0}}), few_steps());
  const Tensor later = on.rope(x, on.positions_from(3, 1), kBase);
  EXPECT_CLOSE(later, table({{-0.989992, 0.14112}}), within(5e-7, "six digits").in_every_column());
}

/// A key is turned when it is stored and never again.
CLAIM(F13, CachedKeysAreTurnedOnce, "键存入缓存时转一次，读取时不再转：逐步解码等于一次算完",
      "keys are turned once, when stored, and not when read: step by step equals all at once") {
  LayerCache cache;
  const Ids all = on.positions_from(0, 3);
  const Tensor whole =
      second::rope_attention(twin_q(), twin_k(), twin_v(), all, all, kBase, second::causal_mask(3, 3));
  for (const auto& [from, to] : {std::pair<int, int>(0, 2), {2, 3}}) {
    const auto at = [&, a = from, b = to](const Tensor& x) { return on.unsqueeze(on.slice(x, 0, a, b), 0); };
    const Tensor out =
        on.rope_step(at(twin_q()), at(twin_k()), at(twin_v()), on.positions_from(from, to - from), kBase,
                     on.causal_mask(to - from, to), cache);
    EXPECT_CLOSE(on.select(out, 0, 0), on.slice(whole, 0, from, to), few_steps());
  }
  EXPECT_CLOSE(on.select(cache.k, 0, 0), second::rope(twin_k(), ids({0, 1, 2}), kBase), few_steps());
}

SECTION("位置编号、缓存槽和模型窗口不能混", "Position ids, cache slots and the window");

/// A slot is a place in memory; how many are filled says nothing of positions.
CLAIM(F13, SlotsAreNotPositions, "左补齐占5个槽、真实Token 3个：下一个位置是3，不是5",
      "left padding fills 5 slots with 3 real tokens: the next position is 3, not 5") {
  const Ids positions = on.position_ids(Mask({2, 5}, {0, 0, 1, 1, 1, 1, 1, 0, 0, 0}));
  EXPECT_EXACTLY(positions, ids_table({{0, 0, 0, 1, 2}, {0, 1, 0, 0, 0}}));
  EXPECT_EXACTLY(on.next_position(positions), ids({3, 2}));
  EXPECT_EXACTLY(on.next_position(ids({0, 1, 0})).item(), 2);
}

/// A window forgets slots; those that stay keep the positions at which their keys were turned.
CLAIM(F13, AWindowDropsSlotsAndPositionsGoOn, "窗口丢掉前两个槽：留下的仍是位置2、3、4，下一个是5，不从0重来",
      "a window drops two slots: 2, 3, 4 stay, the next position is 5, and nothing restarts at 0") {
  const Ids kept = on.kept_positions(on.positions_from(0, 5), 3);
  EXPECT_EXACTLY(kept, ids({2, 3, 4}));
  const Ids next = on.positions_from(on.next_position(kept).item(), 1);
  EXPECT_CLOSE(cosine_scores(on, next, kept), second::cosine(table({{3, 2, 1}})), few_steps());
  const Ids reset = Ids({1}, {page.figure("reset_position").integer()});
  EXPECT_CLOSE(cosine_scores(on, reset, kept), second::cosine(table({{2, 3, 4}})), few_steps());
}

/// A larger limit in a file changes no number that was learnt; it only lets new angles in.
CLAIM(F13, ALongerWindowMeetsNewAngles, "窗口从32K到128K：最慢的一组转到32K以内4倍远的角度，那是新的角度",
      "from 32K to 128K the slowest pair turns four times as far as ever within 32K: to new angles") {
  const Ids limits = page.figure("window_limits").ids();
  const Tensor angles = on.rope_angles(Ids({2}, {limits.at({0}) * 1024, limits.at({1}) * 1024}),
                                       on.rope_frequencies(128, kBase));
  const Tensor slowest = on.select(angles, 1, 63);
  EXPECT_CLOSE(slowest, row({32768 * std::pow(kBase, -126.0 / 128), 131072 * std::pow(kBase, -126.0 / 128)}),
               few_steps());
  EXPECT_CLOSE(on.divide(on.slice(slowest, 0, 1, 2), on.slice(slowest, 0, 0, 1)), row({4}), few_steps());
}
