// Wrong ideas about F06: what a format keeps, what a move changes, what memory adds up to, when work is done.
#include <algorithm>
#include <cmath>

#include "checks/claim.h"

namespace galley::F06 {
namespace {

struct AMoveRounds : Ops {
  using Ops::Ops;
  Stored to_device(const Stored& x, const std::string& device) const override {
    const Stored moved = Ops::to_device(x, device);
    return device == "cpu" ? moved : Stored{Ops::cast(moved.values, Dtype::float16), x.dtype, device};
  }
};
MISTAKE(F06, AMoveRounds, "以为放到GPU就成了半精度", "believes that a move to the GPU makes numbers short");

struct AMoveIsNoCopy : Ops {
  using Ops::Ops;
  Stored to_device(const Stored& x, const std::string& device) const override {
    return {x.values, x.dtype, device};
  }
};
MISTAKE(F06, AMoveIsNoCopy, "以为搬动之后两边仍是同一份数",
        "believes that both sides see the same numbers after a move");

struct ACastMoves : Ops {
  using Ops::Ops;
  Stored to_dtype(const Stored& x, Dtype dtype) const override {
    return Ops::store(x.values, dtype, "gpu:0");
  }
};
MISTAKE(F06, ACastMoves, "以为换成半精度就到了GPU上", "believes that short formats live on the GPU");

struct AReshapeForgets : Ops {
  using Ops::Ops;
  Stored reshape_stored(const Stored& x, const Shape& shape) const override {
    return {reshape(x.values, shape), Dtype::float32, "cpu"};
  }
};
MISTAKE(F06, AReshapeForgets, "重排之后回到默认的格式和设备",
        "falls back to default format and device on a reshape");

struct AReshapeRounds : Ops {
  using Ops::Ops;
  Stored reshape_stored(const Stored& x, const Shape& shape) const override {
    return {Ops::cast(reshape(x.values, shape), Dtype::float16), x.dtype, x.device};
  }
};
MISTAKE(F06, AReshapeRounds, "以为重排会改动数值", "lets a reshape round the numbers");

struct ACastRelabels : Ops {
  using Ops::Ops;
  Tensor cast(const Tensor& x, Dtype) const override { return contiguous(x); }
};
MISTAKE(F06, ACastRelabels, "转换格式只换标签，数值照旧", "changes the label of the format and no number");

struct ACastCutsOff : Ops {
  using Ops::Ops;
  Tensor cast(const Tensor& x, Dtype dtype) const override {
    const std::vector<double> exact = x.values();
    std::vector<double> kept = Ops::cast(x, dtype).values();
    for (std::size_t i = 0; i < kept.size(); ++i) {
      // The neighbour towards zero, where the nearest one lies beyond the number.
      for (double step = 1e-3; std::isfinite(kept[i]) && std::abs(kept[i]) > std::abs(exact[i]) && step < 1;
           step *= 2)
        kept[i] = Ops::cast(scalar(exact[i] * (1 - step)), dtype).item();
    }
    return Tensor(x.shape(), std::move(kept));
  }
};
MISTAKE(F06, ACastCutsOff, "转换时截去多余的位，而不是取最近的数",
        "cuts off what does not fit in place of taking the nearest number");

struct BrainFloatIsHalf : Ops {
  using Ops::Ops;
  Tensor cast(const Tensor& x, Dtype dtype) const override {
    return Ops::cast(x, dtype == Dtype::bfloat16 ? Dtype::float16 : dtype);
  }
  Ids ids_in(const Ids& ids, Dtype dtype) const override {
    return Ops::ids_in(ids, dtype == Dtype::bfloat16 ? Dtype::float16 : dtype);
  }
};
MISTAKE(F06, BrainFloatIsHalf, "以为BF16与FP16都是16位，数也一样",
        "takes BF16 for FP16, both having 16 bits");

struct HalfIsBrainFloat : Ops {
  using Ops::Ops;
  Tensor cast(const Tensor& x, Dtype dtype) const override {
    return Ops::cast(x, dtype == Dtype::float16 ? Dtype::bfloat16 : dtype);
  }
};
MISTAKE(F06, HalfIsBrainFloat, "以为FP16的范围与BF16一样大", "believes that FP16 reaches as far as BF16");

struct AddsInDouble : Ops {
  using Ops::Ops;
  Tensor add_in(const Tensor& a, const Tensor& b, Dtype) const override {
    return Ops::add_in(a, b, Dtype::float64);
  }
};
MISTAKE(F06, AddsInDouble, "不论格式都按双精度相加", "adds in double whatever the format");

struct AddsAsOnPaper : Ops {
  using Ops::Ops;
  Tensor add_in(const Tensor& a, const Tensor& b, Dtype dtype) const override {
    std::vector<double> sums = Ops::add_in(a, b, Dtype::float64).values();
    for (double& v : sums) v = std::round(v * 1e6) / 1e6;
    return Ops::cast(Tensor(a.shape(), std::move(sums)), dtype);
  }
};
MISTAKE(F06, AddsAsOnPaper, "以为十进制怎么算，浮点数就怎么算", "believes that sums come out as on paper");

struct DropsTheFraction : Ops {
  using Ops::Ops;
  Ids whole_numbers(const Tensor& x) const override {
    std::vector<std::int64_t> ids;
    for (const double v : x.values()) ids.push_back(static_cast<std::int64_t>(v));
    return Ids(x.shape(), std::move(ids));
  }
};
MISTAKE(F06, DropsTheFraction, "编号2.5悄悄当作2", "quietly reads the id 2.5 as 2");

struct TakesFloatIds : Ops {
  using Ops::Ops;
  Stored embed_stored(const Stored& table, const Stored& ids) const override {
    return Ops::embed_stored(table, Ops::to_dtype(ids, Dtype::int64));
  }
};
MISTAKE(F06, TakesFloatIds, "浮点格式的编号照收", "takes ids in a float format");

struct IdsInTheModelsFormat : Ops {
  using Ops::Ops;
  Tensor embed(const Tensor& table, const Ids& ids) const override {
    return Ops::embed(table, ids_in(ids, Dtype::bfloat16));
  }
};
MISTAKE(F06, IdsInTheModelsFormat, "编号也用模型的BF16保存", "keeps ids in the model's BF16");

struct IdsAreAlwaysExact : Ops {
  using Ops::Ops;
  Ids ids_in(const Ids& ids, Dtype) const override { return ids; }
};
MISTAKE(F06, IdsAreAlwaysExact, "以为整数存进浮点格式总不走样",
        "believes that whole numbers survive any float format");

struct CountsInTheMarksFormat : Ops {
  using Ops::Ops;
  Ids count_valid(const Mask& valid) const override {
    std::vector<std::int64_t> counts = Ops::count_valid(valid).values();
    for (std::int64_t& count : counts) count %= 256;
    Shape shape = valid.shape();
    shape.pop_back();
    return Ids(shape, std::move(counts));
  }
};
MISTAKE(F06, CountsInTheMarksFormat, "用标记自己的8位来计数", "counts in the marks' own 8 bits");

struct EightBitsHoldAnyCount : Ops {
  using Ops::Ops;
  Tensor sum_in(const Tensor& x, Dtype dtype) const override {
    return dtype == Dtype::uint8 ? Ops::sum_in(x, Dtype::int64) : Ops::sum_in(x, dtype);
  }
};
MISTAKE(F06, EightBitsHoldAnyCount, "以为8位也能数到700", "believes that 8 bits count up to 700");

struct SumsInTheStorageFormat : Ops {
  using Ops::Ops;
  Tensor sum(const Tensor& a, std::int64_t axis) const override {
    return a.rank() == 1 ? reshape(sum_in(a, Dtype::float16), {1}) : Ops::sum(a, axis);
  }
};
MISTAKE(F06, SumsInTheStorageFormat, "在存储格式里累加", "keeps the running sum in the storage format");

struct ScaleInTheModelsFormat : Ops {
  using Ops::Ops;
  Tensor embedding_scale(std::int64_t width) const override {
    return Ops::cast(Ops::embedding_scale(width), Dtype::bfloat16);
  }
};
MISTAKE(F06, ScaleInTheModelsFormat, "常数早早舍入成BF16，却当作float32的值用",
        "rounds a constant to BF16 early and uses it as the float32 one");

struct BitsForBytes : Ops {
  using Ops::Ops;
  std::int64_t bytes_per_element(Dtype dtype) const override { return bit_width(dtype); }
};
MISTAKE(F06, BitsForBytes, "把位数当字节数", "takes bits for bytes");

struct FourBytesEach : Ops {
  using Ops::Ops;
  std::int64_t bytes_per_element(Dtype) const override { return 4; }
};
MISTAKE(F06, FourBytesEach, "每个数一律按4字节算", "counts 4 bytes for every number");

struct MebibytesAsMegabytes : Ops {
  using Ops::Ops;
  double in_mib(std::int64_t bytes) const override { return Ops::in_megabytes(bytes); }
};
MISTAKE(F06, MebibytesAsMegabytes, "MiB按1,000,000字节算", "counts 1,000,000 bytes for a MiB");

struct MegabytesAsMebibytes : Ops {
  using Ops::Ops;
  double in_megabytes(std::int64_t bytes) const override { return Ops::in_mib(bytes); }
};
MISTAKE(F06, MegabytesAsMebibytes, "MB按1024×1024字节算", "counts 1024 × 1024 bytes for a MB");

struct TheLargestIsAll : Ops {
  using Ops::Ops;
  std::int64_t total_bytes(const Inventory& items) const override {
    std::int64_t largest = 0;
    for (const std::int64_t bytes : item_bytes(items).values()) largest = std::max(largest, bytes);
    return largest;
  }
};
MISTAKE(F06, TheLargestIsAll, "拿最大的一张表当作总内存", "takes the largest array for the whole memory");

struct MovesSilently : Ops {
  using Ops::Ops;
  Stored add_stored(const Stored& a, const Stored& b) const override {
    return Ops::add_stored(a, Ops::to_device(b, a.device));
  }
  Stored embed_stored(const Stored& table, const Stored& ids) const override {
    return Ops::embed_stored(table, Ops::to_device(ids, table.device));
  }
};
MISTAKE(F06, MovesSilently, "设备不同就自动搬过来", "moves operands over without a word");

struct ComputesOnStaleHostData : Ops {
  using Ops::Ops;
  Stored add_stored(const Stored& a, const Stored& b) const override {
    return Ops::add_stored(a, {b.values, b.dtype, a.device});
  }
  Stored embed_stored(const Stored& table, const Stored& ids) const override {
    return Ops::embed_stored({table.values, table.dtype, ids.device}, ids);
  }
};
MISTAKE(F06, ComputesOnStaleHostData, "不看设备，拿手边那份（可能已过时的）数就算",
        "does not look at the device and computes with whatever copy, perhaps a stale one, is at hand");

struct UsesTheHostsCopy : Ops {
  using Ops::Ops;
  Stored to_device(const Stored& x, const std::string& device) const override {
    if (device == "cpu" && x.device != "cpu") return {contiguous(x.values), x.dtype, x.device};
    return Ops::to_device(x, device);
  }
};
MISTAKE(F06, UsesTheHostsCopy, "以为结果不必取回，已经在主机上",
        "believes that a result need not be brought back");

struct ClockAtLaunch : Ops {
  using Ops::Ops;
  std::int64_t finished_time(const Ids& kernels, std::int64_t launch) const override {
    return queueing_time(kernels, launch);
  }
};
MISTAKE(F06, ClockAtLaunch, "函数一返回就看表", "reads the clock when the call returns");

/// Ends of kernels that start one after the other, `gap` between them, the first at `start`.
Ids one_after_the_other(const Ids& kernels, std::int64_t start, std::int64_t gap) {
  Ids ends = Ids::full(kernels.shape(), 0);
  std::int64_t now = start;
  for (std::int64_t i = 0; i < kernels.size(); ++i) {
    now += kernels.at({i});
    ends.set({i}, now);
    now += gap;
  }
  return ends;
}

struct LaunchesAreFree : Ops {
  using Ops::Ops;
  Ids kernel_ends(const Ids& kernels, std::int64_t) const override {
    return one_after_the_other(kernels, 0, 0);
  }
};
MISTAKE(F06, LaunchesAreFree, "只把各核的时长相加，不算发出的时间",
        "adds the kernels' times and leaves launches out");

struct LaunchesNeverOverlap : Ops {
  using Ops::Ops;
  Ids kernel_ends(const Ids& kernels, std::int64_t launch) const override {
    return one_after_the_other(kernels, launch, launch);
  }
};
MISTAKE(F06, LaunchesNeverOverlap, "以为每次发出都要等前一个核算完",
        "believes that each launch waits for the kernel before");

struct OneLaunchForAll : Ops {
  using Ops::Ops;
  Ids kernel_ends(const Ids& kernels, std::int64_t launch) const override {
    return one_after_the_other(kernels, launch, 0);
  }
};
MISTAKE(F06, OneLaunchForAll, "只算第一次发出的时间", "counts the first launch only");

struct KernelsRunAtOnce : Ops {
  using Ops::Ops;
  Ids kernel_ends(const Ids& kernels, std::int64_t launch) const override {
    Ids ends = launch_returns(kernels, launch);
    for (std::int64_t i = 0; i < kernels.size(); ++i) ends.set({i}, ends.at({i}) + kernels.at({i}));
    return ends;
  }
};
MISTAKE(F06, KernelsRunAtOnce, "以为发出的核同时在算", "believes that launched kernels run at the same time");

}  // namespace
}  // namespace galley::F06
