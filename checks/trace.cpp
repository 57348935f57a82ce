#include "checks/trace.h"

namespace galley {

std::int64_t& Trace::readings() {
  static thread_local std::int64_t count = 0;
  return count;
}

const Tensor& Trace::at(const std::string& name, std::int64_t layer) const {
  ++readings();
  for (const Step& step : steps_) {
    if (step.name == name && (step.layer == layer || step.layer < 0)) return step.value;
  }
  throw Misuse("trace: no table '" + name + "' in layer " + std::to_string(layer));
}

}  // namespace galley
