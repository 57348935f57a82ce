// The pages that gather something from all chapters: misconceptions, notes, runs.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "report/pages/pages.h"
#include "report/words.h"

namespace galley::report {
namespace {

void draw_chapter_heading(Html& html, const Lesson& lesson, const char* fragment) {
  html.raw("<h2 id=\"").text(lesson.id).raw("\"><a href=\"").text(lesson.id).raw(".html").raw(fragment);
  html.raw("\"><span class=\"chapter-id\">").text(lesson.id).raw("</span> ");
  html.both(lesson.title).raw("</a></h2>\n");
}

void draw_catcher(Html& html, const Lesson& lesson, const Claim& claim, const Catch& caught) {
  html.raw("<li><a href=\"")
      .text(lesson.id)
      .raw(".html#")
      .raw(anchor(claim.info.id))
      .raw("\">")
      .both(claim.info.text)
      .raw("</a>");
  draw_versus(html, caught);
  html.raw("</li>\n");
}

// The claims that catch it: three in sight, the others one click away.
void draw_catchers(Html& html, const Lesson& lesson, const MistakeInfo& mistake) {
  std::vector<std::pair<const Claim*, const Catch*>> catches;
  for (const Claim& claim : lesson.claims)
    for (const Catch& caught : claim.teeth.caught)
      if (caught.mistake == mistake.id) catches.emplace_back(&claim, &caught);
  if (catches.empty()) return;
  const std::size_t first = catches.size() <= 4 ? catches.size() : 3;
  html.raw("<ul class=\"caught\">\n");
  for (std::size_t place = 0; place < first; ++place)
    draw_catcher(html, lesson, *catches[place].first, *catches[place].second);
  html.raw("</ul>\n");
  if (first == catches.size()) return;
  html.raw("<details><summary>")
      .both(fmt::format("另外{}条", catches.size() - first), fmt::format("{} more", catches.size() - first));
  html.raw("</summary>\n<ul class=\"caught\">\n");
  for (std::size_t place = first; place < catches.size(); ++place)
    draw_catcher(html, lesson, *catches[place].first, *catches[place].second);
  html.raw("</ul></details>\n");
}

void draw_mistake(Html& html, const Book& book, const Lesson& lesson, const MistakeInfo& mistake) {
  html.raw(mistake.state == State::pass ? "<article class=\"claim\" id=\""
                                        : "<article class=\"claim bad\" id=\"");
  html.text(lesson.id).raw("-").raw(anchor(mistake.id)).raw("\" tabindex=\"-1\">\n<p class=\"mark ");
  html.raw(name_of(mistake.state))
      .raw("\"><span aria-hidden=\"true\">")
      .raw(sign_of(mistake.state))
      .raw("</span><span class=\"unseen\">");
  html.both(state_words(mistake.state))
      .raw("</span></p>\n<h3>")
      .both(mistake.text)
      .raw("</h3>\n<p class=\"claim-id\">");
  html.text(mistake.id).raw("</p>\n");
  if (mistake.state == State::fail) {
    html.raw("<p class=\"failure fail\">")
        .both("没有主张识破它。", "No claim catches it. ")
        .both(reason_words(mistake.why))
        .raw("</p>\n");
  } else if (mistake.state != State::pass) {
    html.raw("<p class=\"failure ").raw(name_of(mistake.state)).raw("\">");
    html.both(state_with_reason(mistake.state, mistake.why)).raw("</p>\n");
  }
  draw_catchers(html, lesson, mistake);
  draw_code(html, book, mistake.file, mistake.line);
  html.raw("</article>\n");
}

// Runs that tell the same: same place, same machine, same sources.
struct RunGroup {
  const Run* newest = nullptr;
  std::set<std::string> lessons;
  int incomplete = 0;
};

std::map<std::string, RunGroup> runs_by_place(const Book& book) {
  std::map<std::string, RunGroup> groups;
  for (const Lesson& lesson : book.lessons) {
    for (const Run& run : lesson.runs) {
      std::string key = run.group;
      for (const std::string* part :
           {&run.machine, &run.device, &run.driver, &run.compiler, &run.commit, &run.host})
        key += '\n' + *part;
      RunGroup& group = groups[key];
      group.lessons.insert(lesson.id);
      if (!run.complete && !run.alive) ++group.incomplete;
      if (!group.newest || run.started > group.newest->started) group.newest = &run;
    }
  }
  return groups;
}

void draw_row(Html& html, const Text& label, const std::string& value) {
  if (value.empty()) return;
  html.raw("<dt>").both(label).raw("</dt><dd>").text(value).raw("</dd>\n");
}

Frame gathered_frame(const char* file, const Text& title) {
  return {file, {title.zh + " · Galley", title.en + " · Galley"}, "gathered", nullptr, nullptr};
}

}  // namespace

std::string mistakes_page(const Book& book) {
  Html html;
  html.raw("<h1>").both("误解集", "A gallery of misconceptions").raw("</h1>\n<p class=\"lead\">");
  html.both("每一个都真的运行过，给出看似合理的错误数值；识破它的主张写在下面。",
            "Each of these was run and gives a plausible wrong value; the claims that catch it stand below.");
  html.raw("</p>\n");
  for (const Lesson& lesson : book.lessons) {
    if (lesson.mistakes.empty()) continue;
    html.raw("<section class=\"claims\">\n");
    draw_chapter_heading(html, lesson, "#mistakes");
    for (const MistakeInfo& mistake : lesson.mistakes) draw_mistake(html, book, lesson, mistake);
    html.raw("</section>\n");
  }
  if (book.totals.mistakes == 0) html.element("p", "remark", Text{"还没有。", "There are none yet."});
  return framed(gathered_frame("mistakes.html", {"误解集", "Misconceptions"}), html);
}

std::string notes_page(const Book& book) {
  Html html;
  html.raw("<h1>").both("致作者", "Notes to the author").raw("</h1>\n<p class=\"lead\">");
  html.both("核对时发现的：正文有误、未定或说得过满之处，各有一条主张为证。",
            "What checking found: where the text is wrong, leaves something open or says too much. A claim "
            "proves each.");
  html.raw("</p>\n");
  for (const Lesson& lesson : book.lessons) {
    if (lesson.notes.empty()) continue;
    html.raw("<section>\n");
    draw_chapter_heading(html, lesson, "#notes");
    for (const NoteInfo& note : lesson.notes) {
      html.raw("<div class=\"note\"><p>").both(note.text).raw("</p><p class=\"remark\">").text(note.section);
      if (!note.claim.empty()) {
        html.raw(note.section.empty() ? "" : " · ")
            .both("证据：", "shown by ")
            .raw("<a href=\"")
            .text(lesson.id)
            .raw(".html#");
        html.raw(anchor(note.claim)).raw("\">").text(note.claim).raw("</a>");
      }
      html.raw("</p></div>\n");
    }
    html.raw("</section>\n");
  }
  if (book.totals.notes == 0) html.element("p", "remark", Text{"还没有。", "There are none yet."});
  return framed(gathered_frame("notes.html", {"致作者", "Notes to the author"}), html);
}

std::string environment_page(const Book& book) {
  Html html;
  html.raw("<h1>")
      .both("在何处运行", "What ran where")
      .raw("</h1>\n<p class=\"lead\">")
      .both(gpu_words(book))
      .both("。", ".")
      .raw("</p>\n");
  for (const auto& [key, group] : runs_by_place(book)) {
    const Run& run = *group.newest;
    html.raw("<section class=\"run\"><h2>");
    for (std::size_t column = 0; column < run.columns.size(); ++column)
      html.raw(column ? ", " : "").text(run.columns[column]);
    if (run.columns.empty()) html.text(run.group);
    html.raw("</h2>\n<dl class=\"summary\">\n");
    draw_row(html, {"机器", "machine"}, run.machine);
    draw_row(html, {"主机", "host"}, run.host);
    draw_row(html, {"设备", "device"}, run.device);
    draw_row(html, {"驱动", "driver"}, run.driver);
    draw_row(html, {"编译器", "compiler"}, run.compiler);
    draw_row(html, {"提交", "commit"}, run.commit);
    draw_row(html, {"时间", "when"}, run.started);
    std::string lessons;
    for (const Lesson& lesson : book.lessons)
      if (group.lessons.count(lesson.id)) lessons += (lessons.empty() ? "" : ", ") + lesson.id;
    draw_row(html, {"章", "chapters"}, lessons);
    if (!run.differs.empty())
      html.raw("<dt>")
          .both("已过期", "stale")
          .raw("</dt><dd class=\"stale\">")
          .both(reason_words("changed since the run: " + run.differs))
          .raw("</dd>\n");
    if (group.incomplete > 0)
      html.raw("<dt>")
          .both("中断", "incomplete")
          .raw("</dt><dd class=\"fail\">")
          .number(group.incomplete)
          .raw("</dd>\n");
    html.raw("</dl></section>\n");
  }
  html.raw("<section class=\"run\"><h2>").both("本书", "This book").raw("</h2>\n<dl class=\"summary\">\n");
  draw_row(html, {"Galley", "Galley"}, book.options.version);
  draw_row(html, {"提交", "commit"}, book.options.commit);
  html.raw("</dl>\n<p><a href=\"book.json\">book.json</a> ")
      .both("有本书的全部数据。", "holds all of this as data.")
      .raw("</p></section>\n");
  return framed(gathered_frame("environment.html", {"在何处运行", "What ran where"}), html);
}

}  // namespace galley::report
