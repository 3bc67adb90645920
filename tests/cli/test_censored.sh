# What the time limit ended takes at least so long: in tables, figures and claims. Needs a build with planted faults.
. "$ROOT/tests/cli/lib.sh"
needs_planted
cat >slow.lua <<'LUA'
local limit = LIMIT
local h = require "harness"
local function point(algorithm) return { algorithm = algorithm } end
return h.scenario {
	name = "slow", timeout = limit, runs = 7, preempted = "keep",
	sweep = { faces = { 200 }, algorithm = { h.aabb(), h.planted { fault = "loop", where = "step", label = "slow" } } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 4, seed = 5, on = { a, b } } } } }
	end,
	tables = { t = { rows = "faces" } }, figures = { f = { x = "faces" } },
	claims = {
		holds = function (r) return r:below(point "aabb", point "slow") end,
		refuted = function (r) return r:below(point "slow", point "aabb") end,
		undecided = function (r) return r:below(point "aabb", point "slow", { limit = 1e-9 }) end,
		far = function (r) return r:within(point "slow", point "aabb", { lo = 0.5, hi = 2 }) end,
	},
}
LUA
run=out/slow/latest
summary=$run/summary.csv
slow() { # SECONDS
	sed -i "1s/.*/local limit = $1/" slow.lua
	step_ms=$(($1 * 250)) # of four steps
	expect 1 env -u NO_COLOR TERM=xterm LC_ALL=C "$HARNESS" slow.lua --progress bar --color always -f -o out
}
in_time slow 2 10 60
# for as long as it is waited for, the bar names it, though another was named just before
grep -q "; count slow" err.txt || { tr '\r' '\n' <err.txt; fail "the bar does not say who is waited for"; }
grep -qF $': \033[31m1 timeout\033[0m, ' err.txt || { cat -v err.txt; fail "what failed is not red"; }
column detail $run/summary.csv | has "over the time limit of [0-9]* s: a timed pass, >= $step_ms ms a step" ||
	{ cat $run/summary.csv; fail "no bound of the time"; }
grep -q ">= $step_ms (timeout)" $run/tables/t.md || { cat $run/tables/t.md; fail "not in the table"; }
grep -q "ge\\$ $step_ms" $run/tables/t.tex || { cat $run/tables/t.tex; fail "not in LaTeX"; }
[ "$(column lower_bound $run/figures/f.csv | tail -n 1)" = "$step_ms" ] || { cat $run/figures/f.csv; fail "not in the figure"; }
grep -q "with vectors head empty" $run/figures/f.gp || fail "no arrow"
while read -r name verdict; do
	grep -q "^- \*\*$verdict\*\*\(, on a [^:]*\)\?: $name\$" out.txt || { cat out.txt; fail "$name is not $verdict"; }
done <<'LIST'
holds holds
refuted refuted
undecided undecided
far refuted
LIST
grep -q "aabb / slow <= .*, by the time limit" out.txt || { cat out.txt; fail "the claim does not say why"; }

# A sample that hangs says nothing of the time: those before it did not. (Its worker is held; the run would go on long.)
small_scenario
"$HARNESS" small.lua -s faces=200 -s algorithm=aabb,bsp --runs 1000000 --timeout 4s -q -o held >/dev/null 2>err.txt &
pid=$!
until grep -q '"failed"' held/small/2*/groups/*.part 2>/dev/null; do
	kill -0 "$pid" || { cat err.txt; fail "ended by itself"; }
	! grep -q '"round"' held/small/2*/groups/*.part 2>/dev/null || kill -s STOP "$(pgrep -P "$pid" | first)" 2>/dev/null || true
	sleep 0.2
done
kill -s TERM "$pid"
wait "$pid" || true
column detail held/small/latest/summary.csv | grep 'over the time limit of 4 s, where it was in time before$' >/dev/null ||
	{ cat held/small/latest/summary.csv; fail "not a sample that hangs"; }
! column censored held/small/latest/summary.csv | grep 1 >/dev/null || fail "a bound of the time of who was in time"

# Brute force that is measured and too slow for that: it checks the others all the same, under a limit of its own.
case $CONFIG in sanitize | coverage) skip "all passed but brute force, which is too slow in a $CONFIG build" ;; esac
cat >brute.lua <<'LUA'
local h = require "harness"
local quarters = h.input("quarters", 1) -- of a second, and of the square of how many faces there are
return h.scenario {
	name = "brute", timeout = 0.25 * quarters, runs = 1, preempted = "keep", check = "exact",
	sweep = { algorithm = { h.aabb(), h.brute() } },
	scene = function ()
		local a, few = h.teapot { faces = math.tointeger(13000 * quarters ^ 0.5) }, h.teapot { faces = 500 }
		return { bodies = { { a }, { a, motion = h.touching { count = 4, seed = 5, on = { few, few } } } } }
	end,
}
LUA
# where aabb is not in time on a busy machine, both have more of it, and brute force as much more to do
for quarters in 1 4 16; do
	expect 1 "$HARNESS" brute.lua -s quarters=$quarters -q -o out
	column status out/brute/latest/summary.csv | first 2 | has timeout || break # aabb or its twin
done
[ "$(column status out/brute/latest/summary.csv | paste -s -d ' ')" = "ok ok ok timeout" ] ||
	{ cat out/brute/latest/summary.csv; fail "not aabb, its twin, the check and brute force that was too slow"; }
grep -q "All algorithms that finished and brute force found the same" out.txt || { cat out.txt; fail "not checked"; }
