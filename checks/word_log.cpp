#include "checks/word_log.h"

#include <algorithm>

namespace galley {

WordCall::WordCall(WordLog& log, const char* word) : log_(log), word_(word), outer_(log.now_) {
  log_.spoken_.insert(word);
  log_.now_ = WordLog::State{};
  log_.now_.depth = outer_.depth + 1;
}

void WordCall::operand(const void* elements, bool came_through) {
  operands_[arrays_++] = elements;
  operands_came_through_ = operands_came_through_ || came_through;
}

bool WordCall::is_an_operand(const void* elements) const {
  return std::find(operands_.begin(), operands_.begin() + static_cast<std::ptrdiff_t>(arrays_), elements) !=
         operands_.begin() + static_cast<std::ptrdiff_t>(arrays_);
}

bool WordCall::ends(bool describes) {
  const WordLog::State& ran = log_.now_;
  if (ran.on_device) {
    log_.on_device_.insert(word_);
  } else if (!ran.uses_computing_words && !(describes && outer_.depth > 0)) {
    log_.on_host_.insert(word_);
  }
  if (ran.on_device || ran.uses_computing_words || !describes) outer_.uses_computing_words = true;
  return ran.on_device;
}

}  // namespace galley
