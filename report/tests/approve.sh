#!/bin/sh
# Takes the report's present output over as its golden files. usage: report/tests/approve.sh [BUILD_FOLDER]; then read `git diff`.
set -eu
cd "$(dirname "$0")/../.."
tests=$(find "${1:-build/release}" -name report_tests -type f -perm -u+x | head -n 1)
[ -n "$tests" ] || { echo "approve.sh: no report_tests below ${1:-build/release}: build it first" >&2; exit 2; }
GALLEY_APPROVE=1 "$tests" --gtest_filter='Golden.*'
git --no-pager diff --stat -- report/tests/golden
