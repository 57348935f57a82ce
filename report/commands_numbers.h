#pragma once

#include <functional>
#include <string>
#include <vector>

namespace galley {

/// `galley numbers FILE`: the number tokens of a text.
struct NumbersOptions {
  std::string file;
  bool json = false;
};

/// `galley propose FILE [--fixture FIXTURE]`: a fixture for a chapter.
struct ProposeOptions {
  std::string file;     ///< the chapter's text
  std::string fixture;  ///< an existing fixture whose spans and names are kept; "" for none
};

/// `galley drift DIR [F09 …]`: texts against fixtures.
struct DriftOptions {
  std::string book_dir;              ///< holds F09.txt …
  std::string fixtures_dir;          ///< holds F09.json …
  std::vector<std::string> lessons;  ///< empty: every lesson that has a fixture
  /// The claims that read a figure ("F09", "shares"), as far as results tell; may be empty.
  std::function<std::vector<std::string>(const std::string& lesson, const std::string& figure)> claims;
};

/// Prints each number with line:column, section, text and value, or all of them as JSON:
/// [{"line","column","offset","section","text","value"}], infinite values as strings.
/// Returns 0; 2 when the file cannot be read, with one line on standard error.
int cmd_numbers(const NumbersOptions& options);

/// Prints the proposed fixture. Returns 0; 2 when the text or the existing fixture cannot be read.
int cmd_propose(const ProposeOptions& options);

/// Prints what changed: numbers (old → new, which figure, which claims), prose, sections new, gone or
/// renamed, and one line a lesson. Returns 0 when nothing changed, 1 when something did, 2 when a text or
/// fixture is missing or cannot be read.
int cmd_drift(const DriftOptions& options);

}  // namespace galley
