#pragma once
#include <string>
#include <vector>

#include "checks/ndarray.h"

namespace galley {

/// The intermediate tables of one run of a model, in the order in which they were computed (X01).
class Trace {
 public:
  struct Step {
    std::int64_t layer;  ///< -1 outside the layers
    std::string name;
    Tensor value;
  };

  /// Notes a table; while inside a layer (see enter_layer) it belongs to that layer.
  void note(std::string name, const Tensor& value) { steps_.push_back({layer_, std::move(name), value}); }

  void enter_layer(std::int64_t layer) { layer_ = layer; }
  void leave_layers() { layer_ = -1; }

  const std::vector<Step>& steps() const {
    ++readings();
    return steps_;
  }

  /// The steps without counting as a reading.
  const std::vector<Step>& unread_steps() const { return steps_; }

  /// How often this thread has read traces: a table that nobody reads cannot give a wrong word away.
  static std::int64_t& readings();

  /// The table of this name: of this layer, or the first one outside all layers. Throws if there is none.
  const Tensor& at(const std::string& name, std::int64_t layer = 0) const;

 private:
  std::vector<Step> steps_;
  std::int64_t layer_ = -1;
};

}  // namespace galley
