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
/// operands), "axis" (the next one); on words without a result: "skip".
const std::vector<std::string>& slip_kinds();

/// Whether a slip can change anything, as far as the types of its word tell: a text has no sign.
bool can_slip(const Slip& slip);

/// All words with one word edited.
class SlippedOps : public Ops {
 public:
  explicit SlippedOps(Slip slip) : slip_(std::move(slip)) {}

  /// Whether the edit has changed any result of its word so far.
  bool effective() const { return effective_; }

  /// What the caller has got from words, results and changed arguments, as fingerprints; traces, which need
  /// not be read, by themselves. An edit that leaves them as they are cannot be noticed (the sign of each
  /// exponential in a softmax) and is none.
  struct Digest {
    std::uint64_t values = 0, traces = 0;
    bool more = false;  ///< there was something that the fingerprints do not see
  };
  const Digest& digest() const { return digest_; }

#define WORD(result, name, parameters, arguments, names) result name parameters const override;
#define VOID_WORD(name, parameters, arguments, names) void name parameters const override;
#ifndef DOXYGEN  // the list is made by the build
#include "checks/words.inc"
#endif
#undef WORD
#undef VOID_WORD

 private:
  /// The word's result, edited in the way that is asked for; `call` speaks the word with other arguments.
  template <class Signature, class Result, class Call, class... Args>
  Result slipped(Result right, const char* names, Call call, const Args&... args) const;

  Slip slip_;
  mutable bool effective_ = false;
  mutable Digest digest_;
  mutable int depth_ = 0;
};

}  // namespace galley
