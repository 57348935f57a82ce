#pragma once
// The style sheets and the script, built into the program (see CMakeLists.txt).
#include <string_view>
#include <vector>

namespace galley::report {

struct Asset {
  const char* name;
  std::string_view text;
};

extern const std::vector<Asset> kAssets;

}  // namespace galley::report
