// Wrong ideas about X00, the way from two sentences to three axes.
#include <algorithm>

#include "checks/claim.h"

namespace galley::X00 {
namespace {

struct IdsInOrderOfAppearance : Ops {
  using Ops::Ops;
  Ids encode_by_table(const Pieces& table, const std::string& text) const override {
    Ids numbered = Ops::encode_by_table(table, text);
    for (std::int64_t i = 0; i < numbered.size(); ++i) numbered.set({i}, i + 1);
    return numbered;
  }
};
MISTAKE(X00, IdsInOrderOfAppearance, "按出现的先后给编号，而不查词表",
        "numbers the words as they appear and does not look at the table");

struct OffByOneRow : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    std::vector<std::int64_t> rows = ids.values();
    for (std::int64_t& row : rows) row = std::max<std::int64_t>(row - 1, 0);
    return Ops::embed(table, Ids(ids.shape(), std::move(rows)));
  }
};
MISTAKE(X00, OffByOneRow, "从1数起：编号2取成第1行", "counts rows from 1: id 2 takes row 1");

struct IdRepeated : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    std::vector<double> values;
    for (const std::int64_t id : ids.values())
      values.insert(values.end(), static_cast<std::size_t>(table.length(1)), static_cast<double>(id));
    Shape shape = ids.shape();
    shape.push_back(table.length(1));
    return Tensor(shape, std::move(values));
  }
};
MISTAKE(X00, IdRepeated, "以为一排数就是编号抄几遍", "believes that the row is the id several times over");

struct PadsInFront : Ops {
  using Ops::Ops;
  Ids pad_right(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) const override {
    return Ops::pad_left(sentences, length, pad_id);
  }
};
MISTAKE(X00, PadsInFront, "该补在末尾的补到了前面", "pads in front where PAD belongs behind");

struct PadIsRealToo : Ops {
  using Ops::Ops;
  Mask valid_right(const Ids& lengths, std::int64_t length) const override {
    return Mask::full({lengths.size(), length}, 1);
  }
};
MISTAKE(X00, PadIsRealToo, "安排了几个位置就当有几个真实词", "takes every arranged place for a real word");

struct OneForBothZeros : Ops {
  using Ops::Ops;
  Mask valid_by_pad_id(const Ids& ids, std::int64_t) const override { return Ops::valid_by_pad_id(ids, 0); }
};
MISTAKE(X00, OneForBothZeros, "把PAD编号的0与掩码的0当一回事",
        "takes PAD's id 0 and the mask's 0 for one thing");

struct OneHotFromOne : Ops {
  using Ops::Ops;
  Tensor one_hot(const Ids& ids, std::int64_t vocabulary) const override {
    std::vector<std::int64_t> places = ids.values();
    for (std::int64_t& place : places) place = std::max<std::int64_t>(place - 1, 0);
    return Ops::one_hot(Ids(ids.shape(), std::move(places)), vocabulary);
  }
};
MISTAKE(X00, OneHotFromOne, "独热的位置从1数起", "counts the places of a one-hot row from 1");

struct BitsLowestFirst : Ops {
  using Ops::Ops;
  Ids bits_of(std::int64_t value, std::int64_t width) const override {
    std::vector<std::int64_t> bits = Ops::bits_of(value, width).values();
    std::reverse(bits.begin(), bits.end());
    return Ids({width}, std::move(bits));
  }
};
MISTAKE(X00, BitsLowestFirst, "二进制从低位写起", "writes binary digits from the lowest one");

struct MebibytesAsMegabytes : Ops {
  using Ops::Ops;
  double in_mib(std::int64_t bytes) const override { return Ops::in_megabytes(bytes); }
};
MISTAKE(X00, MebibytesAsMegabytes, "MiB按1,000,000字节算", "counts 1,000,000 bytes for a MiB");

struct TheWidthIsAll : Ops {
  using Ops::Ops;
  std::int64_t total_bytes(const Inventory& items) const override { return items.front().shape.back(); }
};
MISTAKE(X00, TheWidthIsAll, "把隐藏宽度当作参数总量", "takes the hidden width for the count of parameters");

