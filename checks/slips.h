#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "checks/ops.h"

namespace galley {

/// A small generic wrong edit of one word.
struct Slip {
  std::string word;
  std::string kind;  ///< one of slip_kinds()

  std::string name() const { return word + "." + kind; }
};

/// On results: "negate", "scale", "shift", "drop_last", "plus_one"; on arguments: "swap" (first two
/// operands), "axis" (the next one).
const std::vector<std::string>& slip_kinds();

/// All words with one word edited. `effective()` tells whether the edit has changed any value so far: an edit
/// that cannot be noticed (swapping the operands of a sum) is none.
class SlippedOps : public Ops {
 public:
  explicit SlippedOps(Slip slip) : slip_(std::move(slip)) {}
  bool effective() const { return effective_; }

#define WORD(result, name, parameters, arguments, names) result name parameters const override;
#include "checks/words.inc"
#undef WORD

 private:
  template <class Result, class Call, class... Args>
  Result spoken(const char* word, const char* names, Call call, const std::tuple<Args...>& args) const;

  Slip slip_;
  mutable bool effective_ = false;
};

}  // namespace galley
