#!/usr/bin/env bash
# Everything that only a GPU can show, in one command of at most 8 minutes, for a machine that may have no network:
#
#   cuda/on_device.sh OUT           builds for this machine's GPU in build/device, then tests and measures
#   cuda/on_device.sh OUT BUILD     takes a build folder that was carried along (bin/ and lib/ are enough)
#
# In OUT: device.log (all output), results.tar.gz (for `galley write --results`), bench.md and bench.jsonl.
# GALLEY_DEPS=DIR: sources of the libraries that are not installed, as for CMake's -DGALLEY_DEPS.
# Exit status: 0 all right; 1 something failed or found no time; 77 no GPU here.
set -uo pipefail
out=${1:?usage: cuda/on_device.sh OUT [BUILD]}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)
carried=${2:+$(cd "$2" && pwd)}
build=${carried:-$root/build/device}
deadline=$((SECONDS + 470))
failed=0

# Says everything twice: here and in the log.
if [[ ${GALLEY_LOGGING:-} != yes ]]; then
  GALLEY_LOGGING=yes bash "${BASH_SOURCE[0]}" "$@" 2>&1 | tee "$out/device.log"
  exit "${PIPESTATUS[0]}"
fi

# step NAME SECONDS COMMAND…: within that time and what is left of all; says how it ended.
step() {
  local name=$1 most=$2 left=$((deadline - SECONDS)) started=$SECONDS status=0
  shift 2
  if ((left < 5)); then
    echo "== $name: no time left"
    failed=1
    return 1
  fi
  echo "== $name"
  timeout --kill-after=5 "$((most < left ? most : left))" "$@" || status=$?
  echo "== $name: $( ((status == 0)) && echo "all right" || echo "exit status $status"), $((SECONDS - started)) s"
  ((status == 0)) || failed=1
  return $status
}

smi=$(command -v nvidia-smi || ls /usr/local/nvidia/bin/nvidia-smi 2>/dev/null)
if [[ -z $smi ]] || ! "$smi" -L; then
  echo "not run: no GPU here"
  exit 77
fi
"$smi" --query-gpu=name,compute_cap,driver_version,memory.total --format=csv
architecture=$("$smi" --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d '.')

chapters=$(cd "$root/lessons" && ls [FNX][0-9][0-9]_*.cpp | cut -d_ -f1 | tr '\n' ' ')
configure_and_build() {
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CUDA_ARCHITECTURES="$architecture-real" \
    ${GALLEY_DEPS:+-DGALLEY_DEPS="$GALLEY_DEPS"} -Wno-dev &&
    ninja -C "$build" --quiet galley_gpu kernel_tests_gpu kernel_bench_gpu $chapters
}
export -f configure_and_build
export root build architecture chapters
if [[ -z $carried ]]; then
  step build 240 bash -c configure_and_build || exit 1
fi

export GALLEY_REQUIRE_GPU=1 GALLEY_RESULTS=$out/results GALLEY_FIXTURES=$root/fixtures
export LD_LIBRARY_PATH=$build/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
step "kernels against plain loops" 90 "$build/bin/kernel_tests_gpu" --gtest_brief=1

if [[ -z $carried ]]; then
  step "chapters" 90 ctest --test-dir "$build" -L '^gpu$' -L '^lesson$' -FS '_built$' -FC '^book$' --output-on-failure
else
  for chapter in "$build"/bin/[FNX][0-9][0-9]; do
    step "chapter ${chapter##*/}" 30 "$chapter" --column=gpu --gtest_brief=1
  done
fi
if [[ -d $out/results ]]; then
  tar -czf "$out/results.tar.gz" -C "$out" results && rm -r "$out/results"
fi

sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda/bin/compute-sanitizer 2>/dev/null)
if [[ -n $sanitizer ]]; then
  for tool in memcheck racecheck synccheck; do
    step "compute-sanitizer $tool" 60 "$sanitizer" --tool "$tool" --error-exitcode 3 "$build/bin/kernel_tests_gpu" \
      --gtest_brief=1 --gtest_filter='*AgreesAt*'
  done
else
  echo "== compute-sanitizer: not on this machine"
fi

if [[ -x $build/bin/kernel_bench_gpu ]]; then
  step "what kernels cost" 120 bash -c '"$0" --out "$1.jsonl" | tee "$1.md"; exit "${PIPESTATUS[0]}"' "$build/bin/kernel_bench_gpu" "$out/bench"
fi
if command -v python3 >/dev/null && python3 -c 'import torch' 2>/dev/null; then
  step "the same by PyTorch" 60 python3 "$root/cuda/bench/torch_attention.py"
fi

echo "== $( ((failed == 0)) && echo "all right" || echo "something failed: see above"), $SECONDS s in all"
exit $failed
