#include "checks/ops/batch.h"

#include "checks/ops/elements.h"

namespace galley {

Tensor BatchOps::embed(const Tensor& table, const Ids& ids) const {
  if (table.rank() != 2) throw Misuse("embed: the table needs (N, d), given " + to_text(table.shape()));
  const auto width = static_cast<std::size_t>(table.length(1));
  const std::vector<double> rows = table.values();
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(ids.size()) * width);
  for (const std::int64_t id : ids.values()) {
    if (id < 0 || id >= table.length(0)) {
      throw Misuse("embed: id " + std::to_string(id) + " is outside the vocabulary of " +
                   std::to_string(table.length(0)));
    }
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(id) * width);
    values.insert(values.end(), first, first + static_cast<std::ptrdiff_t>(width));
  }
  for (double& v : values) v = round_to(precision_, v);
  Shape shape = ids.shape();
  shape.push_back(table.length(1));
  return Tensor(std::move(shape), std::move(values));
}

}  // namespace galley
