# What tables, figures and claims make of the results, and how they fail.
. "$ROOT/tests/cli/lib.sh"

scenario() {
	{
		printf 'local h = require "harness"\nreturn h.scenario { name = "s", runs = 2, preempted = "keep",\n'
		cat
		printf 'scene = function () local a = h.teapot { faces = 200 } return { bodies = { { a }, { a } } } end }\n'
	} >s.lua
	rm -rf out
}

# texts that look like numbers stay texts
scenario <<'LUA'
sweep = { tag = { "01", "1", "1e0", "0x1" }, algorithm = { h.aabb { label = "1" }, h.brute { label = "01" } } },
tables = { t = { rows = "tag", columns = "algorithm", value = "np" } },
figures = { f = { x = "tag", y = "np" } },
LUA
expect 0 "$HARNESS" s.lua -q -o out --no-figures
[ "$(cut -d, -f1 out/s/latest/tables/t.csv | uniq | paste -sd' ')" = "row 01 1 1e0 0x1" ] ||
	{ cat out/s/latest/tables/t.csv; fail "the rows are not the swept texts"; }

# few rounds give no interval, of medians or of ratios, and decide no claim; a parameter may be called as a column of
# samples.csv
scenario <<'LUA'
sweep = { round = { 0.5 }, session = { "x" }, algorithm = { h.aabb(), h.brute() } },
claims = { faster = function (r) return r:below({ algorithm = "aabb" }, { algorithm = "brute" }) end },
LUA
expect 0 "$HARNESS" s.lua -q -o out
grep -q "undecided.*faster" out.txt && grep -q "too few rounds" out.txt || { cat out.txt; fail "2 rounds decide a claim"; }
[ -z "$(column ratio_lo out/s/latest/summary.csv | tr -d '\n')" ] || fail "2 rounds give an interval of a ratio"
expect 0 "$HARNESS" s.lua -q -o out --runs 6
grep -q "faster" out.txt && ! grep -q "too few rounds" out.txt || { cat out.txt; fail "6 rounds give no interval"; }

# an error in a claim has the claim's line
claim() {
	printf 'sweep = { algorithm = { h.aabb(), h.brute() } }, claims = {\n["my claim"] = function (r) %s end },\n' "$1" | scenario
	expect 3 "$HARNESS" s.lua -q -o out
	[ "$(wc -l <err.txt)" -eq 1 ] && grep -q "^s.lua:4: .*$2.*my claim" err.txt || { cat err.txt; fail "claim: $1"; }
}
claim 'error("mine")' "mine"
claim '' "not with a nil"
claim 'return 3' "not with a number"
claim 'return r:below({ algoritm = "aabb" }, {})' "did you mean 'algorithm'"
claim 'return r:value(3)' "not by a number"

# what cannot be written or read is no error of the scenario
scenario <<'LUA'
sweep = { algorithm = { h.aabb(), h.brute() } },
tables = { t = { rows = "algorithm", value = "np" } },
LUA
expect 0 "$HARNESS" s.lua -q -o out
rm out/s/latest/tables/t.md
mkdir -p out/s/latest/tables/t.md/x
fails 7 "tables/t.md: " "$HARNESS" s.lua -q -o out
rm -r out/s/latest/tables/t.md
cp -r out/s/latest/ damaged
unchained damaged
echo x >>damaged/summary.csv
fails 7 "summary.csv: csv: line 5" "$HARNESS" report damaged
expect 0 "$HARNESS" s.lua -q -o out

# progress tells groups apart that differ in the query alone
scenario <<<'sweep = { query = { "all", "first" }, algorithm = { h.aabb(), h.brute() } },'
expect 0 "$HARNESS" s.lua -o out
tells "^\[2/2\] query=first: ok"

# two points in one cell: the error names what they differ in, and the table's line
scenario <<'LUA'
sweep = { query = { "all", "first" }, algorithm = { h.aabb(), h.brute() } }, tables = {
t = { rows = "algorithm", value = "np" } },
LUA
fails 3 "^s.lua:4: tables.t: .*: query$" "$HARNESS" s.lua -q -o out
# whatever the name is made of
scenario <<'LUA'
sweep = { query = { "all", "first" }, algorithm = { h.aabb(), h.brute() } }, tables = {
a = { rows = "algorithm", where = { query = "all" } }, ["a, b: c-d"] = { rows = "algorithm", value = "np" } },
LUA
fails 3 "^s.lua:4: tables.a, b: c-d: .*: query$" "$HARNESS" s.lua -q -o out
scenario <<'LUA'
sweep = { algorithm = { h.aabb(), h.brute() } }, tables = {
["a b"] = { rows = "algorithm" },
["a-b"] = { rows = "algorithm" }, ["a_b"] = { rows = "algorithm" } },
LUA
fails 3 "^s.lua:4: tables.a b and tables.a_b would both" "$HARNESS" s.lua -q -o out

