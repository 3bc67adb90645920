# Populations: `drawn` in a scenario. All instances are counted and checked, rounds time blocks of them, and claims are about
# all. The same bytes for any -j, for shards that are merged, and after a kill.
. "$ROOT/tests/cli/lib.sh"

scenario() { # COUNT [MORE KEYS]
	cat >pop.lua <<-LUA
		local h = require "harness"
		local function at(a) return { faces = 150, algorithm = a } end
		return h.scenario {
			name = "pop", runs = 12, preempted = "keep",
			sweep = { faces = { 120, 150 }, algorithm = { h.aabb(), h.bsp(), h.dassd() } },
			drawn = { pose = h.drawn.touching { depth = 0.03 }, count = $1, seed = 4, block = 4 },
			scene = function (p) return { bodies = { { h.teapot { faces = 120 } }, { h.teapot { faces = p.faces } } } } end,
			$2
		}
	LUA
}
claims='claims = {
	below = function (r) return r:below(at "aabb", at "bsp", { over = "drawn" }) end,
	below_limit = function (r) return r:below(at "aabb", at "bsp", { over = "drawn", limit = 0.5 }) end,
	above = function (r) return r:above(at "aabb", at "bsp", { over = "drawn" }) end,
	equal = function (r) return r:below(at "aabb", at "dassd", { over = "drawn" }) end,
	share = function (r) return r:share(at "aabb", at "bsp", { at_least = 0.9 }) end,
	rare = function (r) return r:share(at "aabb", at "bsp", { at_most = 0.1 }) end,
},'
spread='figures = { spread = { x = "instance", y = "np", series = "algorithm", panels = "faces" } },'
scenario 40 "$claims $spread"
expect 0 "$HARNESS" pop.lua -q -o one --counts --no-figures
one=one/pop/latest
[ "$(wc -l <$one/instances.csv)" -eq $((1 + 2 * 4 * 40)) ] || fail "not a line for each instance of each member"
[ "$(wc -l <$one/drawn.csv)" -eq 1 ] || fail "ratios of a run that only counts"
grep -q "not measured, as this run only counts" $one/report.md || fail "a claim on times that there are none of"
expect 0 "$HARNESS" pop.lua -q -o two --counts -j 2 --no-figures
cmp $one/instances.csv two/pop/latest/instances.csv || fail "-j 2 counts other instances"
# a figure of the instances has their values in order, along their share
csv_lua $one <<'LUA' || fail "the figure of the instances"
local values, seen, most = {}, {}, 0
for _, row in ipairs(read "instances.csv") do
	local key = row.role == "point" and row.faces .. row.algorithm
	if key then values[key] = values[key] or {} table.insert(values[key], row.np) most = math.max(most, row.np) end
end
for _, list in pairs(values) do table.sort(list) end
for _, mark in ipairs(read "figures/spread.csv") do
	local key = mark.faces .. mark.algorithm
	seen[key] = (seen[key] or 0) + 1
	assert(mark.np == values[key][seen[key]] and mark.rank == 100 * (seen[key] - 0.5) / 40, key)
end
for key in pairs(values) do assert(seen[key] == 40, key) end
assert(assert(io.open(arg[1] .. "/report.md")):read "a":find(("the greatest value, %d, is of"):format(most), 1, true))
LUA
# the sums are the summary's, every algorithm finds the same, and an instance does not depend on their number
csv_lua $one <<'LUA' || fail "instances.csv and summary.csv"
local sums, hashes = {}, {}
for _, row in ipairs(read "instances.csv") do
	local key = row.role .. row.point
	sums[key] = sums[key] or { nb = 0, np = 0, nu = 0, contacts = 0 }
	for name in pairs(sums[key]) do sums[key][name] = sums[key][name] + row[name] end
	local place = row.faces .. " " .. row.instance
	hashes[place] = hashes[place] or row.hash
	assert(row.hash == hashes[place] and row.timed == 0 and row.step_ms == nil)
end
for _, row in ipairs(read "summary.csv") do
	assert(row.status == "ok" and row.steps == 40)
	for name, sum in pairs(sums[row.role .. row.point] or {}) do assert(row[name] == sum, name) end
