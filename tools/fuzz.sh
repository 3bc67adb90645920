#!/bin/sh
# tools/fuzz.sh SECONDS FUZZER...: runs each fuzzer, from its seeds and the inputs that earlier runs found. As many at a
# time as there are processors, for a fuzzer is one process.
# With 0 seconds it runs the seeds once. New inputs go to build/fuzz/.
set -eu
seconds=$1
shift
if [ $# -gt 1 ]; then
	printf '%s\n' "$@" | xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" sh "$0" "$seconds"
	exit
fi
fuzzer=$1
name=${fuzzer##*/fuzz_}
seeds=tests/fuzz/seeds/$name
corpus=build/fuzz/corpus/$name
mkdir -p "$corpus"
# a scenario's process says on the same streams what is wrong with its text
set -- -artifact_prefix="build/fuzz/$name-" -rss_limit_mb=2048 -timeout=120 -close_fd_mask=3
[ "$name" = scenario ] && set -- "$@" -dict=tests/fuzz/scenario.dict
if [ "$seconds" -eq 0 ]; then set -- "$@" "$seeds"/*
else set -- "$@" -max_len=4096 -max_total_time="$seconds" -print_final_stats=1 "$corpus" "$seeds"; fi
if "$fuzzer" "$@" >"build/fuzz/$name.log" 2>&1; then
	echo "fuzz: $name: quiet$(sed -n 's/^stat::number_of_executed_units: */, runs: /p' "build/fuzz/$name.log")"
else
	echo "fuzz: $name: FAILED; build/fuzz/$name.log:" >&2
	tail -n 20 "build/fuzz/$name.log" >&2
	exit 1
fi
