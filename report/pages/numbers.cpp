#include <fmt/format.h>

#include <array>

#include "report/pages/pages.h"
#include "report/words.h"

namespace galley::report {
namespace {

void draw_number(Html& html, const LedgerNumber& number) {
  html.raw("<span class=\"num ").raw(name_of(number.state)).raw("\"");
  if (!number.got.empty()) html.attribute("title", number.got);
  html.raw(">").text(number.text).raw("</span>");
}

struct Part {
  int NumberCounts::*count;
  const char *name, *zh, *en;
};
constexpr std::array<Part, 5> kParts = {{{&NumberCounts::verified, "verified", "已验证", "verified"},
                                         {&NumberCounts::given, "given", "给定", "given"},
                                         {&NumberCounts::failed, "failed", "不符", "failed"},
                                         {&NumberCounts::open, "open", "悬而未决", "open"},
                                         {&NumberCounts::aside, "aside", "旁注", "set aside"}}};

}  // namespace

void draw_number_counts(Html& html, const NumberCounts& counts) {
  if (counts.total == 0) return;
  html.raw(
      fmt::format("<div class=\"number-counts\"><svg class=\"bar\" viewBox=\"0 0 {} 1\" "
                  "preserveAspectRatio=\"none\" aria-hidden=\"true\">",
                  counts.total));
  int from = 0;
  for (const Part& part : kParts) {
    const int count = counts.*part.count;
    if (count > 0)
      html.raw(
          fmt::format("<rect class=\"{}\" x=\"{}\" width=\"{}\" height=\"1\"/>", part.name, from, count));
    from += count;
  }
  html.raw("</svg>\n<p>")
      .both(fmt::format("印出的数字{}个：", counts.total), fmt::format("{} printed numbers: ", counts.total));
  bool first = true;
  for (const Part& part : kParts) {
    // What is failed or open is said also when there is none: that is the news.
    const bool always = std::string_view(part.name) == "failed" || std::string_view(part.name) == "open";
    if (counts.*part.count == 0 && !always) continue;
    if (!first) html.both("，", ", ");
    first = false;
    if (counts.*part.count > 0)
      html.raw("<span class=\"num ").raw(part.name).raw("\">").number(counts.*part.count).raw("</span> ");
    else
      html.raw("0 ");
    html.both(part.zh, part.en);
  }
  html.both("。", ".").raw("</p></div>\n");
}

void draw_ledger(Html& html, const Ledger& ledger) {
  html.raw("<div class=\"ledger\">\n");
  for (const LedgerSection& section : ledger.sections) {
    if (section.spans.empty()) continue;
    if (!section.heading.empty()) html.element("h4", "heading", section.heading);
    html.raw("<p>");
    for (const LedgerSpan& span : section.spans) {
      html.raw("<span class=\"span\">");
      if (!span.label.empty()) html.raw("<code>").text(span.label).raw("</code> ");
      for (std::size_t place = 0; place < span.numbers.size(); ++place) {
        if (place) html.raw(" ");
        draw_number(html, span.numbers[place]);
      }
      if (!span.why.empty()) html.raw(" ").element("span", "remark", span.why);
      html.raw("</span> ");
    }
    html.raw("</p>\n");
  }
  html.raw("</div>\n");
}

std::string numbers_page(const Book& book) {
  Html html;
  html.raw("<h1>").both("数字账", "The ledger of numbers").raw("</h1>\n<p class=\"lead\">");
  html.both(
      "书中印出的每一个数字。是否已验证，不看谁读过它，而看把它移动一个末位单位后，是否有主张因此不再成立。",
      "Every number that the book prints. Whether one is verified is not decided by who has read it: it is "
      "moved by one unit of its "
      "last digit, and some claim must cease to hold.");
  html.raw("</p>\n");
  draw_number_counts(html, book.totals.numbers);
  html.raw("<dl class=\"states\">\n");
  const auto row = [&](const char* state, const char* name_zh, const char* name_en, const char* zh,
                       const char* en) {
    html.raw("<dt><span class=\"num ")
        .raw(state)
        .raw("\">")
        .both(name_zh, name_en)
        .raw("</span></dt><dd>")
        .both(zh, en)
        .raw("</dd>\n");
  };
  row("verified", "已验证", "verified", "移动一个末位单位，就有主张不成立。",
      "Moved by one unit of its last digit it turns a claim red.");
  row("given", "给定", "given", "是输入：移动得更多时，有主张不成立。",
      "An input: moved further it turns a claim red.");
  row("failed", "不符", "failed", "与算得的值不一致。", "It is not what was computed.");
  row("open", "悬而未决", "open", "还没有主张读到它，或依据已过期。",
      "No claim reads it yet, or what spoke for it is stale.");
  row("aside", "旁注", "set aside", "步骤、章号、题号之类，数字文件写明了缘由。",
      "The numeral of a step, a chapter, a question: the fixture says why.");
  html.raw("</dl>\n");
  for (const Lesson& lesson : book.lessons) {
    html.raw("<section><h2 id=\"")
        .text(lesson.id)
        .raw("\"><a href=\"")
        .text(lesson.id)
        .raw(".html#numbers\"><span class=\"chapter-id\">");
    html.text(lesson.id).raw("</span> ").both(lesson.title).raw("</a></h2>\n");
    if (!lesson.fixture) {
      html.element("p", "remark", Text{"没有可用的数字文件。", "There is no fixture that can be used."});
    } else {
      draw_number_counts(html, lesson.ledger.counts);
      draw_ledger(html, lesson.ledger);
    }
    html.raw("</section>\n");
  }
  return framed(
      {"numbers.html", {"数字账 · Galley", "The ledger of numbers · Galley"}, "gathered", nullptr, nullptr},
      html);
}

}  // namespace galley::report
