// Writes a header with hashes of sources, for the build to embed:
//   galley_hash words|kernels ROOT NAME OUT     inline constexpr const char* NAME
//   galley_hash mistakes ROOT NAME OUT          inline constexpr std::pair<chapter, hash> NAME[]
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>

#include "checks/hash.h"

namespace {

/// Chapters that have misconceptions: "F09" of checks/mistakes/F09.cpp.
std::set<std::string> chapters_with_mistakes(const std::string& root) {
  std::set<std::string> chapters;
  for (const auto& entry : std::filesystem::directory_iterator(root + "/checks/mistakes")) {
    chapters.insert(entry.path().filename().string().substr(0, 3));
  }
  return chapters;
}

std::string header(const std::string& what, const std::string& root, const std::string& name) {
  if (what == "mistakes") {
    std::string text = "inline constexpr std::pair<const char*, const char*> " + name + "[] = {\n";
    for (const std::string& chapter : chapters_with_mistakes(root)) {
      text += "    {\"" + chapter + "\", \"" + galley::mistakes_hash(root, chapter) + "\"},\n";
    }
    return "#include <utility>\n" + text + "};\n";
  }
  const std::string hash = what == "words" ? galley::words_hash(root) : galley::kernels_hash(root);
  return "inline constexpr const char* " + name + " = \"" + hash + "\";\n";
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string what = argc == 5 ? argv[1] : "";
  if (what != "words" && what != "mistakes" && what != "kernels") {
    std::cerr << "usage: galley_hash words|mistakes|kernels ROOT NAME OUT\n";
    return 2;
  }
  std::ofstream out(argv[4]);
  out << "#pragma once\n" << header(what, argv[2], argv[3]);
  return out.flush() ? 0 : 2;
} catch (const std::exception& error) {
  std::cerr << "galley_hash: " << error.what() << "\n";
  return 2;
}
