#pragma once
#include "checks/ops.h"
#include "checks/word_log.h"

namespace galley {

/// The words of `Base`, each call reported to a log.
template <class Base>
class RecordedOps : public Base {
 public:
  template <class... Args>
  explicit RecordedOps(WordLog& log, Args&&... args) : Base(std::forward<Args>(args)...), log_(log) {}

#define WORD(result, name, parameters, arguments, names) \
  result name parameters const override {                \
    WordCall call(log_, #name);                          \
    call.reads arguments;                                \
    return call.returns(Base::name arguments);           \
  }
#define VOID_WORD(name, parameters, arguments, names) \
  void name parameters const override {               \
    WordCall call(log_, #name);                       \
    call.reads arguments;                             \
    Base::name arguments;                             \
    call.returns();                                   \
  }
#ifndef DOXYGEN  // the list is made by the build
#include "checks/words.inc"
#endif
#undef WORD
#undef VOID_WORD

 private:
  WordLog& log_;
};

}  // namespace galley
