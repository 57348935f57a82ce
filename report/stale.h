#pragma once
#include <string>
#include <vector>

#include "report/model.h"

namespace galley::report {

/// The chapters of which some group of columns has no complete run of today's text, numbers and words: what
/// `galley stale` prints and `./galley book` runs. A lesson that is not written yet is none.
std::vector<std::string> stale_lessons(const Book& book);

}  // namespace galley::report
