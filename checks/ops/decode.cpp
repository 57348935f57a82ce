#include "checks/ops/decode.h"

#include <limits>

namespace galley {

Tensor DecodeOps::exclude(const Tensor& logits, const Ids& banned) const {
  if (logits.rank() < 1) throw Misuse("exclude: needs logits (…, N), given " + to_text(logits.shape()));
  const auto vocabulary = static_cast<std::size_t>(logits.length(-1));
  std::vector<double> values = logits.values();
  for (const std::int64_t id : banned.values()) {
    if (id < 0 || static_cast<std::size_t>(id) >= vocabulary) {
      throw Misuse("exclude: id " + std::to_string(id) + " is outside the vocabulary of " +
                   std::to_string(vocabulary));
    }
    for (std::size_t i = static_cast<std::size_t>(id); i < values.size(); i += vocabulary) {
      values[i] = -std::numeric_limits<double>::infinity();
    }
  }
  return Tensor(logits.shape(), std::move(values));
}

}  // namespace galley
