#!/bin/sh
# Runs every test, roughly in the order in which faults show soonest. Ends with one line: N passed, N failed.
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

# suites that count much, of code that touches little memory of its own or that others touch, too
slow="assembly bay bodies broad_many covering deforming detect driver generator shape stats tightness"

# The release build, which differs in nothing that is counted, counts the golden scenarios; and it is what is killed,
# stopped and moved about: those tests plant nothing.
cli=
released="tests/cli/test_kill.sh tests/cli/test_latest.sh tests/cli/test_stop.sh tests/cli/test_surroundings.sh"
for test in tests/cli/test_*.sh; do
	case " tests/cli/test_golden.sh $released " in *" $test "*) ;; *) cli="$cli $test" ;; esac
done
stage "gcc check: unit, Lua and command-line tests" make -s -j"$jobs" CC=gcc config=check test TESTS="$cli"
stage "parts added by a file and a line each, and wrong ones" make -s -j"$jobs" recipes
stage "gcc release: command-line tests, golden counts" make -s -j"$jobs" CC=gcc \
	cli cli-golden TESTS="$released"
# tests of the environment, and tests that count much with little memory, run only in the configs above
stage "gcc sanitize: unit and command-line tests" make -s -j"$jobs" CC=gcc config=sanitize unit cli ffi-test \
	UNIT_LEFT_OUT="$slow parent_storage mesh_damage moved obb_fit" \
	FFI_TESTS="tests/ffi/test_binding.sh tests/ffi/test_bad_calls.sh" TESTS="tests/cli/test_inspect.sh tests/cli/test_planted.sh tests/cli/test_scenario_errors.sh"
# what differs there is arithmetic, which few scenarios have all of; 64-bit ARM: test_long.sh
GOLDEN_LEFT_OUT="assembly_interference co_ablation cost_model direction_sets fdh_build layered_update maintenance_bay \
many_objects node_storage pair_lists prejudge random_motion rotation_updates teapot_rotation teapot_translation tightness"
export GOLDEN_LEFT_OUT
stage "gcc, neither optimised nor by SSE: golden counts" make -s -j"$jobs" CC=gcc config=plain cli-golden
stage "clang release: golden counts" make -s -j"$jobs" CC=clang cli-golden
stage "lint, without the analyser" env LINT_QUICK=1 make -s lint
ended
