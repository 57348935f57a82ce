// Wrong ideas about F02: shape against content, axes against lengths, counting from one.
#include <algorithm>
#include <numeric>

#include "checks/claim.h"

namespace galley::F02 {
namespace {

struct ShapeForContent : Ops {
  using Ops::Ops;
  Tensor array_of(const Shape& shape, double) const override {
    return Tensor({static_cast<std::int64_t>(shape.size())}, std::vector<double>(shape.begin(), shape.end()));
  }
};
MISTAKE(F02, ShapeForContent, "把[2,3]读成存着2和3的一排数", "reads [2,3] as a row that holds 2 and 3");

struct AddsTheSizes : Ops {
  using Ops::Ops;
  std::int64_t count_elements(const Shape& shape) const override {
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{0});
  }
};
MISTAKE(F02, AddsTheSizes, "元素个数算成各长度之和", "adds the lengths where they multiply");

struct WidthForRank : Ops {
  using Ops::Ops;
  std::int64_t count_axes(const Tensor& a) const override { return a.rank() == 0 ? 1 : a.length(-1); }
};
MISTAKE(F02, WidthForRank, "把每排数的宽度当成维数", "takes the width of a row for the number of axes");

struct CountsFromOne : Ops {
  using Ops::Ops;
  Tensor select(const Tensor& a, std::int64_t axis, std::int64_t index) const override {
    const std::int64_t length = a.length(axis);
    return Ops::select(a, axis, index < 0 || index >= length ? index : (index + length - 1) % length);
  }
};
MISTAKE(F02, CountsFromOne, "下标从1数起", "counts indices from one");

struct ClampsToTheLast : Ops {
  using Ops::Ops;
  Tensor select(const Tensor& a, std::int64_t axis, std::int64_t index) const override {
    return Ops::select(a, axis, std::clamp<std::int64_t>(index, 0, a.length(axis) - 1));
  }
};
MISTAKE(F02, ClampsToTheLast, "越界的下标取最后一个了事",
        "takes the last entry for an index that is out of range");

struct WrapsAround : Ops {
  using Ops::Ops;
  Tensor select(const Tensor& a, std::int64_t axis, std::int64_t index) const override {
    const std::int64_t length = a.length(axis);
    return Ops::select(a, axis, ((index % length) + length) % length);
  }
};
MISTAKE(F02, WrapsAround, "越界的下标绕回开头",
        "lets an index that is out of range start again at the front");

struct SelectsTheWrongAxis : Ops {
  using Ops::Ops;
  Tensor select(const Tensor& a, std::int64_t axis, std::int64_t index) const override {
    const std::int64_t other = a.rank() - 1 - static_cast<std::int64_t>(a.axis_at(axis));
    return Ops::select(a, index < a.length(other) ? other : axis, index);
  }
};
MISTAKE(F02, SelectsTheWrongAxis, "从右往左数轴，取错了方向",
        "counts the axes from the right and cuts along the wrong one");

struct KeepsTheChosenAxis : Ops {
  using Ops::Ops;
  Tensor select(const Tensor& a, std::int64_t axis, std::int64_t index) const override {
    return Ops::unsqueeze(Ops::select(a, axis, index), static_cast<std::int64_t>(a.axis_at(axis)));
  }
};
MISTAKE(F02, KeepsTheChosenAxis, "选定下标后还留着那个轴", "keeps an axis on which an index has been chosen");

struct SliceIncludesItsEnd : Ops {
  using Ops::Ops;
  Tensor slice(const Tensor& a, std::int64_t axis, std::int64_t start, std::int64_t stop) const override {
    return Ops::slice(a, axis, start, std::min(stop + 1, a.length(axis)));
  }
};
MISTAKE(F02, SliceIncludesItsEnd, "切片把终点也算进去", "takes the end of a slice along");

struct FlatOffset : Ops {
  using Ops::Ops;
  Ids argmax(const Tensor& z, std::int64_t axis) const override {
    const Ids places = Ops::argmax(z, axis);
    std::vector<std::int64_t> flat = places.values();
    for (std::size_t line = 0; line < flat.size(); ++line) {
      flat[line] += static_cast<std::int64_t>(line) * z.length(axis);
    }
    return Ids(places.shape(), std::move(flat));
  }
};
MISTAKE(F02, FlatOffset, "给出在整个存储里的位置，而不是在该轴上的下标",
        "gives the place in the whole storage, not the index on the axis");

struct FromThatAxisOn : Ops {
  using Ops::Ops;
  Tensor normalise(const Tensor& z, std::int64_t axis) const override {
    Shape flat(z.shape().begin(), z.shape().begin() + static_cast<std::ptrdiff_t>(z.axis_at(axis)));
    flat.push_back(-1);
    return reshape(Ops::normalise(reshape(z, flat), -1), z.shape());
  }
};
MISTAKE(F02, FromThatAxisOn, "沿某轴归一化时连其后的轴也一起算",
        "normalises over an axis and all the axes behind it");

struct SumsTheNextAxis : Ops {
  using Ops::Ops;
  Tensor sum(const Tensor& a, std::int64_t axis) const override {
    return Ops::sum(a, (static_cast<std::int64_t>(a.axis_at(axis)) + 1) % a.rank());
  }
};
MISTAKE(F02, SumsTheNextAxis, "把轴从1数起，于是沿下一个轴相加",
        "counts axes from one and so adds along the next axis");

struct SquareOfTheSum : Ops {
  using Ops::Ops;
  Tensor sum_of_squares(const Tensor& a, std::int64_t axis) const override {
    const Tensor total = sum(a, axis);
    return multiply(total, total);
  }
};
MISTAKE(F02, SquareOfTheSum, "先相加再平方", "adds first and squares the sum");

struct TwiceForSquare : Ops {
  using Ops::Ops;
  Tensor sum_of_squares(const Tensor& a, std::int64_t axis) const override { return sum(add(a, a), axis); }
};
MISTAKE(F02, TwiceForSquare, "把x²当成2x", "takes the square of x for twice x");

struct RoundsToBits : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    const Tensor rows = Ops::embed(table, ids);
    std::vector<double> bits = rows.values();
    const auto width = static_cast<std::size_t>(rows.length(-1));
    const std::vector<std::int64_t> id = ids.values();
    for (std::size_t i = 0; i < bits.size(); ++i) {
      bits[i] = static_cast<double>(id[i / width] >> (width - 1 - i % width) & 1);
    }
    return Tensor(rows.shape(), std::move(bits));
  }
};
MISTAKE(F02, RoundsToBits, "以为四个特征就是编号的四位二进制",
        "takes the four features for the id in four binary digits");

}  // namespace
}  // namespace galley::F02
