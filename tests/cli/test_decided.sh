# A population whose rounds end when claims over it are decided: what is looked at and when, who goes on, what a finished run
# keeps, and what its intervals say.
. "$ROOT/tests/cli/lib.sh"

scenario() { # MORE KEYS
	cat >pop.lua <<-LUA
		local h = require "harness"
		local function at(a) return { faces = 120, algorithm = a } end
		return h.scenario {
			name = "pop", runs = 12, preempted = "keep", check = "none",
			sweep = { faces = { 120, 150 }, algorithm = { h.dassd(), h.bsp(), h.aabb(), h.bsp { leaf = 8, label = "unasked" } } },
			drawn = { pose = h.drawn.touching { depth = 0.03 }, count = 40, seed = 4, block = 4 },
			scene = function (p) return { bodies = { { h.teapot { faces = 120 } }, { h.teapot { faces = p.faces } } } } end,
			claims = {
				below = function (r) return r:below(at "dassd", at "bsp", { over = "drawn" }) end,
				above = function (r) return r:above(at "dassd", at "bsp", { limit = 0.5 }) end,
				within = function (r) return r:within(at "bsp", at "dassd", { lo = 1.4, hi = 1.6 }) end,
				share = function (r) return r:share(at "dassd", at "bsp", { at_least = 0.8 }) end,
				equal = function (r) return r:at_most(at "bsp", at "dassd", { limit = 1.5 }) end,
				$1
			},
			stop = "decided", $2
		}
	LUA
}

