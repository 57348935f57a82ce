#include "checks/fixture.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>
#include <utility>

#include "checks/bad_input.h"
#include "checks/files.h"
#include "checks/json.h"

namespace galley {
namespace {

constexpr std::int64_t kMostElements =
    1'000'000;  // a part's end beyond this is a slip of the pen, not a figure

/// A place in a fixture, for messages: file, then section, then span.
struct Place {
  std::string text;
  Place section(std::size_t number, const std::string& heading) const {
    return {text + ": section " + std::to_string(number + 1) + (heading.empty() ? "" : " '" + heading + "'")};
  }
  Place span(std::size_t number, const std::string& label) const {
    return {text + ", span " + std::to_string(number + 1) + (label.empty() ? "" : " '" + label + "'")};
  }
  [[noreturn]] void refuse(const std::string& why) const { throw BadInput(text + ": " + why); }
};

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name(const std::string& name) {
  if (name.empty() || !is_word(name.front())) return false;
  return std::all_of(name.begin(), name.end(), [](char c) { return is_word(c) || is_digit(c) || c == '.'; });
}

std::int64_t index_of(const std::string& digits, const std::string& label, const Place& place) {
  const bool good =
      !digits.empty() && digits.size() <= 7 && std::all_of(digits.begin(), digits.end(), is_digit);
  if (!good) place.refuse("'" + label + "': a part is written name[i] or name[i:j]");
  return std::stoll(digits);
}

/// Reads "name", "name[i]" or "name[i:j]".
void read_label(const std::string& label, Span& span, const Place& place) {
  const std::size_t open = label.find('[');
  span.name = label.substr(0, open);
  if (!is_name(span.name))
    place.refuse("'" + label + "' is not a name: letters, digits, '_' and '.', a letter first");
  if (open == std::string::npos) return;
  if (label.back() != ']' || span.is_aside())
    place.refuse("'" + label + "': a part is written name[i] or name[i:j]");
  const std::string inside = label.substr(open + 1, label.size() - open - 2);
  const std::size_t colon = inside.find(':');
  span.first = index_of(inside.substr(0, colon), label, place);
  span.last = colon == std::string::npos ? span.first + 1 : index_of(inside.substr(colon + 1), label, place);
  if (span.last <= span.first || span.last > kMostElements)
    place.refuse("'" + label + "': the part is empty or too large");
}

const Json& member(const Json& object, const char* key, const Place& place) {
  const auto found = object.find(key);
  if (found == object.end()) place.refuse(std::string("'") + key + "' is missing");
  return *found;
}

std::string string_of(const Json& value, const char* what, const Place& place) {
  if (!value.is_string()) place.refuse(std::string("'") + what + "' must be a string");
  return value.get<std::string>();
}

void refuse_unknown(const Json& object, const std::set<std::string>& known, const Place& place) {
  if (!object.is_object()) place.refuse("an object was expected");
  for (const auto& [key, value] : object.items())
    if (known.count(key) == 0) place.refuse("unknown key '" + key + "'");
}

Span read_span(const Json& object, std::size_t number, const Place& section) {
  const Place unnamed = section.span(number, "");
  if (!object.is_object()) unnamed.refuse("a span is an object such as {\"shares\": \"0.5 0.5\"}");
  Span span;
  std::string label, numbers;
  for (const auto& [key, value] : object.items()) {
    if (key == "why") continue;
    if (!label.empty()) unnamed.refuse("one figure a span; '" + label + "' and '" + key + "' stand together");
    label = key;
    numbers = string_of(value, key.c_str(), unnamed);
  }
  const Place place = section.span(number, label);
  if (label.empty()) place.refuse("names no figure");
  read_label(label, span, place);
  if (object.contains("why")) span.why = string_of(object["why"], "why", place);
  if (span.is_aside() && span.why.empty())
    place.refuse("an aside says why: {\"aside\": \"…\", \"why\": \"…\"}");
  if (!span.is_aside() && !span.why.empty()) place.refuse("only an aside has a 'why'");
  std::istringstream in(numbers);
  for (std::string token; in >> token;) {
    try {
      span.numbers.push_back(parse_printed(token));
    } catch (const BadInput& error) {
      place.refuse(error.what());
    }
  }
  if (span.numbers.empty()) place.refuse("holds no number");
  const auto count = static_cast<std::int64_t>(span.numbers.size());
  if (span.last >= 0 && span.last - span.first != count)
    place.refuse(std::to_string(span.last - span.first) + " numbers expected, " + std::to_string(count) +
                 " found");
  return span;
}

/// Shapes and names may stand in a section or at the top: they belong to the chapter either way.
void read_shapes(const Json& holder, Fixture& fixture, const Place& place) {
  if (!holder.contains("shapes")) return;
  for (const auto& [name, sizes] : holder["shapes"].items()) {
    std::vector<std::int64_t> shape;
    if (!sizes.is_array()) place.refuse("the shape of '" + name + "' must be a list such as [2, 3]");
    for (const Json& size : sizes) {
      if (!size.is_number_integer() || size.get<std::int64_t>() < 1 ||
          size.get<std::int64_t>() > kMostElements)
        place.refuse("the shape of '" + name + "' holds no size");
      shape.push_back(size.get<std::int64_t>());
    }
    const auto [known, added] = fixture.shapes.emplace(name, shape);
    if (!added && known->second != shape) place.refuse("'" + name + "' has two shapes");
  }
}

void read_names(const Json& holder, Fixture& fixture, const Place& place) {
  if (!holder.contains("names")) return;
  for (const auto& [name, words] : holder["names"].items()) {
    refuse_unknown(words, {"zh", "en"}, {place.text + ", name of '" + name + "'"});
    fixture.names[name] = {string_of(member(words, "zh", place), "zh", place),
                           string_of(member(words, "en", place), "en", place)};
  }
}

Section read_section(const Json& object, std::size_t number, Fixture& fixture, const Place& file) {
  refuse_unknown(object, {"heading", "fingerprint", "reads", "shapes", "names"}, file.section(number, ""));
  Section section;
  section.heading =
      string_of(member(object, "heading", file.section(number, "")), "heading", file.section(number, ""));
  const Place place = file.section(number, section.heading);
  if (object.contains("fingerprint"))
    section.fingerprint = string_of(object["fingerprint"], "fingerprint", place);
  const Json& reads = member(object, "reads", place);
  if (!reads.is_array()) place.refuse("'reads' must be a list of spans");
  for (std::size_t i = 0; i < reads.size(); ++i) section.reads.push_back(read_span(reads[i], i, place));
  read_shapes(object, fixture, place);
  read_names(object, fixture, place);
  return section;
}

/// Puts figures together span by span, and refuses spans that contradict what came before.
class Assembly {
 public:
  explicit Assembly(const Fixture& fixture) : fixture_(fixture) {}

