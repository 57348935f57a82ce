#include "report/runs.h"

#include <algorithm>
#include <array>

#include "report/chapter.h"
#include "report/utf8.h"

namespace galley {
namespace {

using Indices = std::vector<std::size_t>;

/// True when nothing stands between two numbers but what separates the items of a list.
bool only_separates(std::string_view between, bool line_ends_too) {
  for (const Character& c : characters_of(between)) {
    if (c.code == U'\t' || (c.code == U'\n' && !line_ends_too)) return false;
    if (!is_blank(c.code) && c.code != U',' && c.code != U'、') return false;
  }
  return true;
}

constexpr std::array<std::string_view, 9> kOperators = {"×", "·", "√", "+", "/", "*", "^", "(", ")"};

/// The bytes of one line, its end left out.
struct LineOfText {
  std::size_t begin = 0, end = 0;
};

std::vector<LineOfText> lines_of(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<LineOfText> lines;
  while (begin < end) {
    const std::size_t newline = std::min(text.find('\n', begin), end);
    lines.push_back({begin, newline});
    begin = newline + 1;
  }
  return lines;
}

/// A bracketed row of numbers within one line, "[1, 2]", and the brackets that touch it.
struct Row {
  std::size_t open = 0, close = 0;  // bytes of its brackets
  Indices tokens;
  bool opens = false, closes = false;  // first and last row of a nested list: "[[1, 2]" and "[3, 4]]"
};

class Layout {
 public:
  Layout(std::string_view text, std::size_t begin, std::size_t end, const std::vector<Token>& tokens)
      : text_(text), tokens_(tokens), lines_(lines_of(text, begin, end)), taken_(tokens.size(), false) {}

  std::vector<Run> run() {
    take_tables();
    take_nested_lists();
    take_rest();
    std::sort(runs_.begin(), runs_.end(),
              [](const Run& a, const Run& b) { return a.tokens.front() < b.tokens.front(); });
    return std::move(runs_);
  }

 private:
  std::string_view bytes(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  /// The tokens that stand between two bytes.
  Indices tokens_in(std::size_t begin, std::size_t end) const {
    Indices found;
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (tokens_[i].offset >= begin && tokens_[i].end() <= end) found.push_back(i);
    return found;
  }

  void add(Run::Kind kind, Indices tokens, std::int64_t rows, const std::string& why) {
    if (tokens.empty()) return;
    for (const std::size_t i : tokens) taken_[i] = true;
    runs_.push_back({kind, why, std::move(tokens), rows});
  }

  std::vector<LineOfText> cells_of(const LineOfText& line) const {
    std::vector<LineOfText> cells;
    std::size_t begin = line.begin;
    for (std::size_t at = line.begin; at <= line.end; ++at)
      if (at == line.end || text_[at] == '\t') {
        cells.push_back({begin, at});
        begin = at + 1;
      }
    return cells;
  }

  bool has_tab(const LineOfText& line) const {
    return bytes(line.begin, line.end).find('\t') != std::string_view::npos;
  }

  void take_tables() {
    for (std::size_t i = 0; i < lines_.size();) {
      std::size_t end = i;
      while (end < lines_.size() && has_tab(lines_[end])) ++end;
      if (end > i + 1) take_table(i, end);
      i = std::max(end, i + 1);
    }
  }

  void take_table(std::size_t first, std::size_t last) {
    Indices values, column_labels = tokens_in(lines_[first].begin, lines_[first].end);
    std::vector<Indices> row_labels;
    for (std::size_t i = first + 1; i < last; ++i) {
      const std::vector<LineOfText> cells = cells_of(lines_[i]);
      row_labels.push_back(tokens_in(cells[0].begin, cells[0].end));
      for (std::size_t c = 1; c < cells.size(); ++c) {
        const Indices inside = tokens_in(cells[c].begin, cells[c].end);
        if (inside.size() != 1 || folded(bytes(cells[c].begin, cells[c].end)) != tokens_[inside[0]].text)
          return;
        values.push_back(inside[0]);
      }
    }
    add(Run::Kind::table, values, static_cast<std::int64_t>(last - first) - 1, "");
    add(Run::Kind::aside, column_labels, 0, "label of a column");
    for (const Indices& label : row_labels) add(Run::Kind::aside, label, 0, "label of a row");
  }

  /// The rows of numbers in a line. A row that an interval closes, [0,1), counts too.
  std::vector<Row> rows_of(const LineOfText& line) const {
    std::vector<Row> rows;
    std::size_t open = std::string_view::npos;
    for (std::size_t at = line.begin; at < line.end; ++at) {
      const char c = text_[at];
      if (c == '[') open = at;
      if ((c != ']' && c != ')') || open == std::string_view::npos) continue;
      Row row{open, at, tokens_in(open + 1, at), false, false};
      if (is_list(row)) {
        row.opens = open > line.begin && text_[open - 1] == '[';
        row.closes = c == ']' && at + 1 < line.end && text_[at + 1] == ']';
        rows.push_back(row);
      }
      open = std::string_view::npos;
    }
    return rows;
  }

  bool is_list(const Row& row) const {
    if (row.tokens.empty()) return false;
    std::size_t at = row.open + 1;
    for (const std::size_t i : row.tokens) {
      if (taken_[i] || !only_separates(bytes(at, tokens_[i].offset), false)) return false;
      at = tokens_[i].end();
    }
    return only_separates(bytes(at, row.close), false);
  }

  /// Nested lists: open ones wait in the order of their columns for the rows of the next line.
  void take_nested_lists() {
    std::vector<Run> open;
    for (const LineOfText& line : lines_) {
      const std::vector<Row> rows = rows_of(line);
      if (rows.empty() && folded(bytes(line.begin, line.end)).empty()) open.clear();
      const std::size_t waiting = open.size();
      std::size_t column = 0;  // the open list that the next row may belong to
      bool continues = false;  // the row before belongs to a list that goes on in this line
      std::vector<bool> closed(waiting, false);
      for (std::size_t r = 0; r < rows.size(); ++r) {
        const Row& row = rows[r];
        const bool glued = r > 0 && only_separates(bytes(rows[r - 1].close + 1, row.open), false);
        if (row.opens) {
          open.push_back({Run::Kind::list, "", row.tokens, 1});
          closed.push_back(row.closes);
          continues = !row.closes;
        } else if (continues && glued) {
          append(open.back(), row);
          closed.back() = row.closes;
          continues = !row.closes;
        } else if (column < waiting) {
          append(open[column], row);
          closed[column] = row.closes;
          ++column;
        }
      }
      std::vector<Run> still_open;
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (!closed[i])
          still_open.push_back(open[i]);
        else if (is_regular(open[i]))
          add(open[i].kind, open[i].tokens, open[i].rows, "");
      }
      open = std::move(still_open);
    }
  }

