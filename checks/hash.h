#pragma once

#include <string>
#include <string_view>

namespace galley {

/// The fingerprint of some bytes: "xxh3:" and 16 hexadecimal digits.
std::string content_hash(std::string_view bytes);

/// The fingerprint of a file's content. Throws BadInput naming the file when it cannot be read.
std::string file_hash(const std::string& path);

/// The fingerprint of the words: every source below `root`/checks, tests and misconceptions left out.
std::string words_hash(const std::string& root);

/// The fingerprint of one chapter's misconceptions, `root`/checks/mistakes/F09*.cpp: an edited one makes that
/// chapter's teeth stale and nothing else.
std::string mistakes_hash(const std::string& root, const std::string& lesson);

/// The fingerprint of the kernels: every source below `root`/cuda, tests and measurements left out.
std::string kernels_hash(const std::string& root);

}  // namespace galley
