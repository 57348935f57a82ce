// Writes a header with the hash of the words or the kernels, for the build to embed:
//   galley_hash words|kernels ROOT NAME OUT
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include "checks/hash.h"

int main(int argc, char** argv) try {
  if (argc != 5) {
    std::cerr << "usage: galley_hash words|kernels ROOT NAME OUT\n";
    return 2;
  }
  const std::string what = argv[1];
  if (what != "words" && what != "kernels") {
    std::cerr << "galley_hash: expected 'words' or 'kernels', got '" << what << "'\n";
    return 2;
  }
  const std::string hash = what == "words" ? galley::words_hash(argv[2]) : galley::kernels_hash(argv[2]);
  std::ofstream out(argv[4]);
  out << "#pragma once\ninline constexpr const char* " << argv[3] << " = \"" << hash << "\";\n";
  return out.flush() ? 0 : 2;
} catch (const std::exception& error) {
  std::cerr << "galley_hash: " << error.what() << "\n";
  return 2;
}
