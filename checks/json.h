#pragma once
// JSON documents. The library's parser and writer take seconds to compile, so they stand in one source; who
// looks into a document includes <nlohmann/json.hpp> as well.
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace galley {

/// A document whose members keep their order.
using Json = nlohmann::ordered_json;

/// Reads a document. Throws BadInput, "PATH:LINE:COLUMN: not JSON: why", for anything else.
Json parse_json(std::string_view text, const std::string& path);

/// Whether a text is one JSON value.
bool is_json(std::string_view text);

/// The document on one line, or indented by so many blanks; bytes that are no UTF-8 are replaced.
std::string json_text(const Json& document, int indent = -1);

}  // namespace galley