  static void append(Run& list, const Row& row) {
    list.tokens.insert(list.tokens.end(), row.tokens.begin(), row.tokens.end());
    ++list.rows;
  }

  static bool is_regular(const Run& list) {
    return list.tokens.size() % static_cast<std::size_t>(list.rows) == 0;
  }

  /// True for a term of an expression, as in 1×5+2×6: an operator touches it.
  bool is_term(const Token& token) const {
    const std::string_view before = text_.substr(0, token.offset), after = text_.substr(token.end());
    const auto touches = [&](std::string_view sign) {
      return before.ends_with(sign) || after.starts_with(sign);
    };
    return std::any_of(kOperators.begin(), kOperators.end(), touches);
  }

  /// What is left: single bracketed rows, then rows of numbers without brackets, then single numbers.
  void take_rest() {
    for (const LineOfText& line : lines_)
      for (const Row& row : rows_of(line))
        add(row.tokens.size() > 1 ? Run::Kind::list : Run::Kind::number, row.tokens, 0, "");
    for (std::size_t i = 0; i < tokens_.size();) {
      std::size_t end = i + 1;
      while (end < tokens_.size() && !taken_[i] && !taken_[end] && !is_term(tokens_[end - 1]) &&
             !is_term(tokens_[end]) &&
             only_separates(bytes(tokens_[end - 1].end(), tokens_[end].offset), false))
        ++end;
      if (!taken_[i]) {
        Indices list;
        for (std::size_t t = i; t < end; ++t) list.push_back(t);
        add(list.size() > 1 ? Run::Kind::list : Run::Kind::number, list, 0, "");
      }
      i = end;
    }
  }

  std::string_view text_;
  const std::vector<Token>& tokens_;
  std::vector<LineOfText> lines_;
  std::vector<bool> taken_;
  std::vector<Run> runs_;
};

}  // namespace

std::vector<Run> runs_of(std::string_view text, std::size_t begin, std::size_t end,
                         const std::vector<Token>& tokens) {
  return Layout(text, begin, end, tokens).run();
}

}  // namespace galley
