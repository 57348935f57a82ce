#pragma once
// The pages of the book, each from the model to a whole HTML document.
#include <string>

#include "report/html.h"
#include "report/model.h"
#include "report/proof.h"

namespace galley::report {

/// What stands around a page's own content.
struct Frame {
  std::string file;  // "F09.html": which entry of the navigation is the current one
  Text title;
  std::string body_class;
  const Lesson* previous = nullptr;
  const Lesson* next = nullptr;
};

/// A whole document: head, running head, content, foot.
std::string framed(const Frame& frame, const Html& content);

/// index.html: the verdict, chapters × columns, what does not hold.
std::string index_page(const Book& book);
/// F09.html: a chapter's claims under its headings. `proof` is the chapter's text with its numbers marked, or
/// null.
std::string chapter_page(const Book& book, const Lesson& lesson, const Proof* proof);
/// mistakes.html: every misconception with the value that it gives.
std::string mistakes_page(const Book& book);
/// numbers.html: the ledger of all printed numbers.
std::string numbers_page(const Book& book);
/// notes.html: the notes to the author, gathered.
std::string notes_page(const Book& book);
/// environment.html: where and when everything ran.
std::string environment_page(const Book& book);

/// One claim of a chapter's page.
void draw_claim(Html& html, const Book& book, const Lesson& lesson, const Claim& claim);
/// A claim's verdicts, a cell for each column, and what decided them.
void draw_cells(Html& html, const Book& book, const Claim& claim);
/// Printed and computed values side by side, and whatever else the claim shows.
void draw_shown(Html& html, const Lesson& lesson, const Claim& claim);
/// A misconception: its sentence and what it gives beside the right value.
void draw_catch(Html& html, const Lesson& lesson, const Catch& caught);
/// The right value and the one that a misconception gives, or the message that gave it away.
void draw_versus(Html& html, const Catch& caught);
/// A misconception's sentence and id; the id alone when the lesson does not declare it.
void draw_mistake_name(Html& html, const Lesson& lesson, const std::string& id);
/// An exhibit of kind "lines" as a plot.
void draw_plot(Html& html, const Exhibit& exhibit);
/// A piece of source, folded, or nothing when the file does not hold it.
void draw_code(Html& html, const Book& book, const std::string& file, int line);
/// The numbers of a chapter in reading order, each in its state.
void draw_ledger(Html& html, const Ledger& ledger);
/// The chapter's own text, each number in its state.
void draw_proof(Html& html, const Proof& proof);
/// "70 verified, 3 given …", with a bar.
void draw_number_counts(Html& html, const NumberCounts& counts);

/// The claim's overall state for its margin mark: the worst of its cells.
State overall(const Claim& claim);

}  // namespace galley::report
