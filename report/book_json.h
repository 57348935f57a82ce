#pragma once
// book.json: all that the book says, for other programs.
#include <string>

#include "report/model.h"

namespace galley::report {

/// The book as JSON, one chapter a line. Keys are those that README and the pages name; states are spelt as
/// in results.
std::string book_json(const Book& book);

}  // namespace galley::report
