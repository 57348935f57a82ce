#include "checks/hash.h"

#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <vector>

#include "checks/files.h"

namespace galley {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".h" || ending == ".cpp" || ending == ".cu" || ending == ".cuh";
}

/// One fingerprint of some files of a folder: their names and contents in the order of the names, so that it
/// does not depend on the order in which the file system lists them. No file has the fingerprint of nothing.
std::string hash_of(const fs::path& folder, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  std::string all;
  for (const std::string& name : names) all += name + '\0' + file_hash((folder / name).string()) + '\n';
  return content_hash(all);
}

/// hash_of all sources below a folder, but for the folders named.
std::string tree_hash(const fs::path& folder, std::initializer_list<std::string_view> without) {
  std::vector<std::string> names;
  if (fs::exists(folder)) {
    for (auto at = fs::recursive_directory_iterator(folder); at != fs::recursive_directory_iterator(); ++at) {
      const std::string name = at->path().filename().string();
      const bool left_out = std::find(without.begin(), without.end(), name) != without.end();
      if (at->is_directory() && left_out) at.disable_recursion_pending();
      if (at->is_regular_file() && is_source(at->path()))
        names.push_back(at->path().lexically_relative(folder).generic_string());
    }
  }
  return hash_of(folder, std::move(names));
}

}  // namespace

std::string content_hash(std::string_view bytes) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(XXH3_64bits(bytes.data(), bytes.size())));
  return std::string("xxh3:") + digits;
}

std::string file_hash(const std::string& path) { return content_hash(read_file(path)); }

std::string words_hash(const std::string& root) {
  return tree_hash(fs::path(root) / "checks", {"tests", "mistakes"});
}

std::string mistakes_hash(const std::string& root, const std::string& lesson) {
  const fs::path folder = fs::path(root) / "checks" / "mistakes";
  std::vector<std::string> names;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    const std::string name = entry.path().filename().string();
    if (is_source(entry.path()) && name.starts_with(lesson)) names.push_back(name);
  }
  return hash_of(folder, std::move(names));
}

std::string kernels_hash(const std::string& root) {
  return tree_hash(fs::path(root) / "cuda", {"tests", "bench"});
}

}  // namespace galley
