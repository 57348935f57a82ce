#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include "checks/claim.h"

namespace galley::F13 {
namespace {

struct ColumnsAsPositions : Ops {
  using Ops::Ops;
  Ids position_ids(const Mask& valid) const override {
    return Ops::position_ids(Mask::full(valid.shape(), 1));
  }
};
MISTAKE(F13, ColumnsAsPositions, "把数组列号当作位置编号", "takes the column numbers for position ids");

struct CountsPositionsFromOne : Ops {
  using Ops::Ops;
  Ids position_ids(const Mask& valid) const override {
    std::vector<std::int64_t> positions = Ops::position_ids(valid).values();
    for (std::int64_t& p : positions) ++p;
    return Ids(valid.shape(), positions);
  }
};
MISTAKE(F13, CountsPositionsFromOne, "位置从1数起", "counts positions from 1");

struct LeavesPositionsOut : Ops {
  using Ops::Ops;
  Tensor rope(const Tensor& x, const Ids&, double) const override { return x; }
};
MISTAKE(F13, LeavesPositionsOut, "以为查过Embedding就知道次序，不加位置",
        "trusts the embeddings to know the order and leaves positions out");

struct TurnsClockwise : Ops {
  using Ops::Ops;
  Tensor turn_pairs(const Tensor& x, const Tensor& angles) const override {
    return Ops::turn_pairs(x, multiply(angles, scalar(-1)));
  }
  Tensor rotation_matrix(double angle) const override { return Ops::rotation_matrix(-angle); }
};
MISTAKE(F13, TurnsClockwise, "转反了方向：顺时针", "turns the other way: clockwise");

struct TakesDegreesForRadians : Ops {
  using Ops::Ops;
  Tensor radians(const Tensor& degrees) const override { return degrees; }
  Tensor rope_angles(const Ids& positions, const Tensor& frequencies) const override {
    return multiply(Ops::rope_angles(positions, frequencies), scalar(std::numbers::pi / 180));
  }
};
MISTAKE(F13, TakesDegreesForRadians, "度与弧度不分", "takes degrees for radians");

struct ForgetsTheMinusSign : Ops {
  using Ops::Ops;
  Tensor rotation_matrix(double angle) const override {
    const Tensor right = Ops::rotation_matrix(angle);
    return Tensor({2, 2}, {right.at({0, 0}), right.at({1, 0}), right.at({1, 0}), right.at({1, 1})});
  }
  Tensor turn_pairs(const Tensor& x, const Tensor& angles) const override {
    // x cos θ + y sin θ is what a turn by −θ gives the first feature of a pair.
    std::vector<double> values = Ops::turn_pairs(x, angles).values();
    const std::vector<double> back = Ops::turn_pairs(x, multiply(angles, scalar(-1))).values();
    for (std::size_t i = 0; i < values.size(); i += 2) values[i] = back[i];
    return Tensor(x.shape(), values);
  }
};
MISTAKE(F13, ForgetsTheMinusSign, "旋转公式里漏了负号", "forgets the minus sign of the rotation");

struct LeavesTheTransposeOut : Ops {
  using Ops::Ops;
  Tensor rotate_rows(const Tensor& x, double angle) const override {
    return matmul(x, rotation_matrix(angle));
  }
};
MISTAKE(F13, LeavesTheTransposeOut, "行写法忘了转置R", "leaves the transpose out when pairs are rows");

struct RotatesOnlyQueries : Ops {
  using Ops::Ops;
  Tensor rope_keys(const Tensor& k, const Ids&, double) const override { return k; }
};
MISTAKE(F13, RotatesOnlyQueries, "只转Q，不转K", "turns the queries and not the keys");

struct AddsTheAngleAsANumber : Ops {
  using Ops::Ops;
  Tensor rope(const Tensor& x, const Ids& positions, double base) const override {
    const Tensor angles = rope_angles(positions, rope_frequencies(x.length(-1), base));
    return add(x, reshape(concat(angles, angles, 1), {positions.size(), x.length(-1)}));
  }
};
MISTAKE(F13, AddsTheAngleAsANumber, "把角度当作数加到特征上", "adds the angle to the features as a number");

struct MixesThePairings : Ops {
  using Ops::Ops;
  Tensor rope_keys(const Tensor& k, const Ids& positions, double base) const override {
    return rope_halves(k, positions, base);
  }
};
MISTAKE(F13, MixesThePairings, "Q按相邻配对，K按前后两半配对", "pairs neighbours in Q and halves in K");

struct LeavesTheTwoOutOfTheExponent : Ops {
  using Ops::Ops;
  Tensor rope_frequencies(std::int64_t width, double base) const override {
    return Ops::rope_frequencies(width, std::sqrt(base));
  }
};
MISTAKE(F13, LeavesTheTwoOutOfTheExponent, "频率写成base的−i/d次方", "uses base^(−i/d) for the frequencies");

struct StartsTheExponentAtOne : Ops {
  using Ops::Ops;
  Tensor rope_frequencies(std::int64_t width, double base) const override {
    const double step = std::pow(base, -2.0 / static_cast<double>(width));
    return multiply(Ops::rope_frequencies(width, base), scalar(step));
  }
};
MISTAKE(F13, StartsTheExponentAtOne, "频率的编号从1数起", "counts the pairs from 1 in the exponent");

struct FormsAnglesInFloat : Ops {
  using Ops::Ops;
  Tensor rope_angles(const Ids& positions, const Tensor& frequencies) const override {
    std::vector<double> angles;
    for (const std::int64_t p : positions.values()) {
      for (const double f : frequencies.values()) {
        angles.push_back(static_cast<double>(static_cast<float>(p) * static_cast<float>(f)));
      }
    }
    return Tensor({positions.size(), frequencies.size()}, angles);
  }
};
MISTAKE(F13, FormsAnglesInFloat, "角度用float32相乘，位置大了就模糊",
        "forms the angles in float32, which blurs large positions");

struct KeepsTheTableByLength : Ops {
  using Ops::Ops;
  Tensor rope_angles(const Ids& positions, const Tensor& frequencies) const override {
    const auto key = std::make_pair(positions.size(), frequencies.values());
    return tables_.emplace(key, Ops::rope_angles(positions, frequencies)).first->second;
  }

