# plan says how long a run will take, by the sessions of earlier runs on this machine.
. "$ROOT/tests/cli/lib.sh"
small_scenario
says() { # TEXT OPTIONS...
	local text=$1
	shift
	expect 0 "$HARNESS" plan small.lua -o out "$@"
	grep -qF -- "; $text; at most " out.txt || { tail -n 1 out.txt; fail "not '$text': $*"; }
}
says "no earlier run on this machine tells how long it takes"
expect 0 "$HARNESS" small.lua -s faces=200,210 --runs 6 -q -o out
run=$(echo out/small/2*)
# so that the test does not depend on times, each session of faces 200 is said to have lasted 2 s, of faces 210 20 s
sessions() { grep -c '"type":"sat"' "$1"; }
for file in "$run"/groups/*.json; do
	seconds=2
	[ "$file" = "$(echo "$run"/groups/0000-*.json)" ] || seconds=20
	sed -i "s/\"type\":\"sat\",\"seconds\":[0-9.e+-]*/\"type\":\"sat\",\"seconds\":$seconds/" "$file"
done
first=$((2 * $(sessions "$run"/groups/0000-*.json)))
both=$((first + 20 * $(sessions "$run"/groups/0001-*.json)))
says "about $first s, as earlier runs on this machine took" -s faces=200 --runs 6
# twice the rounds, two of four workers, groups that nobody measured
says "about $((2 * first)) s, as earlier runs on this machine took" -s faces=200 --runs 12
says "about $((first / 2)) s, as earlier runs on this machine took" -s faces=200 -s algorithm=aabb --runs 6
says "about $(((both + 30) / 60)) min, as earlier runs on this machine took" -s faces=200,210 --runs 6
says "about $(((both * 2 + 30) / 60)) min, as earlier runs on this machine took for 2 of the groups" -s faces=200,210,220,230 --runs 6
# of another machine, or damaged
sed -i 's/\("cpu":[[:space:]]*"\)/\1other /' "$run/manifest.json"
says "no earlier run on this machine tells how long it takes"
sed -i 's/\("cpu":[[:space:]]*"\)other /\1/' "$run/manifest.json"
says "about $first s, as earlier runs on this machine took" -s faces=200 --runs 6
for text in '{}' '{"groups":[1,2]}' '{"groups":{"a":1}}' 'x'; do
	echo "$text" >"$run/plan.json"
	says "no earlier run on this machine tells how long it takes"
done