  std::map<std::string, FigureText> run() {
    for (std::size_t s = 0; s < fixture_.sections.size(); ++s)
      for (std::size_t r = 0; r < fixture_.sections[s].reads.size(); ++r)
        if (!fixture_.sections[s].reads[r].is_aside()) add(s, r);
    for (auto& [name, figure] : figures_) close(figure);
    for (const auto& [name, shape] : fixture_.shapes)
      if (figures_.count(name) == 0) file().refuse("'shapes' speaks of '" + name + "', which no span bears");
    for (const auto& [name, words] : fixture_.names)
      if (figures_.count(name) == 0) file().refuse("'names' speaks of '" + name + "', which no span bears");
    return std::move(figures_);
  }

 private:
  Place file() const { return {fixture_.path}; }

  Place place(std::size_t s, std::size_t r) const {
    const Section& section = fixture_.sections[s];
    return file().section(s, section.heading).span(r, section.reads[r].label());
  }

  void add(std::size_t s, std::size_t r) {
    const Span& span = fixture_.sections[s].reads[r];
    const auto count = static_cast<std::int64_t>(span.numbers.size());
    const std::int64_t first = span.first, last = span.last < 0 ? count : span.last;
    FigureText& figure = figures_[span.name];
    figure.name = span.name;
    if (span.last < 0) {
      const auto [known, added] = whole_.emplace(span.name, count);
      if (!added && known->second != count)
        place(s, r).refuse("printed before with " + std::to_string(known->second) + " numbers, here with " +
                           std::to_string(count));
    } else {
      refuse_overlap(span, first, last, place(s, r));
    }
    if (figure.size() < last) figure.printings.resize(static_cast<std::size_t>(last));
    for (std::int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      figure.printings[static_cast<std::size_t>(first + i)].push_back({span.numbers[at], s, r, at});
    }
  }

