#!/bin/sh
# Measures what results/reference/ is made of, on an idle machine, in about two and a half hours: every scenario that a paper names,
# and then the documents of these runs. The policy of each scenario stands here and nowhere else. A run that is finished is
# not measured again, and one that was stopped goes on.
#   measure_reference.sh [-n] [PAPERS...]   HARNESS, RESULTS: the program, the folder; -n: prints the commands alone
set -eu
: "${HARNESS:=./harness}" "${RESULTS:=results}"
run=
if [ "${1:-}" = -n ]; then run="echo" && shift; fi
if [ $# -eq 0 ]; then
	for file in papers/*.lua; do set -- "$@" "$(basename "$file" .lua)"; done
fi

# How long a scenario is measured. In general until every median is known to 5 %, but not longer than two minutes.
policy() {
	case $1 in
	# these only count, and need no processor to themselves
	assembly_surfaces | fdh_reasons | fdh_scenes | obb_orientations | tightness) echo --counts -j "$(nproc)" ;;
	# these have a precision or a map of their own
	fdh_map | teapot_map) ;;
	teapot_contact) echo --budget 4m ;; # until it is decided, and a reading near a limit may never be
	# of these 5 % would take hours
	assembly_interference) ;; # 6 rounds
	broad_phase) echo --runs 7 ;;
	fdh_build) echo --runs 81 ;; # its claims are on builds, of which there are as many
	root_cube) echo --runs 100 --budget 8m ;; # its claim is on a hundredth of a step; a session takes a minute
	# trees of half a million triangles, in every session
	co_ablation) echo --precision 5% --budget 5m ;;
	maintenance_bay) echo --precision 5% --budget 6m ;;
	# a session of them, with their populations, takes a minute or two
	random_motion) echo --precision 5% --budget 15m ;;
	rotation_updates) echo --precision 5% --budget 8m ;;
	direction_sets | fdh_translation | node_storage | prejudge) echo --precision 5% --budget 150s ;;
	teapot_translation) echo --precision 5% --budget 4m ;; # each step by itself
	# ratios near a limit, known well enough to be called a tie
	dassd_parameters) echo --precision 3% --budget 150s ;;
	fdh_deform | layered_update | teapot_faces) echo --precision 3% --budget 3m ;;
	teapot_rotation) echo --precision 3% --budget 5m ;;
	free_path) echo --precision 3% --budget 7m ;;
	fdh_motion) echo --precision 5% --budget 5m ;;
	obb_construction) echo --precision 5% --budget 4m ;;
	many_objects) echo --precision 5% --budget 9m ;; # a session takes a minute and a quarter
	dassd_coherence) echo --precision 5% --budget 10m ;;
	pair_lists) echo --precision 5% --budget 1m ;; # its claims are on counts
	*) echo --precision 5% --budget 2m ;;
	esac
}
TUNING=600 # seconds: a choice that takes longer is given up, and there is no reading `tuned`

worst=0 given_up=
# measured COMMAND...: exit 1 and 9 are of rows or groups, which the report names, and 124 of the tuning that was given up
measured() {
	code=0
	$run "$@" || code=$?
	case $code in
	0 | 124) ;;
	1 | 9) worst=$code ;;
	*) exit $code ;;
	esac
}

# shellcheck source=tools/paper_scenarios.sh
. "$(dirname "$0")/paper_scenarios.sh"
# shellcheck disable=SC2046
names=$(scenarios_of $(printf 'papers/%s.lua ' "$@"))
for name in $names; do
	file=scenarios/$name.lua
	if grep -q '^	tune = ' "$file"; then
		measured timeout -s INT $TUNING "$HARNESS" tune "$file" -q -o "$RESULTS"
		[ "$code" -ne 124 ] || given_up="$given_up $name"
	fi
	drawn=$(drawn_of "$name")
	case $name in many_objects | root_cube) drawn= ;; esac # their budgets are too small for both
	# shellcheck disable=SC2046,SC2086
	measured "$HARNESS" "$file" $drawn $(policy "$name") -q -o "$RESULTS"
done
measured "$HARNESS" paper "$@" --no-run -q -o "$RESULTS"
[ -z "$given_up" ] || echo "measure_reference.sh: tuning was given up after $TUNING s:$given_up" >&2
exit $worst
