// Wrong ideas about F07: weighted sums, dot products, products of tables.
#include <cmath>

#include "checks/claim.h"

namespace galley::F07 {
namespace {

struct IgnoresTheShares : Ops {
  using Ops::Ops;
  Tensor weighted_sum(const Tensor& shares, const Tensor& rows) const override {
    const Tensor even = Tensor::full(shares.shape(), 1.0 / static_cast<double>(shares.size()));
    return Ops::weighted_sum(even, rows);
  }
};
MISTAKE(F07, IgnoresTheShares, "不看比例，一律取普通平均", "takes the plain mean, whatever the shares");

struct LargestShareOnly : Ops {
  using Ops::Ops;
  Tensor weighted_sum(const Tensor& shares, const Tensor& rows) const override {
    return select(rows, 0, argmax(shares, 0).item());
  }
};
MISTAKE(F07, LargestShareOnly, "只挑比例最大的那一排", "picks the row with the largest share");

struct AddsWithoutShares : Ops {
  using Ops::Ops;
  Tensor weighted_sum(const Tensor& shares, const Tensor& rows) const override {
    return Ops::weighted_sum(Tensor::full(shares.shape(), 1), rows);
  }
};
MISTAKE(F07, AddsWithoutShares, "只相加，不乘比例", "adds the rows and leaves the shares out");

struct SharesReversed : Ops {
  using Ops::Ops;
  Tensor weighted_sum(const Tensor& shares, const Tensor& rows) const override {
    std::vector<double> turned = shares.values();
    return Ops::weighted_sum(Tensor(shares.shape(), {turned.rbegin(), turned.rend()}), rows);
  }
};
MISTAKE(F07, SharesReversed, "比例与各排对错了次序", "gives the shares to the rows in reverse order");

struct NormalisesEveryWeight : Ops {
  using Ops::Ops;
  Tensor weighted_sum(const Tensor& shares, const Tensor& rows) const override {
    return Ops::weighted_sum(normalise(shares, 0), rows);
  }
};
MISTAKE(F07, NormalisesEveryWeight, "以为权重总会先归一化",
        "believes that weights are always normalised first");

struct CosineForDot : Ops {
  using Ops::Ops;
  Tensor dot(const Tensor& a, const Tensor& b) const override {
    return divide(Ops::dot(a, b), scalar(std::sqrt(Ops::dot(a, a).item() * Ops::dot(b, b).item())));
  }
};
MISTAKE(F07, CosineForDot, "把点积当成与长度无关的相似度",
        "takes the dot product for a similarity that length does not enter");

struct ProductsNotAdded : Ops {
  using Ops::Ops;
  Tensor dot(const Tensor& a, const Tensor& b) const override {
    static_cast<void>(Ops::dot(a, b));
    return multiply(a, b);
  }
};
MISTAKE(F07, ProductsNotAdded, "逐个相乘后不相加，得到一排数", "multiplies pair by pair and does not add");

struct ProductOfTheSums : Ops {
  using Ops::Ops;
  Tensor dot(const Tensor& a, const Tensor& b) const override {
    static_cast<void>(Ops::dot(a, b));
    return select(multiply(sum(a, 0), sum(b, 0)), 0, 0);
  }
};
MISTAKE(F07, ProductOfTheSums, "两排各自求和再相乘", "multiplies the two sums");

struct ShorterDecides : Ops {
  using Ops::Ops;
  Tensor dot(const Tensor& a, const Tensor& b) const override {
    const std::int64_t n = std::min(a.length(0), b.length(0));
    return Ops::dot(contiguous(slice(a, 0, 0, n)), contiguous(slice(b, 0, 0, n)));
  }
};
MISTAKE(F07, ShorterDecides, "长度不同就只算到较短的一排为止",
        "stops at the end of the shorter row where lengths differ");

struct RowsWithRows : Ops {
  using Ops::Ops;
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    return Ops::matmul(a, b.length(-1) == a.length(-1) ? transpose(b) : b);
  }
};
MISTAKE(F07, RowsWithRows, "拿行与行做点积，等于乘了转置",
        "pairs rows with rows, which multiplies by the transpose");

struct ElementByElement : Ops {
  using Ops::Ops;
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    return a.shape() == b.shape() ? multiply(a, b) : Ops::matmul(a, b);
  }
};
MISTAKE(F07, ElementByElement, "把矩阵乘法当成对应格子相乘", "multiplies tables cell by cell");

struct OperandsSwapped : Ops {
  using Ops::Ops;
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    return a.rank() == 2 && b.rank() == 2 && a.length(0) == b.length(1) ? Ops::matmul(b, a)
                                                                        : Ops::matmul(a, b);
  }
};
MISTAKE(F07, OperandsSwapped, "以为XW与WX是一回事", "takes XW and WX for the same");

struct AnySizesGo : Ops {
  using Ops::Ops;
  Shape product_shape(const Shape& a, const Shape& b) const override {
    if (a.size() < 2 || a.back() == b[b.size() - 2]) return Ops::product_shape(a, b);
    return {a.front(), b.back()};
  }
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    if (a.length(-1) == b.length(-2)) return Ops::matmul(a, b);
    const std::int64_t n = std::min(a.length(-1), b.length(-2));
    return Ops::matmul(slice(a, -1, 0, n), slice(b, -2, 0, n));
  }
};
MISTAKE(F07, AnySizesGo, "内侧尺寸不等也照乘，多出的丢掉",
        "multiplies where the inner sizes differ and drops what is left over");

struct MixesNeighbours : Ops {
  using Ops::Ops;
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    const Tensor each = Ops::matmul(a, b);
    if (a.rank() < 3) return each;
    const Tensor positions = scalar(static_cast<double>(each.length(-2)));
    return broadcast_to(divide(sum(each, -2), positions), each.shape());
  }
};
MISTAKE(F07, MixesNeighbours, "以为乘权重时各位置会互相平均",
        "believes that a weight matrix averages over the positions");

struct SameNumbersOut : Ops {
  using Ops::Ops;
  Tensor matmul(const Tensor& a, const Tensor& b) const override {
    return a.rank() == 2 && b.rank() == 2 && b.length(0) == b.length(1) ? a : Ops::matmul(a, b);
  }
};
MISTAKE(F07, SameNumbersOut, "宽度没变就以为数字也没变", "believes that numbers stay where the width stays");

struct TransposeByReshape : Ops {
  using Ops::Ops;
  Tensor transpose(const Tensor& a) const override {
    Shape shape = a.shape();
    std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    return Ops::reshape(a, shape);
  }
};
MISTAKE(F07, TransposeByReshape, "用改形状代替行列交换",
        "changes the shape where rows and columns should be exchanged");

struct TransposeAsPower : Ops {
  using Ops::Ops;
  Tensor transpose(const Tensor& a) const override {
    return a.rank() == 2 && a.length(0) == a.length(1) ? Ops::matmul(a, a) : Ops::transpose(a);
  }
};
MISTAKE(F07, TransposeAsPower, "把上标ᵀ读成乘方", "reads the superscript T as a power");

}  // namespace
}  // namespace galley::F07
