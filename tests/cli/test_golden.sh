# Counts and hashes of quick runs equal the golden ones: whatever the compiler, the flags or the machine. And on 1,000
# tables made of each run's own no claim is always held or always refuted; what is so belongs under `checks`. As many at a
# time as there are processors, each on one of its own, for a run of the program keeps to one. GOLDEN_LEFT_OUT names
# those that are left out; GOLDEN_COUNTS=1: claims are not tried.
set -euo pipefail
check() { # a golden file
	local name
	name=$(basename "$1" .csv)
	mkdir "$name"
	"$HARNESS" "$ROOT/scenarios/$name.lua" --quick --runs 1 --no-figures -q -o "$name" >/dev/null
	lua5.4 "$ROOT/tests/golden/columns.lua" "$name/$name/latest/summary.csv" >"$name.csv"
	diff -u "$1" "$name.csv"
	[ -z "${GOLDEN_COUNTS:-}" ] || return 0 # claims read numbers, which are the same from every build
	"$HARNESS" report "$name/$name/latest" --vary 1000 --script-limit 200s >"$name.txt" || { cat "$name.txt"; return 1; }
}
export -f check
. "$ROOT/tests/processors.sh"
mapfile -t cores < <(processors)
export CORES="${cores[*]}"
# shellcheck disable=SC2016
on_one='set -euo pipefail; cores=($CORES); taskset -cp "${cores[SLOT]}" $$ >/dev/null; check "$1"'
goldens=()
for golden in "$ROOT"/tests/golden/*.csv; do
	[[ " ${GOLDEN_LEFT_OUT:-} " == *" $(basename "$golden" .csv) "* ]] || goldens+=("$golden")
done
printf '%s\0' "${goldens[@]}" |
	xargs -0 -n 1 --process-slot-var=SLOT -P "${#cores[@]}" bash -c "$on_one" golden
