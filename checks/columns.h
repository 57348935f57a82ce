#pragma once
#include <string>
#include <vector>

#include "checks/column.h"

namespace galley {

/// The columns of a group ("cpu", "gpu", "emu"), in the book's order. A device's columns come from its plugin
/// beside this library; where that is missing they are there all the same, with the reason why nothing can
/// run in them.
std::vector<Column> columns_of(const std::string& group);

/// The reference's words that report each call to the log.
std::unique_ptr<Ops> reference_ops(WordLog& log, Precision precision);

/// What the processor calls itself.
std::string machine_name();

}  // namespace galley
