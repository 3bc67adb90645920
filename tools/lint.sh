#!/bin/sh
# Quiet, or says what is wrong: format, clang-tidy, cppcheck, luacheck, shellcheck (where installed).
set -eu
bad=0
step() { "$@" || { echo "lint: failed: $1" >&2; bad=1; }; }

all_files=$(ls engine/*/*.[ch] engine/*/*/*.[ch] engine/*/*.inl tests/*.[ch] tests/golden/*.c tests/fuzz/*.[ch] tests/soak/*.[ch] tests/measure/*.[ch] 2>/dev/null)
# shellcheck disable=SC2086
step clang-format --dry-run -Werror $all_files
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
flags="-std=c17 -D_GNU_SOURCE -Iengine -Ibuild/gcc-check -DPLANTED $(pkg-config --cflags lua5.4 libcjson libxxhash libmd check gmp qhull_r)"
# shellcheck disable=SC2317
tidy() { # files, further checks; at the end of a pipe, where `step` would count in a shell of its own
	echo "$1" | xargs -P "$jobs" -n 4 sh -c 'clang-tidy --quiet --checks='"$2"' "$@" -- '"$flags"' 2>/dev/null' clang-tidy
}
analyser=${LINT_QUICK:+-clang-analyzer-*}
step tidy "$(ls engine/*/*.c engine/*/*/*.c)" "$analyser"
# the analyser, which takes nearly all the time, is for paths that tests do not run: those of tests are run.
# LINT_QUICK leaves it out, and the tests
if [ -z "${LINT_QUICK:-}" ]; then
	step tidy "$(ls tests/*.c tests/golden/*.c tests/fuzz/*.c tests/soak/*.c)" "-clang-analyzer-*"
fi
# shellcheck disable=SC2086
step cppcheck -q -j "$jobs" --std=c11 --error-exitcode=1 --enable=warning,portability --inline-suppr \
	--suppressions-list=tools/cppcheck.txt -Iengine -D_GNU_SOURCE -DPLANTED engine
step luacheck -q lua scenarios tools tests/lua tests/ffi tests/golden
if command -v shellcheck >/dev/null 2>&1; then
	step shellcheck -s sh bootstrap tools/*.sh
fi
[ "$bad" -eq 0 ] && echo "lint: ok"
exit "$bad"
