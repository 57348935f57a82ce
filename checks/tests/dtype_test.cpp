// Number formats, memory and the queue of a device against the second route.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "checks/ops.h"
#include "checks/second/dtype.h"
#include "checks/tests/agree.h"
#include "checks/tests/chance.h"

namespace galley {
namespace {

constexpr std::uint64_t kCases = 60;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const Ops on;
const std::vector<Dtype> kFloats = {Dtype::float64, Dtype::float32, Dtype::float16, Dtype::bfloat16};
const std::vector<Dtype> kAll = {Dtype::float64,  Dtype::float32, Dtype::float16,
                                 Dtype::bfloat16, Dtype::int64,   Dtype::uint8};

TEST(Formats, CastsAgreeNearAndFar) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    std::vector<double> values;
    for (int i = 0; i < 20; ++i) {
      values.push_back(std::ldexp(chance.real(-2, 2), static_cast<int>(chance.between(-30, 30))));
      // Just at, below and above the middle between two neighbours.
      const double middle = std::ldexp(static_cast<double>(2 * chance.between(1024, 4095) + 1),
                                       static_cast<int>(chance.between(-20, 3)));
      values.insert(values.end(), {middle, std::nextafter(middle, 0.0), std::nextafter(middle, kInfinity)});
    }
    const Tensor x({std::ssize(values)}, values);
    for (const Dtype dtype : kAll) EXPECT_AGREE(on.cast(x, dtype), second::cast(x, dtype), 0.0);
    const Tensor y = chance.tensor(x.shape());
    for (const Dtype dtype : kFloats) {
      EXPECT_AGREE(on.add_in(x, y, dtype), second::add_in(x, y, dtype), 1e-15) << name_of(dtype);
      EXPECT_AGREE(on.sum_in(y, dtype), second::sum_in(y, dtype), 1e-14) << name_of(dtype);
    }
  }
}

TEST(Formats, BordersOfHalfFormats) {
  EXPECT_AGREE(on.cast(row({65504, 65519, 65520, -65520}), Dtype::float16),
               row({65504, 65504, kInfinity, -kInfinity}), 0.0);
  EXPECT_AGREE(on.cast(row({0x1p-24, 0x1p-25, 0x1.8p-25}), Dtype::float16), row({0x1p-24, 0, 0x1p-24}), 0.0);
  EXPECT_AGREE(on.cast(row({255, 256, 257.9, -1, 700}), Dtype::uint8), row({255, 0, 1, 255, 188}), 0.0);
  EXPECT_AGREE(on.cast(row({2.9, -2.9}), Dtype::int64), row({2, -2}), 0.0);
  EXPECT_THROW(on.cast(row({std::nan("")}), Dtype::int64), Misuse);
  EXPECT_TRUE(std::isnan(on.cast(row({std::nan("")}), Dtype::bfloat16).at({0})));
}

TEST(Formats, BytesAgree) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    Inventory items;
    for (std::int64_t i = chance.between(0, 4); i > 0; --i) {
      items.push_back({"x", chance.shape(0, 3), kAll[static_cast<std::size_t>(chance.between(0, 5))]});
    }
    EXPECT_EQ(on.total_bytes(items), second::total_bytes(items));
  }
  for (const Dtype dtype : kAll) {
    EXPECT_EQ(on.bytes_per_element(dtype), second::bytes_per_element(dtype));
    EXPECT_EQ(on.bit_width(dtype), 8 * second::bytes_per_element(dtype));
  }
}

TEST(Formats, TheQueueAgreesTickByTick) {
  for (std::uint64_t c = 0; c < kCases; ++c) {
    Chance chance = Chance::of_test(c);
    const Ids kernels = chance.ids({chance.between(0, 6)}, 12);
    const std::int64_t launch = chance.between(0, 5);
    EXPECT_AGREE(on.kernel_ends(kernels, launch), second::kernel_ends(kernels, launch));
  }
}

TEST(Formats, StoredArraysKeepWhatIsNotAskedFor) {
  const Stored x = on.store(table({{1, 0.1}, {70000, 3}}), Dtype::float16, "gpu:0");
  EXPECT_EQ(x.values.at({1, 0}), kInfinity);
  EXPECT_EQ(on.to_device(x, "cpu").dtype, Dtype::float16);
  EXPECT_EQ(on.to_dtype(x, Dtype::float32).device, "gpu:0");
  EXPECT_EQ(on.reshape_stored(x, {4}).values.shape(), Shape{4});
  EXPECT_FALSE(on.to_device(x, "cpu").values.shares_storage_with(x.values));
}

TEST(Formats, MisuseIsNamed) {
  const Stored x = on.store(row({1, 2}), Dtype::float32, "cpu");
  EXPECT_THROW(on.add_stored(x, on.to_device(x, "gpu:0")), Misuse);
  EXPECT_THROW(on.add_stored(x, on.to_dtype(x, Dtype::float16)), Misuse);
  const Stored e = on.store(table({{1, 2}}), Dtype::float32, "cpu");
  EXPECT_THROW(on.embed_stored(e, on.store(row({0}), Dtype::float32, "cpu")), Misuse);
  EXPECT_THROW(on.embed_stored(e, on.store(row({0}), Dtype::int64, "gpu:0")), Misuse);
  EXPECT_THROW(on.whole_numbers(row({0.5})), Misuse);
  EXPECT_THROW(on.add_in(row({1}), row({1, 2}), Dtype::float32), Misuse);
  EXPECT_THROW(on.kernel_ends(ids({1}), -1), Misuse);
}

TEST(Formats, SizesOfOneNumberAndOfLists) {
  const std::vector<std::int64_t> bytes = {8, 4, 2, 2, 8, 1};
  for (std::size_t i = 0; i < kAll.size(); ++i) {
    EXPECT_EQ(on.storage_bytes({3, 5}, kAll[i]), 15 * bytes[i]);
    EXPECT_EQ(on.storage_bytes({}, kAll[i]), bytes[i]);
    EXPECT_EQ(on.item_bytes({{"a", {2, 3}, kAll[i]}, {"b", {0}, kAll[i]}}).values(),
              (std::vector<std::int64_t>{6 * bytes[i], 0}));
  }
  EXPECT_EQ(on.in_mib(std::int64_t{3} * 1024 * 1024), 3);
  EXPECT_EQ(on.in_megabytes(std::int64_t{3} * 1000 * 1000), 3);
}

TEST(Formats, IdsBeyondAFormatAreRounded) {
  EXPECT_EQ(on.ids_in(ids({2049, 257}), Dtype::float16).values(), (std::vector<std::int64_t>{2048, 257}));
  EXPECT_EQ(on.ids_in(ids({257}), Dtype::bfloat16).values(), (std::vector<std::int64_t>{256}));
  EXPECT_EQ(on.ids_in(ids({2049}), Dtype::int64).values(), (std::vector<std::int64_t>{2049}));
}

/// Launches follow each other; each kernel starts when it is launched and the one before it is done.
TEST(Formats, AQueueByHand) {
  const Ids kernels = ids({5, 1, 10});
  EXPECT_EQ(on.launch_returns(kernels, 2).values(), (std::vector<std::int64_t>{2, 4, 6}));
  EXPECT_EQ(on.kernel_ends(kernels, 2).values(), (std::vector<std::int64_t>{7, 8, 18}));
  EXPECT_EQ(on.queueing_time(kernels, 2), 6);
  EXPECT_EQ(on.finished_time(kernels, 2), 18);
}

}  // namespace
}  // namespace galley
