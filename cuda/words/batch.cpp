// Rows of tables (F05) and the mean of a sentence (F04).
#include "cuda/kernels/gather_rows.h"
#include "cuda/kernels/sqrt.h"
#include "cuda/words/on_kernels.h"

namespace galley {

using namespace on_kernels;  // NOLINT: for this folder only

Tensor DeviceOps::embed(const Tensor& table, const Ids& ids) const {
  if (table.rank() != 2) return Ops::embed(table, ids);
  const std::vector<std::int64_t> wanted = ids.values();
  for (const std::int64_t id : wanted)
    if (id < 0 || id >= table.length(0)) return Ops::embed(table, ids);
  Shape shape = ids.shape();
  shape.push_back(table.length(1));
  return compute(log_, precision_, [&](auto zero) {
    using T = decltype(zero);
    DeviceArray<T> out(count_of(shape));
    kernels::gather_rows<T>(on_device<T>(table).data(), DeviceArray<std::int64_t>(wanted).data(), out.data(),
                            table.length(0), table.length(1), ids.size());
    return from_device(shape, out);
  });
}

// What is not valid counts as 0, whatever it holds; then the sum over the positions by the number of valid
// ones.
Tensor DeviceOps::mean_valid(const Tensor& x, const Mask& valid) const {
  if (x.rank() != 3 || valid.shape() != Shape{x.length(0), x.length(1)}) return Ops::mean_valid(x, valid);
  const std::vector<std::uint8_t> marks = valid.values();
  std::vector<double> counts(static_cast<std::size_t>(x.length(0)), 0.0);
  for (std::size_t i = 0; i < marks.size(); ++i)
    counts[i / static_cast<std::size_t>(x.length(1))] += marks[i] != 0;
  for (const double count : counts)
    if (count == 0) return Ops::mean_valid(x, valid);
  const Mask each_feature({x.length(0), x.length(1), 1}, marks);
  const Tensor sums = DeviceOps::sum(DeviceOps::zero_forbidden(x, each_feature), 1);
  const Tensor means = DeviceOps::divide(sums, Tensor({x.length(0), 1, 1}, std::move(counts)));
  return Tensor({x.length(0), x.length(2)}, means.values());
}

Tensor DeviceOps::embedding_scale(std::int64_t width) const {
  if (width < 1) return Ops::embedding_scale(width);
  return each_element(log_, precision_, scalar(static_cast<double>(width)),
                      [](auto... a) { kernels::sqrt_elements(a...); });
}

}  // namespace galley
