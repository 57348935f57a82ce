#pragma once
#include <stdexcept>

namespace galley {

/// A word was asked for something that it does not do: the message says what was asked and what was there.
struct Misuse : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

}  // namespace galley
