# Libraries that are not ours: taken from the machine where they are installed; else from GALLEY_DEPS, a folder with their sources, for
# a machine without network; else fetched at a pinned version and hash.
set(GALLEY_DEPS "" CACHE PATH "folder with sources: eigen, fmt, json, cli11, xxhash, googletest")

include(FetchContent)
set(FETCHCONTENT_QUIET ON)

# galley_fetch(NAME URL SHA256): the sources of a library, from GALLEY_DEPS/NAME or from URL; NAME_SOURCE_DIR says where.
function(galley_fetch name url hash)
  if(GALLEY_DEPS)
    string(TOUPPER ${name} upper)
    set(FETCHCONTENT_SOURCE_DIR_${upper} ${GALLEY_DEPS}/${name})
  else()
    message(STATUS "${name} is not installed: fetching it")
  endif()
  FetchContent_Declare(${name} URL ${url} URL_HASH SHA256=${hash} DOWNLOAD_EXTRACT_TIMESTAMP ON)
  FetchContent_MakeAvailable(${name})
  set(${name}_SOURCE_DIR ${${name}_SOURCE_DIR} PARENT_SCOPE)
endfunction()

find_package(Eigen3 3.4 QUIET)
if(NOT TARGET Eigen3::Eigen)
  set(EIGEN_BUILD_DOC OFF)
  set(BUILD_TESTING OFF)
  galley_fetch(eigen https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.gz
               8586084f71f9bde545ee7fa6d00288b264a2b7ac3607b974e54d13e7162c1c72)
endif()

find_package(fmt 9 QUIET)
if(NOT TARGET fmt::fmt)
  galley_fetch(fmt https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz
               5dea48d1fcddc3ec571ce2058e13910a0d4a6bab4cc09a809d8b1dd1c88ae6f2)
endif()

find_package(nlohmann_json 3.11 QUIET)
if(NOT TARGET nlohmann_json::nlohmann_json)
  galley_fetch(json https://github.com/nlohmann/json/releases/download/v3.11.2/json.tar.xz
               8c4b26bf4b422252e13f332bc5e388ec0ab5c3443d24399acb675e68278d341f)
endif()

find_package(CLI11 2 QUIET)
if(NOT TARGET CLI11::CLI11)
  galley_fetch(cli11 https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.1.2.tar.gz
               26291377e892ba0e5b4972cdfd4a2ab3bf53af8dac1f4ea8fe0d1376b625c8cb)
endif()

# xxhash is used as one header.
find_path(XXHASH_INCLUDE xxhash.h)
if(NOT XXHASH_INCLUDE)
  galley_fetch(xxhash https://github.com/Cyan4973/xxHash/archive/refs/tags/v0.8.1.tar.gz
               3bb6b7d6f30c591dd65aaaff1c8b7a5b94d81687998ca9400082c739a690436c)
  set(XXHASH_INCLUDE ${xxhash_SOURCE_DIR})
endif()
add_library(galley_xxhash INTERFACE)
add_library(galley::xxhash ALIAS galley_xxhash)
target_include_directories(galley_xxhash SYSTEM INTERFACE ${XXHASH_INCLUDE})
target_compile_definitions(galley_xxhash INTERFACE XXH_INLINE_ALL)

find_package(GTest 1.12 QUIET)
if(NOT TARGET GTest::gtest)
  set(INSTALL_GTEST OFF)
  set(BUILD_GMOCK OFF)
  galley_fetch(googletest https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz
               81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2)
  set_target_properties(gtest gtest_main PROPERTIES POSITION_INDEPENDENT_CODE ON)
endif()
