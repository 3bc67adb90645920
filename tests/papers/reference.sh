#!/bin/sh
# The shortest runs of results/reference: their scenes are baked and their counts taken again, by this build.
# `make verify-reference` does so with all of them. reference.sh HARNESS
# PART=1/2: every second run, beginning with the first.
set -eu
harness=$(realpath "$1") part=${PART:-1/1}
cd "$(dirname "$0")/../../results/reference"
set --
for name in prejudge node_storage teapot_accuracy dassd_parameters cost_model; do set -- "$@" "$name"/*/; done
printf '%s\n' "$@" | awk "NR % ${part#*/} == ${part%/*} % ${part#*/}" |
	xargs "$harness" verify -q -j "$(getconf _NPROCESSORS_ONLN)"
