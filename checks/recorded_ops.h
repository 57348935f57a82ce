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

#define WORD(result, name, parameters, arguments, names)                              \
  result name parameters const override {                                             \
    return log_.call(                                                                 \
        #name, [&]() -> result { return Base::name arguments; }, std::tie arguments); \
  }
#ifndef DOXYGEN  // the list is made by the build
#include "checks/words.inc"
#endif
#undef WORD

 private:
  WordLog& log_;
};

}  // namespace galley