  /// Until every element has been printed once, parts tile the figure: a part may come again, but may not cut
  /// into another. Once the figure is whole, any part of it may be printed.
  void refuse_overlap(const Span& span, std::int64_t first, std::int64_t last, const Place& where) {
    if (whole_.count(span.name) != 0) return;
    const FigureText& figure = figures_[span.name];
    auto& tiles = parts_[span.name];
    const bool gaps = std::any_of(figure.printings.begin(), figure.printings.end(),
                                  [](const auto& p) { return p.empty(); });
    const bool complete = !figure.printings.empty() && !gaps && last <= figure.size();
    for (const auto& [from, to] : tiles) {
      const bool apart = last <= from || to <= first;
      const bool nested = (from <= first && last <= to) || (first <= from && to <= last);
      if (!apart && !nested && !complete)
        where.refuse("the part overlaps [" + std::to_string(from) + ":" + std::to_string(to) +
                     "], printed before");
    }
    tiles.emplace(first, last);
  }

  void close(FigureText& figure) const {
    const auto whole = whole_.find(figure.name);
    if (whole != whole_.end() && figure.size() > whole->second)
      file().refuse("figure '" + figure.name + "': a part ends at " + std::to_string(figure.size()) +
                    ", the whole has " + std::to_string(whole->second) + " numbers");
    for (std::size_t i = 0; i < figure.printings.size(); ++i)
      if (figure.printings[i].empty())
        file().refuse("figure '" + figure.name + "': element " + std::to_string(i) + " stands in no span");
    const auto shape = fixture_.shapes.find(figure.name);
    if (shape == fixture_.shapes.end()) {
      if (figure.size() != 1) figure.shape = {figure.size()};
      return;
    }
    figure.shape = shape->second;
    const auto product =
        std::accumulate(figure.shape.begin(), figure.shape.end(), std::int64_t{1}, std::multiplies<>());
    if (product != figure.size())
      file().refuse("figure '" + figure.name + "': its shape holds " + std::to_string(product) +
                    " numbers, its spans " + std::to_string(figure.size()));
  }

  const Fixture& fixture_;
  std::map<std::string, FigureText> figures_;
  std::map<std::string, std::int64_t> whole_;                                     // size of a whole printing
  std::map<std::string, std::set<std::pair<std::int64_t, std::int64_t>>> parts_;  // parts printed so far
};

/// How many letters must be changed to make one name the other, for "did you mean".
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t swapped = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, swapped});
    }
  }
  return row.back();
}

/// The text in quotes, as JSON has it; bytes that are not UTF-8 become U+FFFD.
std::string json_string(const std::string& text) { return json_text(text); }

