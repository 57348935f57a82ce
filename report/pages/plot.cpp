#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/pages/pages.h"
#include "report/words.h"

namespace galley::report {
namespace {

constexpr double kWidth = 680, kHeight = 260, kLeft = 56, kRight = 110, kTop = 14, kBottom = 30;

// A step of 1, 2 or 5 times a power of ten that gives about this many marks.
double nice_step(double span, int marks) {
  if (span <= 0) return 1;
  const double rough = span / marks, power = std::pow(10, std::floor(std::log10(rough)));
  const double part = rough / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

struct Axis {
  double low = 0, high = 1, from = 0, to = 1;
  double place(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

// An exhibit's first row is the places along the axis, each further one a line.
struct Lines {
  std::int64_t count = 0, points = 0;
  Axis x, y;

  explicit Lines(const Exhibit& exhibit) : values_(exhibit.values) {
    points = exhibit.shape.empty() ? 0 : exhibit.shape.back();
    const std::int64_t size = static_cast<std::int64_t>(values_.size());
    if (points <= 0 || size < 2 * points) return;
    count = size / points - 1;
    auto [low, high] = range(points, size);
    if (low == high) low -= 0.5, high += 0.5;
    // A scale that starts near zero starts at zero: the heights then compare.
    if (low > 0 && low < high * 0.4) low = 0;
    const double step = nice_step(high - low, 5);
    y = {std::floor(low / step) * step, std::ceil(high / step) * step, kHeight - kBottom, kTop};
    auto [left, right] = range(0, points);
    if (left == right) left -= 0.5, right += 0.5;
    x = {left, right, kLeft, kWidth - kRight};
  }

  double place(std::int64_t point) const { return values_[static_cast<std::size_t>(point)]; }
  double value(std::int64_t line, std::int64_t point) const {
    return values_[static_cast<std::size_t>((line + 1) * points + point)];
  }

 private:
  std::pair<double, double> range(std::int64_t begin, std::int64_t end) const {
    double low = INFINITY, high = -INFINITY;
    for (std::int64_t at = begin; at < end; ++at) {
      const double value = values_[static_cast<std::size_t>(at)];
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return low > high ? std::pair(0.0, 1.0) : std::pair(low, high);
  }

  const std::vector<double>& values_;
};

void draw_axes(Html& html, const Lines& lines) {
  const double step = nice_step(lines.y.high - lines.y.low, 5);
  for (double mark = lines.y.low; mark <= lines.y.high + step / 2; mark += step) {
    const double y = lines.y.place(mark);
    html.raw(fmt::format("<line class=\"gridline\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", kLeft,
                         kWidth - kRight, y, y));
    html.raw(
        fmt::format("<text class=\"tick\" text-anchor=\"end\" x=\"{}\" y=\"{:.1f}\">", kLeft - 8, y + 4));
    html.value(std::abs(mark) < step * 1e-9 ? 0 : mark).raw("</text>");
  }
  const double across = nice_step(lines.x.high - lines.x.low, 8);
  for (double mark = std::ceil(lines.x.low / across - 1e-9) * across; mark <= lines.x.high + across * 1e-9;
       mark += across) {
    html.raw(fmt::format("<text class=\"tick\" text-anchor=\"middle\" x=\"{:.1f}\" y=\"{}\">",
                         lines.x.place(mark), kHeight - 8));
    html.value(std::abs(mark) < across * 1e-9 ? 0 : mark).raw("</text>");
  }
}

void draw_line(Html& html, const Lines& lines, const Exhibit& exhibit, std::int64_t line) {
  std::string path;
  bool pen_down = false;
  double last = NAN;
  for (std::int64_t point = 0; point < lines.points; ++point) {
    const double value = lines.value(line, point);
    if (!std::isfinite(value) || !std::isfinite(lines.place(point))) {
      pen_down = false;
      continue;
    }
    last = value;
    path += fmt::format("{}{:.1f} {:.1f}", pen_down ? "L" : "M", lines.x.place(lines.place(point)),
                        lines.y.place(value));
    pen_down = true;
  }
  if (path.empty()) return;
  html.raw(fmt::format("<path class=\"line s{}\" d=\"{}\"/>", line % 6, path));
  if (line < static_cast<std::int64_t>(exhibit.rows.size()) && std::isfinite(last)) {
    html.raw(fmt::format("<text class=\"name s{}\" x=\"{}\" y=\"{:.1f}\">", line % 6, kWidth - kRight + 8,
                         lines.y.place(last) + 4));
    html.text(exhibit.rows[static_cast<std::size_t>(line)]).raw("</text>");
  }
}

}  // namespace

void draw_plot(Html& html, const Exhibit& exhibit) {
  const Lines lines(exhibit);
  if (lines.count == 0) return;
  const std::string title = exhibit.heading.empty() ? exhibit.name : exhibit.heading;
  html.raw("<figure class=\"shown\"><figcaption>").text(title).raw("</figcaption>\n<div class=\"scroll\">");
  html.raw(fmt::format("<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">", kWidth,
                       kHeight, escaped(title)));
  draw_axes(html, lines);
  for (std::int64_t line = 0; line < lines.count; ++line) draw_line(html, lines, exhibit, line);
  html.raw("</svg></div></figure>\n");
}

}  // namespace galley::report
