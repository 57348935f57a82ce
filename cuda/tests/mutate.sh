#!/usr/bin/env bash
# Makes each wrong edit of mutants.txt to a copy of its kernel, runs the kernel's parity table on the emulator, and says which edits
# nobody noticed.
#
#   cuda/tests/mutate.sh CXX LIBGALLEY_WORDS [TABLE]
#
# Exit status: 0 all were noticed; 1 some were not; 2 an edit does not fit its file any more, or does not compile.
set -uo pipefail
cxx=${1:?compiler} words=${2:?libgalley_words.so} only=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++20 -O1 -DGALLEY_EMULATED)
export cxx words root work

compile() { # source object [flags…]: of the unchanged tree
  local source=$1 object=$2
  shift 2
  "$cxx" "${flags[@]}" "$@" -I"$root" -x c++ -c "$source" -o "$object"
}
jobs_left() { while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n; done; }

# A kernel that nobody tries to break is not tested.
for kernel in "$root"/cuda/kernels/*.cu; do
  if ! grep -q "^kernels/$(basename "$kernel")" "$here/mutants.txt"; then
    echo "mutants.txt has no wrong edit of $(basename "$kernel")" >&2
    exit 2
  fi
done

mkdir "$work/common" "$work/tests"
for source in "$root"/cuda/emulator/*.cpp "$root"/cuda/{device_array,layouts}.cpp "$here"/{main,parity}.cpp; do
  jobs_left
  compile "$source" "$work/common/$(basename "$source").o" &
done
kernel_of() { sed -E 's/([a-z])([A-Z])/\1_\2/g' <<<"$1" | tr 'A-Z' 'a-z'; }
for table in $(grep -v '^#' "$here/mutants.txt" | cut -f2 | sort -u); do
  [[ -z $only || $only == "$table" ]] || continue
  jobs_left
  compile "$here/$(kernel_of "$table")_test.cpp" "$work/tests/$table.o" &
done
wait

judge() { # number, line of mutants.txt → a verdict in $work/NUMBER.verdict
  local number=$1 verdict=$work/$1.verdict edited kernel text
  local -a field
  IFS=$'\t' read -r -a field <<<"$2"
  local name="${field[0]#kernels/}: ${field[2]}"
  edited=$work/$number/cuda/${field[0]}
  mkdir -p "$(dirname "$edited")"
  text=$(cat "$root/cuda/${field[0]}")
  for ((i = 3; i < ${#field[@]}; i += 2)); do
    local old=${field[i]} new=${field[i + 1]}
    [[ $new == "(nothing)" ]] && new=""
    if [[ $text != *"$old"* ]]; then
      echo "does not fit $name: no '$old'" >"$verdict"
      return
    fi
    text=${text/"$old"/"$new"}
  done
  printf '%s\n' "$text" >"$edited"
  kernel=$work/$number/cuda/kernels/$(kernel_of "${field[1]}").cu
  [[ -e $kernel ]] || kernel=$root/cuda/kernels/$(kernel_of "${field[1]}").cu
  if ! "$cxx" -std=c++20 -O1 -DGALLEY_EMULATED -w -I"$work/$number" -I"$root" -x c++ -c "$kernel" -o "$work/$number/kernel.o" 2>"$work/$number/log" ||
    ! "$cxx" "$work/$number/kernel.o" "$work/tests/${field[1]}.o" "$work"/common/*.o "$words" -Wl,-rpath,"$(dirname "$words")" -o "$work/$number/table" 2>>"$work/$number/log"; then
    echo "does not compile $name: $(grep -m1 error "$work/$number/log")" >"$verdict"
    return
  fi
  if timeout 60 "$work/$number/table" --gtest_brief=1 --gtest_filter="${field[1]}.AgreesAt*" >"$work/$number/out" 2>&1; then
    echo "MISSED  $name" >"$verdict"
  else
    echo "noticed $name ($(grep -oE -m1 "${field[1]} [0-9x-]+ f[0-9]+" "$work/$number/out"))" >"$verdict"
  fi
  rm -rf "${work:?}/$number"
}

number=0
while IFS= read -r line; do
  [[ $line == \#* ]] && continue
  [[ -z $only || $(cut -f2 <<<"$line") == "$only" ]] || continue
  jobs_left
  number=$((number + 1))
  judge "$number" "$line" &
done <"$here/mutants.txt"
wait

for ((n = 1; n <= number; ++n)); do cat "$work/$n.verdict"; done
count() { cat "$work"/*.verdict | grep -c "^$1"; }
echo "$(count noticed) of $number wrong edits noticed"
(($(count 'does not') == 0)) || exit 2
(($(count MISSED) == 0 && number > 0))
