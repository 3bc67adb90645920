# latest is the run that was begun last, also where several begin within one second.
. "$ROOT/tests/cli/lib.sh"
small_scenario
for faces in 200 201 202 203 204 205; do
	expect 0 "$HARNESS" small.lua -s faces=$faces -s algorithm=aabb --runs 1 --no-figures -q -o out
	[ "$(column faces out/small/latest/summary.csv | sort -u)" = "$faces" ] || fail "latest is not the run of $faces faces"
done
