#pragma once

#include <stdexcept>
#include <string>

namespace galley {

/// Input that cannot be used: a broken fixture, an unreadable chapter, a token that is no number. The message
/// is one line and names the file, the place in it and what was expected there, so that it can be printed as
/// it is.
struct BadInput : std::runtime_error {
  explicit BadInput(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace galley