# what is asked stands in the plan, each once, of the groups that claims compare over their population
scenario "" ""
expect 0 "$HARNESS" pop.lua -q -o counted --counts --no-figures
csv_lua counted/pop/latest <<'LUA' || fail "the questions of the plan"
local text = assert(io.open(arg[1] .. "/plan.json")):read "a":gsub("%s", "")
local found = {}
for list in text:gmatch '"questions":(%b[])' do
	for one in list:gmatch "%b{}" do
		local function of(key) return one:match('"' .. key .. '":([^,}]*)') or "" end
		found[#found + 1] = ("%s/%s %s%s"):format(of "a", of "b", of "limit", of "below" == "1" and " share" or "")
	end
end
table.sort(found)
local want = {} -- dassd is point 1, bsp is 3; `equal` asks for bsp
for _, one in ipairs { "1/3 1", "1/3 0.8 share", "3/1 2", "3/1 1.4", "3/1 1.6", "3/1 1.5" } do want[one] = true end
assert(#found == 6, table.concat(found, "; "))
for _, one in ipairs(found) do assert(want[one], one) end
assert(select(2, text:gsub('"questions"', "")) == 1)
LUA

# what is asked is a part of the plan: tasks of a job array ask the same as the deal that was submitted
mkdir bin
printf '#!/bin/sh\necho 1\n' >bin/sbatch
chmod +x bin/sbatch
expect 0 env PATH="$PWD/bin:$PATH" "$HARNESS" submit pop.lua --slurm --shards 2 --counts -o dealt
for i in 1 2; do
	expect 0 "$HARNESS" plan pop.lua --counts --shard $i/2 --deal dealt/pop/submit-2/deal.json
	expect 0 env SLURM_ARRAY_TASK_ID=$i sh dealt/pop/submit-2/array.sh -q
done

# what cannot be
wrong() { # TEXT FROM TO
	scenario "" ""
	sed -i "s/$2/$3/" pop.lua
	fails 3 -F "$1" "$HARNESS" pop.lua -q -o wrong
}
wrong "stop: must be one of 'rounds', 'decided', not 'decide'" 'stop = "decided"' 'stop = "decide"'
expect 2 "$HARNESS" pop.lua -q -o wrong --counts --stop rounds

needs_planted "times"
# exact times by contacts: one look decides all but the equality, which is as near as can be
export HARNESS_PLANT_INSTANCES=dassd:2,bsp:3,aabb:2
scenario "" ""
expect 0 "$HARNESS" pop.lua -q -o out --no-figures
run=out/pop/latest
for want in "holds.*: below$" "holds.*: above$" "holds.*: within$" "holds.*: share$" "undecided.*: equal$"; do
	grep -q "\*\*$want" $run/report.md || { cat $run/report.md; fail "no $want"; }
done
[ "$(cat $run/groups/* | grep -c '"type":"look","rounds":12,"open":0,"worst":0,')" -eq 1 ] || fail "other looks"
[ "$(cat $run/groups/* | grep -c '"type":"round"')" -eq 24 ] || fail "more rounds than claims need"
csv_lua $run <<'LUA' || fail "intervals of what was looked at"
for _, row in ipairs(read_csv(arg[1] .. "/drawn.csv")) do
	-- looks after 12 rounds, 17, 25, ... 830, and at 1,000; or where a budget ends
	local error = row.faces == 120 and 0.05 / 15 or 0.05
	assert(math.abs(row.interval_error / error - 1) < 1e-12, row.interval_error)
end
LUA
grep -q "intervals hold at all looks together" $run/report.md || fail "the report does not say how long intervals hold"
# nothing is measured for another claim, but a run with none ends by its rounds and is another run
scenario 'more = function (r) return r:below(at "dassd", at "aabb") end,' ""
expect 0 "$HARNESS" pop.lua -q -o out --no-figures
[ "$(find out/pop -maxdepth 1 -name '2*' | wc -l)" -eq 1 ] || fail "a claim is in a key"
grep -q "undecided.*: more$" $run/report.md || fail "the new claim"
expect 0 "$HARNESS" pop.lua -q -o out --no-figures --stop rounds
[ "$(find out/pop -maxdepth 1 -name '2*' | wc -l)" -eq 2 ] || fail "how rounds end is in no key"
expect 0 "$HARNESS" pop.lua -q -o out --no-figures --stop rounds --precision 3%
[ "$(find out/pop -maxdepth 1 -name '2*' | wc -l)" -eq 3 ] || fail "at the same precision how rounds end is in no key"

# shares below other ratios than 1 are rows of their own, and of another run
scenario 'some = function (r) return r:share(at "dassd", at "bsp", { at_least = 0.8, below = 0.7 }) end,
	none = function (r) return r:share(at "dassd", at "bsp", { at_least = 0.2, below = 0.65 }) end,' ""
expect 0 "$HARNESS" pop.lua -q -o out --no-figures
[ "$(find out/pop -maxdepth 1 -name '2*' | wc -l)" -eq 4 ] || fail "bounds are in no key"
grep -q "holds.*: some$" $run/report.md && grep -q "refuted.*: none$" $run/report.md || { cat $run/report.md; fail "shares below"; }
csv_lua $run <<'LUA' || fail "rows of bounds"
local seen = {}
for _, row in ipairs(read_csv(arg[1] .. "/drawn.csv")) do
	seen[row.share_bound] = (seen[row.share_bound] or 0) + 1
	if row.algorithm == "dassd" and row.over_algorithm == "bsp" and row.role == "point" then
		assert(row.faster_share == (row.share_bound >= 0.7 and 1 or 0) and math.abs(row.drawn_ratio - 2 / 3) < 1e-9)
	end
end
assert(seen[1] == 2 * seen[0.7] and seen[0.7] == seen[0.65]) -- only the group that the claims are of
LUA
sed -i 's/seed = 4,/seed = 4, hold_out = 0.25,/' pop.lua
expect 0 "$HARNESS" pop.lua -q -o out --no-figures
[ "$(find out/pop -maxdepth 1 -name '2*' | wc -l)" -eq 5 ] || fail "hold_out is in no key"
grep -q '"folds": 4' $run/plan.json || fail "hold_out is in no plan"

# real times of aabb, to one part in a thousand. Of 40 poses of all that there are, more times do not tell: it ends.
export HARNESS_PLANT_INSTANCES=dassd:2,bsp:3
scenario 'value = function (r) return r:ratio(at "aabb", at "dassd").median > 0 end,' 'precision = 0.001,'
expect 0 "$HARNESS" pop.lua -q -o few --no-figures --budget 60s -s faces=120
[ "$(cat few/pop/latest/groups/* | grep -c '"type":"look".*"open":0,')" -eq 1 ] || fail "more times of few instances"
# where these are all that there are, the budget ends it. Who is in no open claim takes no more samples
sed -i 's/h.drawn.touching { depth = 0.03 }/h.drawn.path { motion = h.spin { axis = { 1, 0, 0 }, turns = 1, steps = 40 } }/' pop.lua
expect 0 "$HARNESS" pop.lua -q -o long --no-figures --budget 8s -s faces=120
run=long/pop/latest
looks() { # RUN: fails unless the looks of its groups are as they must be; prints how many there were
	lua5.4 - "$1" <<-'LUA'
		local left, rounds, looks = {}, 0, 0
		for line in io.popen(("cat %s/groups/*"):format(arg[1])):lines() do
			if line:find '"type":"round","whole":true' then
				rounds = rounds + 1
				for member in line:gmatch '"member":(%d+),"turn"' do assert(not left[member], member .. " was gone") end
				local _, members = line:gsub('"turn":', "")
				assert(members == (next(left) and 3 or 5), members)
			elseif line:find '"type":"look"' then
				looks = looks + 1
				assert(tonumber(line:match '"rounds":(%d+)') == rounds and rounds >= 12)
				assert(line:find '"open":1,' and line:find '"left":%[1,3%]', line)
				for member in line:match('"left":%[(.-)%]'):gmatch "%d+" do left[member] = true end
			end
		end
		print(looks)
	LUA
}
[ "$(looks $run)" -ge 1 ] || fail "no look"
grep -q '"W012"' $run/manifest.json || fail "a budget that ends a group is told"
[ "$(column status $run/summary.csv | sort -u)" = ok ] || fail "who left failed"
# a run that was killed at a look goes on without those who left
cut_off KILL 1 look "$HARNESS" pop.lua -s faces=120 --no-figures
before=$(looks "$(echo killed/pop/2*)")
cut_off TERM $((before + 1)) look "$HARNESS" pop.lua -s faces=120 --no-figures
[ "$(looks "$(echo killed/pop/2*)")" -gt "$before" ] || fail "no look after a kill"
