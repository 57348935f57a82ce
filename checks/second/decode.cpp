#include "checks/second/decode.h"

#include <limits>

namespace galley::second {

Tensor exclude(const Tensor& logits, const Ids& banned) {
  const std::vector<std::int64_t> ids = banned.values();
  for (const std::int64_t id : ids) need(0 <= id && id < logits.length(-1), "exclude: no such id");
  const Plain scores = plain(logits);
  return tensor(build(logits.shape(), [&](const Index& index) {
    for (const std::int64_t id : ids) {
      if (id == index.back()) return -std::numeric_limits<Real>::infinity();
    }
    return read(scores, index);
  }));
}

}  // namespace galley::second
