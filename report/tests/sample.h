#pragma once
// The small synthetic result set that the report's tests are made on, copied to a folder of its own.
#include <string>

#include "report/model.h"

namespace galley::report {

/// A copy of tests/data whose results bear today's hashes: `{{lesson}}`, `{{fixture}}`, `{{words}}`,
/// `{{mistakes}}` and
/// `{{kernels}}` in them are replaced by those of the copied sources. Removed when it goes.
class Sample {
 public:
  Sample();
  ~Sample();
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;

  /// A path within the copy.
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  /// The whole book's options, the same on every machine and every day.
  BookOptions options() const;
  /// Text with the copy's folder written as DATA.
  std::string neutral(std::string text) const;
  /// Replaces the one place of `before` in a file; fails the test where it is not there.
  void edit(const std::string& name, const std::string& before, const std::string& after) const;

 private:
  std::string folder_;
};

}  // namespace galley::report
