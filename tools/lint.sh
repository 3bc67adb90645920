#!/bin/sh
# Checks format, clang-tidy, cppcheck, luacheck and shellcheck. Prints only faults. Versions of these tools
# find different faults, so each check is for one version. A step is skipped if its tool is missing or has
# another version.
#   LINT_QUICK=1     without the analyser and cppcheck, which take nearly all the time, and without the tests
#   LINT_REST=1      only what LINT_QUICK=1 leaves out
#   LINT_PART=1/2    clang-tidy reads every second file, from the first on
#   LINT_ALL=1       runs what is there, whatever its version
#   LINT_STRICT=1    a skip is a failure
#   lint.sh --format    formats the files whose format it checks, and no more
set -eu
bad=0
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# stated TOOL VERSION: is this one here?
stated() {
	if ! command -v "$1" >/dev/null 2>&1; then
		reason="no $1"
	else
		found=$("$1" --version 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1)
		case $found in "$2" | "$2".*) return 0 ;; esac
		[ -z "${LINT_ALL:-}" ] || return 0
		reason="$1 ${found:-of no version}, checks are stated for $2"
	fi
	echo "skip: $reason"
	[ -z "${LINT_STRICT:-}" ] || bad=1
	return 1
}
step() { "$@" || { echo "lint: failed: $1" >&2; bad=1; }; }

# the tables of golden values are as they were printed
all_files=$(find engine tests examples \( -name '*.[ch]' -o -name '*.inl' \) ! -path 'tests/golden/*.inl')
# shellcheck disable=SC2086
if [ "${1:-}" = --format ]; then exec clang-format -i $all_files; fi
# what LINT_QUICK=1 runs too, and what LINT_REST=1 does
quick() { [ -z "${LINT_REST:-}" ] && stated "$@"; }
rest() { [ -z "${LINT_QUICK:-}" ] && stated "$@"; }

# shellcheck disable=SC2086
if quick clang-format 14; then step clang-format --dry-run -Werror $all_files; fi

# With -j it leaves out its analysis across files, whose findings here are not so. It takes one processor all the same:
# beside it runs clang-tidy.
cppcheck=
if rest cppcheck 2.10; then
	cppcheck -q -j 2 --std=c11 --error-exitcode=1 --enable=warning,portability --inline-suppr \
		--suppressions-list=tools/cppcheck.txt -Iengine -D_GNU_SOURCE -DPLANTED engine &
	cppcheck=$!
fi

flags="-std=c17 -D_GNU_SOURCE -Iengine -Ibuild/gcc-check -DPLANTED $(pkg-config --cflags lua5.4 libcjson libxxhash nettle check gmp qhull_r)"
# The analyser has a process for each file: with several it reports, in this version, in one what it has seen in another.
each=1
checks=
part=${LINT_PART:-1/1}
[ -z "${LINT_QUICK:-}" ] || each=4 checks='-clang-analyzer-*'
# there, the analyser gives up a function after a third of the states that it would look at: it takes half the time
[ -z "${LINT_REST:-}" ] || checks='-bugprone-*,-misc-*,-performance-*,-portability-*,-readability-*' \
	flags="$flags -Xclang -analyzer-config -Xclang max-nodes=75000"
# shellcheck disable=SC2317
tidy() { # files, further checks; at the end of a pipe, where `step` would count in a shell of its own
	echo "$1" | awk "NR % ${part#*/} == ${part%/*} % ${part#*/}" | xargs -r -P "$jobs" -n "$each" sh -c 'clang-tidy --quiet --checks='"$2"' "$@" -- '"$flags"' 2>/dev/null' clang-tidy
}
if stated clang-tidy 14; then
	step tidy "$(ls engine/*/*.c engine/*/*/*.c)" "$checks"
	# the analyser is for paths that tests do not run: those of tests are run
	if [ -z "${LINT_QUICK:-}" ]; then
		step tidy "$(ls tests/*.c tests/golden/*.c tests/fuzz/*.c tests/soak/*.c)" "-clang-analyzer-*,-readability-*"
	fi
fi
[ -z "$cppcheck" ] || wait "$cppcheck" || { echo "lint: failed: cppcheck" >&2; bad=1; }
if quick luacheck 1.1; then step luacheck -q lua scenarios papers tools tests examples; fi
if [ -z "${LINT_REST:-}" ]; then
	if command -v lua5.4 >/dev/null && command -v luac5.4 >/dev/null; then
		# shellcheck disable=SC2046
		step lua5.4 tools/house.lua $(find engine lua tools -name '*.[ch]' -o -name '*.inl' -o -name '*.lua') \
			$(find tests -name '*.[ch]' -o -name '*.inl') \
			$(find README.md CONTRIBUTING.md docs lua examples -name '*.md')
	else
		echo "skip: no lua5.4"
	fi
fi
# why: `has` in tests/cli/lib.sh
# shellcheck disable=SC2317
quits_early() { # names each pipe that ends in what reads only a part of it
	closed=$(grep -nE '[^|]\| (head -|grep -[a-zA-Z]*q)' tests/*.sh tests/cli/*.sh tests/ffi/*.sh tests/parts/*.sh 2>/dev/null)
	[ -z "$closed" ] || { echo "$closed"; return 1; }
}
if [ -z "${LINT_REST:-}" ]; then
	step quits_early
	step tests/mutants/run --list
	step tests/parts/run.sh --list
fi
if quick shellcheck 0.9; then step shellcheck -s sh bootstrap tools/*.sh examples/parts/add; fi
[ "$bad" -eq 0 ] && echo "lint: ok"
exit "$bad"
