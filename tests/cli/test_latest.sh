# latest is the run that was begun last, also where several begin within one second.
. "$ROOT/tests/cli/lib.sh"
small_scenario
for faces in 200 201 202 203 204 205; do
	expect 0 "$HARNESS" small.lua -s faces=$faces -s algorithm=aabb --runs 1 --no-figures -q -o out
	[ "$(column faces out/small/latest/summary.csv | sort -u)" = "$faces" ] || fail "latest is not the run of $faces faces"
done
# a copy that follows links makes a folder of it; that is told before anything is measured
cp -rL out copy
rm -rf copy/small/2*
expect 7 "$HARNESS" small.lua -s faces=200 -s algorithm=aabb --runs 1 --no-figures -q -o copy
grep -q "copy/small/latest is a folder" err.txt || { cat err.txt; fail "does not say what is wrong"; }
[ "$(ls -A copy/small)" = latest ] || { ls -A copy/small; fail "something is left"; }
