# Equal tuning: every rung is a run, what was measured is not measured again, the choice is the reading `tuned` of later
# runs, and a choice for another scenario or machine is none. Which settings are chosen depends on times, so nothing here
# looks at that.
. "$ROOT/tests/cli/lib.sh"

scenario() { # TUNE [POSES]
	cat >s.lua <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "s", runs = 2, preempted = "keep",
			sweep = { faces = { 100, 120 }, algorithm = { h.aabb { label = "aabb" }, h.bsp() } },
			$1
			scene = function (p)
				local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 100 }
				return { bodies = { { a }, { b, motion = h.touching { count = ${2:-4}, seed = 5, on = { a, b } } } } }
			end,
			claims = { ["aabb tests more than bsp"] = function (r)
				return r:above({ faces = 100, algorithm = "aabb" }, { faces = 100, algorithm = "bsp" }, { column = "nb" })
			end },
		}
	LUA
}
refused() { # TUNE MESSAGE [POSES]
	scenario "$1" "${3:-4}"
	fails 3 -F "$2" "$HARNESS" tune s.lua -q
}

refused '' 's.lua:2: the scenario has no `tune`'
refused 'tune = { aab = { leaf = { 2 } } },' "s.lua:5: tune.aab: no algorithm has the label 'aab'; did you mean 'aabb'?"
refused 'tune = { aabb = { leef = { 2 } } },' "s.lua:5: tune.aabb.leef: aabb: unknown parameter 'leef'; did you mean 'leaf'?"
refused 'tune = { aabb = { leaf = { 1 } } },' 's.lua:5: tune.aabb: has one candidate'
refused 'tune = { aabb = { leaf = { 2 } } }, readings = { tuned = { of = { "aabb" }, set = { leaf = 2 }, open = "x" } },' \
	's.lua:5: readings.tuned: is the name of the reading that `tune` makes'
refused 'tune = { aabb = { leaf = { 2 } } },' 'the scenario has 2, in 2 groups' 1
refused 'tune = { aabb = { leaf = { 2 } } }, untuned = "it is small",' 's.lua:5: untuned: is given besides tune'
scenario 'untuned = "it is small",'
expect 0 "$HARNESS" s.lua -q -o untuned
grep -qxF -- '- **tuned**: no such reading: it is small.' untuned/s/latest/report.md || fail "the report does not say why nothing is tuned"

# without a choice there is no reading, and the report says how to make it
scenario 'tune = { aabb = { leaf = { 1, 2, 3, 4, 8 } }, bsp = { leaf = { 4 } } },'
expect 0 "$HARNESS" s.lua -q
grep -qF "'harness tune s.lua' chooses the settings, into results/s/tuned.json" results/s/latest/report.md ||
	fail "the report does not say how to tune"
head -n 1 results/s/latest/summary.csv | has reading && fail "there is a reading without a choice"

# five candidates and two: two rungs to three and the last, a first round and the last, and what is held out if anything was
# chosen; the same command measures nothing again
expect 0 "$HARNESS" tune s.lua -q
cp results/s/tuned.json first.json
for rung in 1-1 1-2 2-1 2-2; do [ -f results/s/tune/$rung/latest/samples.csv ] || fail "no run of the rung $rung"; done
[ -f results/s/tune/1-2/latest/report.md ] && fail "a rung has a report"
# members of training rungs are ranked, without a twin; a gain is a ratio with an interval, which has one
roles() { column role "results/s/tune/$1/latest/samples.csv" | sort -u | paste -sd ' '; }
[ "$(roles 1-2)" = point ] || fail "a training rung has the roles $(roles 1-2)"
[ ! -e results/s/tune/held-out ] || [ "$(roles held-out)" = "aa point" ] || fail "held out are the roles $(roles held-out)"
expect 0 "$HARNESS" verify results/s/tune/1-2/latest -q
# what a stop leaves out is measured, and nothing else
others() { ls -d results/s/tune/{1-1,1-2,2-1}/2*; }
others >before.txt
rm -r results/s/tune/2-2 results/s/tuned.json
expect 0 "$HARNESS" tune s.lua -q
[ -f results/s/tune/2-2/latest/samples.csv ] || fail "what was left out is not measured"
others | cmp before.txt - || fail "rungs that were measured are measured again"
csv_lua <<'LUA' || fail "tuned.json does not hold what was done"
local text = io.open "results/s/tuned.json":read "a"
for _, key in ipairs { "samples", "grid_samples", "trace", "version", "program", "cpu", "simd", "settings" } do
	assert(text:find(('"%s":'):format(key), 1, true), key)
