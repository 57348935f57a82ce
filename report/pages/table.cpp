#include "report/pages/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/words.h"

namespace galley::report {
namespace {

constexpr std::int64_t kMostColumns = 16, kMostCells = 400, kMostPixels = 64, kInARow = 8, kMostTables = 6;

std::size_t at(std::int64_t place) { return static_cast<std::size_t>(place); }

// The largest magnitude, for tints; 0 when there is nothing finite.
double scale_of(const std::vector<double>& values) {
  double scale = 0;
  for (const double value : values)
    if (std::isfinite(value)) scale = std::max(scale, std::abs(value));
  return scale;
}

// The tint's class and strength. What is not a number or not finite is hatched.
std::string tint(double value, double scale) {
  if (!std::isfinite(value)) return " class=\"hatched\"";
  if (scale <= 0 || value == 0) return "";
  return fmt::format(" class=\"{}\" style=\"--t:{:.2f}\"", value < 0 ? "cold" : "warm",
                     std::abs(value) / scale);
}

// The computed value, four digits longer than the printed one: enough to see which way it was rounded.
void draw_computed(Html& html, double value, const Printed* printed) {
  if (!printed || !std::isfinite(value) || printed->decimals == 0 || std::abs(value) >= 1e6) {
    html.value(value);
    return;
  }
  // At most what a double holds.
  const int decimals = std::min(printed->decimals + 4, 15);
  std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  html.raw(std::signbit(value) && value != 0 ? "−" : "").raw(text);
}

class Drawing {
 public:
  Drawing(Html& html, const ValueTable& table)
      : html_(html), table_(table), scale_(scale_of(*table.values)) {}

  // One number: as printed above, as computed below; alone where the book prints none.
  void cell(std::int64_t element) {
    const double value =
        element < static_cast<std::int64_t>(table_.values->size()) ? (*table_.values)[at(element)] : NAN;
    const bool failed = table_.failed.count(element) > 0;
    html_.raw("<td").raw(failed ? " class=\"off\"" : table_.heat ? tint(value, scale_) : "").raw(">");
    if (table_.printed && element < table_.printed->size()) {
      const auto& printings = table_.printed->printings[at(element)];
      html_.raw("<span class=\"printed\">")
          .text(printings.front().number.text)
          .raw("</span><span class=\"computed\">");
      draw_computed(html_, value, &printings.front().number);
      html_.raw("</span>");
    } else {
      html_.value(value);
    }
    html_.raw("</td>");
  }

  void label(const std::vector<std::string>& labels, std::int64_t place, const char* scope) {
    html_.raw("<th scope=\"").raw(scope).raw("\">");
    if (place < static_cast<std::int64_t>(labels.size()))
      html_.text(labels[at(place)]);
    else
      html_.number(place);
    html_.raw("</th>");
  }

  // A list stands in rows of eight, so that it fits the column of text.
  void list(std::int64_t size) {
    html_.raw("<table class=\"values list\"><tbody>\n");
    const bool labels = !table_.columns.empty() || !table_.rows.empty();
    const std::vector<std::string>& names = table_.columns.empty() ? table_.rows : table_.columns;
    for (std::int64_t start = 0; start < size; start += kInARow) {
      const std::int64_t end = std::min(size, start + kInARow);
      if (labels) {
        html_.raw("<tr>");
        for (std::int64_t place = start; place < end; ++place) label(names, place, "col");
        html_.raw("</tr>\n");
      }
      html_.raw("<tr>");
      for (std::int64_t place = start; place < end; ++place) cell(place);
      html_.raw("</tr>\n");
    }
    html_.raw("</tbody></table>\n");
  }

  void grid(std::int64_t first, std::int64_t rows, std::int64_t columns) {
    html_.raw(table_.heat ? "<table class=\"values grid heat\"><thead>\n<tr><td></td>"
                          : "<table class=\"values grid\"><thead>\n<tr><td></td>");
    for (std::int64_t column = 0; column < columns; ++column) label(table_.columns, column, "col");
    html_.raw("</tr></thead>\n<tbody>\n");
    for (std::int64_t row = 0; row < rows; ++row) {
      html_.raw("<tr>");
      label(table_.rows, row, "row");
      for (std::int64_t column = 0; column < columns; ++column) cell(first + row * columns + column);
      html_.raw("</tr>\n");
    }
    html_.raw("</tbody></table>\n");
  }

  // Too many numbers to read: a picture of them, a square each.
  void picture(std::int64_t first, std::int64_t rows, std::int64_t columns) {
    const std::int64_t shown_rows = std::min(rows, kMostPixels),
                       shown_columns = std::min(columns, kMostPixels);
    html_.raw(fmt::format("<svg class=\"picture\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
                          shown_columns, shown_rows, escaped(table_.name + " " + shape_text(table_.shape))));
    for (std::int64_t row = 0; row < shown_rows; ++row) {
      for (std::int64_t column = 0; column < shown_columns; ++column) {
        const std::int64_t element = first + row * columns + column;
        const double value =
            element < static_cast<std::int64_t>(table_.values->size()) ? (*table_.values)[at(element)] : NAN;
        const std::string look = tint(value, scale_);
        if (!look.empty())
          html_.raw(fmt::format("<rect x=\"{}\" y=\"{}\" width=\"1\" height=\"1\"{}/>", column, row, look));
      }
    }
    html_.raw("</svg>\n");
    if (shown_rows < rows || shown_columns < columns)
      html_.element(
          "p", "remark",
          Text{fmt::format("只画出前{}行、前{}列", shown_rows, shown_columns),
               fmt::format("Only the first {} rows and {} columns are drawn", shown_rows, shown_columns)});
  }

 private:
  Html& html_;
  const ValueTable& table_;
  double scale_;
};

}  // namespace

void draw_table(Html& html, const ValueTable& table) {
  if (!table.values || table.values->empty()) return;
  html.raw("<figure class=\"shown\"><figcaption>").both(table.caption);
  if (!table.name.empty() && table.name != table.caption.en)
    html.raw(" <code>").text(table.name).raw("</code>");
  if (!table.shape.empty()) html.raw(" <span class=\"remark\">").text(shape_text(table.shape)).raw("</span>");
  html.raw("</figcaption>\n<div class=\"scroll\">");
  Drawing drawing(html, table);
  const std::int64_t size = static_cast<std::int64_t>(table.values->size());
  if (table.shape.size() < 2) {
    if (size <= kMostCells)
      drawing.list(size);
    else
      drawing.picture(0, (size + kMostPixels - 1) / kMostPixels, kMostPixels);
  } else {
    const std::int64_t columns = table.shape.back(), rows = table.shape[table.shape.size() - 2];
    const std::int64_t one = std::max<std::int64_t>(1, rows * columns);
    for (std::int64_t first = 0, drawn = 0; first < size && drawn < kMostTables; first += one, ++drawn) {
      if (table.shape.size() > 2) {
        const std::vector<std::int64_t> leading(table.shape.begin(), table.shape.end() - 2);
        std::string label = shape_text(index_of(first / one, leading));
        label.insert(label.size() - 1, ",:,:");
        html.element("p", "slice", label);
      }
      if (columns <= kMostColumns && rows * columns <= kMostCells)
        drawing.grid(first, rows, columns);
      else
        drawing.picture(first, rows, columns);
    }
    if (size > one * kMostTables) html.element("p", "remark", Text{"其余从略", "The others are left out"});
  }
  html.raw("</div></figure>\n");
}

}  // namespace galley::report
