#!/bin/sh
# Runs the tests, roughly in the order in which faults show soonest. Ends with one line: N passed, N failed.
# What takes long is in test_long.sh.
set -u
mkdir -p build/locale
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
WERROR=1
export WERROR
. tools/stages.sh

# a locale with decimal commas, for the tests that numbers do not follow it; few machines have one
if localedef -i de_DE -f UTF-8 build/locale/de_DE.UTF-8 2>/dev/null || [ -d build/locale/de_DE.UTF-8 ]; then
	LOCPATH=$PWD/build/locale
	export LOCPATH
fi

cli=$(find tests/cli -name 'test_*.sh' | sort | grep -vE "/test_golden|$(echo "$cli_long" | sed 's/ /|/g')" | tr '\n' ' ')
stage "gcc check: unit, Lua and command-line tests" make -s -j"$jobs" CC=gcc config=check test TESTS="$cli"
stage "gcc check: golden counts of some scenarios" env GOLDEN_LEFT_OUT="$golden_papers" make -s -j"$jobs" CC=gcc config=check cli TESTS=tests/cli/test_golden.sh
stage "lint, without the analyser and cppcheck" env LINT_QUICK=1 make -s lint
ended
