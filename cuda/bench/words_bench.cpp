// Words on the CPU at the book's size (B=2, T=128, d=4096; 32 heads): what the reference costs, for
// comparison with the device.
#include <benchmark/benchmark.h>

#include <random>

#include "checks/ops.h"

namespace galley {
namespace {

constexpr std::int64_t kBatch = 2, kPositions = 128, kWidth = 4096, kHeads = 32;

Tensor random_tensor(const Shape& shape) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
  for (double& value : values) value = number(random);
  return Tensor(shape, std::move(values));
}

using Word = Tensor (*)(const Ops&, const Tensor&);

void run_word(benchmark::State& state, Word word, const Shape& shape) {
  const Ops on(Precision::f32);
  const Tensor x = random_tensor(shape);
  for (auto _ : state) benchmark::DoNotOptimize(word(on, x));
  state.SetItemsProcessed(state.iterations() * x.size());
}

const Shape kRows = {kBatch, kPositions, kWidth};
const Shape kScores = {kBatch, kHeads, kPositions, kPositions};

Tensor ones() { return Tensor::full({kWidth}, 1.0); }

#define GALLEY_BENCH(name, shape, expression)                                                     \
  BENCHMARK_CAPTURE(                                                                              \
      run_word, name, [](const Ops& on, const Tensor& x) -> Tensor { return expression; }, shape) \
      ->Unit(benchmark::kMillisecond)

GALLEY_BENCH(add, kRows, on.add(x, ones()));
GALLEY_BENCH(silu, kRows, on.silu(x));
GALLEY_BENCH(layer_norm, kRows, on.layer_norm(x, ones(), ones(), 1e-5));
GALLEY_BENCH(rms_norm, kRows, on.rms_norm(x, ones(), 1e-5));
GALLEY_BENCH(split_heads_contiguous, kRows, on.contiguous(on.split_heads(x, kHeads)));
GALLEY_BENCH(matmul, kRows, on.matmul(x, on.broadcast_to(scalar(0.5), {kWidth, kWidth})));
GALLEY_BENCH(softmax, kScores, on.softmax(x, -1));
GALLEY_BENCH(masked_softmax, kScores, on.masked_softmax(x, on.causal_mask(kPositions, kPositions)));
GALLEY_BENCH(attention, kRows,
             on.attention(on.split_heads(x, kHeads), on.split_heads(x, kHeads), on.split_heads(x, kHeads),
                          on.causal_mask(kPositions, kPositions)));

}  // namespace
}  // namespace galley

BENCHMARK_MAIN();
