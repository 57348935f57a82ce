#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/pages/pages.h"
#include "report/words.h"

namespace galley::report {
namespace {

// How one column stands in this chapter, as a phrase: "cpu.f64: 12 hold", "gpu.f64: not run: no CUDA device".
Text column_phrase(const Lesson& lesson, std::size_t column) {
  const ColumnCounts& counts = lesson.counts[column];
  std::string zh, en;
  const auto add = [&](State state, const char* in_zh, const char* in_en) {
    if (counts[state] == 0) return;
    zh += (zh.empty() ? "" : "，") + fmt::format("{}条{}", counts[state], in_zh);
    en += (en.empty() ? "" : ", ") + fmt::format("{} {}", counts[state], in_en);
  };
  add(State::pass, "成立", counts[State::pass] == 1 ? "holds" : "hold");
  add(State::fail, "不成立", counts[State::fail] == 1 ? "fails" : "fail");
  add(State::crash, "崩溃", "crashed");
  add(State::stale, "已过期", "stale");
  add(State::not_applicable, "不适用", "not applicable");
  if (counts[State::not_run] == static_cast<int>(lesson.claims.size()) && !lesson.claims.empty())
    return state_with_reason(State::not_run, lesson.claims.front().cells[column].why);
  add(State::not_run, "未运行", "not run");
  return {zh, en};
}

// Where and when a GPU's column was computed; nothing for another column, or where it did not run.
std::string gpus_of(const Lesson& lesson, std::size_t column) {
  std::set<std::string> gpus;
  for (const Claim& claim : lesson.claims) {
    const Cell& cell = claim.cells[column];
    if (is_gpu(static_cast<int>(column)) && cell.ran() && cell.run >= 0)
      gpus.insert(device_and_day(lesson.runs[static_cast<std::size_t>(cell.run)]));
  }
  std::string list;
  for (const std::string& gpu : gpus) list += (list.empty() ? "" : "; ") + gpu;
  return list;
}

void draw_summary(Html& html, const Book& book, const Lesson& lesson) {
  html.raw("<dl class=\"summary\">\n");
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    if (!book.shown[column]) continue;
    html.raw("<dt>").raw(kColumns[column]).raw("</dt><dd>").both(column_phrase(lesson, column));
    if (is_emulated(static_cast<int>(column)) && lesson.counts[column][State::pass] > 0)
      html.element("span", "remark", Text{"（模拟）", " (emulated)"});
    if (const std::string gpus = gpus_of(lesson, column); !gpus.empty())
      html.element("span", "remark", Text{"（" + gpus + "）", " (" + gpus + ")"});
    html.raw("</dd>\n");
  }
  const ColumnCounts& teeth = lesson.teeth_counts;
  const int claims = static_cast<int>(lesson.claims.size());
  html.raw("<dt>").both("反例", "teeth").raw("</dt><dd>");
  html.both(fmt::format("{}条主张中{}条能识破错误", claims, teeth[State::pass]),
            fmt::format("{} of {} claims have teeth", teeth[State::pass], claims));
  html.raw("</dd>\n</dl>\n");
}

void draw_problems(Html& html, const Lesson& lesson) {
  std::map<std::string, std::string> stale;  // what differs → groups
  for (const Run& run : lesson.runs)
    if (!run.differs.empty()) stale[run.differs] += (stale[run.differs].empty() ? "" : ", ") + run.group;
  if (lesson.problems.empty() && !lesson.incomplete && stale.empty()) return;
  html.raw("<div class=\"problem\">");
  for (const auto& [differs, groups] : stale) {
    const Text why = reason_words("changed since the run: " + differs);
    html.raw("<p>")
        .both("结果早于现在的源文件（", "These results are older than the sources are now (")
        .text(groups);
    html.both("）。" + why.zh + "。", "): " + why.en + ".").raw("</p>");
  }
  if (lesson.incomplete)
    html.raw("<p>")
        .both("有一次运行没有走到终点：下面的结果不完整。",
              "A run did not come to its end: what follows is not complete.")
        .raw("</p>");
  for (const std::string& problem : lesson.problems) html.raw("<p><code>").text(problem).raw("</code></p>");
  html.raw("</div>\n");
}

std::string section_anchor(std::size_t section) { return "s" + std::to_string(section + 1); }

void draw_outline(Html& html, const Lesson& lesson, bool has_proof) {
  html.raw("<nav class=\"outline\" aria-label=\"本章各节 · sections\"><ol>\n");
  for (std::size_t section = 0; section < lesson.sections.size(); ++section) {
    const bool bad = std::any_of(lesson.claims.begin(), lesson.claims.end(), [&](const Claim& claim) {
      return claim.bad && claim.info.section == static_cast<int>(section);
    });
    html.raw(bad ? "<li class=\"bad\"><a href=\"#" : "<li><a href=\"#")
        .raw(section_anchor(section))
        .raw("\">");
    html.both(lesson.sections[section].text).raw("</a></li>\n");
  }
  if (!lesson.mistakes.empty())
    html.raw("<li><a href=\"#mistakes\">").both("本章的误解", "Misconceptions").raw("</a></li>\n");
  if (!lesson.notes.empty())
    html.raw("<li><a href=\"#notes\">").both("致作者", "Notes to the author").raw("</a></li>\n");
  if (has_proof) html.raw("<li><a href=\"#proof\">").both("本章校样", "The proof sheet").raw("</a></li>\n");
  html.raw("<li><a href=\"#numbers\">")
      .both("印出的数字", "The printed numbers")
      .raw("</a></li>\n</ol></nav>\n");
}

void draw_claims_of(Html& html, const Book& book, const Lesson& lesson, int section) {
  for (const Claim& claim : lesson.claims)
    if (claim.info.section == section) draw_claim(html, book, lesson, claim);
}

void draw_mistakes(Html& html, const Lesson& lesson) {
  if (lesson.mistakes.empty()) return;
  html.raw("<section id=\"mistakes\"><h2>")
      .both("本章的误解", "Misconceptions of this chapter")
      .raw("</h2>\n<ul class=\"mistakes\">\n");
  for (const MistakeInfo& mistake : lesson.mistakes) {
    html.raw(mistake.state == State::pass ? "<li>" : "<li class=\"bad\">");
    html.raw("<a href=\"mistakes.html#")
        .text(lesson.id)
        .raw("-")
        .raw(anchor(mistake.id))
        .raw("\">")
        .both(mistake.text)
        .raw("</a> ");
    if (mistake.state == State::pass) {
      html.raw("<span class=\"remark\">").both("识破它的主张：", "caught by ");
      for (std::size_t place = 0; place < mistake.caught_by.size(); ++place) {
        const std::string& claim = mistake.caught_by[place];
        html.raw(place ? ", <a href=\"#" : "<a href=\"#")
            .raw(anchor(claim))
            .raw("\">")
            .text(claim)
            .raw("</a>");
      }
      html.raw("</span>");
    } else {
      html.raw("<b class=\"").raw(name_of(mistake.state)).raw("\">");
      if (mistake.state == State::fail)
        html.both("没有主张识破它", "no claim catches it");
      else
        html.both(state_words(mistake.state));
      html.raw("</b> ").element("span", "remark", reason_words(mistake.why));
    }
    html.raw("</li>\n");
  }
  html.raw("</ul></section>\n");
}

void draw_notes(Html& html, const Lesson& lesson) {
  if (lesson.notes.empty()) return;
  html.raw("<section id=\"notes\"><h2>").both("致作者", "Notes to the author").raw("</h2>\n");
  for (const NoteInfo& note : lesson.notes) {
    html.raw("<div class=\"note\"><p>").both(note.text).raw("</p><p class=\"remark\">").text(note.section);
    if (!note.claim.empty()) {
      html.raw(note.section.empty() ? "" : " · ")
          .both("证据：", "shown by ")
          .raw("<a href=\"#")
          .raw(anchor(note.claim));
      html.raw("\">").text(note.claim).raw("</a>");
    }
    html.raw("</p></div>\n");
  }
  html.raw("</section>\n");
}

void draw_numbers(Html& html, const Lesson& lesson) {
  html.raw("<section id=\"numbers\"><h2>").both("印出的数字", "The printed numbers").raw("</h2>\n");
  if (!lesson.fixture) {
    html.element("p", "remark", Text{"没有可用的数字文件。", "There is no fixture that can be used."});
  } else {
    draw_number_counts(html, lesson.ledger.counts);
    draw_ledger(html, lesson.ledger);
  }
  html.raw("</section>\n");
}

void draw_slips(Html& html, const Lesson& lesson) {
  const Slips& slips = lesson.slips;
  if (slips.tried.empty()) return;
  html.raw("<section id=\"slips\"><h2>").both("手误", "Slips").raw("</h2>\n<p>");
  html.both(
      fmt::format("对本章用到的词试了{}处小改动，{}处被主张发觉。", slips.tried.size(), slips.noticed.size()),
      fmt::format("{} small wrong edits of the words were tried here; the claims noticed {}.",
                  slips.tried.size(), slips.noticed.size()));
  if (!slips.unnoticed.empty()) {
    html.raw(" ").both("没有被发觉的：", "Unnoticed: ");
    for (std::size_t place = 0; place < slips.unnoticed.size(); ++place)
      html.raw(place ? ", " : "").raw("<code>").text(slips.unnoticed[place]).raw("</code>");
  }
  html.raw("</p></section>\n");
}

}  // namespace

