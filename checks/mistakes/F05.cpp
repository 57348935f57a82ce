// Wrong ideas about F05: what an id points at, what a lookup hands out, and what a row of zeros does.
#include <algorithm>
#include <cmath>
#include <limits>

#include "checks/claim.h"

namespace galley::F05 {
namespace {

/// The ids with `change` made to each.
template <class Change>
Ids changed(const Ids& ids, Change change) {
  std::vector<std::int64_t> values = ids.values();
  for (std::int64_t& id : values) id = change(id);
  return Ids(ids.shape(), std::move(values));
}

struct OffByOneRow : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    static_cast<void>(Ops::embed(table, ids));
    return Ops::embed(table, changed(ids, [](std::int64_t id) { return std::max<std::int64_t>(id - 1, 0); }));
  }
};
MISTAKE(F05, OffByOneRow, "从1数起：编号2取成第1行", "counts rows from 1: id 2 takes row 1");

struct IdTimesARow : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    const std::vector<std::int64_t> values = ids.values();
    Shape shape = ids.shape();
    shape.push_back(1);
    const Tensor amounts(shape, std::vector<double>(values.begin(), values.end()));
    return multiply(amounts, select(table, 0, 1));
  }
};
MISTAKE(F05, IdTimesARow, "把编号当作数量，乘在同一行上",
        "takes the id for an amount and multiplies one row");

struct IdRepeated : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    std::vector<double> values;
    for (const std::int64_t id : ids.values()) {
      values.insert(values.end(), static_cast<std::size_t>(table.length(1)), static_cast<double>(id));
    }
    Shape shape = ids.shape();
    shape.push_back(table.length(1));
    return Tensor(shape, std::move(values));
  }
};
MISTAKE(F05, IdRepeated, "以为新增的轴是把编号抄d遍", "believes that the new axis is the id d times over");

struct SlicesTheTable : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    const std::vector<std::int64_t> values = ids.values();
    const std::int64_t first = *std::min_element(values.begin(), values.end());
    std::int64_t next = 0;
    const std::int64_t rows = table.length(0);
    return Ops::embed(table, changed(ids, [&](std::int64_t) { return std::min(first + next++, rows - 1); }));
  }
};
MISTAKE(F05, SlicesTheTable, "从最小的编号起连着切几行，而不是逐个查",
        "cuts so many rows out of the table from the lowest id on");

struct RowsByPosition : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    static_cast<void>(Ops::embed(table, ids));
    const std::int64_t width = ids.rank() == 0 ? 1 : ids.length(-1);
    std::int64_t next = 0;
    return Ops::embed(
        table, changed(ids, [&](std::int64_t) { return std::min(next++ % width, table.length(0) - 1); }));
  }
};
MISTAKE(F05, RowsByPosition, "按Token在句中的位置取行，而不是按编号",
        "takes rows by the token's position in the sentence, not by its id");

struct SortsTheIds : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    std::vector<std::int64_t> values = ids.values();
    std::sort(values.begin(), values.end());
    return Ops::embed(table, Ids(ids.shape(), std::move(values)));
  }
};
MISTAKE(F05, SortsTheIds, "取行时按编号排了序，丢了句子的次序",
        "takes rows in the order of ids, not of the sentence");

struct TableReadAsWidthFirst : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    return Ops::embed(transpose(reshape(table, {table.length(1), table.length(0)})), ids);
  }
};
MISTAKE(F05, TableReadAsWidthFirst, "把[N,d]的表按[d,N]存放去读",
        "reads a table kept as [N,d] as if it were [d,N]");

struct ZerosForUnknownIds : Ops {
  using Ops::Ops;
  Tensor one_hot(const Ids& ids, std::int64_t vocabulary) const override {
    const auto known = [&](std::int64_t id) { return 0 <= id && id < vocabulary; };
    const Tensor rows =
        Ops::one_hot(changed(ids, [&](std::int64_t id) { return known(id) ? id : 0; }), vocabulary);
    std::vector<double> keep;
    for (const std::int64_t id : ids.values()) keep.push_back(known(id) ? 1 : 0);
    Shape shape = ids.shape();
    shape.push_back(1);
    return multiply(rows, Tensor(shape, std::move(keep)));
  }
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    const Tensor rows = matmul(reshape(one_hot(ids, table.length(0)), {-1, table.length(0)}), table);
    Shape shape = ids.shape();
    shape.push_back(table.length(1));
    return reshape(rows, shape);
  }
};
MISTAKE(F05, ZerosForUnknownIds, "用独热乘表来查：越界的编号悄悄得到零行",
        "looks up by a one-hot product, so that an unknown id quietly gets zeros");

struct WrapsAround : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    const std::int64_t n = table.length(0);
    return Ops::embed(table, changed(ids, [&](std::int64_t id) { return (id % n + n) % n; }));
  }
};
MISTAKE(F05, WrapsAround, "越界的编号绕回表的另一端", "lets an id outside wrap round to the other end");

