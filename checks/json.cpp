#include "checks/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checks/bad_input.h"

namespace galley {
namespace {

/// "12:5" for a byte of the text.
std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
  return std::to_string(line) + ":" + std::to_string(column);
}

}  // namespace

Json parse_json(std::string_view text, const std::string& path) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    std::string why =
        error.what();  // "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error …"
    const std::size_t colon = why.find(": ");
    if (colon != std::string::npos) why = why.substr(colon + 2);
    std::replace(why.begin(), why.end(), '\n', ' ');
    throw BadInput(path + ":" + line_and_column(text, error.byte) + ": not JSON: " + why);
  }
}

bool is_json(std::string_view text) { return Json::accept(text); }

std::string json_text(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace galley
