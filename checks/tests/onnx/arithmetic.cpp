// Operators that compute: element by element, sums, products, softmax, norms, activations.
#include <algorithm>
#include <numeric>

#include "checks/tests/onnx/vectors.h"

namespace galley::onnx {
namespace {

Outputs add(const Ops& on, const Case& c) { return {{0, on.add(c.x(0), c.x(1))}}; }
Outputs subtract(const Ops& on, const Case& c) { return {{0, on.subtract(c.x(0), c.x(1))}}; }
Outputs multiply(const Ops& on, const Case& c) { return {{0, on.multiply(c.x(0), c.x(1))}}; }
Outputs relu(const Ops& on, const Case& c) { return {{0, on.relu(c.x(0))}}; }
Outputs sigmoid(const Ops& on, const Case& c) { return {{0, on.sigmoid(c.x(0))}}; }

Outputs swish(const Ops& on, const Case& c) {
  if (c.attribute("alpha", 1.0) != 1) throw NoWord("silu has no factor in its sigmoid");
  return {{0, on.silu(c.x(0))}};
}

Outputs swiglu(const Ops& on, const Case& c) {
  // α·a·sigmoid(α·a) is SiLU of α·a; the operator leaves the factor before the sigmoid out again.
  const double alpha = c.attribute("alpha", 1.0);
  const Tensor scaled = on.swiglu(on.multiply(c.x(0), scalar(alpha)), c.x(1));
  return {{0, on.divide(scaled, scalar(alpha))}};
}

Outputs cast(const Ops& on, const Case& c) {
  const std::map<int, Dtype> formats = {
      {1, Dtype::float32}, {10, Dtype::float16}, {11, Dtype::float64}, {16, Dtype::bfloat16}};
  return {{0, on.cast(c.x(0), formats.at(c.attribute("to", 0)))}};
}

Outputs matmul(const Ops& on, const Case& c) {
  if (c.x(0).rank() < 2 || c.x(1).rank() < 2) throw NoWord("matmul does not promote vectors");
  return {{0, on.matmul(c.x(0), c.x(1))}};
}

Outputs gemm(const Ops& on, const Case& c) {
  const Tensor a = c.attribute("transA", 0) != 0 ? on.transpose(c.x(0)) : c.x(0);
  const Tensor b = c.attribute("transB", 0) != 0 ? on.transpose(c.x(1)) : c.x(1);
  const Tensor product = on.multiply(on.matmul(a, b), scalar(c.attribute("alpha", 1.0)));
  if (!c.has(2)) return {{0, product}};
  return {{0, on.add(product, on.multiply(c.x(2), scalar(c.attribute("beta", 1.0))))}};
}

/// Sum over the axes asked for, each kept with length 1; all of them where none is named.
Tensor summed(const Ops& on, const Case& c, Shape& axes) {
  Tensor x = c.x(0);
  if (c.has(1)) axes = Shape(c.in(1).integers());
  if (axes.empty() && c.attribute("noop_with_empty_axes", 0) == 0) {
    axes.resize(static_cast<std::size_t>(x.rank()));
    std::iota(axes.begin(), axes.end(), 0);
  }
  for (std::int64_t& axis : axes) {
    axis += axis < 0 ? x.rank() : 0;
    x = on.sum(x, axis);
  }
  return x;
}

Tensor without_axes(const Ops& on, const Case& c, Tensor x, Shape axes) {
  if (c.attribute("keepdims", 1) != 0) return x;
  std::sort(axes.begin(), axes.end(), std::greater<>());
  for (const std::int64_t axis : axes) x = on.squeeze(x, axis);
  return x;
}

Outputs reduce_sum(const Ops& on, const Case& c) {
  Shape axes;
  const Tensor total = summed(on, c, axes);
  return {{0, without_axes(on, c, total, axes)}};
}

Outputs reduce_mean(const Ops& on, const Case& c) {
  Shape axes;
  const Tensor total = summed(on, c, axes);
  const double count = static_cast<double>(c.x(0).size()) / static_cast<double>(total.size());
  return {{0, without_axes(on, c, on.divide(total, scalar(count)), axes)}};
}

Outputs cum_sum(const Ops& on, const Case& c) {
  const Tensor x = c.x(0);
  const std::int64_t axis = c.in(1).integers().front();
  Tensor sums = on.running_sum(x, axis);
  if (c.attribute("reverse", 0) != 0) sums = on.add(on.subtract(on.sum(x, axis), sums), x);
  return {{0, c.attribute("exclusive", 0) != 0 ? on.subtract(sums, x) : sums}};
}

Outputs softmax(const Ops& on, const Case& c) {
  return {{0, on.softmax(c.x(0), c.attribute("axis", std::int64_t{-1}))}};
}

/// The loss of a target is −ln of its share; so with each candidate as the target all logarithms come out.
Outputs log_softmax(const Ops& on, const Case& c) {
  const Tensor x = c.x(0);
  const Shape order = axis_to_end(x.rank(), c.attribute("axis", std::int64_t{-1}));
  const Tensor last = on.permute(x, order);
  const Shape rows(last.shape().begin(), last.shape().end() - 1);
  Tensor all;
  for (std::int64_t i = 0; i < last.length(-1); ++i) {
    const Tensor losses = on.token_losses(last, Ids::full(rows, i));
    const Tensor column = on.unsqueeze(on.subtract(scalar(0), losses), -1);
    all = i == 0 ? column : on.concat(all, column, -1);
  }
  return {{0, on.permute(all, inverse(order))}};
}

/// The axes from `axis` on as one, which is what the words normalise over.
Tensor flattened(const Ops& on, const Tensor& x, std::int64_t axis) {
  Shape shape(x.shape().begin(), x.shape().begin() + static_cast<std::ptrdiff_t>(x.axis_at(axis)));
  shape.push_back(-1);
  return on.reshape(x, shape);
}

Outputs layer_normalization(const Ops& on, const Case& c) {
  const std::int64_t axis = c.attribute("axis", std::int64_t{-1});
  const Tensor y = on.layer_norm(flattened(on, c.x(0), axis), on.reshape(c.x(1), {-1}),
                                 on.reshape(c.x(2), {-1}), c.attribute("epsilon", 1e-5));
  return {{0, on.reshape(y, c.in(0).shape)}};
}

Outputs rms_normalization(const Ops& on, const Case& c) {
  const std::int64_t axis = c.attribute("axis", std::int64_t{-1});
  const Tensor y =
      on.rms_norm(flattened(on, c.x(0), axis), on.reshape(c.x(1), {-1}), c.attribute("epsilon", 1e-5));
  return {{0, on.reshape(y, c.in(0).shape)}};
}

}  // namespace

std::map<std::string, Translation> arithmetic_translations() {
  return {{"Add", add},
          {"Sub", subtract},
          {"Mul", multiply},
          {"Relu", relu},
          {"Sigmoid", sigmoid},
          {"Swish", swish},
          {"SwiGLU", swiglu},
          {"Cast", cast},
          {"MatMul", matmul},
          {"Gemm", gemm},
          {"ReduceSum", reduce_sum},
          {"ReduceMean", reduce_mean},
          {"CumSum", cum_sum},
          {"Softmax", softmax},
          {"LogSoftmax", log_softmax},
          {"LayerNormalization", layer_normalization},
          {"RMSNormalization", rms_normalization}};
}

}  // namespace galley::onnx