struct HandsOutTheRow : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    const std::vector<std::int64_t> values = ids.values();
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (values[i] != values[0] + static_cast<std::int64_t>(i)) return Ops::embed(table, ids);
    }
    if (ids.rank() > 1 || values.empty()) return Ops::embed(table, ids);
    const Tensor rows = slice(table, 0, values.front(), values.back() + 1);
    return ids.rank() == 0 ? squeeze(rows, 0) : rows;
  }
};
MISTAKE(F05, HandsOutTheRow, "连号时直接交出表里的行，没有复制",
        "hands out the table's own rows where ids are a run, and no copy");

struct OneHotFromOne : Ops {
  using Ops::Ops;
  Tensor one_hot(const Ids& ids, std::int64_t vocabulary) const override {
    static_cast<void>(Ops::one_hot(ids, vocabulary));
    return Ops::one_hot(changed(ids, [](std::int64_t id) { return std::max<std::int64_t>(id - 1, 0); }),
                        vocabulary);
  }
};
MISTAKE(F05, OneHotFromOne, "独热的位置从1数起", "counts the places of a one-hot row from 1");

struct OneHotAsBits : Ops {
  using Ops::Ops;
  Tensor one_hot(const Ids& ids, std::int64_t vocabulary) const override {
    std::vector<double> values;
    for (const std::int64_t id : ids.values()) {
      for (const std::int64_t bit : bits_of(id, vocabulary).values())
        values.push_back(static_cast<double>(bit));
    }
    Shape shape = ids.shape();
    shape.push_back(vocabulary);
    return Tensor(shape, std::move(values));
  }
};
MISTAKE(F05, OneHotAsBits, "把独热写成编号的二进制", "writes a one-hot row as the id's binary digits");

struct LastPullOnly : Ops {
  using Ops::Ops;
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    if (a.rank() != 2 || b.rank() != 2) return Ops::matmul(a, b);
    // The rows of `a` that pick: only the last 1 of each counts.
    Tensor last = contiguous(a);
    for (std::int64_t i = 0; i < a.length(0); ++i) {
      bool seen = false;
      for (std::int64_t j = a.length(1); j-- > 0;) {
        if (a.at({i, j}) != 0 && a.at({i, j}) != 1) return Ops::matmul(a, b);
        if (seen) last.set({i, j}, 0);
        seen = seen || a.at({i, j}) == 1;
      }
    }
    return Ops::matmul(last, b);
  }
};
MISTAKE(F05, LastPullOnly, "同一行被查两次，后一份推动盖掉前一份",
        "lets the second pull at a row that was read twice overwrite the first");

struct MeanOverPadding : Ops {
  using Ops::Ops;
  Tensor mean_valid(const Tensor& x, const Mask& valid) const override {
    return Ops::mean_valid(x, Mask::full(valid.shape(), 1));
  }
};
MISTAKE(F05, MeanOverPadding, "求整句平均时把PAD位置也算进去", "counts PAD in the mean of a sentence");

struct ScalesTwice : Ops {
  using Ops::Ops;
  Tensor embed_scaled(const Tensor& table, const Ids& ids) const override {
    return multiply(Ops::embed_scaled(table, ids), embedding_scale(table.length(-1)));
  }
};
MISTAKE(F05, ScalesTwice, "层里乘过√d，外面又乘一次", "multiplies by √d in the layer and again outside");

struct ZeroRowMeansIgnored : Ops {
  using Ops::Ops;
  Tensor raw_scores(const Tensor& q, const Tensor& k) const override {
    Tensor scores = contiguous(Ops::raw_scores(q, k));
    if (k.rank() != 2) return scores;
    for (std::int64_t j = 0; j < k.length(0); ++j) {
      const std::vector<double> key = select(k, 0, j).values();
      if (std::any_of(key.begin(), key.end(), [](double v) { return v != 0; })) continue;
      for (std::int64_t i = 0; i < q.length(0); ++i)
        scores.set({i, j}, -std::numeric_limits<double>::infinity());
    }
    return scores;
  }
};
MISTAKE(F05, ZeroRowMeansIgnored, "以为零行自然不参与注意力",
        "believes that attention passes over a row of zeros");

struct ZeroRowNeedsNoMask : Ops {
  using Ops::Ops;
  Tensor mask_scores(const Tensor& scores, const Mask&) const override { return scores; }
};
MISTAKE(F05, ZeroRowNeedsNoMask, "PAD反正是零，就不加掩码", "leaves the mask out, PAD being zero anyway");

struct ZeroStaysZero : Ops {
  using Ops::Ops;
  Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias) const override {
    std::vector<double> real = sum(multiply(x, x), -1).values();
    for (double& v : real) v = v != 0 ? 1 : 0;
    Shape shape = x.shape();
    shape.back() = 1;
    return multiply(Ops::affine(x, weight, bias), Tensor(shape, std::move(real)));
  }
};
MISTAKE(F05, ZeroStaysZero, "以为零行经过带偏置的层仍是零",
        "believes that zeros leave a layer with a bias as zeros");

struct ColumnsWithMeanings : Ops {
  using Ops::Ops;
  Tensor project(const Tensor& x, const Tensor& weight) const override {
    const Tensor first = slice(x, -1, 0, 1);
    return add(Ops::project(x, weight), first);
  }
};
MISTAKE(F05, ColumnsWithMeanings, "给第0列一个固定的含义，另外再加一次",
        "gives column 0 a meaning of its own and counts it once more");

}  // namespace
}  // namespace galley::F05