# gnuplot's marks in names are no marks
scenario <<'LUA'
sweep = { tag = { "'quoted'", "two''of", "100%", "%s `id` $HOME" }, algorithm = { h.aabb { label = "'a'" }, h.bsp { label = "5%" } } },
figures = { f = { x = "tag", y = "np" }, g = { x = "algorithm", y = "np", panels = "tag" } },
LUA
expect 0 "$HARNESS" s.lua -q -o out --runs 1
for text in "'quoted'" "two''of" "100%" '%s `id` $HOME'; do
	for name in f g; do
		grep -qF "$text</text>" out/s/latest/figures/$name.svg || fail "$name.svg does not show $text"
	done
done

# an error in a module names the file beside the scenario, not the copy that is gone when one reads it
scenario <<'LUA'
sweep = { algorithm = { h.aabb() } }, claims = { c = require "asks" },
LUA
echo 'return function (r) error("where") end' >asks.lua
expect 3 "$HARNESS" s.lua -q -o out --runs 1
file=$(sed -n 's/^\([^:]*\):1: where.*/\1/p' err.txt)
[ -n "$file" ] && cmp -s "$file" asks.lua || { cat err.txt; fail "names no file that is there: $file"; }

# every worker builds once a round, so that ratios of builds are pairs with an interval
scenario <<'LUA'
sweep = { algorithm = { h.aabb(), h.bsp() } },
claims = { slower = function (r)
	return r:within({ algorithm = "bsp" }, { algorithm = "aabb" }, { lo = 1e-9, hi = 1e9, column = "build_ms" })
end },
LUA
expect 0 "$HARNESS" s.lua -q -o out --runs 6
grep -q "holds.*slower" out.txt || { cat out.txt; fail "builds have no interval"; }
[ "$(column round out/s/latest/builds.csv | sort | uniq -c | awk '{ print $1 }' | sort -u)" = 3 ] ||
	{ cat out/s/latest/builds.csv; fail "not every worker and the twin builds once a round"; }
[ "$(column build_ms_lo out/s/latest/summary.csv | grep -c .)" = 3 ] || fail "builds have no bounds in summary.csv"
# of one process each, nothing is known of what another would take
expect 0 "$HARNESS" s.lua -q -o out --runs 1
grep -q "undecided.*slower" out.txt || { cat out.txt; fail "builds of one process have an interval"; }
[ "$(column build_ms out/s/latest/summary.csv | grep -c .)" = 3 ] || fail "there is no median of builds"
[ "$(column round out/s/latest/builds.csv | sort -n | tail -n 1)" -ge 6 ] || fail "a median of few builds"
# where the scenario wants no times of them, sessions take none
sed -i 's/sweep = /builds = false, sweep = /' s.lua
expect 0 "$HARNESS" s.lua -q -o out --runs 6
grep -q "has no build_ms" out.txt || { cat out.txt; fail "a claim on builds is judged without any"; }
[ "$(wc -l <out/s/latest/builds.csv)" = 1 ] || { cat out/s/latest/builds.csv; fail "builds were timed"; }
[ "$(column build_ms out/s/latest/summary.csv | grep -c .),$(column step_ms out/s/latest/summary.csv | grep -c .)" = 0,3 ] || fail "other times are there"

# a precision that is reached, and one that is not: told, and an exit code under --strict
scenario <<'LUA'
sweep = { algorithm = { h.aabb(), h.bsp() } },
claims = { never = function () return false, "of course" end },
LUA
for _ in 1 2 3; do # samples on a core that others use too may be of two kinds, with the median between them
	expect 0 "$HARNESS" s.lua -q -f -o out --precision 90%
	grep -q W007 out/s/latest/manifest.json || break
done
grep -q W007 out/s/latest/manifest.json && fail "90 % are not reached"
expect 5 "$HARNESS" s.lua -q -o out --precision 90% --strict
[ "$(column n out/s/latest/summary.csv | sort -n | sed '/^$/d' | first)" -ge 11 ] || fail "fewer than 11 rounds"
sed -i 's/claims = .*/claims = {},/' s.lua
expect 0 "$HARNESS" s.lua -q -o out --precision 90% --strict
expect 2 "$HARNESS" s.lua --precision 0
