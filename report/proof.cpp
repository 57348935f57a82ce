#include "report/proof.h"

#include <set>
#include <string_view>

#include "report/align.h"

namespace galley::report {
namespace {

// Walks the text once, cutting its lines where a number begins or ends.
class Cutter {
 public:
  Cutter(const Chapter& chapter, const Lesson& lesson, Proof& proof)
      : text_(chapter.text),
        lesson_(lesson),
        proof_(proof),
        placed_(place_numbers(*lesson.fixture, chapter)) {}

  // The pieces of [begin, end), which hold whole numbers only.
  ProofLine cut(std::size_t begin, std::size_t end) {
    ProofLine line;
    while (next_ < placed_.size() && placed_[next_].token.offset < begin) ++next_;
    while (next_ < placed_.size() && placed_[next_].token.offset < end) {
      const Placed& number = placed_[next_++];
      if (number.token.offset > begin)
        line.push_back({piece(begin, number.token.offset), false, NumberState::open, "", ""});
      line.push_back(number_piece(number));
      begin = number.token.end();
    }
    if (begin < end) line.push_back({piece(begin, end), false, NumberState::open, "", ""});
    return line;
  }

 private:
  std::string piece(std::size_t begin, std::size_t end) const {
    return std::string(text_.substr(begin, end - begin));
  }

  ProofPiece number_piece(const Placed& number) {
    ProofPiece to{number.token.text, true, NumberState::open, "", ""};
    if (number.section == kNowhere) {
      ++proof_.unmatched;
      return to;
    }
    const LedgerSpan& span = lesson_.ledger.sections[number.section].spans[number.span];
    const LedgerNumber& known = span.numbers[number.at];
    to.label = span.label.empty() ? span.why : span.label;
    to.got = known.got;
    if (number.changed)
      ++proof_.changed;
    else
      to.state = known.state;
    return to;
  }

  std::string_view text_;
  const Lesson& lesson_;
  Proof& proof_;
  std::vector<Placed> placed_;
  std::size_t next_ = 0;
};

}  // namespace

Proof make_proof(const Chapter& chapter, const Lesson& lesson) {
  Proof proof;
  if (!lesson.fixture) return proof;
  std::set<std::size_t> headings;
  for (const TextSection& section : chapter.sections)
    if (!section.heading.empty()) headings.insert(section.begin);
  Cutter cutter(chapter, lesson, proof);
  const std::string_view text = chapter.text;
  bool joined = false;  // whether this line goes on with the block before it
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) {
      joined = false;
    } else {
      const ProofBlock::Kind kind = headings.count(begin)                       ? ProofBlock::Kind::heading
                                    : line.find('\t') != std::string_view::npos ? ProofBlock::Kind::table
                                                                                : ProofBlock::Kind::paragraph;
      if (!joined || kind == ProofBlock::Kind::heading || proof.blocks.back().kind != kind)
        proof.blocks.push_back({kind, {}});
      std::vector<ProofLine>& row = proof.blocks.back().rows.emplace_back();
      if (kind == ProofBlock::Kind::table) {
        for (std::size_t cell = begin; cell <= end;) {
          const std::size_t tab = std::min(text.find('\t', cell), end);
          row.push_back(cutter.cut(cell, tab));
          cell = tab + 1;
        }
      } else {
        row.push_back(cutter.cut(begin, end));
      }
      joined = true;
    }
    begin = end + 1;
  }
  return proof;
}

}  // namespace galley::report
