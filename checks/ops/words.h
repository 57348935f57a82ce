#pragma once
// The foot of the ladder of ops. Each family is one class that sees all families before it; `Ops`
// (checks/ops.h) is its top.
//
// A word is a public virtual function declared as `virtual R name(params) const;`. checks/words.cmake reads
// these declarations and lists all words in words.inc, from which RecordedOps and SlippedOps are made; so a
// word has no default arguments, no overload, and no comma inside a template argument.
#include <cstdint>
#include <string>
#include <vector>

#include "checks/ndarray.h"
#include "checks/precision.h"

namespace galley {

class Words {
 public:
  explicit Words(Precision precision = Precision::f64) : precision_(precision) {}
  virtual ~Words() = default;
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  /// What this column computes in.
  Precision precision() const { return precision_; }

 protected:
  Precision precision_;
};

}  // namespace galley
