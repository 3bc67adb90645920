#!/bin/sh
# Tests that take long or large packages, a line each. Installs nothing: what a stage lacks it names, and is skipped;
# SKIPS_FAIL=1: a skip is a failure. Ends with one line: N passed, N failed, N skipped.
set -u
. tools/stages.sh
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
WERROR=1
export WERROR

stage "64-bit ARM: golden counts" needs lua5.4 -- sh tools/golden_arm64.sh
stage "fuzzers, 10 s each" needs clang -- make -s -j"$jobs" fuzz TIME=10
stage "covering arrays of parameters" make -s -j"$jobs" covering
stage "soak: combinations of parameters for 60 s" make -s -j"$jobs" soak TIME=60
stage "lint, with the analyser" make -s lint
ended