end
LUA
# a published copy without instances.csv: its figure of instances cannot be made again, and all else can
publish $one bare
rm bare/instances.csv.gz
expect 0 "$HARNESS" verify bare
grep -q "figures/spread.csv is not made again: there is no instances.csv" out.txt || { cat out.txt; fail "a figure without its data"; }
scenario 10 ""
expect 0 "$HARNESS" pop.lua -q -o ten --counts --no-figures
for run in $one ten/pop/latest; do
	csv_lua "$run" >"${run%%/*}.txt" <<-'LUA'
		for _, row in ipairs(read_csv(arg[1] .. "/instances.csv")) do
			if row.instance <= 10 then print(row.point, row.role, row.instance, row.nb, row.np, row.nu, row.hash) end
		end
	LUA
done
cmp one.txt ten.txt || fail "an instance depends on how many there are"

# an instance finds nothing that another left: to begin with the pair that met last is to begin with any
scenario 10 'query = "first",'
sed -i 's/{ h.aabb(), h.bsp(), h.dassd() }/{ h.dassd(), h.dassd { last_first = false } }/' pop.lua
expect 0 "$HARNESS" pop.lua -q -o first --counts --no-figures
[ "$(column np first/pop/latest/summary.csv | sort -u | wc -l)" -eq 4 ] || # each group has brute force's, too
	{ column np first/pop/latest/summary.csv; fail "instances remember"; }

# what is wrong in a scenario is said with its place, before anything is made
wrong() { # TEXT FROM TO
	scenario 10 "$claims"
	sed -i "s/$2/$3/" pop.lua
	fails 3 -F "$1" "$HARNESS" pop.lua -q -o wrong
	[ ! -e wrong ] || fail "something was written: $1"
}
wrong "pop.lua:6: drawn.bolck: unknown key; did you mean 'block'?" 'block = 4' 'bolck = 4'
wrong "figures.x.y: is missing, must be one of 'ratio_to_first'" 'claims = {' 'figures = { x = { x = "instance" } }, claims = {'
wrong "figures.x.x: a figure with kind = 'bars' has a place for each value" 'claims = {' \
	'figures = { x = { kind = "bars", x = "instance", y = "np" } }, claims = {'
wrong "over is 'drwan', not 'drawn'" 'over = "drawn"' 'over = "drwan"'
scenario 10 "$claims"
sed -i '/drawn = {/d' pop.lua
fails 3 -F 'the scenario has no `drawn`' "$HARNESS" pop.lua -q -o wrong

# beside the poses of the scene: a reading, where --drawn asks for it
beside() { # COUNT: two poses of the scene, of which aabb tests fewer pairs in one
	scenario "$1" 'claims = {
		fewer = function (r) return r:below(at "aabb", at "bsp", { column = "np" }) end,
		faster = function (r) return r:below(at "aabb", at "bsp", { limit = 0.9 }) end,
		share = function (r) return r:share(at "aabb", at "bsp", { at_least = 0.9 }) end,
	}, per_step = true, quick = { drawn = 5 },'
	sed -i "s/block = 4/block = 4, beside = true/
		s/faces = p.faces } } } }/faces = p.faces }, motion = h.touching { count = 2, on = { h.teapot { faces = 120 }, h.teapot { faces = 120 } } } } } }/" pop.lua
}
beside 30
expect 0 "$HARNESS" pop.lua -q -o own --counts --no-figures
own=own/pop/latest
[ ! -e $own/instances.csv ] && [ -e $own/steps.csv ] || fail "a population that nobody asked for"
head -n 1 $own/matrix.csv | first | has -v "population" || fail "a reading that was not measured"
expect 0 "$HARNESS" pop.lua -q -o both --counts --drawn --no-figures
both=both/pop/latest
csv_lua $own $both <<'LUA' || fail "own poses and population"
local function read(run, name) return read_csv(run .. "/" .. name) end
local own, steps = {}, { [""] = 2, ["drawn=population"] = 30 }
for _, row in ipairs(read(arg[1], "summary.csv")) do own[row.role .. row.point] = row end
local seen = 0
for _, row in ipairs(read(arg[2], "summary.csv")) do
	local same = own[row.role .. row.point]
	assert(row.status == "ok" and row.steps == steps[row.reading or ""], row.steps)
	if not row.reading then assert(same.np == row.np and same.hash == row.hash) seen = seen + 1 end
