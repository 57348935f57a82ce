#include "checks/tests/onnx/vectors.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

namespace galley::onnx {
namespace {

using Json = nlohmann::json;

double number_of(const Json& value) {
  if (!value.is_string()) return value.get<double>();
  const std::string text = value;
  if (text == "NaN") return std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  return text == "Infinity" ? infinity : -infinity;
}

Value value_of(const Json& json) {
  Value value{json["dtype"], json["shape"], {}};
  for (const Json& element : json["data"]) value.data.push_back(number_of(element));
  // Printed with the shortest digits that tell float32 numbers apart.
  if (value.dtype == "float32") {
    for (double& v : value.data) v = round_to(Precision::f32, v);
  }
  return value;
}

Case case_of(const Json& json) {
  Case c{json["name"], json["op"], json["attributes"], {}, {}};
  for (const Json& in : json["inputs"]) c.inputs[in["slot"]] = value_of(in);
  for (const Json& out : json["outputs"]) c.outputs[out["slot"]] = value_of(out);
  return c;
}

}  // namespace

Ids Value::ids() const {
  std::vector<std::int64_t> whole;
  for (const double v : data) whole.push_back(static_cast<std::int64_t>(v));
  return Ids(shape, whole);
}

Mask Value::mask() const {
  std::vector<std::uint8_t> bytes;
  for (const double v : data) bytes.push_back(v != 0);
  return Mask(shape, bytes);
}

std::vector<Case> load_cases(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Case> cases;
  for (const auto& path : paths) {
    std::ifstream in(path);
    try {
      for (const Json& json : Json::parse(in)) cases.push_back(case_of(json));
    } catch (const Json::exception& error) {
      throw std::runtime_error(path.string() + ": " + error.what());
    }
  }
  return cases;
}

Shape axis_to_front(std::int64_t rank, std::int64_t axis) {
  Shape order{axis < 0 ? axis + rank : axis};
  for (std::int64_t i = 0; i < rank; ++i) {
    if (i != order.front()) order.push_back(i);
  }
  return order;
}

Shape axis_to_end(std::int64_t rank, std::int64_t axis) {
  Shape order = axis_to_front(rank, axis);
  std::rotate(order.begin(), order.begin() + 1, order.end());
  return order;
}

Shape inverse(const Shape& order) {
  Shape back(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    back[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  }
  return back;
}

Tensor numbers(const Ids& ids) {
  const std::vector<std::int64_t> whole = ids.values();
  return Tensor(ids.shape(), std::vector<double>(whole.begin(), whole.end()));
}

}  // namespace galley::onnx