std::string span_text(const Span& span) {
  std::string numbers;
  for (const Printed& number : span.numbers) numbers += (numbers.empty() ? "" : " ") + number.text;
  std::string text = "{" + json_string(span.label()) + ": " + json_string(numbers);
  if (span.is_aside()) text += ", \"why\": " + json_string(span.why);
  return text + "}";
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text;
  for (const std::int64_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "[" + text + "]";
}

/// Lines in braces or brackets, a comma after each but the last.
std::string block(const std::vector<std::string>& lines, const std::string& indent, char open, char close) {
  if (lines.empty()) return std::string{open, close};
  std::string text(1, open);
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "\n" : ",\n") + indent + "  " + lines[i];
  return text + "\n" + indent + close;
}

}  // namespace

std::string Span::label() const {
  if (last < 0) return name;
  if (last == first + 1) return name + "[" + std::to_string(first) + "]";
  return name + "[" + std::to_string(first) + ":" + std::to_string(last) + "]";
}

Fixture parse_fixture(std::string_view text, const std::string& path) {
  const Json json = parse_json(text, path);
  const Place file{path};
  refuse_unknown(json, {"lesson", "sections", "shapes", "names"}, file);
  Fixture fixture;
  fixture.path = path;
  fixture.lesson = string_of(member(json, "lesson", file), "lesson", file);
  const Json& sections = member(json, "sections", file);
  if (!sections.is_array()) file.refuse("'sections' must be a list");
  for (std::size_t i = 0; i < sections.size(); ++i)
    fixture.sections.push_back(read_section(sections[i], i, fixture, file));
  read_shapes(json, fixture, file);
  read_names(json, fixture, file);
  figures_of(fixture);
  return fixture;
}

Fixture load_fixture(const std::string& path) { return parse_fixture(read_file(path), path); }

std::string fixture_text(const Fixture& fixture) {
  std::vector<std::string> sections, shapes, names;
  for (const Section& section : fixture.sections) {
    std::vector<std::string> spans;
    for (const Span& span : section.reads) spans.push_back(span_text(span));
    sections.push_back("{ \"heading\": " + json_string(section.heading) +
                       ",\n      \"fingerprint\": " + json_string(section.fingerprint) +
                       ",\n      \"reads\": " + block(spans, "      ", '[', ']') + " }");
  }
  for (const auto& [name, shape] : fixture.shapes)
    shapes.push_back(json_string(name) + ": " + shape_text(shape));
  for (const auto& [name, words] : fixture.names)
    names.push_back(json_string(name) + ": {\"zh\": " + json_string(words.zh) +
                    ", \"en\": " + json_string(words.en) + "}");
  return "{ \"lesson\": " + json_string(fixture.lesson) +
         ",\n  \"sections\": " + block(sections, "  ", '[', ']') +
         ",\n  \"shapes\": " + block(shapes, "  ", '{', '}') +
         ",\n  \"names\": " + block(names, "  ", '{', '}') + " }\n";
}

void save_fixture(const Fixture& fixture) {
  const std::string beside = fixture.path + "." + std::to_string(getpid()) + ".new";
  std::ofstream out(beside, std::ios::binary);
  out << fixture_text(fixture);
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(beside, fixture.path, error);
  if (!out || error) {
    std::remove(beside.c_str());
    throw BadInput(fixture.path + ": cannot be written");
  }
}

std::map<std::string, FigureText> figures_of(const Fixture& fixture) { return Assembly(fixture).run(); }

FigureText figure_of(const Fixture& fixture, const std::string& name) {
  const std::map<std::string, FigureText> figures = figures_of(fixture);
  const auto found = figures.find(name);
  if (found != figures.end()) return found->second;
  const auto nearest = std::min_element(figures.begin(), figures.end(), [&](const auto& a, const auto& b) {
    return distance(a.first, name) < distance(b.first, name);
  });
  const bool near =
      nearest != figures.end() && distance(nearest->first, name) <= std::max<std::size_t>(2, name.size() / 3);
  throw BadInput(fixture.path + ": no figure '" + name + "'" +
                 (near ? ", the nearest is '" + nearest->first + "'" : ""));
}

}  // namespace galley
