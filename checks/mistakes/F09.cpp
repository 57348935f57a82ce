// Wrong ideas about F09: shares, softmax, drawing, and ways to narrow the choice.
#include <algorithm>
#include <cmath>
#include <limits>

#include "checks/claim.h"

namespace galley::F09 {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Numbers = std::vector<double>;

/// Each line along an axis with `change` made to it.
template <class Change>
Tensor along(const Tensor& z, std::int64_t axis, Change change) {
  const std::size_t place = z.axis_at(axis);
  const auto n = static_cast<std::size_t>(z.shape()[place]);
  std::size_t step = 1;
  for (std::size_t a = place + 1; a < z.shape().size(); ++a) step *= static_cast<std::size_t>(z.shape()[a]);
  Numbers values = z.values();
  for (std::size_t first = 0; first < values.size(); ++first) {
    if (first / step % n != 0) continue;
    Numbers line(n);
    for (std::size_t i = 0; i < n; ++i) line[i] = values[first + i * step];
    change(line);
    for (std::size_t i = 0; i < n; ++i) values[first + i * step] = line[i];
  }
  return Tensor(z.shape(), std::move(values));
}

double total(const Numbers& line) {
  double sum = 0;
  for (const double v : line) sum += v;
  return sum;
}

/// The shares of the candidates that `keep` names, normalised again.
template <class Keep>
Tensor kept(const Tensor& shares, Keep keep) {
  return along(shares, 0, [&](Numbers& line) {
    const Numbers before = line;
    for (std::size_t i = 0; i < line.size(); ++i) line[i] = keep(before, i) ? before[i] : 0;
    const double sum = total(line);
    for (double& v : line) v /= sum;
  });
}

struct ScoresOverTheirSum : Ops {
  using Ops::Ops;
  Tensor softmax(const Tensor& z, std::int64_t axis) const override { return normalise(z, axis); }
};
MISTAKE(F09, ScoresOverTheirSum, "不取指数，直接用分数除以分数之和",
        "divides the scores by their sum and leaves the exponential out");

struct DividesByTheMaximum : Ops {
  using Ops::Ops;
  Tensor subtract_max(const Tensor& z, std::int64_t axis) const override {
    return along(z, axis, [](Numbers& line) {
      const double largest = *std::max_element(line.begin(), line.end());
      for (double& v : line) v /= largest;
    });
  }
};
MISTAKE(F09, DividesByTheMaximum, "不减最大值，而是除以最大值",
        "divides the scores by the largest one in place of subtracting it");

struct ShiftsOnlyTheNumerator : Ops {
  using Ops::Ops;
  Tensor softmax(const Tensor& z, std::int64_t axis) const override {
    return divide(exp(subtract_max(z, axis)), sum(exp(z), axis));
  }
};
MISTAKE(F09, ShiftsOnlyTheNumerator, "只在分子里减最大值，分母忘了减",
        "subtracts the largest score above the fraction line and not below it");

struct NoShift : Ops {
  using Ops::Ops;
  Tensor subtract_max(const Tensor& z, std::int64_t) const override { return z; }
};
MISTAKE(F09, NoShift, "不减最大值，直接取指数", "leaves the largest score in the exponent");

struct ShiftsByTheFirst : Ops {
  using Ops::Ops;
  Tensor subtract_max(const Tensor& z, std::int64_t axis) const override {
    return along(z, axis, [](Numbers& line) {
      const double first = line.front();
      for (double& v : line) v -= first;
    });
  }
};
MISTAKE(F09, ShiftsByTheFirst, "减第一个分数而不是最大的",
        "subtracts the first score in place of the largest");

struct EachThroughASigmoid : Ops {
  using Ops::Ops;
  Tensor softmax(const Tensor& z, std::int64_t) const override { return sigmoid(z); }
};
MISTAKE(F09, EachThroughASigmoid, "每个分数各自过sigmoid，互不竞争",
        "sends each score through a sigmoid, so that they do not compete");

struct ZeroMeansAbsent : Ops {
  using Ops::Ops;
  Tensor softmax(const Tensor& z, std::int64_t axis) const override {
    return Ops::softmax(along(z, axis,
                              [](Numbers& line) {
                                for (double& v : line) v = v == 0 ? -kInfinity : v;
                              }),
                        axis);
  }
};
MISTAKE(F09, ZeroMeansAbsent, "以为分数0的候选不参加分配",
        "takes a candidate with score 0 for one that is not there");

struct TwoForE : Ops {
  using Ops::Ops;
  Tensor exp(const Tensor& x) const override { return Ops::exp(multiply(x, Ops::log(scalar(2)))); }
};
MISTAKE(F09, TwoForE, "以2为底取指数，而不是以e为底", "raises 2 to the score in place of e");

struct PowerOfTheScore : Ops {
  using Ops::Ops;
  Tensor exp(const Tensor& x) const override {
    Numbers values = x.values();
    for (double& v : values) v = std::pow(v, std::exp(1.0));
    return Tensor(x.shape(), std::move(values));
  }
};
MISTAKE(F09, PowerOfTheScore, "底与指数颠倒：算成x的e次方", "swaps base and exponent: x to the power e");

struct LogOfBaseTen : Ops {
  using Ops::Ops;
  Tensor log(const Tensor& x) const override { return divide(Ops::log(x), Ops::log(scalar(10))); }
};
MISTAKE(F09, LogOfBaseTen, "把ln当成以10为底的对数", "takes ln for the logarithm of base ten");

struct NoNormalising : Ops {
  using Ops::Ops;
  Tensor normalise(const Tensor& weights, std::int64_t) const override { return weights; }
};
MISTAKE(F09, NoNormalising, "取完指数或筛完候选就结束，不再除以总和",
        "stops after the exponentials, or after the choice, and does not divide by the sum");

struct SoftmaxOverTheOtherAxis : Ops {
  using Ops::Ops;
  Tensor softmax(const Tensor& z, std::int64_t axis) const override {
    const bool last = static_cast<std::int64_t>(z.axis_at(axis)) + 1 == z.rank();
    return Ops::softmax(z, z.rank() < 2 ? axis : last ? -2 : -1);
  }
};
MISTAKE(F09, SoftmaxOverTheOtherAxis, "沿另一个轴归一化", "normalises along the other axis");

struct SoftmaxOverEverything : Ops {
  using Ops::Ops;
  Tensor softmax(const Tensor& z, std::int64_t) const override {
    return reshape(Ops::softmax(reshape(z, {-1}), 0), z.shape());
  }
};
MISTAKE(F09, SoftmaxOverEverything, "整张表一起归一化，总和才是1", "normalises the whole table at once");

struct FirstForLargest : Ops {
  using Ops::Ops;
  Ids argmax(const Tensor& z, std::int64_t axis) const override {
    return Ids::full(Ops::argmax(z, axis).shape(), 0);
  }
};
MISTAKE(F09, FirstForLargest, "总取第一个候选，因为例子里它最大",
        "takes the first candidate, which is the largest in the example");

struct AlwaysTheLargest : Ops {
  using Ops::Ops;
  std::int64_t sample(const Tensor& shares, double) const override { return argmax(shares, 0).item(); }
};
MISTAKE(F09, AlwaysTheLargest, "抽样时也总取最大的", "takes the largest share where a draw is asked for");

struct EveryoneAlike : Ops {
  using Ops::Ops;
  std::int64_t sample(const Tensor& shares, double u) const override {
    return static_cast<std::int64_t>(u * static_cast<double>(shares.size()));
  }
};
MISTAKE(F09, EveryoneAlike, "抽样时各候选机会均等，不看比例",
        "draws every candidate alike, whatever its share");

struct ClosedAbove : Ops {
  using Ops::Ops;
  std::int64_t sample(const Tensor& shares, double u) const override {
    const Numbers upper = running_sum(shares, 0).values();
    return std::lower_bound(upper.begin(), upper.end() - 1, u) - upper.begin();
  }
};
MISTAKE(F09, ClosedAbove, "区间右端也算在内：边界上的u归前一个候选",
        "closes the intervals above: a u on a border goes to the candidate below it");

struct DrawsTheMasked : Ops {
  using Ops::Ops;
  std::int64_t sample(const Tensor& shares, double u) const override {
    const Numbers upper = running_sum(shares, 0).values();
    return std::min<std::int64_t>(std::upper_bound(upper.begin(), upper.end(), u) - upper.begin(),
                                  shares.size() - 1);
  }
};
MISTAKE(F09, DrawsTheMasked, "u越过累计和末项时给出最后一项，哪怕它已被排除",
        "gives the last entry when u lies past all running sums, even one that is ruled out");

struct MultipliesByTemperature : Ops {
  using Ops::Ops;
  Tensor apply_temperature(const Tensor& z, double temperature) const override {
    return multiply(z, scalar(temperature));
  }
};
MISTAKE(F09, MultipliesByTemperature, "分数乘以温度而不是除以温度",
        "multiplies the scores by the temperature");

struct DividesTheShares : Ops {
  using Ops::Ops;
  Tensor shares_at_temperature(const Tensor& z, double temperature) const override {
    return divide(softmax(z, -1), scalar(temperature));
  }
};
MISTAKE(F09, DividesTheShares, "softmax之后才除以温度",
        "divides the shares by the temperature, after the softmax");

struct TemperatureAfterwards : Ops {
  using Ops::Ops;
  Tensor shares_at_temperature(const Tensor& z, double temperature) const override {
    return normalise(divide(softmax(z, -1), scalar(temperature)), -1);
  }
};
MISTAKE(F09, TemperatureAfterwards, "softmax之后除以温度再归一化：什么也没改变",
        "divides the shares by the temperature and normalises again, which changes nothing");

struct DividesByZero : Ops {
  using Ops::Ops;
  Tensor apply_temperature(const Tensor& z, double temperature) const override {
    return divide(z, scalar(temperature));
  }
};
MISTAKE(F09, DividesByZero, "温度0不作检查，照样相除", "divides by temperature 0 without looking");

struct ZeroIsAlmostZero : Ops {
  using Ops::Ops;
  std::int64_t choose(const Tensor& z, double temperature, double u) const override {
    return sample(shares_at_temperature(z, temperature == 0 ? 1 : temperature), u);
  }
};
MISTAKE(F09, ZeroIsAlmostZero, "把温度0当作没有设置，按温度1抽样",
        "takes temperature 0 for not set and draws at temperature 1");

struct TheFirstK : Ops {
  using Ops::Ops;
  Tensor top_k(const Tensor& shares, std::int64_t k) const override {
    if (k < 1 || k > shares.size()) return Ops::top_k(shares, k);
    return kept(shares, [&](const Numbers&, std::size_t i) { return static_cast<std::int64_t>(i) < k; });
  }
};
MISTAKE(F09, TheFirstK, "留下排在前面的k个，而不是最大的k个",
        "keeps the first k candidates, not the k largest");

struct TiesKeepMore : Ops {
  using Ops::Ops;
  Tensor top_k(const Tensor& shares, std::int64_t k) const override {
    if (k < 1 || k > shares.size()) return Ops::top_k(shares, k);
    return kept(shares, [&](Numbers line, std::size_t i) {
      const double share = line[i];
      std::sort(line.rbegin(), line.rend());
      return share >= line[static_cast<std::size_t>(k - 1)];
    });
  }
};
MISTAKE(F09, TiesKeepMore, "与第k名并列的全部留下，于是多于k个",
        "keeps all that tie with the k-th, and so more than k");

/// Candidates by share, the largest first, while `keep(reached before, share)` holds.
template <class Keep>
Tensor kept_while(const Tensor& shares, Keep keep) {
  std::vector<std::size_t> order;
  const Numbers values = shares.values();
  for (std::size_t i = 0; i < values.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  double reached = 0;
  std::size_t count = 0;
  while (count < order.size() && (count == 0 || keep(reached, values[order[count]])))
    reached += values[order[count++]];
  return kept(shares, [&](const Numbers&, std::size_t i) {
    return std::find(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), i) !=
           order.begin() + static_cast<std::ptrdiff_t>(count);
  });
}

struct StopsBeforeP : Ops {
  using Ops::Ops;
  Tensor top_p(const Tensor& shares, double p) const override {
    if (!(p > 0 && p <= 1)) return Ops::top_p(shares, p);
    return kept_while(shares, [&](double before, double share) { return before + share <= p; });
  }
};
MISTAKE(F09, StopsBeforeP, "丢掉跨过门槛的那个候选", "throws away the candidate that crosses the threshold");

struct GoesPastP : Ops {
  using Ops::Ops;
  Tensor top_p(const Tensor& shares, double p) const override {
    if (!(p > 0 && p <= 1)) return Ops::top_p(shares, p);
    return kept_while(shares, [&](double before, double) { return before <= p; });
  }
};
MISTAKE(F09, GoesPastP, "恰好达到p还不停，再多留一个", "goes on to one more where p is reached exactly");

struct PAsACount : Ops {
  using Ops::Ops;
  Tensor top_p(const Tensor& shares, double p) const override {
    if (!(p > 0 && p <= 1)) return Ops::top_p(shares, p);
    return top_k(shares, static_cast<std::int64_t>(std::ceil(p * static_cast<double>(shares.size()))));
  }
};
MISTAKE(F09, PAsACount, "把p当作保留候选个数的比例", "takes p for the part of the candidates to keep");

struct PInGivenOrder : Ops {
  using Ops::Ops;
  Tensor top_p(const Tensor& shares, double p) const override {
    if (!(p > 0 && p <= 1)) return Ops::top_p(shares, p);
    return kept(shares, [&](const Numbers& line, std::size_t i) {
      return total(Numbers(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(i))) < p;
    });
  }
};
MISTAKE(F09, PInGivenOrder, "不排序，按给出的次序累计到p",
        "adds up to p in the given order, without ranking");

}  // namespace
}  // namespace galley::F09
