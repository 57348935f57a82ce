// The words on kernels against the words on the CPU: the same results, the same complaints, and the log says
// where each ran.
#include "cuda/cuda_ops.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "checks/recorded_ops.h"
#include "cuda/device_array.h"
#include "cuda/tests/parity.h"

namespace galley {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor filled(const Shape& shape, std::uint64_t seed) {
  return Tensor(shape, parity::numbers<double>(element_count(shape), seed));
}

Mask some_may_read(const Shape& shape, std::uint64_t seed) {
  return Mask(shape, parity::mask(element_count(shape), seed));
}

/// A call of a word. An element may be off by ulps · ε · max(1, |value|).
struct Call {
  const char* word;
  std::function<Tensor(const Ops&)> call;
  double ulps;
  const char* reason;
};

const Tensor cube = filled({2, 3, 4}, 1);
const Tensor table_of_rows = filled({6, 4}, 2);

const Call kCalls[] = {
    {"contiguous",
     [](const Ops& on) {
       return on.contiguous(on.permute(cube, {2, 0, 1}));
     },
     0, "copies"},
    {"contiguous", [](const Ops& on) { return on.contiguous(on.slice(cube, 1, 1, 3)); }, 0, "copies"},
    {"contiguous",
     [](const Ops& on) {
       return on.contiguous(on.broadcast_to(row({0.1, 2}), {3, 2}));
     },
     0, "copies"},
    {"concat",
     [](const Ops& on) {
       return on.concat(cube, filled({2, 2, 4}, 3), 1);
     },
     0, "copies"},
    {"append_rows",
     [](const Ops& on) {
       return on.append_rows(cube, filled({2, 1, 4}, 4));
     },
     0, "copies"},
    {"add",
     [](const Ops& on) {
       return on.add(cube, filled({3, 1}, 5));
     },
     0, "the same operation"},
    {"subtract", [](const Ops& on) { return on.subtract(filled({4}, 6), cube); }, 0, "the same operation"},
    {"multiply", [](const Ops& on) { return on.multiply(cube, scalar(0.3)); }, 0, "the same operation"},
    {"divide",
     [](const Ops& on) {
       return on.divide(filled({2, 1, 1}, 7), cube);
     },
     0, "the same operation"},
    {"sum", [](const Ops& on) { return on.sum(cube, 1); }, 24, "another order of three numbers up to 8"},
    {"embed",
     [](const Ops& on) {
       return on.embed(table_of_rows, ids_table({{5, 0}, {2, 2}}));
     },
     0, "copies"},
    {"dot",
     [](const Ops& on) {
       return on.dot(row({1, 2, 3}), row({4, 5, 6}));
     },
     0, "small integers"},
    {"matmul",
     [](const Ops& on) {
       return on.matmul(cube, filled({4, 2}, 8));
     },
     128, "another order of products up to 64"},
    {"matmul",
     [](const Ops& on) {
       return on.matmul(on.unsqueeze(cube, 1), filled({5, 4, 2}, 9));
     },
     128, "another order of products up to 64"},
    {"exp", [](const Ops& on) { return on.exp(cube); }, 3, "another exponential function"},
    {"log", [](const Ops& on) { return on.log(on.multiply(cube, cube)); }, 3, "another logarithm"},
    {"sigmoid", [](const Ops& on) { return on.sigmoid(cube); }, 4, "another exponential function"},
    {"subtract_max", [](const Ops& on) { return on.subtract_max(cube, 1); }, 0, "the same operation"},
    {"subtract_max",
     [](const Ops& on) {
       return on.subtract_max(row({-kInfinity, -kInfinity}), 0);
     },
     0, "no arithmetic"},
    {"normalise", [](const Ops& on) { return on.normalise(on.exp(cube), 0); }, 8, "another order of the sum"},
    {"normalise",
     [](const Ops& on) {
       return on.normalise(row({0, 0, 0}), 0);
     },
     0, "no arithmetic"},
    {"softmax", [](const Ops& on) { return on.softmax(cube, -1); }, 8,
     "another exponential function and order"},
    {"softmax", [](const Ops& on) { return on.softmax(cube, 0); }, 8,
     "another exponential function and order"},
    {"running_sum", [](const Ops& on) { return on.running_sum(cube, 2); }, 0, "the same order"},
    {"relu", [](const Ops& on) { return on.relu(cube); }, 0, "no arithmetic"},
    {"silu", [](const Ops& on) { return on.silu(cube); }, 8, "another exponential function"},
    {"swiglu", [](const Ops& on) { return on.swiglu(cube, on.exp(cube)); }, 12,
     "another exponential function"},
    {"mask_scores",
     [](const Ops& on) {
       return on.mask_scores(cube, some_may_read({3, 4}, 10));
     },
     0, "no arithmetic"},
    {"additive_mask",
     [](const Ops& on) {
       return on.additive_mask(some_may_read({3, 4}, 18));
     },
     0, "no arithmetic"},
    {"masked_softmax",
     [](const Ops& on) {
       return on.masked_softmax(cube, some_may_read({2, 1, 4}, 11));
     },
     8, "another exponential function and order"},
    {"layer_norm", [](const Ops& on) { return on.layer_norm(cube, filled({4}, 12), filled({4}, 13), 1e-5); },
     64, "another order of sums, at values up to 8"},
    {"standard_deviation", [](const Ops& on) { return on.standard_deviation(cube, -1); }, 64,
     "another order of sums, at values up to 8"},
    {"rms_norm", [](const Ops& on) { return on.rms_norm(cube, filled({4}, 14), 1e-5); }, 64,
     "another order of sums, at values up to 8"},
    {"mean_valid",
     [](const Ops& on) {
       return on.mean_valid(cube, Mask({2, 3}, {1, 0, 1, 1, 1, 1}));
     },
     24, "another order of three numbers up to 8"},
    {"embedding_scale", [](const Ops& on) { return on.embedding_scale(7); }, 0, "the same operation"},
    {"cast", [](const Ops& on) { return on.cast(cube, Dtype::bfloat16); }, 0, "one rounding by definition"},
    {"cast", [](const Ops& on) { return on.cast(cube, Dtype::uint8); }, 0, "one rounding by definition"},
    {"add_in", [](const Ops& on) { return on.add_in(cube, cube, Dtype::float16); }, 0,
     "one rounding by definition"},
    {"sum_in", [](const Ops& on) { return on.sum_in(cube, Dtype::bfloat16); }, 0,
     "one rounding by definition"},
    {"join_additive_masks",
     [](const Ops& on) {
       return on.join_additive_masks(row({0, -kInfinity}), row({-1, 0}));
     },
     0, "no arithmetic"},
    {"zero_forbidden",
     [](const Ops& on) {
       return on.zero_forbidden(cube, some_may_read({3, 4}, 19));
     },
     0, "no arithmetic"},
    {"token_losses",
     [](const Ops& on) {
       return on.token_losses(cube, ids_table({{0, 3, 1}, {2, 2, 0}}));
     },
     32, "other exponential and logarithm, at differences up to 16"},
    {"radians", [](const Ops& on) { return on.radians(cube); }, 0, "the same operation"},
    {"cosine", [](const Ops& on) { return on.cosine(cube); }, 3, "another cosine"},
    {"sine", [](const Ops& on) { return on.sine(cube); }, 3, "another sine"},
    {"rope_frequencies", [](const Ops& on) { return on.rope_frequencies(8, 10000); }, 8, "another power"},
    {"rope_angles",
     [](const Ops& on) {
       return on.rope_angles(ids({0, 1, 7}), row({1, 0.01}));
     },
     0, "the same operation"},
    {"turn_pairs",
     [](const Ops& on) {
       return on.turn_pairs(cube, filled({3, 2}, 20));
     },
     24, "fused or not, values up to 8"},
    {"turn_halves", [](const Ops& on) { return on.turn_halves(cube, filled({2}, 21)); }, 24,
     "fused or not, values up to 8"},
    {"rope",
     [](const Ops& on) {
       return on.rope(cube, ids({0, 2, 9}), 10000);
     },
     48, "another power, at angles up to 9"},
    {"rope_halves",
     [](const Ops& on) {
       return on.rope_halves(cube, ids({3, 1, 0}), 10000);
     },
     48, "another power, at angles up to 9"},
};

class DeviceWords : public testing::TestWithParam<Precision> {
 protected:
  void SetUp() override {
    const DeviceInfo device = device_info();
    if (!device.unavailable.empty()) GTEST_SKIP() << device.unavailable;
  }
};

TEST_P(DeviceWords, AgreeWithTheCpu) {
  const Ops reference(GetParam());
  for (const Call& call : kCalls) {
    WordLog log;
    const RecordedOps<DeviceOps> device(log, log, GetParam());
    const Tensor got = call.call(device), want = call.call(reference);
    ASSERT_EQ(to_text(want.shape()), to_text(got.shape())) << call.word;
    EXPECT_TRUE(got.came_through_device()) << call.word;
    EXPECT_EQ(1u, log.on_device().count(call.word)) << call.word << " did not run on the device";
    const std::vector<double> got_values = got.values(), want_values = want.values();
    for (std::size_t i = 0; i < got_values.size(); ++i) {
      if (got_values[i] == want_values[i]) continue;  // also ±∞
      const double bound = call.ulps * epsilon_of(GetParam()) * std::max(1.0, std::abs(want_values[i]));
      EXPECT_LE(std::abs(got_values[i] - want_values[i]), bound)
          << call.word << " element " << i << ": got " << got_values[i] << ", want " << want_values[i] << " ("
          << call.reason << ")";
    }
  }
}

TEST_P(DeviceWords, ChooseTheSamePlaces) {
  const Ops reference(GetParam());
  WordLog log;
  const RecordedOps<DeviceOps> device(log, log, GetParam());
  for (const std::int64_t axis : {0, 1, -1})
    EXPECT_EQ(reference.argmax(cube, axis).values(), device.argmax(cube, axis).values());
  EXPECT_EQ(0, device.argmax(row({3, 3, 1}), 0).item()) << "the first of equal ones";
  EXPECT_EQ(std::set<std::string>{"argmax"}, log.on_device());
}

// Empty arrays and arrays of rank 0 pass through every kernel's guard.
TEST_P(DeviceWords, TakeEmptyAndSingleArrays) {
  WordLog log;
  const RecordedOps<DeviceOps> device(log, log, GetParam());
  const Tensor nothing({0, 3}, {});
  EXPECT_EQ("[0,3]", to_text(device.softmax(nothing, -1).shape()));
  EXPECT_EQ("[0,3]", to_text(device.add(nothing, row({1, 2, 3})).shape()));
  EXPECT_EQ("[0,2]", to_text(device.matmul(nothing, filled({3, 2}, 15)).shape()));
  EXPECT_EQ("[0,3]", to_text(device.contiguous(nothing).shape()));
  EXPECT_EQ(0, device.sum(nothing, 0).values()[0]);
  EXPECT_EQ(5, device.add(scalar(2), scalar(3)).item());
  EXPECT_EQ(1, device.exp(scalar(0)).item());
}

// The message is Ops' own, and nothing is launched.
TEST_P(DeviceWords, RefuseWrongUseAsTheCpuDoes) {
  const std::function<void(const Ops&)> wrong[] = {
      [](const Ops& on) { on.matmul(cube, cube); },
      [](const Ops& on) { on.matmul(row({1}), cube); },
      [](const Ops& on) {
        on.add(cube, row({1, 2, 3}));
      },
      [](const Ops& on) {
        on.dot(row({1}), row({1, 2}));
      },
      [](const Ops& on) { on.embed(table_of_rows, ids({6})); },
      [](const Ops& on) { on.embed(table_of_rows, ids({-1})); },
      [](const Ops& on) { on.concat(cube, table_of_rows, 0); },
      [](const Ops& on) { on.softmax(cube, 3); },
      [](const Ops& on) {
        on.argmax(Tensor({2, 0}, {}), 1);
      },
      [](const Ops& on) { on.masked_softmax(cube, some_may_read({2}, 16)); },
      [](const Ops& on) { on.zero_forbidden(cube, some_may_read({2}, 16)); },
      [](const Ops& on) {
        on.token_losses(cube, ids({0, 1}));
      },
      [](const Ops& on) {
        on.mean_valid(cube, Mask({2, 3}, {0, 0, 0, 1, 1, 1}));
      },
      [](const Ops& on) { on.cast(row({kInfinity}), Dtype::uint8); },
      [](const Ops& on) {
        on.turn_pairs(filled({2, 3}, 1), row({1}));
      },
      [](const Ops& on) { on.rope_frequencies(3, 10000); },
      [](const Ops& on) {
        on.join_additive_masks(row({0}), row({0, 1}));
      },
      [](const Ops& on) { on.layer_norm(cube, row({1}), row({1}), 0); },
      [](const Ops& on) { on.rms_norm(cube, filled({4}, 17), -1); },
  };
  const Ops reference(GetParam());
  const auto complaint = [](const Ops& on, const std::function<void(const Ops&)>& call) -> std::string {
    try {
      call(on);
    } catch (const Misuse& misuse) {
      return misuse.what();
    }
    return "";
  };
  for (const auto& call : wrong) {
    WordLog log;
    const RecordedOps<DeviceOps> device(log, log, GetParam());
    const std::string expected = complaint(reference, call);
    EXPECT_NE("", expected);
    EXPECT_EQ(expected, complaint(device, call));
    EXPECT_TRUE(log.on_device().empty()) << expected;
  }
}

std::string name_of_column(const testing::TestParamInfo<Precision>& column) {
  return std::string(name_of(column.param));
}

INSTANTIATE_TEST_SUITE_P(Columns, DeviceWords, testing::Values(Precision::f64, Precision::f32),
                         name_of_column);

}  // namespace
}  // namespace galley
