// Wrong ideas about F08: regrouping, swapping axes, broadcasting, views.
#include <algorithm>

#include "checks/claim.h"

namespace galley::F08 {
namespace {

/// The axes of a shape in reverse order.
Shape reversed(const Shape& shape) { return Shape(shape.rbegin(), shape.rend()); }

/// 0, 1, … rank − 1.
Shape axes_in_order(std::int64_t rank) {
  Shape order;
  for (std::int64_t axis = 0; axis < rank; ++axis) order.push_back(axis);
  return order;
}

struct ColumnByColumn : Ops {
  using Ops::Ops;
  Tensor reshape(const Tensor& a, const Shape& shape) const override {
    const Shape full = Ops::reshape(a, shape).shape();
    const Tensor by_column = Ops::permute(a, reversed(axes_in_order(a.rank())));
    const Tensor regrouped = Ops::reshape(Ops::contiguous(by_column), reversed(full));
    return Ops::permute(regrouped, reversed(axes_in_order(regrouped.rank())));
  }
};
MISTAKE(F08, ColumnByColumn, "reshape按列读、按列填", "lets reshape read and fill column by column");

struct TransposeByReshape : Ops {
  using Ops::Ops;
  Tensor transpose(const Tensor& a) const override {
    Shape shape = a.shape();
    std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    return Ops::reshape(a, shape);
  }
};
MISTAKE(F08, TransposeByReshape, "用reshape代替转置：形状对了，位置不对",
        "reshapes where a transpose is meant: the right shape, the wrong places");

struct PermuteByReshape : Ops {
  using Ops::Ops;
  Tensor permute(const Tensor& a, const Shape& order) const override {
    return Ops::reshape(a, Ops::permute(a, order).shape());
  }
};
MISTAKE(F08, PermuteByReshape, "换轴时只换了形状里的数",
        "exchanges the lengths of the axes and not the axes");

struct PermuteTheOtherWay : Ops {
  using Ops::Ops;
  Tensor permute(const Tensor& a, const Shape& order) const override {
    static_cast<void>(Ops::permute(a, order));
    Shape inverse(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
      inverse[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
    return Ops::permute(a, inverse);
  }
};
MISTAKE(F08, PermuteTheOtherWay, "把换轴的次序读反：以为写的是每个旧轴去哪里",
        "reads the order backwards, as where each old axis goes");

struct FillsWithZeros : Ops {
  using Ops::Ops;
  Tensor reshape(const Tensor& a, const Shape& shape) const override {
    if (std::count(shape.begin(), shape.end(), -1) > 0) return Ops::reshape(a, shape);
    std::vector<double> values = a.values();
    values.resize(static_cast<std::size_t>(element_count(shape)), 0.0);
    return Tensor(shape, std::move(values));
  }
};
MISTAKE(F08, FillsWithZeros, "元素数不合时补零或丢掉多余的",
        "fills up with zeros, or drops what is left over, where the counts differ");

struct GuessesSecondOpenLength : Ops {
  using Ops::Ops;
  Tensor reshape(const Tensor& a, const Shape& shape) const override {
    Shape asked = shape;
    const auto first = std::find(asked.begin(), asked.end(), -1);
    if (first != asked.end()) {
      std::replace(first + 1, asked.end(), std::int64_t{-1}, std::int64_t{1});
      const std::int64_t known = -element_count(asked);
      *first = a.size() / known;
      std::vector<double> values = a.values();
      values.resize(static_cast<std::size_t>(element_count(asked)));
      return Tensor(asked, std::move(values));
    }
    return Ops::reshape(a, asked);
  }
};
MISTAKE(F08, GuessesSecondOpenLength, "有两个-1也照猜，除不尽也照取整",
        "guesses a second -1 and rounds where the count does not divide");

struct HeadsWithoutSwapping : Ops {
  using Ops::Ops;
  Tensor split_heads(const Tensor& x, std::int64_t heads) const override {
    return reshape(x, {x.length(0), heads, x.length(1), x.length(2) / heads});
  }
};
MISTAKE(F08, HeadsWithoutSwapping, "直接reshape成[B,H,T,d_h]，不交换T轴与头轴",
        "reshapes straight to [B,H,T,d_h] and does not swap T and H");

struct HeadsInterleaved : Ops {
  using Ops::Ops;
  Tensor split_heads(const Tensor& x, std::int64_t heads) const override {
    return permute(reshape(x, {x.length(0), x.length(1), x.length(2) / heads, heads}), {0, 3, 1, 2});
  }
};
MISTAKE(F08, HeadsInterleaved, "把特征轮流发给各头：先d_h后H",
        "deals the features out in turn: d_h before H");

struct MergesWithoutSwapping : Ops {
  using Ops::Ops;
  Tensor merge_heads(const Tensor& x) const override {
    return reshape(x, {x.length(0), x.length(2), x.length(1) * x.length(3)});
  }
};
MISTAKE(F08, MergesWithoutSwapping, "合并各头前忘了把T轴换回来", "merges the heads without swapping T back");

struct HalvesOfTheText : Ops {
  using Ops::Ops;
  Tensor split_heads(const Tensor& x, std::int64_t heads) const override {
    const std::int64_t positions = x.length(1) / heads;
    return reshape(Ops::slice(x, 1, 0, positions * heads), {x.length(0), heads, positions, x.length(2)});
  }
};
MISTAKE(F08, HalvesOfTheText, "以为各头分到文本的不同部分",
        "gives each head a part of the text in place of a part of each position");

struct AlignsFromTheLeft : Ops {
  using Ops::Ops;
  Shape broadcast_shape(const Shape& a, const Shape& b) const override {
    const std::size_t rank = std::max(a.size(), b.size());
    return Ops::broadcast_shape(padded(a, rank), padded(b, rank));
  }
  Tensor broadcast_to(const Tensor& a, const Shape& shape) const override {
    return Ops::broadcast_to(Ops::reshape(a, padded(a.shape(), shape.size())), shape);
  }

 private:
  static Shape padded(Shape shape, std::size_t rank) {
    shape.resize(rank, 1);
    return shape;
  }
};
MISTAKE(F08, AlignsFromTheLeft, "广播从最左轴对齐", "aligns shapes from the left");

struct OnlyTheFirstRow : Ops {
  using Ops::Ops;
  Tensor add(const Tensor& a, const Tensor& b) const override {
    if (a.rank() != 2 || b.rank() != 1) return Ops::add(a, b);
    Tensor sum = Ops::contiguous(a);
    Tensor first = Ops::slice(sum, 0, 0, 1);
    Ops::add_in_place(first, b);
    return sum;
  }
};
MISTAKE(F08, OnlyTheFirstRow, "以为一排偏置只加到第一行", "adds a row of biases to the first row only");

struct RecyclesInReadingOrder : Ops {
  using Ops::Ops;
  Tensor broadcast_to(const Tensor& a, const Shape& shape) const override {
    const std::vector<double> shown = Ops::broadcast_to(a, shape).values();
    const std::vector<double> numbers = a.values();
    std::vector<double> values;
    for (std::size_t i = 0; i < shown.size(); ++i) values.push_back(numbers[i % numbers.size()]);
    return Tensor(shape, std::move(values));
  }
};
MISTAKE(F08, RecyclesInReadingOrder, "把较短的一组数按读的次序循环使用",
        "uses the shorter list over and over in reading order");

struct PairsElementByElement : Ops {
  using Ops::Ops;
  Tensor add(const Tensor& a, const Tensor& b) const override {
    if (a.shape() == b.shape() || a.size() != b.size()) return Ops::add(a, b);
    return Ops::add(a, Ops::reshape(b, a.shape()));
  }
};
MISTAKE(F08, PairsElementByElement, "个数相同就逐个配对相加，不看形状",
        "pairs element by element wherever the counts agree");

struct RepeatsToFit : Ops {
  using Ops::Ops;
  Shape broadcast_shape(const Shape& a, const Shape& b) const override {
    Shape shape = a.size() < b.size() ? b : a;
    const Shape& other = a.size() < b.size() ? a : b;
    for (std::size_t back = 1; back <= other.size(); ++back) {
      std::int64_t& length = shape[shape.size() - back];
      length = std::max(length, other[other.size() - back]);
    }
    return shape;
  }
};
MISTAKE(F08, RepeatsToFit, "长度不合也取较大者了事", "takes the larger length where two lengths do not fit");

struct MasksOnlyTheFirstHead : Ops {
  using Ops::Ops;
  Tensor mask_scores(const Tensor& scores, const Mask& may_read) const override {
    if (scores.rank() != 4 || may_read.shape() == scores.shape()) return Ops::mask_scores(scores, may_read);
    Tensor masked = Ops::contiguous(scores);
    Tensor first = Ops::slice(masked, 1, 0, 1);
    Ops::write(first, Ops::mask_scores(Ops::contiguous(first), may_read));
    return masked;
  }
};
MISTAKE(F08, MasksOnlyTheFirstHead, "头轴长度为1的掩码只管第一个头",
        "lets a mask with one head govern the first head only");

struct TransposeCopies : Ops {
  using Ops::Ops;
  Tensor transpose(const Tensor& a) const override { return Ops::contiguous(Ops::transpose(a)); }
};
MISTAKE(F08, TransposeCopies, "以为转置总是复制一份", "takes a transpose for a copy");

struct BroadcastCopies : Ops {
  using Ops::Ops;
  Tensor broadcast_to(const Tensor& a, const Shape& shape) const override {
    return Ops::contiguous(Ops::broadcast_to(a, shape));
  }
};
MISTAKE(F08, BroadcastCopies, "以为广播真的复制出许多份", "takes a broadcast for so many copies");

struct ContiguousIsTheView : Ops {
  using Ops::Ops;
  Tensor contiguous(const Tensor& a) const override { return a; }
};
MISTAKE(F08, ContiguousIsTheView, "以为换成连续排列不必复制",
        "believes that laying out contiguously copies nothing");

struct OldStridesAfterCopying : Ops {
  using Ops::Ops;
  Tensor contiguous(const Tensor& a) const override {
    const Tensor copy = Ops::contiguous(a);
    return a.repeats_elements() || a.size() == 0 ? copy : copy.view(a.shape(), a.strides(), 0);
  }
};
MISTAKE(F08, OldStridesAfterCopying, "复制成连续之后仍用旧步长去读",
        "lays the numbers out anew and reads them with the old strides");

struct ReshapeIgnoresStrides : Ops {
  using Ops::Ops;
  Tensor reshape(const Tensor& a, const Shape& shape) const override {
    const Shape full = Ops::reshape(a, shape).shape();
    return a.repeats_elements() ? Ops::reshape(a, shape) : a.view(full, row_major_strides(full), a.offset());
  }
};
MISTAKE(F08, ReshapeIgnoresStrides, "对转置过的视图reshape时仍按原存储读",
        "reshapes a transposed view as if it still lay in its old order");

struct StartsAtTheBeginning : Ops {
  using Ops::Ops;
  Tensor transpose(const Tensor& a) const override { return from_the_start(Ops::transpose(a)); }
  Tensor permute(const Tensor& a, const Shape& order) const override {
    return from_the_start(Ops::permute(a, order));
  }

 private:
  static Tensor from_the_start(const Tensor& view) { return view.view(view.shape(), view.strides(), 0); }
};
MISTAKE(F08, StartsAtTheBeginning, "视图的视图又从存储开头读起",
        "reads a view of a view from the start of the storage again");

struct ReshapeCopies : Ops {
  using Ops::Ops;
  Tensor reshape(const Tensor& a, const Shape& shape) const override {
    return Ops::contiguous(Ops::reshape(a, shape));
  }
};
MISTAKE(F08, ReshapeCopies, "以为reshape总要复制", "takes every reshape for a copy");

struct AddsOncePerShowing : Ops {
  using Ops::Ops;
  void write(Tensor& view, const Tensor& values) const override {
    each(view, values, [](double, double v) { return v; });
  }
  void add_in_place(Tensor& view, const Tensor& values) const override {
    each(view, values, [](double old, double v) { return old + v; });
  }

 private:
  template <class F>
  void each(Tensor& view, const Tensor& values, F f) const {
    const Tensor wanted = broadcast_to(values, view.shape());
    Index index(view.shape().size(), 0);
    for (std::int64_t n = 0; n < view.size(); ++n) {
      std::int64_t rest = n;
      for (std::size_t a = index.size(); a-- > 0; rest /= view.shape()[a]) index[a] = rest % view.shape()[a];
      view.set(index, f(view.at(index), wanted.at(index)));
    }
  }
};
MISTAKE(F08, AddsOncePerShowing, "往步长为0的视图里加数，同一格被加多次",
        "adds through a stride-0 view, to one cell as often as it is shown");

struct WritesToACopy : Ops {
  using Ops::Ops;
  void write(Tensor& view, const Tensor& values) const override {
    Tensor copy = Ops::contiguous(view);
    Ops::write(copy, values);
  }
  void add_in_place(Tensor& view, const Tensor& values) const override {
    Tensor copy = Ops::contiguous(view);
    Ops::add_in_place(copy, values);
  }
};
MISTAKE(F08, WritesToACopy, "以为改视图不会动到原对象",
        "believes that a write to a view leaves its owner alone");

struct SqueezesAll : Ops {
  using Ops::Ops;
  Tensor squeeze(const Tensor& a, std::int64_t axis) const override {
    static_cast<void>(Ops::squeeze(a, axis));
    return Ops::squeeze_all(a);
  }
};
MISTAKE(F08, SqueezesAll, "指定了轴，却把长度为1的轴全去掉",
        "drops every axis of length 1 where one is named");

struct SparesTheBatch : Ops {
  using Ops::Ops;
  Tensor squeeze_all(const Tensor& a) const override {
    Shape shape = {a.length(0)};
    for (std::int64_t axis = 1; axis < a.rank(); ++axis) {
      if (a.length(axis) != 1) shape.push_back(a.length(axis));
    }
    return Ops::reshape(a, shape);
  }
};
MISTAKE(F08, SparesTheBatch, "以为不指定轴的squeeze会放过批轴",
        "believes that a squeeze without an axis spares the batch axis");

struct UnsqueezesAtTheEnd : Ops {
  using Ops::Ops;
  Tensor unsqueeze(const Tensor& a, std::int64_t) const override { return Ops::unsqueeze(a, -1); }
};
MISTAKE(F08, UnsqueezesAtTheEnd, "新轴总加在最后", "puts a new axis last, wherever it was asked for");

}  // namespace
}  // namespace galley::F08
