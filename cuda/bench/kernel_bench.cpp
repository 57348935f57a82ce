// Each kernel at the book's size (B=2, T=128, d=4096) and with 16 times the positions, against what the
// device could do at best: bytes over the measured copy bandwidth, multiply-adds over the measured rate,
// whichever is longer.
//
//   kernel_bench [--small] [--out FILE.jsonl]
//
// Warm-up, then medians; operands rotate through more memory than a cache holds; data are random.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <random>

#include "cuda/bench/rates.h"
#include "cuda/bench/stopwatch.h"
#include "cuda/device_array.h"
#include "cuda/kernels/append_rows.h"
#include "cuda/kernels/argmax_lines.h"
#include "cuda/kernels/broadcast_zip.h"
#include "cuda/kernels/causal_attention.h"
#include "cuda/kernels/fast_matmul.h"
#include "cuda/kernels/gather_rows.h"
#include "cuda/kernels/layer_norm_rows.h"
#include "cuda/kernels/masked_softmax_rows.h"
#include "cuda/kernels/matmul.h"
#include "cuda/kernels/permute.h"
#include "cuda/kernels/relu.h"
#include "cuda/kernels/rms_norm_rows.h"
#include "cuda/kernels/rope_rows.h"
#include "cuda/kernels/running_sum_lines.h"
#include "cuda/kernels/silu.h"
#include "cuda/kernels/softmax_lines.h"
#include "cuda/kernels/sum_lines.h"
#include "cuda/kernels/swiglu.h"

namespace galley::bench {
namespace {

using kernels::Size;
using Real = float;

struct Sizes {
  Size batch = 2, positions = 128, width = 4096, heads = 32, vocabulary = 32000;
  Size head_width() const { return width / heads; }
  Size rows() const { return batch * positions; }
  Size elements() const { return rows() * width; }
  Size scores() const { return batch * heads * positions * positions; }
};

struct Machine {
  double bytes_per_us = 0, multiply_adds_per_us = 0;
};

/// Random numbers on the device, in as many copies as it takes to be larger than any cache.
class Rotating {
 public:
  explicit Rotating(Size count) {
    constexpr Size kLargerThanCaches = Size{256} << 20;
    const Size bytes = std::max<Size>(count * static_cast<Size>(sizeof(Real)), 1);
    const Size copies = std::clamp<Size>(kLargerThanCaches / bytes, 1, 8);
    std::mt19937 random(7);
    std::uniform_real_distribution<Real> number(-1, 1);
    std::vector<Real> host(static_cast<std::size_t>(count));
    for (Real& value : host) value = number(random);
    for (Size i = 0; i < copies; ++i) copies_.emplace_back(host);
  }
  Real* at(std::size_t turn) { return copies_[turn % copies_.size()].data(); }

 private:
  std::vector<DeviceArray<Real>> copies_;
};

/// Median microseconds of one call of `work(turn)`.
double median_time(const std::function<void(std::size_t)>& work) {
  constexpr int kWarmUps = 3, kSamples = 21;
  std::size_t turn = 0;
  for (int i = 0; i < kWarmUps; ++i) work(turn++);
  device_synchronise();
  Stopwatch watch;
  watch.start();
  work(turn++);
  const double once = watch.stop();
  const int calls =
      std::clamp(static_cast<int>(200 / std::max(once, 1.0)), 1, 50);  // short kernels: many a sample
  std::vector<double> samples;
  for (int s = 0; s < kSamples; ++s) {
    watch.start();
    for (int c = 0; c < calls; ++c) work(turn++);
    samples.push_back(watch.stop() / calls);
  }
  std::nth_element(samples.begin(), samples.begin() + kSamples / 2, samples.end());
  return samples[kSamples / 2];
}

Machine measure(bool small) {
  const std::size_t bytes = small ? 1 << 20 : std::size_t{1} << 30;
  DeviceArray<char> from(bytes), to(bytes);
  const double copy = median_time([&](std::size_t) { copy_on_device(to.data(), from.data(), bytes); });
  const Size blocks = small ? 2 : 2048, rounds = small ? 16 : 4096;
  DeviceArray<Real> out(static_cast<std::size_t>(blocks * kRateThreads));
  const double rate = median_time([&](std::size_t) { multiply_adds<Real>(out.data(), blocks, rounds); });
  return {2.0 * static_cast<double>(bytes) / copy,
          static_cast<double>(8 * blocks * kRateThreads * rounds) / rate};
}

class Report {
 public:
  Report(const Machine& machine, const std::string& file) : machine_(machine) {
    if (!file.empty()) json_.open(file);
    std::printf(
        "| kernel | size | us | GB/s | GFMA/s | floor us | times the floor "
        "|\n|---|---|--:|--:|--:|--:|--:|\n");
  }

