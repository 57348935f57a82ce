#include "checks/record.h"

#include <stdexcept>

namespace galley {
namespace {
thread_local Record* current = nullptr;
}

Record& current_record() {
  if (!current) throw std::logic_error("a claim's assertion or page was used outside of a claim's body");
  return *current;
}

Record* record_if_any() { return current; }

RecordScope::RecordScope(Record& record) : outer_(current) { current = &record; }
RecordScope::~RecordScope() { current = outer_; }

}  // namespace galley
