#!/usr/bin/env bash
# How long from an edit to its verdict: medians of five, in one table. Works on a copy of the sources, so that nothing of yours is touched.
#   report/bench/loop.sh BUILD_FOLDER [CHAPTER]        CXX=g++ measures with g++
set -euo pipefail
build=$1
id=${2:-F09}
root=$(cd "$(dirname "$0")/../.." && pwd)
copy=$build/bench-loop
rounds=5

rm -rf "$copy" && mkdir -p "$copy"
(cd "$root" && { git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' f; do
  [ -e "$f" ] && printf '%s\0' "$f"; done; } | xargs -0 cp --parents -t "$copy")
cd "$copy"
mkdir -p build && : >build/.set-up
lesson_file=$(ls lessons/"$id"_*.cpp)
fixture=fixtures/$id.json
word_file=checks/ops/softmax.cpp

now() { date +%s%N; }

# median NAME BOUND COMMAND: runs `prepare N` and then the command, five times; prints the median in seconds.
median() {
  local name=$1 bound=$2 times=() start
  shift 2
  for n in $(seq $rounds); do
    prepare "$n"
    start=$(now)
    "$@" >/dev/null 2>&1 || true
    times+=($((($(now) - start) / 1000000)))
  done
  local middle
  middle=$(printf '%s\n' "${times[@]}" | sort -n | sed -n "$(((rounds + 1) / 2))p")
  printf '%-62s %7.3f s   %s\n' "$name" "$(awk "BEGIN{print $middle/1000}")" "$bound"
}

start=$(now)
cmake --preset release -Wno-dev -DGALLEY_CUDA=OFF ${CXX:+-DCMAKE_CXX_COMPILER=$CXX} >/dev/null
ninja -j "$(nproc)" -C build/release --quiet book_parts
seconds=$(awk "BEGIN{print ($(now)-$start)/1e9}")
compiler=$(sed -n 's/^set(CMAKE_CXX_COMPILER "\(.*\)")/\1/p' build/release/CMakeFiles/*/CMakeCXXCompiler.cmake)
echo "compiler: $($compiler --version | head -1); cores: $(nproc); chapters: $(ls lessons/[A-Z]*.cpp | wc -l)"
printf '%-62s %7.3f s   %s\n' "clean build of all that the book needs (once; no CUDA part)" "$seconds" "≤ 60 s"

# chapters WHICH COLUMNS…: runs the chapters whose names match, as many at once as there are cores; claims that are Big are left out.
big=$(awk '/^CLAIM\(/ { split($0, part, /[(,] */); name = part[3] } /[, ]Big\("/ { printf "*%s*:", name }' lessons/*.cpp)
chapters() {
  local which=$1
  shift
  ls build/release/bin | grep -xE "$which" |
    xargs -P "$(nproc)" -I{} sh -c "build/release/bin/{} $* --gtest_brief=1 --gtest_filter='-$big' >/dev/null"
}
# Machines differ by a factor of two, and one machine from hour to hour: the yardstick tells how fast this one is now.
echo '#include <nlohmann/json.hpp>' >yardstick.cpp
prepare() { :; }
median "yardstick: compiling <nlohmann/json.hpp> alone" "" "$compiler" -std=c++20 -O2 -c yardstick.cpp -o yardstick.o
all='[A-Z][0-9]+'
four='F08|F09|F11|X01'
prepare() { :; }
./galley book >/dev/null 2>&1 || true
median "the book written from results: galley write" "" build/release/bin/galley write
median "nothing changed: ./galley book" "≤ 0.5 s" ./galley book
prepare() { sed -i "0,/^  \\(const\\|EXPECT\\)/s//  static_cast<void>($1);\n  \\1/" "$lesson_file"; }
median "a claim edited: ./galley lesson $id" "≤ 0.5 s clang++, ≤ 1 s g++" ./galley lesson "$id"
cp "$root/$lesson_file" "$lesson_file" && ./galley lesson "$id" >/dev/null 2>&1 || true
prepare() { if [ $(($1 % 2)) = 1 ]; then sed -i '0,/: "[0-9]/s//&7/' "$fixture"; else cp "$root/$fixture" "$fixture"; fi; }
median "a number in its fixture changed: ./galley lesson $id" "≤ 0.2 s" ./galley lesson "$id"
cp "$root/$fixture" "$fixture"
prepare() { echo "// $1" >>"$word_file"; }
median "a word's body edited: ./galley lesson $id" "≤ 3 s" ./galley lesson "$id"
prepare() { :; }
median "F08, F09, F11, X01: both CPU columns, misconceptions, nudges" "≤ 0.3 s" chapters "$four" --column=cpu --column=teeth
median "F08, F09, F11, X01: the same with slips" "≤ 1 s" chapters "$four" --column=cpu --column=teeth --column=slips
median "all chapters: both CPU columns, misconceptions, nudges" "≤ 0.5 s" chapters "$all" --column=cpu --column=teeth
median "all chapters: slips" "≤ 5 s" chapters "$all" --column=slips
median "all chapters: emulated columns" "≤ 3 s" chapters "$all" --column=emu
rm -rf "$copy"
