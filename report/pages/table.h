#pragma once
// A table of values: printed and computed together, tinted as a heat map where that helps.
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "checks/fixture.h"
#include "report/html.h"

namespace galley::report {

struct ValueTable {
  Text caption;
  std::string name;  // the figure's or the exhibit's, in code
  std::vector<std::int64_t> shape;
  const std::vector<double>* values = nullptr;  // flat, row-major
  const FigureText* printed = nullptr;          // the same numbers as the book prints them, or null
  std::set<std::int64_t> failed;                // elements that are not as printed
  std::vector<std::string> rows, columns;       // labels, may be empty
  bool heat = false;
};

/// Draws the table. Ranks above two become one table for each leading index; what is too big to read as
/// numbers becomes a picture of its values.
void draw_table(Html& html, const ValueTable& table);

}  // namespace galley::report
