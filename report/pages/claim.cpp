#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/pages/pages.h"
#include "report/words.h"

namespace galley::report {
namespace {

const MistakeInfo* find_mistake(const Lesson& lesson, const std::string& id) {
  for (const MistakeInfo& mistake : lesson.mistakes)
    if (mistake.id == id) return &mistake;
  return nullptr;
}

// What went wrong in one column, without the column's name.
std::string failure_of(const Cell& cell) {
  Html html;
  const Comparison* worst = cell.worst();
  if (cell.state == State::fail && worst && !worst->held && worst->apart) {
    html.raw("<code>")
        .text(worst->what)
        .raw("</code> ")
        .both("处处相差不过", "is nowhere further off than ")
        .raw(" <b>");
    html.small_value(worst->error)
        .raw("</b>")
        .both("，应大于", ", expected more than ")
        .raw(" ")
        .small_value(worst->bound)
        .raw(". ");
  } else if (cell.state == State::fail && worst && !worst->held) {
    html.raw("<code>").text(worst->what).text(index_text(worst->index)).raw("</code> ");
    if (!worst->printed.empty())
      html.both("书中印作", "is printed as ").raw(" <b>").text(worst->printed).raw("</b>");
    else
      html.both("应为", "should be ").raw(" <b>").value(worst->expected).raw("</b>");
    html.both("，算得", "; computed: ")
        .raw(" <b>")
        .value(worst->got)
        .raw("</b>")
        .both("，误差", "; error ")
        .raw(" ");
    html.small_value(worst->error).both("，界", ", bound ").raw(" ").small_value(worst->bound).raw(". ");
  } else {
    html.both(state_words(cell.state)).raw(". ");
  }
  if (!cell.why.empty()) html.raw("<span class=\"why\">").both(reason_words(cell.why)).raw("</span>");
  return html.take();
}

// One paragraph for each thing that went wrong, with all columns in which it did.
void draw_failures(Html& html, const Claim& claim) {
  std::vector<std::pair<std::string, std::string>> said;  // (what, columns)
  std::vector<State> states;
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    const Cell& cell = claim.cells[column];
    if (cell.state != State::fail && cell.state != State::crash) continue;
    const std::string what = failure_of(cell);
    const auto same =
        std::find_if(said.begin(), said.end(), [&](const auto& each) { return each.first == what; });
    if (same != said.end()) {
      same->second += std::string(", ") + kColumns[column];
    } else {
      said.emplace_back(what, kColumns[column]);
      states.push_back(cell.state);
    }
  }
  for (std::size_t place = 0; place < said.size(); ++place) {
    html.raw("<p class=\"failure ")
        .raw(name_of(states[place]))
        .raw("\"><b>")
        .raw(said[place].second)
        .raw("</b> ");
    html.raw(said[place].first).raw("</p>\n");
  }
  // A claim that fails is not judged to have teeth, and what is stale is so in the whole chapter: no
  // paragraphs for those.
  const State teeth = claim.teeth.state;
  if (teeth != State::fail && teeth != State::crash) return;
  html.raw("<p class=\"failure ").raw(name_of(teeth)).raw("\"><b>").both("反例", "teeth").raw("</b> ");
  html.both(state_with_reason(teeth, claim.teeth.why)).raw("</p>\n");
}

struct Nudges {
  int moved = 0, verified = 0, given = 0, unnoticed = 0;
};

Nudges count_nudges(const Teeth& teeth) {
  Nudges count;
  for (const auto& [figure, rounds] : teeth.nudges) {
    for (const std::string& round : rounds) {
      for (const char nudge : round) {
        if (nudge == ' ') continue;
        ++count.moved;
        if (nudge == 'v')
          ++count.verified;
        else if (nudge == 'g')
          ++count.given;
        else
          ++count.unnoticed;
      }
    }
  }
  return count;
}

// The first few in sight, the others one click away.
void draw_catches(Html& html, const Lesson& lesson, const std::vector<Catch>& caught) {
  if (caught.empty()) return;
  constexpr std::size_t kInSight = 4;
  html.raw("<div class=\"catches\"><p class=\"label\">")
      .both("它识破的误解", "Misconceptions that it catches")
      .raw("</p>\n<ul>\n");
  const std::size_t first = caught.size() <= kInSight + 1 ? caught.size() : kInSight;
  for (std::size_t place = 0; place < first; ++place) draw_catch(html, lesson, caught[place]);
  html.raw("</ul>");
  if (first < caught.size()) {
    html.raw("<details><summary>")
        .both(fmt::format("另外{}个", caught.size() - first), fmt::format("{} more", caught.size() - first));
    html.raw("</summary>\n<ul>\n");
    for (std::size_t place = first; place < caught.size(); ++place) draw_catch(html, lesson, caught[place]);
    html.raw("</ul></details>");
  }
  html.raw("</div>\n");
}

// What became of the printed numbers that the claim reads when they were moved.
void draw_nudges(Html& html, const Nudges& nudges) {
  if (nudges.moved == 0) return;
  if (nudges.verified == nudges.moved) {
    html.both(fmt::format("它读到的{}个印出的数，每个移动一个末位单位，它都不再成立。", nudges.moved),
              fmt::format(
                  "It reads {}; moved by one unit of the last digit, {} turns it red. ",
                  nudges.moved == 1 ? "one printed number" : fmt::format("{} printed numbers", nudges.moved),
                  nudges.moved == 1 ? "that" : "each"));
    return;
  }
  html.both(
      fmt::format("它读到{}个印出的数：移动一个末位单位，{}个使它不再成立", nudges.moved, nudges.verified),
      fmt::format("It reads {} printed numbers: moved by one unit of the last digit, {} turn it red",
                  nudges.moved, nudges.verified));
  if (nudges.given > 0)
    html.both(fmt::format("；移得更远，又有{}个", nudges.given),
              fmt::format("; moved further, {} more", nudges.given));
  if (nudges.unnoticed > 0)
    html.both(fmt::format("；{}个没有被发觉", nudges.unnoticed),
              fmt::format("; {} it does not notice", nudges.unnoticed));
  html.both("。", ". ");
}

void draw_teeth(Html& html, const Lesson& lesson, const Claim& claim) {
  const Teeth& teeth = claim.teeth;
  draw_catches(html, lesson, teeth.caught);
  for (const auto& [mistake, why] : teeth.strawmen) {
    html.raw("<p class=\"failure stale\"><b>").text(mistake).raw("</b> ");
    html.both("只是抛出异常，算不上识破：", "only throws, which is no catch: ")
        .raw("<span class=\"why\">")
        .text(why)
        .raw("</span></p>\n");
  }
  const Nudges nudges = count_nudges(teeth);
  if (nudges.moved == 0 && claim.slips.tried.empty()) return;
  html.raw("<p class=\"bite\">");
  draw_nudges(html, nudges);
  if (!claim.slips.tried.empty())
    html.both(
        fmt::format("{}处手误，发觉{}处。", claim.slips.tried.size(), claim.slips.noticed.size()),
        fmt::format("Of {} slips it notices {}.", claim.slips.tried.size(), claim.slips.noticed.size()));
  html.raw("</p>\n");
}

void draw_flags(Html& html, const Claim& claim) {
  for (const auto& [flag, why] : claim.info.flags) {
    html.raw("<p class=\"flag\"><b>").text(flag).raw("</b> ").text(why).raw("</p>\n");
  }
}

}  // namespace

