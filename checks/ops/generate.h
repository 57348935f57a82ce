#pragma once
#include "checks/ops/model.h"

namespace galley {

/// What a run from a prompt to its stop gave. F15.
struct Generation {
  Ids produced;           ///< ids in the order in which they were chosen
  Pieces pieces;          ///< their texts
  Ids cached;             ///< positions processed when each of them was chosen
  std::int64_t forwards;  ///< how often the model ran; the first run is the prefill
  Stop stop;
};

/// From a prompt to a finished output (F15).
class GenerateOps : public ModelOps {
 public:
  using ModelOps::ModelOps;

  /// Processes the whole prompt at once; its last row already scores the first new token: ids (n) → (N). F15.
  virtual Tensor prefill(const Model& model, const Ids& prompt, KvCache& cache, Trace& trace) const;

  /// Processes one chosen token, looked up by its id, behind the cached ones: → (N). F15.
  virtual Tensor decode_step(const Model& model, std::int64_t id, KvCache& cache, Trace& trace) const;

  /// Prefill, then one token after the other until a rule ends it; the i-th choice uses the i-th of `draws`
  /// (0 when there is none). `table` has the text of each id. F15.
  virtual Generation generate(const Model& model, const Pieces& table, const Ids& prompt, const Choice& how,
                              const StopRules& rules, const Tensor& draws) const;
};

}  // namespace galley
