#pragma once
// Operator vectors: JSON files, one for each operator, each a list of cases with inputs and outputs in full.
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "checks/ops.h"

namespace galley::onnx {

/// A tensor of a case.
struct Value {
  std::string dtype;
  Shape shape;
  std::vector<double> data;

  Tensor tensor() const { return Tensor(shape, data); }
  Ids ids() const;
  Mask mask() const;
  std::vector<std::int64_t> integers() const { return ids().values(); }
};

/// One call of an operator: inputs and outputs by their place, omitted ones left out.
struct Case {
  std::string name, op;
  nlohmann::json attributes;
  std::map<int, Value> inputs, outputs;

  bool has(int slot) const { return inputs.count(slot) != 0; }
  /// An input that must be there.
  const Value& in(int slot) const { return inputs.at(slot); }
  Tensor x(int slot) const { return in(slot).tensor(); }

  /// An attribute, or what the operator takes where it is not given.
  template <class T>
  T attribute(const char* key, T otherwise) const {
    return attributes.value(key, otherwise);
  }
};

/// All cases of a folder, by operator. Throws naming the file that cannot be read.
std::vector<Case> load_cases(const std::string& folder);

/// The words have nothing that does what a case asks for.
struct NoWord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A case's outputs by place. Throws NoWord.
using Outputs = std::map<int, Tensor>;
using Translation = Outputs (*)(const Ops& on, const Case& c);

/// How each operator is said with words.
std::map<std::string, Translation> array_translations();
std::map<std::string, Translation> arithmetic_translations();
std::map<std::string, Translation> attention_translations();

/// The order of axes that brings `axis` to the front, or (back) to the end.
Shape axis_to_front(std::int64_t rank, std::int64_t axis);
Shape axis_to_end(std::int64_t rank, std::int64_t axis);
/// The order that undoes another one.
Shape inverse(const Shape& order);
/// Whole numbers as a tensor.
Tensor numbers(const Ids& ids);

}  // namespace galley::onnx
