// Wrong ideas about F04: what padding is, where a row ends, and what a batch costs.
#include <algorithm>

#include "checks/claim.h"

namespace galley::F04 {
namespace {

struct LengthFromThePaddedRow : Ops {
  using Ops::Ops;
  Mask valid_right(const Ids& lengths, std::int64_t length) const override {
    return Mask::full(Ops::valid_right(lengths, length).shape(), 1);
  }
};
MISTAKE(F04, LengthFromThePaddedRow, "把补齐后的行长当作真实长度",
        "takes the length of the padded row for the true one");

struct OneMeansPadding : Ops {
  using Ops::Ops;
  Mask valid_right(const Ids& lengths, std::int64_t length) const override {
    std::vector<std::uint8_t> marks = Ops::valid_right(lengths, length).values();
    for (std::uint8_t& mark : marks) mark = !mark;
    return Mask({lengths.size(), length}, std::move(marks));
  }
};
MISTAKE(F04, OneMeansPadding, "标记写反：用1标填充", "marks padding with 1 and real tokens with 0");

struct PadIsAlwaysZero : Ops {
  using Ops::Ops;
  Mask valid_by_pad_id(const Ids& ids, std::int64_t) const override { return Ops::valid_by_pad_id(ids, 0); }
};
MISTAKE(F04, PadIsAlwaysZero, "以为PAD的编号天生是0", "believes that PAD's id is 0 by nature");

struct PadsWithZeros : Ops {
  using Ops::Ops;
  Ids pad_right(const Sentences& sentences, std::int64_t length, std::int64_t) const override {
    return Ops::pad_right(sentences, length, 0);
  }
  Ids pad_left(const Sentences& sentences, std::int64_t length, std::int64_t) const override {
    return Ops::pad_left(sentences, length, 0);
  }
};
MISTAKE(F04, PadsWithZeros, "不问模型的PAD编号，一律补0", "pads with 0 whatever the model's PAD is");

struct RepeatsTheLastToken : Ops {
  using Ops::Ops;
  Ids pad_right(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) const override {
    Ids table = Ops::pad_right(sentences, length, pad_id);
    for (std::int64_t b = 0; b < std::ssize(sentences); ++b) {
      const auto& sentence = sentences[static_cast<std::size_t>(b)];
      for (std::int64_t t = std::ssize(sentence); t > 0 && t < length; ++t)
        table.set({b, t}, sentence.back());
    }
    return table;
  }
};
MISTAKE(F04, RepeatsTheLastToken, "补齐时重复最后一个词，当作补出了内容",
        "fills up with the last word again, as if padding said something");

struct TruncatesSilently : Ops {
  using Ops::Ops;
  Ids pad_right(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) const override {
    return Ops::pad_right(Ops::truncate(sentences, length), length, pad_id);
  }
  Ids pad_left(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) const override {
    return Ops::pad_left(Ops::truncate(sentences, length), length, pad_id);
  }
};
MISTAKE(F04, TruncatesSilently, "放不下就悄悄截断", "cuts silently what does not fit");

struct PadsToTheShortest : Ops {
  using Ops::Ops;
  std::int64_t common_length(const Ids& lengths) const override {
    const std::vector<std::int64_t> values = lengths.values();
    return *std::min_element(values.begin(), values.end());
  }
};
MISTAKE(F04, PadsToTheShortest, "按最短的一条定T", "sets T by the shortest sentence");

struct KeepsTheEnd : Ops {
  using Ops::Ops;
  Sentences truncate(const Sentences& sentences, std::int64_t length) const override {
    Sentences kept = sentences;
    for (auto& ids : kept) {
      if (std::ssize(ids) > length) ids.erase(ids.begin(), ids.end() - static_cast<std::ptrdiff_t>(length));
    }
    return kept;
  }
};
MISTAKE(F04, KeepsTheEnd, "截断时留下结尾，丢掉开头", "cuts the beginning where the end was to be cut");

struct LeftIsRight : Ops {
  using Ops::Ops;
  Ids pad_left(const Sentences& sentences, std::int64_t length, std::int64_t pad_id) const override {
    return Ops::pad_right(sentences, length, pad_id);
  }
};
MISTAKE(F04, LeftIsRight, "要求左补齐，仍把PAD放在后面", "pads on the right where left was asked for");

struct RightMarksForLeftPadding : Ops {
  using Ops::Ops;
  Mask valid_left(const Ids& lengths, std::int64_t length) const override {
    return Ops::valid_right(lengths, length);
  }
};
MISTAKE(F04, RightMarksForLeftPadding, "编号补在左边，标记却照右补齐来写",
        "pads ids on the left and marks them as if on the right");

/// f(marks) for each row of (B, T).
template <class F>
Ids each_row(const Mask& valid, F f) {
  std::vector<std::int64_t> found;
  const std::int64_t width = valid.length(-1);
  const std::vector<std::uint8_t> marks = valid.values();
  for (std::ptrdiff_t first = 0; first < std::ssize(marks); first += width)
    found.push_back(f(std::vector<std::uint8_t>(marks.begin() + first, marks.begin() + first + width)));
  return Ids({std::ssize(found)}, found);
}

struct TheLastColumn : Ops {
  using Ops::Ops;
  Ids last_valid(const Mask& valid) const override {
    return each_row(valid, [](const auto& marks) { return std::ssize(marks) - 1; });
  }
};
MISTAKE(F04, TheLastColumn, "总取最后一列", "always takes the last column");

struct CountMinusOne : Ops {
  using Ops::Ops;
  Ids last_valid(const Mask& valid) const override {
    return each_row(valid, [](const auto& marks) { return std::count(marks.begin(), marks.end(), 1) - 1; });
  }
};
MISTAKE(F04, CountMinusOne, "取“真实个数减1”，不管补在哪一侧",
        "takes the count minus one, whichever side is padded");

struct FirstZeroMinusOne : Ops {
  using Ops::Ops;
  Ids last_valid(const Mask& valid) const override {
    return each_row(valid, [](const auto& marks) {
      const auto lowest = std::min_element(marks.begin(), marks.end()) - marks.begin();
      return std::max<std::int64_t>(lowest - 1, 0);
    });
  }
};
MISTAKE(F04, FirstZeroMinusOne, "找第一个0再减1：没有补齐的行就取到第0个",
        "looks for the first 0 and steps back: a full row gives its first token");

struct FirstPadIdMinusOne : Ops {
  using Ops::Ops;
  Ids last_ids(const Ids& ids, const Mask& valid) const override {
    Ids found = Ops::last_ids(ids, valid);
    for (std::int64_t b = 0; b < ids.length(0); ++b) {
      const std::vector<std::int64_t> row(&ids.contiguous_data()[b * ids.length(1)],
                                          &ids.contiguous_data()[b * ids.length(1)] + ids.length(1));
      std::int64_t pad = -1;
      for (std::int64_t t = 0; t < ids.length(1); ++t) pad = valid.at({b, t}) ? pad : ids.at({b, t});
      const auto first = std::find(row.begin(), row.end(), pad);
      if (first != row.begin()) found.set({b}, *(first - 1));
    }
    return found;
  }
};
MISTAKE(F04, FirstPadIdMinusOne, "找到第一个PAD编号就当句子结束，哪怕它是真的结束符",
        "takes the first id equal to PAD's for the end, even a real end token");

struct OnePositionForAll : Ops {
  using Ops::Ops;
  Tensor take_positions(const Tensor& x, const Ids& positions) const override {
    static_cast<void>(Ops::take_positions(x, positions));
    return Ops::take_positions(x, Ids::full(positions.shape(), positions.at({0})));
  }
};
MISTAKE(F04, OnePositionForAll, "整批用第0行的最后位置", "uses row 0's last position for the whole batch");

struct ReadsTheNeighbourRow : Ops {
  using Ops::Ops;
  Tensor mix(const Tensor& shares, const Tensor& v) const override {
    if (v.rank() != 4 || v.length(0) < 2) return Ops::mix(shares, v);
    const Tensor turned = concat(slice(v, 0, 1, v.length(0)), slice(v, 0, 0, 1), 0);
    return add(multiply(Ops::mix(shares, v), scalar(0.75)), multiply(Ops::mix(shares, turned), scalar(0.25)));
  }
};
MISTAKE(F04, ReadsTheNeighbourRow, "批内各行互相读取：混进了下一行的值",
        "lets rows of a batch read each other: a quarter comes from the next row");

struct PadIsReadToo : Ops {
  using Ops::Ops;
  Mask joint_mask(const Mask& valid) const override { return Mask::full(Ops::joint_mask(valid).shape(), 1); }
};
MISTAKE(F04, PadIsReadToo, "以为补齐之后什么都可以读，PAD也在内",
        "lets everything be read once rows are padded, PAD included");

struct WeightsForTheFirstRow : Ops {
  using Ops::Ops;
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    const Tensor product = Ops::matmul(a, b);
    if (a.rank() != 3 || b.rank() != 2) return product;
    return contiguous(broadcast_to(slice(product, 0, 0, 1), product.shape()));
  }
};
MISTAKE(F04, WeightsForTheFirstRow, "只算第0行，结果发给全批",
        "computes row 0 and hands it to the whole batch");

struct EveryTokenIsReal : Ops {
  using Ops::Ops;
  Ids valid_tokens(const Ids& ids, const Mask&) const override { return Ids({ids.size()}, ids.values()); }
};
MISTAKE(F04, EveryTokenIsReal, "数Token时把PAD也数进去", "counts PAD among the tokens");

struct PadsAllToOneLength : Ops {
  using Ops::Ops;
  std::int64_t padding_waste(const Ids& lengths, const Ids& order, std::int64_t) const override {
    return Ops::padding_waste(lengths, order, order.size());
  }
};
MISTAKE(F04, PadsAllToOneLength, "各批都补到全体最长，而不是本批最长",
        "pads every batch to the longest of all, not to its own longest");

struct SortsAndForgets : Ops {
  using Ops::Ops;
  std::int64_t padding_waste(const Ids& lengths, const Ids&, std::int64_t batch_size) const override {
    std::vector<std::int64_t> as_given;
    for (std::int64_t i = 0; i < lengths.size(); ++i) as_given.push_back(i);
    return Ops::padding_waste(lengths, Ids(lengths.shape(), std::move(as_given)), batch_size);
  }
};
MISTAKE(F04, SortsAndForgets, "排了序却仍按到达次序装批",
        "sorts, and fills the batches in the order of arrival");

struct AnswersStaySorted : Ops {
  using Ops::Ops;
  Ids inverse_order(const Ids& order) const override {
    static_cast<void>(Ops::inverse_order(order));
    return order;
  }
};
MISTAKE(F04, AnswersStaySorted, "放回时又用了一遍排序的次序",
        "applies the sorting order again to put answers back");

struct WaitsFromTheFirst : Ops {
  using Ops::Ops;
  Ids batch_waits(const Ids& arrivals, std::int64_t batch_size) const override {
    Ids waits = Ops::batch_waits(arrivals, batch_size);
    for (std::int64_t i = 0; i < arrivals.size(); ++i)
      waits.set({i}, arrivals.at({i}) - arrivals.at({i / batch_size * batch_size}));
    return waits;
  }
};
MISTAKE(F04, WaitsFromTheFirst, "以为后到的在等，先到的不等",
        "believes that the late ones wait and the first one does not");

struct NobodyWaits : Ops {
  using Ops::Ops;
  Ids batch_waits(const Ids& arrivals, std::int64_t batch_size) const override {
    return Ids::full(Ops::batch_waits(arrivals, batch_size).shape(), 0);
  }
};
MISTAKE(F04, NobodyWaits, "以为凑批不花时间", "believes that filling a batch takes no time");

}  // namespace
}  // namespace galley::F04
