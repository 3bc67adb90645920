# --counts counts and checks without times: the counts of a timed run, the same bytes for any -j, also after kills; a plan of
# its own. What needs times says that they are missing.
. "$ROOT/tests/cli/lib.sh"
cat >counted.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "counted", runs = 2, inspect = { "quality" }, preempted = "keep",
	sweep = { faces = { 200, 210, 220, 230, 240, 250 }, algorithm = { h.aabb(), h.bsp(), h.dassd() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
	end,
	columns = { per_test = "step_ms / nb" },
	tables = { time = { rows = "faces" }, tests = { rows = "faces", value = "nb" }, slow = { rows = "faces", value = "per_test" } },
	figures = { time = { x = "faces" }, tests = { x = "faces", y = "nb" } },
	claims = {
		["faster"] = function (r) return r:below({ faces = 200, algorithm = "aabb" }, { faces = 200, algorithm = "bsp" }) end,
		["derived"] = function (r) return r:value({ faces = 200, algorithm = "aabb" }, "per_test") > 0 end,
		["all times"] = function (r) return r:values("step_ms")[1] > 0 end,
		["fewer"] = function (r)
			return r:at_most({ faces = 200, algorithm = "aabb" }, { faces = 200, algorithm = "bsp" }, { column = "contacts" })
		end,
		["more"] = function (r)
			return r:below({ faces = 200, algorithm = "aabb" }, { faces = 200, algorithm = "bsp" }, { column = "contacts" })
		end,
	},
}
LUA
count() { "$HARNESS" counted.lua --counts --no-figures -q "$@"; }
summary() { echo "$1/counted/latest/summary.csv"; }

expect 0 "$HARNESS" counted.lua --no-figures -q -o timed
expect 0 count -o one
diff <(stable "$(summary timed)") <(stable "$(summary one)") || fail "other counts than those of a timed run"
[ -z "$(column step_ms "$(summary one)" | tr -d '\n')" ] || fail "a time"
[ "$(wc -l <one/counted/latest/samples.csv)" -eq 1 ] || fail "samples"

# what the report says
for line in "**undecided**: faster" "**undecided**: derived" "**undecided**: all times" "**holds**: fewer" "**refuted**: more" \
	"step_ms was not measured, as this run only counts" "step_ms: not measured, as this run only counts" \
	"per_test: not measured, as this run only counts"; do
	grep -qF -- "$line" out.txt || { cat out.txt; fail "the report does not say '$line'"; }
done
grep -qF "**COUNTS**" one/counted/latest/report.md || fail "the document does not say that nothing was timed"
[ "$(grep -cF "not measured, as this run only counts" one/counted/latest/figures/time.gp)" -ge 1 ] || fail "the figure"
! grep -qF "not measured" one/counted/latest/figures/tests.gp || fail "a figure of counts"
cp -r one/counted/latest/ before
expect 0 "$HARNESS" report one/counted/latest --no-figures -q
diff -r before one/counted/latest/ || fail "made again, the report differs"
expect 5 count -o one --strict

# the same bytes for any number of processes
for jobs in 2 100; do
	expect 0 count -o "jobs$jobs" -j "$jobs"
	cmp "$(summary one)" "$(summary "jobs$jobs")" || fail "-j $jobs counts otherwise"
done
expect 0 "$HARNESS" counted.lua --counts -j 3 --no-figures --progress plain -o told
[ "$(grep -cE '^\[[1-6]/6\] faces=2[0-5]0: ok, ' err.txt)" -eq 6 ] || { cat err.txt; fail "not a line for each group"; }

# a plan of its own, in the same folder
first=$(readlink timed/counted/latest)
expect 0 count -o timed -j 2
second=$(readlink timed/counted/latest)
[ "$first" != "$second" ] || fail "counts went on with a timed run"
expect 0 count -o timed
[ "$(readlink timed/counted/latest)" = "$second" ] || fail "-j is part of the plan"
expect 0 "$HARNESS" counted.lua --no-figures -q -o timed
[ "$(readlink timed/counted/latest)" = "$first" ] || fail "a timed run went on with counts"
expect 0 "$HARNESS" verify one/counted/latest -q -j 2
expect 0 "$HARNESS" rerun one/counted/latest -q -o again --no-figures
cmp "$(summary one)" "$(summary again)" || fail "rerun counts otherwise"
expect 0 "$HARNESS" compare again/counted/latest one/counted/latest
grep -qF "18 same counts" out.txt || { cat out.txt; fail "compare does not compare counts"; }
expect 0 "$HARNESS" compare timed/counted/latest one/counted/latest
grep -qF "18 same counts" out.txt || { cat out.txt; fail "compare does not compare counts with those of a timed run"; }
expect 1 "$HARNESS" compare timed/counted/latest one/counted/latest --threshold 5%
cp -r one/counted/latest/ altered
edit_csv altered/summary.csv "if i == 1 then row.nb = row.nb + 1 end"
expect 0 "$HARNESS" compare one/counted/latest altered
grep -qF "1 other counts, 17 same counts" out.txt || { cat out.txt; fail "compare misses a count"; }
# a run that only counted says nothing about how long a timed one takes
expect 0 "$HARNESS" plan counted.lua --counts -o one
grep -qF "; counts only; about " out.txt || { tail -n 1 out.txt; fail "no estimate by the run that counted"; }
expect 0 "$HARNESS" plan counted.lua --no-trial -o one
grep -qF "; no earlier run on this machine tells" out.txt || { tail -n 1 out.txt; fail "an estimate by counts"; }

# shards
for i in 1 2; do expect 0 count --shard $i/2 -j 2 -o sharded; done
expect 0 "$HARNESS" merge sharded/counted/shard-*-of-2/latest -o sharded --no-figures -q
diff <(stable "$(summary one)" | cut -d, -f2-4) <(stable "$(summary sharded)" | cut -d, -f2-4) || fail "other points of shards"
diff <(column hash "$(summary one)") <(column hash "$(summary sharded)") || fail "other answers of shards"
grep -qF "**undecided**: faster" sharded/counted/latest/report.md || fail "a merged run does not know that it only counts"

# killed at any moment, by the number of records that are written; the same command finishes
records() { cat killed/counted/2*/groups/* 2>/dev/null | wc -l || true; }
all=$(cat one/counted/latest/groups/* | wc -l) kills=0 attempt=0
while [ "$attempt" -lt 4 ] || { [ "$kills" -lt 4 ] && [ "$attempt" -lt 40 ]; }; do
	attempt=$((attempt + 1))
	rm -rf killed
	for jobs in 2 1; do
		"$HARNESS" counted.lua --counts --no-figures -q -o killed -j "$jobs" >/dev/null 2>&1 &
		pid=$!
		aim=$((RANDOM % all))
		while [ "$(records)" -lt "$aim" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
		if kill -9 "$pid" 2>/dev/null; then kills=$((kills + 1)); fi
		wait "$pid" 2>/dev/null || true
	done
	expect 0 count -o killed -j 2
	cmp "$(summary one)" "$(summary killed)" || fail "other bytes after a kill"
	[ "$(find killed/counted -name plan.json | wc -l)" -eq 1 ] || fail "another run was made after a kill"
done
[ "$kills" -ge 4 ] || fail "only $kills kills hit anything"

# a signal to all processes, as a terminal sends it, and a lock
cat >slow.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "slow", sweep = { faces = { 60000, 60001, 60002 }, algorithm = { h.brute() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 60000 }
		return { bodies = { { a }, { b, motion = h.touching { count = 1, seed = 5, on = { a, b } } } } }
	end,
}
LUA
env --default-signal=INT setsid "$HARNESS" slow.lua --counts -j 3 --no-figures -q -o out >/dev/null 2>err.txt &
pid=$!
until [ "$(cat out/slow/2*/groups/*.part 2>/dev/null | grep -c '"type":"session"')" -ge 2 ] || ! kill -0 "$pid" 2>/dev/null; do
	sleep 0.02
done
group=$(ps -o pgid= -p "$pid" | tr -d ' ')
fails 7 "is locked" "$HARNESS" slow.lua --counts -j 3 --no-figures -q -o out
kill -INT -- "-$group"
code=0
wait "$pid" || code=$?
[ "$code" -eq 130 ] || fail "exit $code after SIGINT"
! pgrep -g "$group" >/dev/null || fail "processes are left"

needs_planted
cat >planted.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "planted",
	sweep = h.chain { { faces = { 200, 220 }, algorithm = { h.aabb(), h.planted { fault = "crash", where = "step" } } }, { faces = { 210, 230, 240, 250 }, algorithm = { h.bsp(), h.dassd() } } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 3, seed = 5, on = { a, b } } } } }
	end,
}
LUA
files() { (cd out/planted/latest/groups && stat -c '%n %i %Y' -- *.json); }
expect 1 "$HARNESS" planted.lua --counts -j 2 -q -o out --fail-fast
[ "$(files | wc -l)" -lt 6 ] || fail "did not stop"
grep -q "stopped before its end" out/planted/latest/summary.csv || fail "the rest is not marked as stopped"
expect 1 "$HARNESS" planted.lua --counts -j 2 -q -o out
files >first.txt
[ "$(wc -l <first.txt)" -eq 6 ] || fail "does not go on"
sleep 1 # a file that takes the place of a removed one may have its number, but not its second
expect 1 "$HARNESS" planted.lua --counts -j 2 -q -o out --retry-failed
[ "$(files | diff first.txt - | grep -c '^>')" -eq 2 ] || { files; fail "not the two failed groups, or others too"; }
