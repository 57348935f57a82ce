#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>

namespace galley {

/// Input that cannot be used: a broken fixture, an unreadable chapter, a token that is no number. The message
/// is one line and names the file, the place in it and what was expected there, so that it can be printed as
/// it is.
struct BadInput : std::runtime_error {
  explicit BadInput(const std::string& message) : std::runtime_error(on_one_line(message)) {}

 private:
  /// What is quoted in a message may have line breaks in it.
  static std::string on_one_line(std::string message) {
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    std::replace_if(message.begin(), message.end(), is_control, ' ');
    return message;
  }
};

}  // namespace galley