State overall(const Claim& claim) {
  State worst = State::pass;
  const auto weight = [](State state) {
    switch (state) {
      case State::crash:
        return 6;
      case State::fail:
        return 5;
      case State::stale:
        return 4;
      case State::not_judged:
        return 3;
      case State::not_run:
        return 2;
      case State::not_applicable:
      case State::pass:
        return 0;
    }
    return 0;
  };
  const auto consider = [&](State state) {
    if (weight(state) > weight(worst)) worst = state;
  };
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    // A device that is not there says nothing against the claim.
    if (column >= 2 && claim.cells[column].state == State::not_run && !claim.bad) continue;
    consider(claim.cells[column].state);
  }
  consider(claim.teeth.state);
  // What only a device can show is not seen to hold before one has shown it.
  return worst == State::pass && !claim.seen ? State::not_run : worst;
}

void draw_mistake_name(Html& html, const Lesson& lesson, const std::string& id) {
  const MistakeInfo* mistake = find_mistake(lesson, id);
  if (!mistake) {
    html.raw("<code>").text(id).raw("</code>");
    return;
  }
  html.raw("<a href=\"mistakes.html#")
      .text(lesson.id)
      .raw("-")
      .raw(anchor(id))
      .raw("\">")
      .both(mistake->text)
      .raw("</a>");
}

void draw_versus(Html& html, const Catch& caught) {
  if (!caught.got.empty()) {
    html.raw("<span class=\"versus\"><code>")
        .text(caught.what)
        .text(index_text(caught.index))
        .raw("</code> ");
    html.both("应为", "is ").raw(" <b class=\"right\">").text(caught.expected).raw("</b>");
    html.both("，它给出", "; it gives ").raw(" <b class=\"wrong\">").text(caught.got).raw("</b></span>");
  } else if (!caught.why.empty()) {
    html.raw("<span class=\"versus\">").text(caught.why).raw("</span>");
  }
}

void draw_catch(Html& html, const Lesson& lesson, const Catch& caught) {
  html.raw("<li>");
  draw_mistake_name(html, lesson, caught.mistake);
  draw_versus(html, caught);
  html.raw("</li>\n");
}

void draw_claim(Html& html, const Book& book, const Lesson& lesson, const Claim& claim) {
  const State state = overall(claim);
  const std::string id = anchor(claim.info.id);
  html.raw(claim.bad ? "<article class=\"claim bad\" id=\"" : "<article class=\"claim\" id=\"")
      .raw(id)
      .raw("\" tabindex=\"-1\">\n");
  html.raw("<p class=\"mark ").raw(name_of(state)).raw("\"><span aria-hidden=\"true\">").raw(sign_of(state));
  html.raw("</span><span class=\"unseen\">").both(state_words(state)).raw("</span></p>\n");
  html.raw("<h3>")
      .both(claim.info.text)
      .raw("</h3>\n<p class=\"claim-id\"><a href=\"#")
      .raw(id)
      .raw("\">")
      .text(claim.info.id)
      .raw("</a></p>\n");
  draw_flags(html, claim);
  draw_failures(html, claim);
  draw_cells(html, book, claim);
  draw_shown(html, lesson, claim);
  draw_teeth(html, lesson, claim);
  draw_code(html, book, claim.info.file, claim.info.line);
  html.raw("</article>\n");
}

}  // namespace galley::report
