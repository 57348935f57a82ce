#include <fmt/format.h>

#include <set>

#include "report/pages/pages.h"
#include "report/words.h"

namespace galley::report {
namespace {

void draw_state(Html& html, State state) {
  html.raw("<span class=\"state\">");
  if (state != State::not_applicable)
    html.raw("<span aria-hidden=\"true\">").raw(sign_of(state)).raw("</span> ");
  html.both(state_words(state)).raw("</span>");
}

// The margin: the worst error over its bound, or that there was none at all.
void draw_margin(Html& html, const Comparison& worst) {
  html.raw("<span class=\"margin\">");
  if (worst.error == 0 && worst.bound == 0)
    html.both("精确", "exact");
  else
    html.small_value(worst.error).raw("<br>").text(relation(worst)).raw(" ").small_value(worst.bound);
  html.raw("</span>");
}

void draw_cell(Html& html, std::size_t column, const Cell& cell) {
  const bool emulated = is_emulated(static_cast<int>(column));
  html.raw("<li class=\"").raw(name_of(cell.state)).raw(emulated ? " emulated\">" : "\">");
  html.raw("<span class=\"column\">").raw(kColumns[column]).raw("</span>");
  draw_state(html, cell.state);
  const Comparison* worst = cell.worst();
  if (worst && (cell.state == State::pass || (cell.state == State::fail && !worst->held)))
    draw_margin(html, *worst);
  else if (!cell.why.empty() && cell.state != State::fail)
    html.element("span", "margin", reason_words(cell.why));
  if (emulated) html.element("span", "emulation", Text{"模拟", "emulated"});
  html.raw("</li>\n");
}

void draw_teeth_cell(Html& html, const Teeth& teeth) {
  html.raw("<li class=\"teeth ")
      .raw(name_of(teeth.state))
      .raw("\"><span class=\"column\">")
      .both("反例", "teeth")
      .raw("</span>");
  draw_state(html, teeth.state);
  if (teeth.state == State::pass || teeth.state == State::fail) {
    html.raw("<span class=\"margin\">");
    html.both(fmt::format("识破{}个", teeth.caught.size()), fmt::format("catches {}", teeth.caught.size()));
    html.raw("</span>");
  } else if (!teeth.why.empty()) {
    // Of "fails on the reference: what and where" the first half: the second stands above the cells.
    const bool judged = teeth.state != State::not_judged;
    html.element("span", "margin",
                 reason_words(judged ? teeth.why : teeth.why.substr(0, teeth.why.find(':'))));
  }
  html.raw("</li>\n");
}

void draw_words(Html& html, const Cell& cell) {
  const auto list = [&](const Text& label, const std::vector<std::string>& words) {
    if (words.empty()) return;
    html.raw(" ").both(label).raw(" ");
    for (std::size_t place = 0; place < words.size(); ++place)
      html.raw(place ? ", " : "").raw("<code>").text(words[place]).raw("</code>");
    html.raw(".");
  };
  list({"在设备上：", "On the device:"}, cell.device_words);
  list({"在主机上：", "On the host:"}, cell.host_words);
}

// One row for each comparison of each column; the page stays calm because this is folded away.
void draw_comparisons(Html& html, const Claim& claim) {
  html.raw("<table class=\"comparisons\"><thead><tr><th scope=\"col\">")
      .both("列", "column")
      .raw("</th><th scope=\"col\">");
  html.both("比较", "compared")
      .raw("</th><th scope=\"col\">")
      .both("最差处", "worst at")
      .raw("</th><th scope=\"col\">");
  html.both("应为", "expected")
      .raw("</th><th scope=\"col\">")
      .both("算得", "computed")
      .raw("</th><th scope=\"col\">");
  html.both("误差", "error")
      .raw("</th><th scope=\"col\">")
      .both("界", "bound")
      .raw("</th></tr></thead>\n<tbody>\n");
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    for (const Comparison& each : claim.cells[column].comparisons) {
      html.raw(each.held ? "<tr>" : "<tr class=\"fail\">")
          .raw("<td>")
          .raw(kColumns[column])
          .raw("</td><td><code>")
          .text(each.what);
      html.raw("</code>")
          .text(each.shape.empty() ? "" : " " + shape_text(each.shape))
          .raw("</td><td>")
          .text(index_text(each.index));
      html.raw("</td><td>");
      if (each.printed.empty())
        html.value(each.expected);
      else
        html.text(each.printed);
      html.raw("</td><td>")
          .value(each.got)
          .raw("</td><td>")
          .small_value(each.error)
          .raw("</td><td>")
          .small_value(each.bound)
          .raw("</td></tr>\n");
    }
  }
  html.raw("</tbody></table>\n");
}

void draw_reasons(Html& html, const Claim& claim) {
  std::set<std::string> reasons, notes;
  for (const Cell& cell : claim.cells) {
    for (const Comparison& each : cell.comparisons) {
      if (!each.bound_why.empty()) reasons.insert(each.bound_why);
      if (!each.note.empty()) notes.insert(each.note);
    }
  }
  for (const std::string& reason : reasons)
    html.raw("<p>").both("界：", "Bound: ").both(bound_words(reason)).raw("</p>\n");
  for (const std::string& note : notes) html.raw("<p>").both("附注：", "Note: ").text(note).raw("</p>\n");
}

}  // namespace

void draw_cells(Html& html, const Book& book, const Claim& claim) {
  html.raw("<ul class=\"cells\">\n");
  for (std::size_t column = 0; column < kColumns.size(); ++column)
    if (book.shown[column]) draw_cell(html, column, claim.cells[column]);
  draw_teeth_cell(html, claim.teeth);
  html.raw("</ul>\n");

  bool any = false;
  for (const Cell& cell : claim.cells)
    any = any || !cell.comparisons.empty() || !cell.device_words.empty() || !cell.host_words.empty();
  if (!any) return;
  // The reason of the deciding bound is in sight; every other comparison one click away.
  const Cell& first = claim.cells[0];
  const Comparison* worst = first.worst();
  html.raw("<details class=\"margins\"><summary>");
  if (worst) {
    html.both("最接近界的是", "Closest to its bound: ")
        .raw(" <code>")
        .text(worst->what)
        .text(index_text(worst->index))
        .raw("</code>");
    if (!worst->bound_why.empty()) html.both("；界：", "; the bound is ").both(bound_words(worst->bound_why));
    html.raw(".");
  } else {
    html.both("比较与用到的词", "Comparisons and words");
  }
  html.raw("</summary>\n<div class=\"scroll\">");
  draw_comparisons(html, claim);
  html.raw("</div>\n");
  draw_reasons(html, claim);
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    const Cell& cell = claim.cells[column];
    if (cell.device_words.empty() && cell.host_words.empty()) continue;
    html.raw("<p><b>").raw(kColumns[column]).raw("</b> ").raw(fmt::format("{:.2f} ms.", cell.ms));
    draw_words(html, cell);
    html.raw("</p>\n");
  }
  html.raw("</details>\n");
}

}  // namespace galley::report