end
assert(seen == #read(arg[1], "summary.csv"))
assert(#read(arg[2], "steps.csv") == #read(arg[1], "steps.csv"))
assert(#read(arg[2], "instances.csv") == 2 * 4 * 30)
LUA
expect 0 "$HARNESS" verify $both
expect 0 "$HARNESS" report $both --no-figures
expect 0 "$HARNESS" pop.lua -q -o quick --counts --drawn --quick --no-figures
[ "$(wc -l <quick/pop/latest/instances.csv)" -eq $((1 + 2 * 4 * 5)) ] || fail "--quick draws as many"
scenario 10 ""
fails 2 "its population is measured anyway" "$HARNESS" pop.lua -q -o wrong --drawn
sed -i '/drawn = {/d' pop.lua
fails 2 "it draws no population" "$HARNESS" pop.lua -q -o wrong --drawn
beside 10
sed -i 's/^sweep = {/sweep = { drawn = { 1, 2 },/' pop.lua
fails 3 "drawn: is also swept" "$HARNESS" pop.lua -q -o wrong
beside 10
sed -i 's/^sweep = {/readings = { drawn = { scene = true, ours = 1, others = { 2 }, open = "x" } }, sweep = {/' pop.lua
fails 3 "readings.drawn: is the name of a reading that the scenario has anyway" "$HARNESS" pop.lua -q -o wrong

needs_planted "times"
# times by contacts, so that counts tell them: aabb takes 2/3 of the time of bsp in each instance, and that of dassd
export HARNESS_PLANT_INSTANCES=aabb:2,bsp:3,dassd:2
scenario 40 "$claims"
expect 0 "$HARNESS" pop.lua -q -o out --no-figures
run=out/pop/latest
for want in "holds.*: below$" "refuted.*: below_limit$" "refuted.*: above$" "undecided.*: equal$" "holds.*: share$" "refuted.*: rare$"; do
	grep -q "\*\*$want" $run/report.md || { cat $run/report.md; fail "no $want"; }
done
grep -q "faces=120: bsp / aabb: 1.50000 \[1.50000, 1.50000\] over poses in contact (40 counted, 40 timed)" $run/report.md || fail "the sentence"
csv_lua $run <<'LUA' || fail "drawn.csv and the blocks"
local factor, lines = { aabb = 2, bsp = 3, dassd = 2 }, 0
for _, row in ipairs(read "drawn.csv") do
	local ratio = factor[row.algorithm] / factor[row.over_algorithm]
	assert(math.abs(row.drawn_ratio / ratio - 1) < 1e-9 and math.abs(row.total_ratio / ratio - 1) < 1e-9)
	assert(row.instances == 40 and row.timed == 40 and row.times == 48 and row.sessions == 6)
	lines = lines + 1
end
assert(lines == 2 * (3 * 2 + 3)) -- each point beside two others, and the twin beside three
for _, row in ipairs(read "costs.csv") do
	local want = row.cost_of == "instance" and 1000 or row.cost_of == "contacts" and 10 or 0
	assert(math.abs(row.cost_ns - want * factor[row.algorithm]) < 1 and row.error < 1e-3 and row.times == 48)
	assert(row.cost_ns_lo <= row.cost_ns and row.cost_ns <= row.cost_ns_hi)
end
-- 12 rounds of 4: each instance once, then 8 of them again; all members have timed the same ones
local by_instance, timed = {}, 0
for _, row in ipairs(read "instances.csv") do
	local key = row.faces .. " " .. row.instance
	assert(row.timed == (by_instance[key] or row.timed) and row.timed >= 1 and row.timed <= 2)
	local ms = factor[row.algorithm] * (1000 + 10 * row.contacts) * 1e-6
	assert(math.abs(row.step_ms / ms - 1) < 1e-12 and math.abs(row.predicted_ms / ms - 1) < 1e-3)
	by_instance[key], timed = row.timed, timed + row.timed
end
assert(timed == 2 * 4 * 48)
LUA
# a precision is that of the ratios, which are exact here, and not of medians over different instances
expect 0 "$HARNESS" pop.lua -q -o precise --precision 2% -s faces=150 --no-figures
[ "$(cat precise/pop/latest/groups/* | grep -c '"type":"round"')" -eq 12 ] || fail "more rounds than the ratios need"
# a block that is larger than what warms a worker up; and one that nobody stated is as large as the population here
sed -i 's/block = 4/block = 30/' pop.lua
(unset HARNESS_PLANT_INSTANCES && expect 0 "$HARNESS" pop.lua -q -o large -s faces=150 --no-figures)
# (far apart, and a larger model, so that instances take next to nothing beside a build: by processor time some thirtieth of what
# makes blocks grow)
sed -i 's/, block = 30//; s/touching { depth = 0.03 }/at_distance { distance = 8 }/; s/faces = 120 }/faces = 2000 }/' pop.lua
(unset HARNESS_PLANT_INSTANCES && expect 0 "$HARNESS" pop.lua -q -o grown -s faces=150 --no-figures)
lua5.4 - grown/pop/latest <<'LUA' || fail "blocks that grow"
local sizes = {}
for line in io.popen("cat " .. arg[1] .. "/groups/*"):lines() do
	local block = line:match '"type":"round".-"block":%[(.-)%]'
	if block then sizes[#sizes + 1] = select(2, block:gsub("%d+", "")) end
end
assert(#sizes == 12, #sizes .. " rounds")
assert(sizes[1] > 20 and sizes[1] <= 40, sizes[1] .. " instances")
for _, size in ipairs(sizes) do assert(size == sizes[1], "another block") end
LUA
scenario 40 "$claims"
# shards that are merged, and a run that was killed, have the same blocks
again_in_parts $run

# claims under the reading are over the population, and a share is of nothing else
beside 40
expect 0 "$HARNESS" pop.lua -q -o under --drawn --no-figures
csv_lua under/pop/latest <<'LUA' || fail "claims under the reading"
local by = {}
for _, row in ipairs(read_csv(arg[1] .. "/matrix.csv")) do by[row.claim] = row end
assert(by.faster["drawn=population"] == "holds" and math.abs(by.faster["drawn=population ratio"] - 2 / 3) < 1e-9)
assert(by.share["drawn=population"] == "holds" and by.share.ours == "undecided")
LUA

# how single ratios spread, from real times
(unset HARNESS_PLANT_INSTANCES && expect 0 "$HARNESS" pop.lua -q -o real --drawn --no-figures)
csv_lua real/pop/latest <<'LUA' || fail "the spread of ratios"
local times = {}
for _, row in ipairs(read "instances.csv") do
	local key = row.role .. row.point
	times[key] = times[key] or {}
	times[key][row.instance] = row.step_ms
end
local function near(a, b) return math.abs(a / b - 1) < 1e-12 end
for _, row in ipairs(read "drawn.csv") do
	local a, b, ratios, most = times[row.role .. row.point], times["point" .. row.over_point], {}, 0
	for i, ms in pairs(a) do
		ratios[#ratios + 1] = ms / b[i]
		most = math.max(most, ms / b[i])
	end
	table.sort(ratios)
	assert(#ratios == row.timed and near(row.ratio_most, most))
	assert(near(row.ratio_most, a[row.most_instance] / b[row.most_instance]))
	for share, name in pairs { [0.05] = "ratio_p05", [0.5] = "ratio_p50", [0.95] = "ratio_p95" } do
		assert(near(row[name], ratios[math.floor(share * (#ratios - 1) + 0.5) + 1]), name)
	end
end
LUA

# a distribution is a reading: the point says how deep the poses are
scenario 10 ""
expect 0 "$HARNESS" pop.lua -q -o flat --counts --no-figures
scenario 10 'readings = { depth = { scene = true, ours = 0.03, others = { 0.2 }, open = "how deep" } },'
sed -i 's/depth = 0.03 }/depth = function (p) return p.depth end }/' pop.lua
expect 0 "$HARNESS" pop.lua -q -o deep --counts --no-figures
csv_lua flat/pop/latest deep/pop/latest <<'LUA' || fail "a depth that is a function"
local function of(dir, reading)
	local out = {}
	for _, row in ipairs(read_csv(dir .. "/instances.csv")) do
		if row.role == "point" and (row.reading or "") == reading then
			out[("%s %s %d"):format(row.faces, row.algorithm, row.instance)] = row
		end
	end
	return out
end
local flat, own, deeper = of(arg[1], ""), of(arg[2], ""), of(arg[2], "depth=0.2")
local contacts = { own = 0, deeper = 0 }
for key, row in pairs(flat) do
	assert(own[key].hash == row.hash and own[key].nb == row.nb, key)
	assert(deeper[key].hash ~= row.hash, key)
	contacts.own, contacts.deeper = contacts.own + row.contacts, contacts.deeper + deeper[key].contacts
end
assert(contacts.own > 0 and contacts.deeper > 1.5 * contacts.own)
LUA

# a wrong answer fails its row, at its instance
scenario 10 ""
sed -i "s/h.dassd()/h.planted { fault = 'wrong' }/; s/{ 120, 150 }/{ 120 }/" pop.lua
expect 4 "$HARNESS" pop.lua -q -o faulty --counts --no-figures
column detail faulty/pop/latest/summary.csv | has "step 1: 1 of" || fail "what of a wrong answer?"