end
-- five candidates, then three at full rounds: every step of the motion trains or is held out, and none does both
assert(text:find('"training": {[^}]*"count": 2,[^}]*"first": 1,[^}]*"instances": 4'), "training")
assert(text:find('"held_out": {[^}]*"count": 2,[^}]*"first": 3,[^}]*"instances": 4'), "held out")
LUA

# the choice is a reading: rows and a column of the matrix, also in a report that is made without the file
lua5.4 - <<'LUA'
local text = io.open "first.json":read "a"
local n = 0
text = text:gsub('"settings": (%b{})', function () n = n + 1; return '"settings": ' .. (n == 1 and '{ "leaf": 8 }' or "{}") end)
io.open("results/s/tuned.json", "w"):write(text)
LUA
cp results/s/tuned.json eight.json
expect 0 "$HARNESS" s.lua -q
run=results/s/latest
column reading $run/summary.csv | grep -c tuned | has '^2$' || fail "not a row of the reading for each group"
column aabb_leaf $run/summary.csv | has '^8$' || fail "the row of the reading has not the chosen leaf"
head -n 1 $run/matrix.csv | has ',tuned,' || fail "claims are not judged under the choice"
grep -q '^- \*\*tuned (of aabb)\*\*: .* Also: aabb: leaf=8 (was 1): ' $run/report.md || fail "the reading does not say what changed"
grep -E '^\| `aabb` +\| +`leaf=8` .*\| +5, 3(, 3)? \| +[0-9]+, [0-9]+(, [0-9]+)? \|' $run/report.md >/dev/null || fail "the report does not say how it was tuned"
grep -q 'tuned.json .* the program' $run/report.md && fail "a choice of this program is called another one's"
# the gain of a winner that was not chosen is not that of the algorithm as it is
sed 's/"leaf": 8//; s/"label": "aabb"/"gain": 0.9, "gain_lo": 0.8, "gain_hi": 0.95, &/' eight.json >results/s/tuned.json
expect 0 "$HARNESS" s.lua -q -f
grep -E '^\| `aabb` +\| +`as it is` \| +\| +5, 3[ ,]' $run/report.md >/dev/null || fail "what was not chosen has a gain"
cp eight.json results/s/tuned.json
expect 0 "$HARNESS" s.lua -q
rm results/s/tuned.json
expect 0 "$HARNESS" report $run -q
head -n 1 $run/matrix.csv | has ',tuned,' || fail "the report forgot the choice"
expect 0 "$HARNESS" verify $run -q

# another program or instruction set may find others fast, and of an older file it is not known: the report says so
told() { # EDIT TEXT [OPTIONS]: of the edited choice the report says the text
	sed "$1" eight.json >results/s/tuned.json
	expect 0 "$HARNESS" s.lua -q "${@:3}"
	grep -qF "results/s/tuned.json $2: 'harness tune s.lua' makes it anew" $run/report.md || fail "the report does not say: $2"
	head -n 1 $run/matrix.csv | has ',tuned,' || fail "such a choice is not used"
}
told 's/"program": "[^"]*"/"program": "00"/' "was made by another version of the program" --runs 3
told 's/"simd": "[^"]*"/"simd": "old"/' "was made with the instruction set old, and this run has baseline" --simd baseline
told '/"program": /d; /"simd": /d' "does not say which program chose" --runs 4

# of another machine or another version of the scenario it is none, and the run says so
sed 's/"cpu": "[^"]*"/"cpu": "An old one"/' eight.json >results/s/tuned.json
expect 0 "$HARNESS" plan s.lua --no-trial
tells -F "note: results/s/tuned.json is of another machine, An old one: no reading 'tuned'"
cp eight.json results/s/tuned.json
# it holds as long as the same would be measured
cp s.lua whole.lua
for edit in '$a-- changed' 's/\["aabb tests more/["that aabb tests more/'; do
	sed -i "$edit" s.lua
	expect 0 "$HARNESS" plan s.lua --no-trial
	grep -q 'aabb *tuned .*leaf=8' out.txt || { cat out.txt err.txt; fail "the choice is not used after $edit"; }
done
for edit in 's/seed = 5/seed = 6/' 's/{ 100, 120 }/{ 100, 121 }/' 's/bsp = { leaf = { 4 } }/bsp = { leaf = { 5 } }/' 's/h.bsp()/h.bsp { depth = 9 }/'; do
	sed "$edit" whole.lua >s.lua
	cmp -s whole.lua s.lua && fail "$edit changes nothing"
	expect 0 "$HARNESS" plan s.lua --no-trial
	grep -qF "is of another version of the scenario: no reading 'tuned'; 'harness tune s.lua' makes it anew" err.txt ||
		fail "the other version is not named after $edit"
	grep -q 'aabb *tuned ' out.txt && fail "a choice for another version is used"
