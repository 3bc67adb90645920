#!/bin/sh
# The shortest runs of results/reference: their scenes are baked and their counts taken again, by this build.
# `make verify-reference` does so with all of them. reference.sh HARNESS
set -eu
for name in prejudge node_storage teapot_accuracy dassd_parameters cost_model; do
	"$1" verify -q "results/reference/$name"/*/
done
