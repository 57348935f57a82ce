#pragma once
// Chapters from folders: which there are, what their runs say, and whether that is still so today.
#include <vector>

#include "report/model.h"

namespace galley::report {

/// All chapters that have a fixture, a source or results, in the book's order, with their verdicts set
/// against today's files. Counts and ledgers are left to load_book.
std::vector<Lesson> load_lessons(const BookOptions& options, const Sources& sources);

}  // namespace galley::report
