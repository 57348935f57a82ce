#include <set>

#include "report/pages/pages.h"
#include "report/pages/table.h"
#include "report/words.h"

namespace galley::report {
namespace {

// An exhibit that is the very table of a figure lends it its labels and its heading.
const Exhibit* exhibit_for(const std::vector<Exhibit>& exhibits, const Comparison& comparison) {
  for (const Exhibit& exhibit : exhibits)
    if (exhibit.kind != "text" && exhibit.kind != "lines" && exhibit.shape == comparison.shape &&
        (exhibit.name == comparison.figure || exhibit.values == comparison.values))
      return &exhibit;
  return nullptr;
}

Text caption_of(const Lesson& lesson, const std::string& figure) {
  if (lesson.fixture)
    if (const auto name = lesson.fixture->names.find(figure); name != lesson.fixture->names.end())
      return {name->second.zh, name->second.en};
  return {figure, figure};
}

// The comparison that the page shows for a figure: one that failed, else the first with its values.
std::vector<const Comparison*> figures_to_show(const Claim& claim) {
  std::vector<const Comparison*> shown;
  for (const Cell& cell : claim.cells) {
    for (const Comparison& each : cell.comparisons) {
      if (each.figure.empty() || each.values.empty()) continue;
      const Comparison** same = nullptr;
      for (const Comparison*& other : shown)
        if (other->figure == each.figure) same = &other;
      if (!same)
        shown.push_back(&each);
      else if ((*same)->held && !each.held)
        *same = &each;
    }
  }
  return shown;
}

// Figures of a single number stand together in one table, a line each.
void draw_single_numbers(Html& html, const Lesson& lesson,
                         const std::vector<const Comparison*>& comparisons) {
  if (comparisons.empty()) return;
  html.raw(
      "<figure class=\"shown\"><div class=\"scroll\"><table class=\"values singles\"><thead><tr><td></td><th "
      "scope=\"col\">");
  html.both("印出", "printed")
      .raw("</th><th scope=\"col\">")
      .both("算得", "computed")
      .raw("</th></tr></thead>\n<tbody>\n");
  for (const Comparison* comparison : comparisons) {
    const Text caption = caption_of(lesson, comparison->figure);
    html.raw("<tr><th scope=\"row\">").both(caption);
    if (caption.en != comparison->figure) html.raw(" <code>").text(comparison->figure).raw("</code>");
    html.raw(comparison->failed.empty() ? "</th><td>" : "</th><td class=\"off\">");
    const auto figure = lesson.figures.find(comparison->figure);
    if (figure != lesson.figures.end()) html.text(figure->second.printings.front().front().number.text);
    html.raw(comparison->failed.empty() ? "</td><td>" : "</td><td class=\"off\">")
        .value(comparison->values.front())
        .raw("</td></tr>\n");
  }
  html.raw("</tbody></table></div></figure>\n");
}

void draw_exhibit(Html& html, const Exhibit& exhibit) {
  const std::string title = exhibit.heading.empty() ? exhibit.name : exhibit.heading;
  if (exhibit.kind == "text") {
    html.raw("<figure class=\"shown\"><figcaption>")
        .text(title)
        .raw("</figcaption><pre class=\"text\">")
        .text(exhibit.text);
    html.raw("</pre></figure>\n");
  } else if (exhibit.kind == "lines") {
    draw_plot(html, exhibit);
  } else {
    ValueTable table;
    table.caption = {title, title};
    table.name = exhibit.name;
    table.shape = exhibit.shape;
    table.values = &exhibit.values;
    table.rows = exhibit.rows;
    table.columns = exhibit.columns;
    table.heat = exhibit.shape.size() >= 2;
    draw_table(html, table);
  }
}

}  // namespace

void draw_shown(Html& html, const Lesson& lesson, const Claim& claim) {
  const Cell* shown = claim.shown_cell();
  if (!shown) return;
  std::set<const Exhibit*> lent;
  std::vector<const Comparison*> singles;
  for (const Comparison* comparison : figures_to_show(claim)) {
    if (comparison->values.size() == 1 && !exhibit_for(shown->exhibits, *comparison)) {
      singles.push_back(comparison);
      continue;
    }
    const auto figure = lesson.figures.find(comparison->figure);
    ValueTable table;
    table.caption = caption_of(lesson, comparison->figure);
    table.name = comparison->figure;
    table.shape = comparison->shape;
    table.values = &comparison->values;
    if (figure != lesson.figures.end()) table.printed = &figure->second;
    for (const auto& [element, printing] : comparison->failed) table.failed.insert(element);
    if (const Exhibit* exhibit = exhibit_for(shown->exhibits, *comparison)) {
      lent.insert(exhibit);
      table.rows = exhibit->rows;
      table.columns = exhibit->columns;
      table.heat = exhibit->shape.size() >= 2;
      // The heading is the chapter's, in its language; the name may have another.
      if (!exhibit->heading.empty())
        table.caption = {exhibit->heading,
                         table.caption.en == comparison->figure ? exhibit->heading : table.caption.en};
    }
    draw_table(html, table);
  }
  draw_single_numbers(html, lesson, singles);
  for (const Exhibit& exhibit : shown->exhibits)
    if (!lent.count(&exhibit)) draw_exhibit(html, exhibit);
}

}  // namespace galley::report
