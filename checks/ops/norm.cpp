#include "checks/ops/norm.h"

#include "checks/ops/elements.h"

namespace galley {
namespace {

void need_valid(const char* word, const Tensor& x, const Tensor& gamma, double epsilon) {
  if (!(epsilon >= 0))
    throw Misuse(std::string(word) + ": ε must not be negative, given " + std::to_string(epsilon));
  if (x.rank() < 1 || gamma.shape() != Shape{x.length(-1)}) {
    throw Misuse(std::string(word) + ": γ needs one number for each feature of " + to_text(x.shape()) +
                 ", given " + to_text(gamma.shape()));
  }
}

}  // namespace

Tensor NormOps::mean(const Tensor& x, std::int64_t axis) const {
  const std::int64_t n = x.length(axis);
  if (n == 0) throw Misuse("mean: nothing to take it of in " + to_text(x.shape()));
  return divide(sum(x, axis), scalar(static_cast<double>(n)));
}

Tensor NormOps::variance(const Tensor& x, std::int64_t axis) const {
  const Tensor deviations = subtract(x, mean(x, axis));
  return mean(multiply(deviations, deviations), axis);
}

Tensor NormOps::standard_deviation(const Tensor& x, std::int64_t axis) const {
  return elements::map(precision_, variance(x, axis), [](auto v) { return std::sqrt(v); });
}

Tensor NormOps::layer_norm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon) const {
  need_valid("layer_norm", x, gamma, epsilon);
  const Tensor normal = elements::map_lines(precision_, x, -1, [&](auto line) {
    using T = decltype(+line[0]);
    const T n = static_cast<T>(line.n);
    T mean{0};
    for (std::size_t i = 0; i < line.n; ++i) mean += line[i];
    mean /= n;
    // Two passes: the mean of squares minus the square of the mean would cancel for large, close numbers.
    T variance{0};
    for (std::size_t i = 0; i < line.n; ++i) {
      line[i] -= mean;
      variance += line[i] * line[i];
    }
    const T deviation = std::sqrt(variance / n + static_cast<T>(epsilon));
    for (std::size_t i = 0; i < line.n; ++i) line[i] /= deviation;
  });
  return add(multiply(normal, gamma), beta);
}

Tensor NormOps::rms_norm(const Tensor& x, const Tensor& gamma, double epsilon) const {
  need_valid("rms_norm", x, gamma, epsilon);
  const Tensor normal = elements::map_lines(precision_, x, -1, [&](auto line) {
    using T = decltype(+line[0]);
    T squares{0};
    for (std::size_t i = 0; i < line.n; ++i) squares += line[i] * line[i];
    const T root = std::sqrt(squares / static_cast<T>(line.n) + static_cast<T>(epsilon));
    for (std::size_t i = 0; i < line.n; ++i) line[i] /= root;
  });
  return multiply(normal, gamma);
}

}  // namespace galley
