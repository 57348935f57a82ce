#include <fmt/format.h>

#include "report/pages/pages.h"

namespace galley::report {
namespace {

void draw_line(Html& html, const ProofLine& line) {
  for (const ProofPiece& piece : line) {
    if (!piece.is_number) {
      html.text(piece.text);
      continue;
    }
    html.raw("<span class=\"num ").raw(name_of(piece.state)).raw("\"");
    const bool both = !piece.label.empty() && !piece.got.empty();
    const std::string about = piece.label + (both ? " = " : "") + piece.got;
    if (!about.empty()) html.attribute("title", about);
    html.raw(">").text(piece.text).raw("</span>");
  }
}

void draw_block(Html& html, const ProofBlock& block) {
  if (block.kind == ProofBlock::Kind::table) {
    html.raw("<div class=\"scroll\"><table class=\"text-table\"><tbody>\n");
    for (const std::vector<ProofLine>& row : block.rows) {
      html.raw("<tr>");
      for (const ProofLine& cell : row) {
        html.raw("<td>");
        draw_line(html, cell);
        html.raw("</td>");
      }
      html.raw("</tr>\n");
    }
    html.raw("</tbody></table></div>\n");
    return;
  }
  const bool heading = block.kind == ProofBlock::Kind::heading;
  // Lines that are set under each other keep their columns.
  html.raw(heading ? "<h3>" : block.rows.size() > 1 ? "<p class=\"set\">" : "<p>");
  for (std::size_t row = 0; row < block.rows.size(); ++row) {
    if (row) html.raw("\n");
    for (const ProofLine& line : block.rows[row]) draw_line(html, line);
  }
  html.raw(heading ? "</h3>\n" : "</p>\n");
}

}  // namespace

void draw_proof(Html& html, const Proof& proof) {
  html.raw("<section id=\"proof\"><h2>")
      .both("本章校样", "The proof sheet")
      .raw("</h2>\n<p class=\"remark\">");
  html.both("本章正文，其中每个数字按账上的状态着色；停在数字上可见全精度的值。",
            "The chapter's own text, each number in the colour of its state; rest on a number to see its "
            "value at full precision.");
  html.raw("</p>\n");
  if (proof.unmatched + proof.changed > 0) {
    html.raw("<p class=\"failure stale\">");
    html.both(
        fmt::format("正文中有{}个数字不在数字文件里，{}个与数字文件不同。", proof.unmatched, proof.changed),
        fmt::format("{} numbers of this text are not in the fixture, {} stand there otherwise.",
                    proof.unmatched, proof.changed));
    html.raw("</p>\n");
  }
  html.raw("<div class=\"proof\" lang=\"zh-Hans\">\n");
  for (const ProofBlock& block : proof.blocks) draw_block(html, block);
  html.raw("</div></section>\n");
}

}  // namespace galley::report
