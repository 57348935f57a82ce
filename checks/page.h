#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checks/figure.h"
#include "checks/record.h"

namespace galley {

/// The figures of all chapters that a process has read, each fixture once. F09's are "shares", another
/// chapter's "X01/E".
class FigureShelf {
 public:
  /// `folder` holds F09.json and so on; names without a chapter are `lesson`'s.
  FigureShelf(std::string folder, std::string lesson)
      : folder_(std::move(folder)), lesson_(std::move(lesson)) {}

  /// Throws BadInput, naming file and figure, where there is none.
  const Figure& figure(std::string_view name);

  /// Headings of the lesson's sections in reading order.
  std::vector<std::string> headings();

  /// Hashes of the fixtures that have been read so far, by chapter.
  const std::map<std::string, std::string>& hashes() const { return hashes_; }

 private:
  std::map<std::string, Figure>& chapter(const std::string& lesson);

  std::string folder_, lesson_;
  std::map<std::string, std::map<std::string, Figure>> chapters_;
  std::map<std::string, std::string> hashes_;
};

/// One printing of one element of one figure, moved by units of its last digit; or the element itself, as if
/// it were printed only once, in its finest form.
struct Nudge {
  static constexpr std::size_t kElement = static_cast<std::size_t>(-1);
  std::string figure;
  std::size_t element = 0;
  std::size_t printing = 0;  ///< or kElement
  int units = 0;
};

/// What a claim reads and shows: a fresh one for each run of its body.
class Page {
 public:
  /// `claim` seeds the random inputs.
  Page(FigureShelf& shelf, std::string claim, const Nudge* nudge = nullptr);

  /// A figure of this chapter ("shares") or of another one ("X01/E"). Throws where there is none.
  const Figure& figure(std::string_view name);

  /// Shows a table (a heat map where it has two axes) beside the claim; labels may be left out.
  void show(const std::string& name, const Tensor& values, std::vector<std::string> rows = {},
            std::vector<std::string> columns = {});

  /// Shows one line for each row of `ys` (lines, n) over `x` (n), with the lines' names.
  void plot(const std::string& name, const Tensor& x, const Tensor& ys, std::vector<std::string> lines);

  /// Shows a line of text (an error's message, a decoded string).
  void show_text(const std::string& name, const std::string& text);

  /// Shows a printed table of a model's run under the heading that the chapter gives it; `galley trace` reads
  /// these. X01.
  void show_in_run(const std::vector<std::int64_t>& ids, const std::string& heading, const Tensor& values,
                   std::vector<std::string> rows, std::vector<std::string> columns);

  /// Random numbers of this shape, multiples of 1/32 in [-2, 2]: exact at every precision. The seed is the
  /// claim's name.
  Tensor random(const Shape& shape);
  /// Random whole numbers in [0, below).
  Ids random_ids(const Shape& shape, std::int64_t below);
  /// A random number in [0, 1), a multiple of 2^-24.
  double uniform();

 private:
  std::uint64_t next_random();

  FigureShelf& shelf_;
  const Nudge* nudge_;
  std::optional<Figure> nudged_;
  std::uint64_t random_state_;
};

}  // namespace galley
