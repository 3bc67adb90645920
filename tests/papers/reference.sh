#!/bin/sh
# Short runs of results/reference (a population takes a minute to count): their scenes are baked and their counts taken again, by this build.
# `make verify-reference` does so with all of them. reference.sh HARNESS
set -eu
for name in prejudge teapot_accuracy fdh_deform obb_construction fdh_build; do
	"$1" verify -q "results/reference/$name"/*/
done
