#include "checks/second/batch.h"

namespace galley::second {

Plain embed(const Plain& table, const Ids& ids) {
  need(table.shape.size() == 2, "embed needs a table (N, d)");
  Shape shape = ids.shape();
  shape.push_back(table.shape[1]);
  return build(shape, [&](Index index) {
    const std::int64_t feature = index.back();
    index.pop_back();
    const std::int64_t id = ids.at(index);
    need(0 <= id && id < table.shape[0], "embed: no row " + std::to_string(id));
    return read(table, {id, feature});
  });
}

Tensor embed(const Tensor& table, const Ids& ids) { return tensor(embed(plain(table), ids)); }

}  // namespace galley::second
