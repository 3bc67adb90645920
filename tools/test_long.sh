#!/bin/sh
# Tests that take long or large packages, a line each. Installs nothing: what a stage lacks it names, and is skipped;
# SKIPS_FAIL=1: a skip is a failure. Ends with one line: N passed, N failed, N skipped.
set -u
. tools/stages.sh
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
WERROR=1
export WERROR

# Of what has many cases alike, and of builds of their own, another part for each commit; TURN=N: that of N, from 0 to 23 for
# all but wrong lines, of which each takes a two-hundredth (`make mutants` takes all).
turn=${TURN:-$({ git rev-parse HEAD 2>/dev/null || cat VERSION; } | cksum | cut -d " " -f 1)}
turns() { [ $((turn % $1)) -eq "$2" ]; } # N K: the K-th of N
turns 2 0 && stage "parts added by a file and a line each, and a twelfth of the wrong ones" env PART=$((turn / 2 % 12 + 1))/12 \
	make -s -j"$jobs" recipes
stage "all algorithms on scenes that this commit draws" env DIFFERENTIAL_SEED=$((turn % 1000000)) DIFFERENTIAL_ROUNDS=400 \
	make -s -j"$jobs" CC=gcc config=check unit SUITES=differential
stage "wrong lines: a part of them" needs lua5.4 -- env PART=$((turn % 200 + 1))/200 make -s mutants
# tests of the environment run only in the configurations of test_all.sh
suites=$(for file in tests/test_*.c; do basename "$file" .c; done | sed 's/^test_//' | grep -vxE "$(echo "$sanitize_never" | tr -s ' ' '|')")
turns 2 1 && stage "gcc check: faults, and errors of scenarios" make -s -j"$jobs" CC=gcc config=check cli \
	TESTS="tests/cli/test_planted.sh tests/cli/test_scenario_errors.sh"
turns 4 2 && stage "gcc sanitize: a sixth of the suites, and commands" make -s -j"$jobs" CC=gcc config=sanitize unit cli ffi-test \
	SUITES="$(echo "$suites" | awk "NR % 6 == int($turn / 4) % 6" | xargs)" FFI_TESTS="tests/ffi/test_binding.sh tests/ffi/test_bad_calls.sh" \
	TESTS="tests/cli/test_inspect.sh tests/cli/test_$(if turns 8 2; then echo planted; else echo scenario_errors; fi).sh"
# what differs in other builds is arithmetic
export GOLDEN_LEFT_OUT="$golden_papers" GOLDEN_COUNTS=1
# The papers, half of them, take all processors for some minutes, a run on each: they run beside stages that mostly wait.
# They compare golden counts that nothing else does. A cluster and nodes on this machine mostly wait. All run in shells of their
# own, and without make: the other stages build in the same directory.
beside=$(mktemp -d)
trap 'rm -rf "$beside"' EXIT
begin() { # NAME COMMAND...
	code=0
	name=$1
	shift
	"$@" >"$beside/$name.log" 2>&1 || code=$?
	echo "$code" >"$beside/$name.over"
	mv "$beside/$name.over" "$beside/$name.code"
}
end() { # NAME
	while [ ! -e "$beside/$1.code" ]; do sleep 1; done
	cat "$beside/$1.log"
	return "$(cat "$beside/$1.code")"
}
# with what other stages build in their turns alone, or nobody
stage "gcc release: built" make -s -j"$jobs" CC=gcc all build/gcc-release/golden_driver build/gcc-release/population_parts \
	build/gcc-release/soak build/gcc-release/tests/plugins/shim.so
# shellcheck disable=SC2046
stage "what planted times alone build" make -s -j"$jobs" CC=gcc config=measure \
	$(grep -l PLANTED_TIMES engine/run/*/*.c | sed 's|^\(.*\)c$|build/gcc-measure/\1o|')
begin papers env PART=$((turn % 2 + 1))/2 sh tests/papers/quick.sh build/gcc-release/harness &
begin cluster tests/cluster.sh build/gcc-release/harness &
begin remote tests/remote.sh build/gcc-release/harness &
begin edits bash tests/edits.sh build/gcc-release/harness 40 &
begin reference env PART=$((turn % 2 + 1))/2 sh tests/papers/reference.sh build/gcc-release/harness &
stage "gcc release: kills, and writes torn at some points" make -s -j"$jobs" CC=gcc cli TESTS="tests/cli/test_kill.sh tests/cli/test_torn.sh"
stage "the library and a run in Python; a run in R and gnuplot" make -s -j"$jobs" CC=gcc cli TESTS="tests/cli/test_data.sh tests/cli/test_python.sh"
stage "the tutorial" make -s -j"$jobs" CC=gcc cli TESTS=tests/cli/test_tutorial.sh
turns 12 8 && stage "plug-ins: bad ones of each kind, a hundred in one run, check and shrink" env PLUGINS_ALL=1 make -s -j"$jobs" CC=gcc cli TESTS="tests/cli/test_plugins.sh tests/cli/test_spoilers.sh"
turns 12 4 && stage "8,000 groups in little memory" bash tests/many_groups.sh build/gcc-release/harness 8000
turns 12 1 && stage "64-bit ARM: golden counts" needs lua5.4 -- sh tools/golden_arm64.sh
stage "half of the papers, by --quick: the rest" needs lua5.4 gnuplot pdflatex -- end papers
stage "runs of results/reference, counted again: some" end reference
stage "a cluster on this machine" end cluster
stage "random edits of a run and of its pack" needs lua5.4 -- end edits
stage "several machines by ssh and by GNU parallel" end remote
# a program that is not optimised takes its time
turns 12 5 && stage "gcc, neither optimised nor by SSE: golden counts" env GOLDEN_LEFT_OUT="$GOLDEN_LEFT_OUT teapot_faces obb_construction" make -s -j"$jobs" CC=gcc config=plain cli TESTS=tests/cli/test_golden.sh
turns 12 9 && stage "clang release: golden counts" needs clang -- make -s -j"$jobs" CC=clang cli TESTS=tests/cli/test_golden.sh
turns 12 4 && stage "report.html in a browser" tests/browser/run
stage "threads, under the thread sanitizer" make -s -j"$jobs" threads
turns 12 3 && stage "fuzzers, 3 s each" needs clang -- make -s -j"$jobs" fuzz TIME=3
turns 12 7 && stage "intervals over populations: 1,000 simulated runs" env POPULATION_RUNS=1000 make -s -j"$jobs" CC=gcc config=check unit \
	SUITES="population decision"
turns 4 1 && stage "covering arrays of parameters" make -s -j"$jobs" covering POSES=16
turns 12 4 && stage "soak: combinations of parameters for 5 s" make -s -j"$jobs" soak TIME=5
turns 12 0 && stage "other libraries: conformance, one quick comparison" tools/test_peers.sh
stage "the API reference: every public name has a comment" needs doxygen -- make -s api
stage "Debian packages" sh tools/test_deb.sh
turns 12 0 && stage "the sample paper, compiled" needs pdflatex gnuplot -- make -s paper
# the other checks of lint: test_all.sh
turns 2 1 && stage "lint: cppcheck, the analyser of a sixth of the files, and the tests" env LINT_REST=1 LINT_PART=$((turn / 2 % 6 + 1))/6 \
	make -s lint
ended
