#pragma once
// Files as bytes, in one read or write.
#include <optional>
#include <string>
#include <string_view>

namespace galley {

/// A file's bytes. BadInput naming the file when it cannot be read.
std::string read_file(const std::string& path);

/// A file's bytes, or nothing when it is not there.
std::optional<std::string> read_if_there(const std::string& path);

/// Writes a whole file. BadInput naming the file when it cannot be written.
void write_file(const std::string& path, std::string_view bytes);

}  // namespace galley