std::string chapter_page(const Book& book, const Lesson& lesson, const Proof* proof) {
  Html html;
  html.raw("<header class=\"chapter-head\"><p class=\"chapter-id\">").text(lesson.id).raw("</p>\n<h1>");
  if (lesson.title.empty())
    html.text(lesson.id);
  else
    html.both(lesson.title);
  html.raw("</h1>\n");
  if (!lesson.has_results) {
    html.raw("<p class=\"lead\">")
        .both("本章还没有运行过：没有任何结果。", "This chapter has not been run: there are no results.")
        .raw("</p>\n");
  } else {
    draw_summary(html, book, lesson);
    html.raw("<p class=\"tools\"><button type=\"button\" data-switch=\"bad\" aria-pressed=\"false\">");
    html.both(fmt::format("只看不成立的（{}）", lesson.bad_claims()),
              fmt::format("Only what does not hold ({})", lesson.bad_claims()));
    html.raw("</button><button type=\"button\" data-switch=\"code\" aria-pressed=\"false\">")
        .both("展开全部代码", "Unfold all code");
    html.raw("</button></p>\n");
  }
  draw_problems(html, lesson);
  html.raw("</header>\n");
  draw_outline(html, lesson, proof != nullptr);
  draw_claims_of(html, book, lesson, -1);
  for (std::size_t section = 0; section < lesson.sections.size(); ++section) {
    html.raw("<section class=\"claims\" id=\"").raw(section_anchor(section)).raw("\"><h2>");
    html.both(lesson.sections[section].text).raw("</h2>\n");
    draw_claims_of(html, book, lesson, static_cast<int>(section));
    html.raw("</section>\n");
  }
  draw_mistakes(html, lesson);
  draw_notes(html, lesson);
  draw_slips(html, lesson);
  if (proof) draw_proof(html, *proof);
  draw_numbers(html, lesson);

  Frame frame{lesson.id + ".html",
              {lesson.id + " " + lesson.title.zh, lesson.id + " " + lesson.title.en},
              "chapter",
              nullptr,
              nullptr};
  for (std::size_t place = 0; place < book.lessons.size(); ++place) {
    if (&book.lessons[place] != &lesson) continue;
    if (place > 0) frame.previous = &book.lessons[place - 1];
    if (place + 1 < book.lessons.size()) frame.next = &book.lessons[place + 1];
  }
  return framed(frame, html);
}

}  // namespace galley::report
