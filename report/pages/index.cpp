#include <fmt/format.h>

#include <algorithm>

#include "report/pages/pages.h"
#include "report/words.h"

namespace galley::report {
namespace {

std::string plural(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

Text verdict(const Book& book) {
  const int status = book.exit_status();
  if (book.totals.claims == 0) return {"还没有任何结果。", "Nothing has been checked yet."};
  if (status == 0) return {"凡已核对的，全部成立。", "Everything that was checked holds."};
  const int bad = book.totals.bad;
  if (bad > 0)
    return {fmt::format("{}条主张中有{}条尚不成立。", book.totals.claims, bad),
            fmt::format("{} of {} {} not stand.", bad, plural(book.totals.claims, "claim", "claims"),
                        bad == 1 ? "does" : "do")};
  return {"主张都成立，但还有未了之事。", "The claims hold, but something is left to settle."};
}

// One column of one chapter: its sign, and how many claims it speaks of.
void draw_counts(Html& html, const ColumnCounts& counts, bool emulated) {
  const int wrong = counts[State::fail] + counts[State::crash];
  const int unsure = counts[State::stale] + counts[State::not_judged];
  const int judged = counts[State::pass] + wrong + unsure;
  State state = State::not_run;
  std::string shown = "–";
  if (wrong > 0) {
    state = counts[State::fail] ? State::fail : State::crash;
    shown = fmt::format("{} {}/{}", sign_of(state), wrong, judged + counts[State::not_run]);
  } else if (unsure > 0) {
    state = counts[State::stale] ? State::stale : State::not_judged;
    shown = fmt::format("{} {}/{}", sign_of(state), unsure, judged);
  } else if (counts[State::pass] > 0 && counts[State::not_run] > 0) {
    shown = fmt::format("{}/{}", counts[State::pass], counts[State::pass] + counts[State::not_run]);
  } else if (counts[State::pass] > 0) {
    state = State::pass;
    shown = fmt::format("{}", counts[State::pass]);
  } else if (counts[State::not_applicable] > 0 && counts[State::not_run] == 0) {
    state = State::not_applicable;
    shown = "·";
  }
  html.raw("<td class=\"count ")
      .raw(name_of(state))
      .raw(emulated ? " emulated\">" : "\">")
      .text(shown)
      .raw("</td>");
}

void draw_numbers_cell(Html& html, const NumberCounts& counts) {
  if (counts.total == 0) {
    html.raw("<td class=\"count not_run\">–</td>");
    return;
  }
  const int settled = counts.total - counts.failed - counts.open;
  if (settled == counts.total) {
    html.raw("<td class=\"count pass\">").number(settled).raw("</td>");
    return;
  }
  html.raw(counts.failed ? "<td class=\"count fail\">" : "<td class=\"count stale\">")
      .number(settled)
      .raw("/");
  html.number(counts.total).raw("</td>");
}

void draw_contents(Html& html, const Book& book) {
  html.raw("<div class=\"wide\"><table class=\"contents\">\n<thead><tr><th scope=\"col\" colspan=\"2\">");
  html.both("章", "Chapter").raw("</th>");
  for (std::size_t column = 0; column < kColumns.size(); ++column)
    if (book.shown[column])
      html.raw(is_emulated(static_cast<int>(column)) ? "<th scope=\"col\" class=\"emulated\">"
                                                     : "<th scope=\"col\">")
          .raw(kColumns[column])
          .raw("</th>");
  html.raw("<th scope=\"col\">").both("反例", "teeth").raw("</th><th scope=\"col\">").both("数字", "numbers");
  html.raw("</th></tr></thead>\n<tbody>\n");
  for (const Lesson& lesson : book.lessons) {
    html.raw("<tr><td class=\"chapter-id\">")
        .text(lesson.id)
        .raw("</td><th scope=\"row\"><a href=\"")
        .text(lesson.id);
    html.raw(".html\">");
    if (lesson.title.empty())
      html.text(lesson.id);
    else
      html.both(lesson.title);
    html.raw("</a>");
    if (!lesson.has_results) html.raw(" ").element("span", "remark", Text{"未运行", "not run"});
    if (lesson.incomplete) html.raw(" ").element("span", "remark fail", Text{"运行中断", "run incomplete"});
    if (lesson.unreadable)
      html.raw(" ").element("span", "remark fail", Text{"数字文件无法读取", "fixture unreadable"});
    html.raw("</th>");
    for (std::size_t column = 0; column < kColumns.size(); ++column)
      if (book.shown[column]) draw_counts(html, lesson.counts[column], is_emulated(static_cast<int>(column)));
    draw_counts(html, lesson.teeth_counts, false);
    draw_numbers_cell(html, lesson.ledger.counts);
    html.raw("</tr>\n");
  }
  html.raw("</tbody>\n<tfoot><tr><td></td><th scope=\"row\">").both("合计", "Total").raw("</th>");
  for (std::size_t column = 0; column < kColumns.size(); ++column)
    if (book.shown[column])
      draw_counts(html, book.totals.columns[column], is_emulated(static_cast<int>(column)));
  draw_counts(html, book.totals.teeth, false);
  draw_numbers_cell(html, book.totals.numbers);
  html.raw("</tr></tfoot></table></div>\n");
}

void draw_key(Html& html) {
  html.raw("<p class=\"key\">");
  html.both("每格写着成立的主张有几条；", "Each cell counts the claims that hold; ");
  html.raw("<b class=\"fail\">✗</b> ").both("几条不成立，", "so many do not, ");
  html.raw("<b class=\"crash\">‼</b> ").both("运行中断，", "crashed, ");
  html.raw("<b class=\"stale\">~</b> ").both("结果早于现在的源文件，", "older than the sources are now, ");
  html.raw("<b class=\"not_run\">–</b> ").both("未运行，", "not run, ");
  html.raw("<b class=\"not_applicable\">·</b> ").both("不适用。", "not applicable. ");
  html.both("虚线格是在CPU上模拟的设备，从不算作GPU。",
            "A dashed cell is a device emulated on the CPU and never counts as a GPU. ");
  html.both("“反例”一列：主张能否认出错误的想法。", "Teeth: does the claim notice what is wrong?");
  html.raw("</p>\n");
}

void begin_line(Html& html, const Lesson& lesson, const std::string& target) {
  html.raw("<li><span class=\"chapter-id\">")
      .text(lesson.id)
      .raw("</span> <a href=\"")
      .text(target)
      .raw("\">");
}

void end_line(Html& html, State state, const Text& words) {
  html.raw("</a> <b class=\"").raw(name_of(state)).raw("\">").both(words).raw("</b></li>\n");
}

// A chapter that is stale as a whole is one line, not one for each claim.
bool draw_stale_chapter(Html& html, const Lesson& lesson) {
  const auto is_stale = [](const Claim& claim) { return overall(claim) == State::stale; };
  const auto stale = std::count_if(lesson.claims.begin(), lesson.claims.end(), is_stale);
  if (stale < 2 || stale != static_cast<std::ptrdiff_t>(lesson.claims.size())) return false;
  begin_line(html, lesson, lesson.id + ".html");
  html.both(lesson.title);
  end_line(html, State::stale,
           {fmt::format("{}条主张已过期", stale), fmt::format("all {} claims are stale", stale)});
  return true;
}

void draw_unsettled_of(Html& html, const Lesson& lesson) {
  for (const std::string& problem : lesson.problems)
    html.raw("<li><span class=\"chapter-id\">")
        .text(lesson.id)
        .raw("</span> <code>")
        .text(problem)
        .raw("</code></li>\n");
  if (!lesson.has_results) {
    begin_line(html, lesson, lesson.id + ".html");
    html.both(lesson.title.empty() ? Text{lesson.id, lesson.id} : lesson.title);
    end_line(html, State::not_run, state_words(State::not_run));
    return;
  }
  if (draw_stale_chapter(html, lesson)) return;
  for (const Claim& claim : lesson.claims) {
    if (!claim.bad) continue;
    const State state = overall(claim);
    begin_line(html, lesson, lesson.id + ".html#" + anchor(claim.info.id));
    html.both(claim.info.text);
    end_line(html, state, state_words(state));
  }
  for (const MistakeInfo& mistake : lesson.mistakes) {
    if (mistake.state == State::pass) continue;
    begin_line(html, lesson, "mistakes.html#" + lesson.id + "-" + anchor(mistake.id));
    html.both(mistake.text);
    end_line(html, mistake.state,
             mistake.state == State::fail ? Text{"没有主张识破它", "no claim catches it"}
                                          : state_words(mistake.state));
  }
  const NumberCounts& counts = lesson.ledger.counts;
  if (counts.failed + counts.open == 0) return;
  begin_line(html, lesson, "numbers.html#" + lesson.id);
  html.both("印出的数字", "printed numbers");
  end_line(
      html, counts.failed ? State::fail : State::stale,
      {fmt::format("{}个不符，{}个悬而未决", counts.failed, counts.open),
       fmt::format("{} {}, {} open", counts.failed, counts.failed == 1 ? "fails" : "fail", counts.open)});
}

void draw_unsettled(Html& html, const Book& book) {
  Html list;
  for (const Lesson& lesson : book.lessons)
    if (!lesson.all_right()) draw_unsettled_of(list, lesson);
  if (list.empty()) return;
  html.raw("<section class=\"unsettled\"><h2>")
      .both("尚未成立的", "What does not stand")
      .raw("</h2>\n<ul>\n");
  html.append(list).raw("</ul></section>\n");
}

}  // namespace

std::string index_page(const Book& book) {
  const Totals& totals = book.totals;
  Html html;
  html.raw("<div class=\"title-page\">\n<p class=\"imprint\">")
      .both("AI系统 · 校样", "AI systems · the galley proof")
      .raw("</p>\n<h1 class=\"");
  html.raw(book.exit_status() == 0 ? "pass" : "fail")
      .raw("\">")
      .both(verdict(book))
      .raw("</h1>\n<p class=\"lead\">");
  const std::string waiting_zh = totals.unseen ? fmt::format("，{}条要等设备", totals.unseen) : "";
  const std::string waiting_en =
      totals.unseen ? fmt::format(" and {} for a device", plural(totals.unseen, "waits", "wait")) : "";
  html.both(
      fmt::format("{}章，{}条主张，{}条成立{}。{}个误解，识破{}个。", totals.lessons, totals.claims,
                  totals.holding, waiting_zh, totals.mistakes, totals.caught),
      fmt::format("{}, {}, of which {}{}. {}, {} of them caught.",
                  plural(totals.lessons, "chapter", "chapters"), plural(totals.claims, "claim", "claims"),
                  plural(totals.holding, "holds", "hold"), waiting_en,
                  plural(totals.mistakes, "misconception", "misconceptions"), totals.caught));
  Text gpu = gpu_words(book);
  html.raw(" ").both(gpu.zh + "。", gpu.en + ".").raw("</p>\n");
  draw_number_counts(html, totals.numbers);
  html.raw("</div>\n");
  draw_contents(html, book);
  draw_key(html);
  draw_unsettled(html, book);
  Frame frame{"index.html", {"Galley · 校样", "Galley · the proof"}, "index", nullptr, nullptr};
  if (!book.lessons.empty()) frame.next = &book.lessons.front();
  return framed(frame, html);
}

}  // namespace galley::report
