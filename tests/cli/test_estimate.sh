# plan says how long a run will take, by the sessions of earlier runs on this machine, else by a trial.
. "$ROOT/tests/cli/lib.sh"
small_scenario
says() { # TEXT OPTIONS...
	local text=$1
	shift
	expect 0 "$HARNESS" plan small.lua -o out --no-trial "$@"
	grep -qxF -- "small: $(tail -n 1 out.txt | sed 's/^small: \([^;]*\);.*/\1/'); $text" out.txt || { tail -n 1 out.txt; fail "not '$text': $*"; }
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
# a trial where no run tells; it leaves nothing behind, and a signal ends it
mkdir tmp
export TMPDIR=$PWD/tmp
gone() { [ -z "$(ls -A tmp)" ] || { ls tmp; fail "a temporary folder is left"; }; }
tried() { grep -qE '; about [0-9.]+ (s|min)( or more)?, by a trial of 3 to 10 s$' out.txt || { tail -n 1 out.txt; fail "$1"; }; }
expect 0 "$HARNESS" plan small.lua -o none -s faces=200,210
tried "no trial"
[ ! -e none ] || fail "the trial made a run"
gone
cp small.lua large.lua
sed -i 's/p.faces }, h.teapot { faces = 150 }/500 * p.faces }, h.teapot { faces = 100000 }/' large.lua
! cmp -s small.lua large.lua || fail "large.lua is small"
env --default-signal=INT "$HARNESS" plan large.lua -o none >out.txt 2>err.txt &
pid=$!
until [ -n "$(ls -A tmp)" ] || ! kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
kill -INT "$pid" 2>/dev/null || true
wait "$pid" || true
gone
# nor does one whose scenes cannot be made in its time
expect 0 "$HARNESS" plan large.lua -o none -s algorithm=brute
grep -qE ' by a trial of 3 to 10 s$| how long it takes, and in a trial of 3 s no (scene was made|algorithm came to its end)$' out.txt ||
	{ tail -n 1 out.txt; fail "no trial of large.lua"; }
# what cannot end is told, and no time is made up: the motion has too many steps of too many pairs
sed 's/faces = p.faces/faces = 300000/; s/count = 3/count = 30000/' small.lua >endless.lua
expect 0 "$HARNESS" plan endless.lua -o none -s faces=200 -s algorithm=brute
grep -q '; no earlier run on this machine tells how long it takes, and in a trial of 3 s no scene was made$' out.txt ||
	{ tail -n 1 out.txt; fail "a trial that failed is not told of"; }
# a time that is no estimate but what every sample's limit adds up to says nothing
! grep -q 'at most' out.txt || fail "a bound by the time limits"
# inspections are tried too
sed 's/runs = 11,/runs = 11, inspect = { "quality" },/' small.lua >inspected.lua
expect 0 "$HARNESS" plan inspected.lua -o none -s faces=200
tried "an inspection"
gone
expect 2 "$HARNESS" small.lua --no-trial
