#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checks/printed.h"

namespace galley {

/// Consecutive numbers of a section and what they mean: one printing of a figure or of a part of it, or an
/// aside.
struct Span {
  std::string name;        ///< the figure's name, or "aside"
  std::int64_t first = 0;  ///< the part [first, last) of the figure, row-major; last = -1: the whole figure
  std::int64_t last = -1;  ///< "name[i]" is [i, i+1), "name[i:j]" is [i, j)
  std::vector<Printed> numbers;  ///< in reading order
  std::string why;               ///< for an aside: why no claim reads these numbers

  /// True for numbers that no claim reads: the number of a step, a chapter's id, a year.
  bool is_aside() const { return name == "aside"; }
  /// The span's name as a fixture writes it: "shares", "running[0]", "table[4:8]".
  std::string label() const;
};

/// A section of a chapter: its heading as a signpost, the fingerprint of its text, its numbers in reading
/// order.
struct Section {
  std::string heading;  ///< "" for what stands before the first heading
  std::string
      fingerprint;  ///< of the section's text with white space folded; may be empty in a fixture made by hand
  std::vector<Span> reads;
};

/// What a figure is called on the page.
struct DisplayName {
  std::string zh, en;
};

/// All numbers of one chapter, read from fixtures/F09.json.
struct Fixture {
  std::string lesson;  ///< "F09"
  std::string path;    ///< where it was read from, for messages
  std::vector<Section> sections;
  std::map<std::string, std::vector<std::int64_t>> shapes;  ///< of figures that are more than a list
  std::map<std::string, DisplayName> names;
};

/// One printing of one element of a figure.
struct Printing {
  Printed number;
  std::size_t section = 0, span = 0, at = 0;  ///< where: sections[section].reads[span].numbers[at]
};

/// A figure put together from all spans that bear its name.
struct FigureText {
  std::string name;
  std::vector<std::int64_t> shape;  ///< as the fixture says; else {} for one number, {n} for n numbers
  std::vector<std::vector<Printing>>
      printings;  ///< for each element, row-major, its printings in reading order; never empty

  std::int64_t size() const { return static_cast<std::int64_t>(printings.size()); }
};

/// Reads and checks a fixture. Throws BadInput for broken JSON, an unknown key, an aside without its reason,
/// parts that overlap or do not cover their figure, printings of different sizes, a shape that does not fit;
/// the message names file, section and span.
Fixture load_fixture(const std::string& path);

/// The same from text in memory; `path` is only for messages.
Fixture parse_fixture(std::string_view json, const std::string& path);

/// The fixture as text: one span a line, in an order that does not depend on chance, so that a change shows
/// as a small difference.
std::string fixture_text(const Fixture& fixture);

/// Writes the fixture to fixture.path: first to a file beside it, then renamed, so that nobody reads half a
/// fixture.
void save_fixture(const Fixture& fixture);

/// All figures of a fixture, by name. Throws BadInput where spans contradict each other, as load_fixture
/// does.
std::map<std::string, FigureText> figures_of(const Fixture& fixture);

/// One figure. Throws BadInput, naming the file and the figure whose name comes nearest, when there is none
/// of this name.
FigureText figure_of(const Fixture& fixture, const std::string& name);

}  // namespace galley
