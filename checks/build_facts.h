#pragma once
#include <string>

namespace galley {

/// What the build knows and the sources do not.
struct BuildFacts {
  const char* root;        ///< the project's folder
  const char* fixtures;    ///< the folder of the chapters' numbers
  const char* results;     ///< where results go unless told otherwise
  const char* compiler;    ///< "Clang 14.0.6"
  const char* words_hash;  ///< of the sources that the words were built from
};
const BuildFacts& build_facts();

/// The hash of a chapter's misconceptions that were built; empty where it has none.
std::string built_mistakes_hash(const std::string& lesson);

}  // namespace galley