done
cp whole.lua s.lua
echo '[]' >results/s/tuned.json
expect 7 "$HARNESS" plan s.lua --no-trial

# a population that states no block: rungs have rounds of 20 instances
cat >d.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "d", runs = 2, sweep = { algorithm = { h.aabb { leaf = 200, label = "aabb" } } }, stop = "decided",
	drawn = { pose = h.drawn.touching { depth = 0.05 }, count = 48 },
	scene = function () local ball = h.shape.ball { points = 60 } return { bodies = { { ball }, { ball } } } end,
	tune = { aabb = { leaf = { 1 } } },
}
LUA
expect 0 "$HARNESS" tune d.lua -q
grep -q '"block":[[:space:]]*20' results/d/tune/1-1/latest/plan.json || fail "rounds of a rung are not of 20 instances"

# steps of a generated scene are instances too, and its function sees what the scenario reads
cat >g.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "g", runs = 2, preempted = "keep", sweep = { algorithm = { h.aabb { leaf = 200, label = "aabb" } } },
	readings = { bodies = { scene = true, ours = "racks", others = { "parts" }, open = "what one body is" } },
	scene = function (p) return h.scenes.bay { faces = 4000, columns = 1, rows = 1, steps = 31, bodies = p.bodies } end,
	tune = { aabb = { leaf = { 1 } } },
}
LUA
expect 0 "$HARNESS" tune g.lua -q
expect 0 "$HARNESS" g.lua --counts --no-figures -q
rung=results/g/tune
[ "$(column steps $rung/1-1/latest/summary.csv | first)" -eq 20 ] || fail "not the first two thirds of the steps"
# the last third is measured where anything was chosen; both have all tests
if [ -e $rung/held-out ]; then
	[ "$(column steps $rung/held-out/latest/summary.csv | first)" -eq 11 ] || fail "not the last third"
	tests() { column nb "$1/latest/summary.csv" | first; }
	[ $(($(tests $rung/1-1) + $(tests $rung/held-out))) -eq "$(tests results/g)" ] || fail "other steps"
fi
# of many steps, the middle ones of either part
sed -e 's/steps = 31/steps = 121/' -e 's/"g"/"long"/' g.lua >long.lua
expect 0 "$HARNESS" tune long.lua -q
[ "$(column steps results/long/tune/1-1/latest/summary.csv | first)" -eq 24 ] || fail "a pass over all steps"

# one setting is chosen for all points: what fails in one group is no choice, and without a ratio in every held-out group there
# is no gain. Groups 1, 2, 4 and 5 train, as scenes of so few steps are whole instances; those of two steps meet the fault.
needs_planted "what fails in one group"
tuned_from() { # OWN TUNE GROUPS
	cat >f.lua <<-LUA
		local h = require "harness"
		local bad = { $3 }
		return h.scenario {
			name = "f", runs = 2, sweep = { group = { 1, 2, 3, 4, 5, 6 }, algorithm = {
				h.planted { label = "p", where = "step", step = 1, fault = "$1" } } },
			tune = { p = { fault = { $2 } } },
			scene = function (p)
				local a = h.teapot { faces = 100 }
				local poses = h.touching { count = bad[p.group] and 2 or 1, seed = p.group, on = { a, a } }
				return { bodies = { { a }, { a, motion = poses } } }
			end,
		}
	LUA
	expect 0 "$HARNESS" tune f.lua -q
}
tuned_from none '"error"' '[2] = true'
has '^p: as it is (as it is, the best of 2)$' <out.txt || fail "what fails in one group is chosen: $(cat out.txt)"
tuned_from error '"none"' '[2] = true, [3] = true'
has '^p: fault=none (as it is: not every held-out group has a ratio)$' <out.txt || fail "a gain without a group: $(cat out.txt)"
grep -q '"gain"' results/f/tuned.json && fail "a gain of some held-out groups"
grep -q '"settings":[[:space:]]*{}' results/f/tuned.json || fail "what has no gain is the choice"
tuned_from error '"crash"' '[2] = true'
has '^p: as it is (as it is: no setting was measured in every round of every group)$' <out.txt ||
	fail "a choice where all fail in a group: $(cat out.txt)"