  /// Measures `work`, which must move `numbers` numbers and do `multiply_adds` multiply-adds at least.
  void add(const char* kernel, const Sizes& sizes, Size numbers, Size multiply_adds,
           const std::function<void(std::size_t)>& work) {
    const double time = median_time(work);
    const double bytes = static_cast<double>(numbers) * sizeof(Real),
                 operations = static_cast<double>(multiply_adds);
    const double floor = std::max(bytes / machine_.bytes_per_us, operations / machine_.multiply_adds_per_us);
    std::printf("| %s | %lldx%lldx%lld | %.1f | %.0f | %.0f | %.1f | %.2f |\n", kernel,
                static_cast<long long>(sizes.batch), static_cast<long long>(sizes.positions),
                static_cast<long long>(sizes.width), time, bytes / time / 1000, operations / time / 1000,
                floor, time / floor);
    std::fflush(stdout);
    if (!json_.is_open()) return;
    json_ << "{\"kernel\":\"" << kernel << "\",\"shape\":[" << sizes.batch << ',' << sizes.positions << ','
          << sizes.width << "],\"us\":" << time << ",\"bytes\":" << bytes
          << ",\"multiply_adds\":" << operations << ",\"floor_us\":" << floor << "}\n";
  }

 private:
  Machine machine_;
  std::ofstream json_;
};

void bench_elements(Report& report, const Sizes& s) {
  const Size n = s.elements();
  Rotating x(n), y(n), out(n), bias(s.width);
  kernels::Layout<2> rows_and_bias;
  rows_and_bias.rank = 2;
  rows_and_bias.shape[0] = s.rows(), rows_and_bias.shape[1] = s.width;
  rows_and_bias.strides[0][0] = s.width, rows_and_bias.strides[0][1] = rows_and_bias.strides[1][1] = 1;
  report.add("broadcast_zip (add a bias)", s, 2 * n + s.width, 0, [&](std::size_t t) {
    kernels::broadcast_zip<Real>(kernels::Arithmetic::add, x.at(t), bias.at(t), out.at(t), rows_and_bias);
  });
  report.add("relu", s, 2 * n, 0,
             [&](std::size_t t) { kernels::relu_elements<Real>(x.at(t), out.at(t), n); });
  report.add("silu", s, 2 * n, 0,
             [&](std::size_t t) { kernels::silu_elements<Real>(x.at(t), out.at(t), n); });
  report.add("swiglu", s, 3 * n, 0,
             [&](std::size_t t) { kernels::swiglu_elements<Real>(x.at(t), y.at(t), out.at(t), n); });

  kernels::Layout<1> heads, transposed;  // (B, T, H, d_h) as (B, H, T, d_h); (B·T, d) as (d, B·T)
  heads.rank = 4;
  const Size shape[4] = {s.batch, s.heads, s.positions, s.head_width()};
  const Size strides[4] = {s.positions * s.width, s.head_width(), s.width, 1};
  std::copy(shape, shape + 4, heads.shape);
  std::copy(strides, strides + 4, heads.strides[0]);
  transposed.rank = 2;
  transposed.shape[0] = s.width, transposed.shape[1] = s.rows();
  transposed.strides[0][0] = 1, transposed.strides[0][1] = s.width;
  report.add("permute (split heads)", s, 2 * n, 0,
             [&](std::size_t t) { kernels::permute<Real>(x.at(t), out.at(t), heads); });
  report.add("permute (transpose)", s, 2 * n, 0,
             [&](std::size_t t) { kernels::permute<Real>(x.at(t), out.at(t), transposed); });

  std::vector<std::int64_t> positions(static_cast<std::size_t>(s.rows() * s.heads));
  for (std::size_t i = 0; i < positions.size(); ++i)
    positions[i] = static_cast<std::int64_t>(i) % s.positions;
  const DeviceArray<std::int64_t> where(positions);
  report.add("rope_rows", s, 2 * n, 0, [&](std::size_t t) {
    kernels::rope_rows<Real>(x.at(t), where.data(), out.at(t), s.rows() * s.heads, s.head_width(), 10000,
                             kernels::Pairing::halves);
  });
  report.add("append_rows (one position)", s, 2 * s.batch * s.width, 0, [&](std::size_t t) {
    kernels::append_rows<Real>(out.at(t), x.at(t), s.batch, s.positions, s.positions - 1, 1, s.width);
  });
}

void bench_rows(Report& report, const Sizes& s) {
  const Size n = s.elements();
  Rotating x(n), out(n), gamma(s.width), beta(s.width), table(s.vocabulary * s.width);
  const kernels::Lines lines{s.rows(), s.width, 1};
  report.add("layer_norm_rows", s, 2 * n + 2 * s.width, 0, [&](std::size_t t) {
    kernels::layer_norm_rows<Real>(x.at(t), gamma.at(t), beta.at(t), out.at(t), s.rows(), s.width, 1e-5f);
  });
  report.add("rms_norm_rows", s, 2 * n + s.width, 0, [&](std::size_t t) {
    kernels::rms_norm_rows<Real>(x.at(t), gamma.at(t), out.at(t), s.rows(), s.width, 1e-5f);
  });
  report.add("sum_lines", s, n + s.rows(), 0,
             [&](std::size_t t) { kernels::sum_lines<Real>(x.at(t), out.at(t), lines); });
  report.add("running_sum_lines", s, 2 * n, 0,
             [&](std::size_t t) { kernels::running_sum_lines<Real>(x.at(t), out.at(t), lines); });
  DeviceArray<std::int64_t> places(static_cast<std::size_t>(s.rows()));
  report.add("argmax_lines", s, n, 0,
             [&](std::size_t t) { kernels::argmax_lines<Real>(x.at(t), places.data(), lines); });

  std::mt19937_64 random(9);
  std::vector<std::int64_t> ids(static_cast<std::size_t>(s.rows()));
  for (std::int64_t& id : ids)
    id = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(s.vocabulary));
  const DeviceArray<std::int64_t> wanted(ids);
  report.add("gather_rows", s, 2 * n, 0, [&](std::size_t t) {
    kernels::gather_rows<Real>(table.at(t), wanted.data(), out.at(t), s.vocabulary, s.width, s.rows());
  });
}

void bench_products(Report& report, const Sizes& s) {
  Rotating x(s.elements()), weight(s.width * s.width), out(s.elements());
  const Size numbers = 2 * s.elements() + s.width * s.width, work = s.rows() * s.width * s.width;
  report.add("matmul (own)", s, numbers, work, [&](std::size_t t) {
    kernels::matmul<Real>(x.at(t), weight.at(t), out.at(t), {}, s.rows(), s.width, s.width);
  });
  if (kernels::fast_matmul<Real>(x.at(0), weight.at(0), out.at(0), {}, s.rows(), s.width, s.width))
    report.add("matmul (cuBLAS)", s, numbers, work, [&](std::size_t t) {
      kernels::fast_matmul<Real>(x.at(t), weight.at(t), out.at(t), {}, s.rows(), s.width, s.width);
    });
}

// Scores and shares as tables, three kernels; and fused, one kernel that reads half of the keys on average.
void bench_attention(Report& report, const Sizes& s) {
  const Size heads = s.batch * s.heads, n = s.positions, d = s.head_width();
  Rotating q(s.elements()), k(s.elements()), v(s.elements()), out(s.elements()), scores(s.scores()),
      shares(s.scores());
  const DeviceArray<std::uint8_t> causal([&] {
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(s.scores()));
    for (std::size_t i = 0; i < mask.size(); ++i) {
      const Size place = static_cast<Size>(i) % (n * n);
      mask[i] = place % n <= place / n;
    }
    return mask;
  }());
  const kernels::Lines lines{heads * n, n, 1};
  report.add("softmax_lines (scores)", s, 2 * s.scores(), 0,
             [&](std::size_t t) { kernels::softmax_lines<Real>(scores.at(t), shares.at(t), lines); });
  report.add("masked_softmax_rows (scores)", s, 2 * s.scores() + s.scores() / 4, 0, [&](std::size_t t) {
    kernels::masked_softmax_rows<Real>(scores.at(t), causal.data(), shares.at(t), heads * n, n);
  });

