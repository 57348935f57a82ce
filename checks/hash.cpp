#include "checks/hash.h"

#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "checks/bad_input.h"

namespace galley {
namespace {

namespace fs = std::filesystem;

std::string read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw BadInput(path + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool is_source(const fs::path& path) {
  const std::string ending = path.extension().string();
  return ending == ".h" || ending == ".cpp" || ending == ".cu" || ending == ".cuh";
}

/// One fingerprint of all sources below a folder: their names and contents in the order of the names, so that
/// it does not depend on the order in which the file system lists them. A folder that does not exist has the
/// fingerprint of nothing.
std::string tree_hash(const fs::path& folder) {
  std::vector<std::string> names;
  if (fs::exists(folder)) {
    for (auto at = fs::recursive_directory_iterator(folder); at != fs::recursive_directory_iterator(); ++at) {
      const std::string name = at->path().filename().string();
      if (at->is_directory() && (name == "tests" || name == "bench")) at.disable_recursion_pending();
      if (at->is_regular_file() && is_source(at->path()))
        names.push_back(at->path().lexically_relative(folder).generic_string());
    }
  }
  std::sort(names.begin(), names.end());
  std::string all;
  for (const std::string& name : names) all += name + '\0' + file_hash((folder / name).string()) + '\n';
  return content_hash(all);
}

}  // namespace

std::string content_hash(std::string_view bytes) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(XXH3_64bits(bytes.data(), bytes.size())));
  return std::string("xxh3:") + digits;
}

std::string file_hash(const std::string& path) { return content_hash(read_bytes(path)); }

std::string words_hash(const std::string& root) { return tree_hash(fs::path(root) / "checks"); }

std::string kernels_hash(const std::string& root) { return tree_hash(fs::path(root) / "cuda"); }

}  // namespace galley
