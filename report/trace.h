#pragma once
// The worked example's tables, from its results, for people and for programs.
#include <string>

#include "report/model.h"

namespace galley::report {

/// All tables that the lesson's claims show of a run, in the claims' order, runs in the order of their first
/// table:
/// `{"runs":[{"ids":[1,2,3],"tables":[{"heading","shape","rows","columns","values"}]}]}`, values flat and
/// row-major at full precision, infinities as "-inf" and "inf".
std::string trace_json(const Lesson& lesson);

/// The same for reading.
std::string trace_text(const Lesson& lesson);

/// Whether the lesson's results hold any table of a run.
bool has_trace(const Lesson& lesson);

}  // namespace galley::report
