# tools/bench.lua: the scores of runs as parts of pages, and those of several machines side by side.
. "$ROOT/tests/cli/lib.sh"
cat >peers.lua <<'LUA'
local h = require "harness"
local pot = h.teapot { faces = 200 }
return h.scenario {
	name = "peers", sweep = { query = { "all", "first" }, algorithm = { h.wide(), h.brute() } }, runs = 6,
	quick = { runs = 3 },
	scene = function () return { bodies = { { pot }, { pot, motion = h.line { from = { 0, 0, 0 }, to = { 3, 0, 0 }, steps = 5 } } } } end,
	tables = { score = { title = "Time over that of wide", score = true, rows = "algorithm", columns = "query", baseline = "wide" } },
}
LUA
expect 0 "$HARNESS" peers.lua -q --no-figures --preempted keep
bench() { (cd "$ROOT" && lua5.4 tools/bench.lua "$@") >out.txt 2>err.txt; }
run=$PWD/results/peers/latest scores=$PWD/scores.csv
bench "$scores" "$run" || { cat err.txt; fail "no parts"; }
machine=$(sed -n 's/^[^"]*"cpu":[[:space:]]*"\(.*\)",$/\1/p' "$run/manifest.json")
simd=$(sed -n 's/^[^"]*"simd":[[:space:]]*"\(.*\)",$/\1/p' "$run/manifest.json")
if grep -q '^cpu family' /proc/cpuinfo; then # several processors have one name
	family=$(sed -n 's/^cpu family[^:]*: //p' /proc/cpuinfo | first)
	[[ $machine == *" (family $family model "*")" ]] || fail "the family $family is not in '$machine'"
fi
grep -qF "scenarios/peers.lua\`: $machine, $simd, commit " out.txt || { cat out.txt; fail "the machine is not named"; }
grep -qxF -- '<!-- machines -->' out.txt || fail "no part of machines"
[ "$(grep -c '^| brute | \(all\|first\) |' out.txt)" = 2 ] || { cat out.txt; fail "no rows of brute"; }
[ "$(wc -l <"$scores")" = 5 ] || { cat "$scores"; fail "not four scores"; }

# another machine stands beside the first; the same one takes its own place
cp -r "$(readlink -f "$run")" other
sed -i 's/\("cpu":[[:space:]]*"\)[^"]*/\1Other, 9 GHz (family 1)/' other/manifest.json
bench "$scores" "$PWD/other" && bench "$scores" "$PWD/other" "$run" || { cat err.txt; fail "no parts of two"; }
[ "$(wc -l <"$scores")" = 9 ] || { cat "$scores"; fail "not eight scores"; }
grep -qE '^\|  \|  \| Other, 9 GHz \(family 1\), [a-z0-9]+; [^|]* \| [^|]*commit [^|]* \|$' out.txt || { cat out.txt; fail "not side by side"; }
[ "$(grep -cE '^\| brute \| (all|first) \| [0-9.]+ \[[^|]*\] \| [0-9.]+ \[[^|]*\] \|$' out.txt)" = 2 ] ||
	{ cat out.txt; fail "not two machines in each row"; }
grep -q '(another machine, commit or day)$' out.txt || { cat out.txt; fail "two machines are told as one"; }

# a trial is not kept
cp "$scores" before.csv
expect 0 "$HARNESS" peers.lua --quick -q --no-figures -o quick
bench "$scores" "$PWD/quick/peers/latest" || { cat err.txt; fail "no parts of a trial"; }
cmp "$scores" before.csv || fail "scores of a trial are kept"

# the pages have places for both parts
mkdir -p pages/docs/measured
cp "$ROOT"/docs/measured/peers.md "$ROOT"/docs/measured/machines.md pages/docs/measured
cp out.txt part
(cd "$ROOT" && lua5.4 tools/pages.lua "$OLDPWD/part" "$OLDPWD/pages") || fail "the pages take no parts"
grep -qF '| brute | all |' pages/docs/measured/machines.md || fail "no score on the page"
