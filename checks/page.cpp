#include "checks/page.h"

#include "checks/fixture.h"
#include "checks/hash.h"

namespace galley {
namespace {

/// FNV-1a: the seed only has to be fixed and different for different names.
std::uint64_t seed_of(const std::string& name) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

void keep(Exhibit exhibit) {
  Record& record = current_record();
  if (record.keep_details) record.exhibits.push_back(std::move(exhibit));
}

Exhibit table_of(const std::string& name, const Tensor& values, std::vector<std::string> rows,
                 std::vector<std::string> columns) {
  Exhibit exhibit;
  exhibit.name = name;
  exhibit.shape = values.shape();
  exhibit.values = values.values();
  exhibit.rows = std::move(rows);
  exhibit.columns = std::move(columns);
  return exhibit;
}

}  // namespace

std::map<std::string, Figure>& FigureShelf::chapter(const std::string& lesson) {
  const auto known = chapters_.find(lesson);
  if (known != chapters_.end()) return known->second;
  const std::string path = folder_ + "/" + lesson + ".json";
  hashes_[lesson] = file_hash(path);
  std::map<std::string, Figure> figures;
  for (auto& [name, text] : figures_of(load_fixture(path))) {
    std::vector<std::vector<Printed>> printings;
    for (const std::vector<Printing>& element : text.printings) {
      auto& all = printings.emplace_back();
      for (const Printing& printing : element) all.push_back(printing.number);
    }
    const std::string full_name = lesson == lesson_ ? name : lesson + "/" + name;
    figures.emplace(name, Figure(full_name, Shape(text.shape), std::move(printings)));
  }
  return chapters_.emplace(lesson, std::move(figures)).first->second;
}

const Figure& FigureShelf::figure(std::string_view name) {
  const std::size_t slash = name.find('/');
  const std::string lesson(slash == std::string_view::npos ? lesson_ : name.substr(0, slash));
  const std::string local(slash == std::string_view::npos ? name : name.substr(slash + 1));
  std::map<std::string, Figure>& figures = chapter(lesson);
  const auto found = figures.find(local);
  // figure_of knows the message: the file, and the name that comes nearest.
  if (found == figures.end()) figure_of(load_fixture(folder_ + "/" + lesson + ".json"), local);
  return found->second;
}

std::vector<std::string> FigureShelf::headings() {
  std::vector<std::string> headings;
  for (const Section& section : load_fixture(folder_ + "/" + lesson_ + ".json").sections) {
    headings.push_back(section.heading);
  }
  return headings;
}

Page::Page(FigureShelf& shelf, std::string claim, const Nudge* nudge)
    : shelf_(shelf), nudge_(nudge), random_state_(seed_of(claim)) {}

const Figure& Page::figure(std::string_view name) {
  const Figure& figure = shelf_.figure(name);
  // "F09/shares" and, in F09, "shares" are one figure.
  current_record().figures.insert(figure.name());
  if (!nudge_ || nudge_->figure != figure.name()) return figure;
  if (!nudged_) {
    nudged_ = nudge_->printing == Nudge::kElement
                  ? figure.with_moved_element(nudge_->element, nudge_->units)
                  : figure.with_nudge(nudge_->element, nudge_->printing, nudge_->units);
  }
  return *nudged_;
}

void Page::show(const std::string& name, const Tensor& values, std::vector<std::string> rows,
                std::vector<std::string> columns) {
  if (current_record().keep_details) keep(table_of(name, values, std::move(rows), std::move(columns)));
}

void Page::plot(const std::string& name, const Tensor& x, const Tensor& ys, std::vector<std::string> lines) {
  if (ys.rank() != 2 || x.rank() != 1 || ys.length(1) != x.length(0)) {
    throw Misuse("plot: needs x (n) and ys (lines, n), given " + to_text(x.shape()) + " and " +
                 to_text(ys.shape()));
  }
  Tensor rows({ys.length(0) + 1, x.length(0)}, [&] {
    std::vector<double> all = x.values();
    for (const double y : ys.values()) all.push_back(y);
    return all;
  }());
  Exhibit exhibit = table_of(name, rows, std::move(lines), {});
  exhibit.kind = Exhibit::Kind::lines;
  keep(std::move(exhibit));
}

void Page::show_text(const std::string& name, const std::string& text) {
  Exhibit exhibit;
  exhibit.kind = Exhibit::Kind::text;
  exhibit.name = name;
  exhibit.text = text;
  keep(std::move(exhibit));
}

void Page::show_in_run(const std::vector<std::int64_t>& ids, const std::string& heading, const Tensor& values,
                       std::vector<std::string> rows, std::vector<std::string> columns) {
  if (!current_record().keep_details) return;
  Exhibit exhibit = table_of(heading, values, std::move(rows), std::move(columns));
  exhibit.heading = heading;
  exhibit.run_ids = ids;
  exhibit.in_run = true;
  keep(std::move(exhibit));
}

std::uint64_t Page::next_random() {
  // SplitMix64: the same on every compiler, which std's distributions are not.
  std::uint64_t z = (random_state_ += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

Tensor Page::random(const Shape& shape) {
  std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
  for (double& v : values) v = static_cast<double>(static_cast<std::int64_t>(next_random() % 129) - 64) / 32;
  return Tensor(shape, std::move(values));
}

Ids Page::random_ids(const Shape& shape, std::int64_t below) {
  std::vector<std::int64_t> values(static_cast<std::size_t>(element_count(shape)));
  for (std::int64_t& v : values)
    v = static_cast<std::int64_t>(next_random() % static_cast<std::uint64_t>(below));
  return Ids(shape, std::move(values));
}

double Page::uniform() { return static_cast<double>(next_random() >> 40) / static_cast<double>(1 << 24); }

}  // namespace galley
