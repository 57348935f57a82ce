#pragma once
// Second route: the lookup of rows (F05).
#include "checks/second/plain.h"

namespace galley::second {

Tensor embed(const Tensor& table, const Ids& ids);

Plain embed(const Plain& table, const Ids& ids);

}  // namespace galley::second
