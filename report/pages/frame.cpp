#include <array>

#include "report/pages/pages.h"

namespace galley::report {
namespace {

struct Entry {
  const char *file, *zh, *en;
};
constexpr std::array<Entry, 5> kEntries = {{{"index.html", "目录", "Contents"},
                                            {"mistakes.html", "误解", "Misconceptions"},
                                            {"numbers.html", "数字", "Numbers"},
                                            {"notes.html", "致作者", "Notes"},
                                            {"environment.html", "运行", "Runs"}}};

void draw_head(Html& html, const Frame& frame) {
  html.raw("<!DOCTYPE html>\n<html lang=\"zh\" data-lang=\"zh\">\n<head>\n<meta charset=\"utf-8\">\n");
  html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
  html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<title>").text(frame.title.zh);
  if (frame.title.en != frame.title.zh) html.raw(" · ").text(frame.title.en);
  html.raw("</title>\n");
  for (const char* sheet : {"variables", "general", "contents", "chapter", "claims", "values", "numbers"})
    html.raw("<link rel=\"stylesheet\" href=\"assets/").raw(sheet).raw(".css\">\n");
  html.raw("<link rel=\"stylesheet\" href=\"assets/print.css\" media=\"print\">\n");
  html.raw("<script src=\"assets/book.js\"></script>\n</head>\n");
}

void draw_running_head(Html& html, const Frame& frame) {
  html.raw("<a class=\"skip\" href=\"#content\">").both("跳到正文", "Skip to the text").raw("</a>\n");
  html.raw(
      "<header class=\"running\"><a class=\"wordmark\" href=\"index.html\">Galley</a>\n<nav "
      "aria-label=\"全书 · the book\">");
  for (const Entry& entry : kEntries) {
    html.raw("<a href=\"").raw(entry.file).raw("\"");
    if (frame.file == entry.file) html.raw(" class=\"here\"");
    html.raw(">").both(entry.zh, entry.en).raw("</a>");
  }
  html.raw("</nav>\n<div class=\"switches\">");
  html.raw(
      "<button type=\"button\" data-switch=\"lang\"><span lang=\"zh\">English</span><span "
      "lang=\"en\">中文</span></button>");
  html.raw("<button type=\"button\" data-switch=\"theme\"><span class=\"to-dark\">").both("深色", "Dark");
  html.raw("</span><span class=\"to-light\">").both("浅色", "Light").raw("</span></button></div></header>\n");
}

void draw_neighbour(Html& html, const Lesson* lesson, const char* rel) {
  if (!lesson) return;
  html.raw("<a rel=\"")
      .raw(rel)
      .raw("\" href=\"")
      .text(lesson->id)
      .raw(".html\"><span class=\"chapter-id\">");
  html.text(lesson->id).raw("</span> ").both(lesson->title).raw("</a>");
}

}  // namespace

std::string framed(const Frame& frame, const Html& content) {
  Html html;
  draw_head(html, frame);
  html.raw("<body class=\"").raw(frame.body_class).raw("\">\n");
  draw_running_head(html, frame);
  html.raw("<main id=\"content\">\n").append(content).raw("</main>\n");
  if (frame.previous || frame.next) {
    html.raw("<nav class=\"neighbours\" aria-label=\"前后章 · chapters before and after\">");
    draw_neighbour(html, frame.previous, "prev");
    draw_neighbour(html, frame.next, "next");
    html.raw("</nav>\n");
  }
  html.raw("<footer class=\"keys\">");
  html.raw("<span><kbd>j</kbd> <kbd>k</kbd> ").both("下一条、上一条", "next, previous").raw("</span>");
  html.raw("<span><kbd>f</kbd> ").both("只看不成立的", "only what does not hold").raw("</span>");
  html.raw("<span><kbd>c</kbd> ").both("展开代码", "unfold the code").raw("</span>");
  html.raw("<span><kbd>[</kbd> <kbd>]</kbd> ").both("上一章、下一章", "chapter before, after").raw("</span>");
  html.raw("<span><kbd>l</kbd> ").both("语言", "language").raw("</span>");
  html.raw("<span><kbd>d</kbd> ").both("深浅", "light or dark").raw("</span></footer>\n</body>\n</html>\n");
  return html.take();
}

}  // namespace galley::report