  kernels::Layout<2> each_head;
  each_head.rank = 1;
  each_head.shape[0] = heads;
  each_head.strides[0][0] = each_head.strides[1][0] = 1;
  const auto product = [&](const Real* a, const Real* b, Real* c, Size rows, Size depth, Size cols) {
    if (!kernels::fast_matmul<Real>(a, b, c, each_head, rows, depth, cols))
      kernels::matmul<Real>(a, b, c, each_head, rows, depth, cols);
  };
  report.add("attention in three kernels", s, 4 * s.elements(), heads * n * n * d, [&](std::size_t t) {
    product(q.at(t), k.at(t), scores.at(t), n, d, n);  // keys stand transposed already
    kernels::masked_softmax_rows<Real>(scores.at(t), causal.data(), shares.at(t), heads * n, n);
    product(shares.at(t), v.at(t), out.at(t), n, n, d);
  });
  report.add("causal_attention (fused)", s, 4 * s.elements(), heads * n * n * d, [&](std::size_t t) {
    kernels::causal_attention<Real>(q.at(t), k.at(t), v.at(t), out.at(t), heads, n, n, d, d, 0);
  });
}

int run(int argc, char** argv) {
  bool small = false;
  std::string out;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--small") == 0)
      small = true;
    else if (std::strcmp(argv[i], "--out") == 0 && i + 1 < argc)
      out = argv[++i];
    else
      return std::fprintf(stderr, "kernel_bench: expected --small or --out FILE, got '%s'\n", argv[i]), 2;
  }
  const DeviceInfo device = device_info();
  if (!device.unavailable.empty()) return std::printf("not run: %s\n", device.unavailable.c_str()), 77;
  const Machine machine = measure(small);
  std::printf("%s: copies %.0f GB/s, %.0f GFMA/s in float without tensor cores\n\n", device.name.c_str(),
              machine.bytes_per_us / 1000, machine.multiply_adds_per_us / 1000);
  Report report(machine, out);
  for (const Size times : {1, 16}) {
    Sizes sizes;
    if (small) sizes = {1, 2, 8, 2, 5};
    sizes.positions *= small ? 1 : times;
    bench_elements(report, sizes);
    bench_rows(report, sizes);
    bench_products(report, sizes);
    bench_attention(report, sizes);
    if (small) break;
  }
  return 0;
}

}  // namespace
}  // namespace galley::bench

int main(int argc, char** argv) try {
  return galley::bench::run(argc, argv);
} catch (const std::exception& error) {
  std::fprintf(stderr, "kernel_bench: %s\n", error.what());
  return 1;
}