 private:
  mutable std::map<std::pair<std::int64_t, std::vector<double>>, Tensor> tables_;
};
MISTAKE(F13, KeepsTheTableByLength, "角度表只按长度缓存，换了起点仍用旧表",
        "keeps the table of angles by its length alone and reuses it at another offset");

struct StartsAgainAtZero : Ops {
  using Ops::Ops;
  Ids positions_from(std::int64_t, std::int64_t count) const override {
    return Ops::positions_from(0, count);
  }
};
MISTAKE(F13, StartsAgainAtZero, "有缓存时新Token又从位置0开始",
        "starts again at position 0 although positions are cached");

struct CountsSlots : Ops {
  using Ops::Ops;
  Ids next_position(const Ids& positions) const override {
    Ids next = Ops::next_position(positions);
    return Ids::full(next.shape(), positions.length(-1));
  }
};
MISTAKE(F13, CountsSlots, "用缓存槽的个数当下一个位置", "takes the number of slots for the next position");

struct RenumbersTheWindow : Ops {
  using Ops::Ops;
  Ids kept_positions(const Ids&, std::int64_t kept) const override { return Ops::positions_from(0, kept); }
};
MISTAKE(F13, RenumbersTheWindow, "滑动窗口丢弃早期缓存后，从0重新编号",
        "renumbers from 0 when a window drops early slots");

struct RotatesKeysOnEveryRead : Ops {
  using Ops::Ops;
  Tensor rope_step(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& positions, double base,
                   const Mask& may_read, LayerCache& cache) const override {
    Ops::rope_step(q, k, v, positions, base, may_read, cache);
    const std::int64_t all = cache.k.length(1);
    const std::int64_t first = positions.at({0}) - (all - positions.size());
    const Tensor again = rope_keys(cache.k, Ops::positions_from(first, all), base);
    return attention(rope_queries(q, positions, base), again, cache.v, may_read);
  }
};
MISTAKE(F13, RotatesKeysOnEveryRead, "读缓存时把已转过的键再转一次",
        "turns cached keys once more on every read");

struct RotatesValuesToo : Ops {
  using Ops::Ops;
  Tensor rope_attention(const Tensor& q, const Tensor& k, const Tensor& v, const Ids& query_positions,
                        const Ids& key_positions, double base, const Mask& may_read) const override {
    const Tensor turned = v.length(-1) % 2 == 0 ? rope(v, key_positions, base) : v;
    return Ops::rope_attention(q, k, turned, query_positions, key_positions, base, may_read);
  }
};
MISTAKE(F13, RotatesValuesToo, "把V也转了", "turns the values too");

}  // namespace
}  // namespace galley::F13