struct AMoveChangesIds : Ops {
  using Ops::Ops;
  Stored to_device(const Stored& x, const std::string& device) const override {
    return {add(x.values, scalar(device == "cpu" ? 0 : 1)), x.dtype, device};
  }
};
MISTAKE(X00, AMoveChangesIds, "以为换了设备就要重新编号", "numbers the tokens anew on another device");

struct DecimalsAreExact : Ops {
  using Ops::Ops;
  Tensor cast(const Tensor& x, Dtype) const override { return contiguous(x); }
};
MISTAKE(X00, DecimalsAreExact, "以为小数在任何格式里都准确",
        "believes that decimals are exact in any format");

struct CausalOnly : Ops {
  using Ops::Ops;
  Mask joint_mask(const Mask& valid) const override { return Ops::joint_mask(Mask::full(valid.shape(), 1)); }
};
MISTAKE(X00, CausalOnly, "只防偷看未来，忘了排除PAD", "keeps the future out and forgets PAD");

struct PaddingOnly : Ops {
  using Ops::Ops;
  Mask joint_mask(const Mask& valid) const override {
    Mask may_read = Ops::joint_mask(valid);
    for (std::int64_t b = 0; b < valid.length(0); ++b) {
      for (std::int64_t i = 0; i < valid.length(1); ++i) {
        for (std::int64_t j = 0; j < valid.length(1); ++j) may_read.set({b, 0, i, j}, valid.at({b, j}));
      }
    }
    return may_read;
  }
};
MISTAKE(X00, PaddingOnly, "只排除PAD，忘了不能看未来", "keeps PAD out and lets the future be read");

struct PositionsAreColumns : Ops {
  using Ops::Ops;
  Ids position_ids(const Mask& valid) const override {
    Ids columns = Ops::position_ids(valid);
    for (std::int64_t b = 0; b < columns.length(0); ++b) {
      for (std::int64_t t = 0; t < columns.length(1); ++t) columns.set({b, t}, t);
    }
    return columns;
  }
};
MISTAKE(X00, PositionsAreColumns, "把表的列号当位置编号", "takes the table's columns for positions");

struct PositionsFromOne : Ops {
  using Ops::Ops;
  Ids position_ids(const Mask& valid) const override {
    Ids positions = Ops::position_ids(valid);
    for (std::int64_t b = 0; b < positions.length(0); ++b) {
      for (std::int64_t t = 0; t < positions.length(1); ++t) positions.set({b, t}, positions.at({b, t}) + 1);
    }
    return positions;
  }
};
MISTAKE(X00, PositionsFromOne, "位置从1数起", "counts positions from 1");

struct CountsTheTokenToCome : Ops {
  using Ops::Ops;
  std::int64_t cached_positions(const KvCache& cache) const override {
    return Ops::cached_positions(cache) + 1;
  }
};
MISTAKE(X00, CountsTheTokenToCome, "把还没处理的下一个词也算进缓存",
        "counts the next token, not yet processed, as cached");

struct ReadsTheNeighbourRow : Ops {
  using Ops::Ops;
  Tensor mix(const Tensor& shares, const Tensor& v) const override {
    if (v.rank() != 4 || v.length(0) < 2) return Ops::mix(shares, v);
    const Tensor turned = concat(slice(v, 0, 1, v.length(0)), slice(v, 0, 0, 1), 0);
    return add(multiply(Ops::mix(shares, v), scalar(0.75)), multiply(Ops::mix(shares, turned), scalar(0.25)));
  }
};
MISTAKE(X00, ReadsTheNeighbourRow, "批内两条互相读取", "lets the two inputs of a batch read each other");

struct AColumnWithAMeaning : Ops {
  using Ops::Ops;
  Tensor project(const Tensor& x, const Tensor& weight) const override {
    return add(Ops::project(x, weight), slice(x, -1, 1, 2));
  }
};
MISTAKE(X00, AColumnWithAMeaning, "给第2个数一个固定的含义，单独再用一次",
        "gives the second number a meaning of its own and uses it once more");

}  // namespace
}  // namespace galley::X00
