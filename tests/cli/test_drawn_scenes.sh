# Populations whose instances are scenes, and pieces of made scenes: each has the steps that it has alone.
. "$ROOT/tests/cli/lib.sh"

algorithms='h.aabb(), h.tree { volume = "kdop", broad = h.broad.sap() }, h.wide()'
scenario() { # DRAWN SCENE [MORE KEYS]
	cat >pop.lua <<-LUA
		local h = require "harness"
		local pot = h.teapot { faces = 100 }
		return h.scenario {
			name = "pop", runs = 12, preempted = "keep",
			sweep = { size = { 20, 30 }, algorithm = { $algorithms } },
			drawn = { $1 },
			scene = function (p, n) $2 end,
			${3:-}
		}
	LUA
}
crowd='return h.scenes.crowd { count = p.size, steps = 3, spin = true, density = 4, places = n or 0 }'
of_scenes='pose = h.drawn.scenes { steps = 3 }'

# made scenes: answers are compared, nothing depends on processors, and a scene does not depend on how many there are
scenario "$of_scenes, count = 10, seed = 4, block = 4" "$crowd"
expect 0 "$HARNESS" pop.lua -q -o ten --counts --no-figures
ten=ten/pop/latest
[ "$(wc -l <$ten/instances.csv)" -eq $((1 + 2 * 4 * 10)) ] || fail "not a line for each instance of each member"
grep -q "at all 60 steps" $ten/report.md || { cat $ten/report.md; fail "not all steps were compared"; }
expect 0 "$HARNESS" pop.lua -q -o two --counts -j 2 --simd baseline --no-figures
cmp $ten/instances.csv two/pop/latest/instances.csv || fail "-j 2 by other instructions counts other instances"
expect 0 "$HARNESS" verify $ten
scenario "$of_scenes, count = 4, seed = 4, block = 4" "$crowd"
expect 0 "$HARNESS" pop.lua -q -o four --counts --no-figures
csv_lua <<'LUA' || fail "scenes and their number"
local function read(name) return read_csv(name .. "/pop/latest/instances.csv") end
local ten, seen, distinct, contacts = {}, 0, {}, 0
for _, row in ipairs(read "ten") do
	ten[row.role .. row.point .. " " .. row.instance] = row
	distinct[row.size .. row.hash], contacts = true, contacts + row.contacts
end
for _, row in ipairs(read "four") do
	local same = ten[row.role .. row.point .. " " .. row.instance]
	for _, name in ipairs { "nb", "np", "contacts", "hash" } do assert(row[name] == same[name], name) end
	seen = seen + 1
end
assert(seen == 2 * 4 * 4 and contacts > 0)
local hashes = 0
for _ in pairs(distinct) do hashes = hashes + 1 end
assert(hashes == 20, hashes) -- other scenes have other contacts
LUA

# scenes of bodies: where they are follows from the number, which is the same for all bodies of a scene
moving='local line = h.line { steps = 3, from = { n or 0, 0, 0 }, to = { (n or 0) + 2, 0, 0 } }
	return { bodies = { { pot, motion = line }, { pot }, { pot, motion = h.line { steps = 1, from = { n or 0, 0, 0 }, to = { n or 0, 0, 0 } } } } }'
frames() { # NAME DRAWN SCENE
	scenario "$2" "$3"
	expect 0 "$HARNESS" export pop.lua --point 1 --frames -o "$1.frames"
}
frames lines "$of_scenes, count = 5, seed = 4" "$moving"
frames fewer "$of_scenes, count = 2, seed = 4" "$moving"
frames other "$of_scenes, count = 2, seed = 5" "$moving"
frames whole "pose = h.drawn.path {}, count = 1, beside = true" "$crowd"
frames pieces "pose = h.drawn.path { steps = 2 }, count = 1000, seed = 7" "$crowd" # each once
lua5.4 - <<'LUA' || fail "the poses of scenes"
local function steps_of(name) -- a list for each step of the x, y and z of all bodies
	local bytes, out = assert(io.open(name .. ".frames", "rb")):read "a", {}
	local count, frames = ("<i4i4"):unpack(bytes, 33)
	for i = 1, frames do
		out[i] = {}
		for b = 1, count do
			local v = { ("<dddddddddddd"):unpack(bytes, 65 + ((i - 1) * count + b - 1) * 96) }
			out[i][b] = ("%.17g %.17g %.17g"):format(v[10], v[11], v[12])
		end
	end
	return out
end
local function number(text) return tonumber(text:match "^%S+") end
local lines, fewer, other, seen = steps_of "lines", steps_of "fewer", steps_of "other", {}
assert(#lines == 15 and #fewer == 6 and #lines[1] == 3)
for i, step in ipairs(lines) do
	local n = number(lines[i - (i - 1) % 3][1])
	assert(n == math.floor(n) and n >= 1 and n < 2 ^ 31)
	assert(number(step[1]) == n + (i - 1) % 3 and step[2] == "0 0 0" and number(step[3]) == n)
	seen[n] = true
	if fewer[i] then assert(fewer[i][1] == step[1] and other[i][1] ~= step[1]) end
end
local numbers = 0
for _ in pairs(seen) do numbers = numbers + 1 end
assert(numbers == 5)
-- pieces of a made scene
local whole, at = steps_of "whole", {}
for i, step in ipairs(whole) do at[table.concat(step, ",")] = i end
local pieces = steps_of "pieces"
assert(#whole == 3 and #pieces == 4 and #pieces[1] == 20)
local a, b = at[table.concat(pieces[1], ",")], at[table.concat(pieces[3], ",")]
assert(a ~= b and at[table.concat(pieces[2], ",")] == a + 1 and at[table.concat(pieces[4], ",")] == b + 1)
LUA

# mistakes, with their keys
wrong() { # TEXT DRAWN SCENE [MORE]
	scenario "$2" "$3" "${4:-}"
	fails 3 -F "$1" "$HARNESS" pop.lua -q -o wrong --counts
	[ ! -e wrong/pop/latest ] || fail "a run was finished: $1"
}
many="$of_scenes, count = 3"
wrong "drawn.turn: is given besides h.drawn.scenes" "$many, turn = h.drawn.rotation ()" "$crowd"
wrong "drawn.walk: is given besides h.drawn.scenes" "$many, walk = h.drawn.walk { steps = 2, step = 1 }" "$crowd"
wrong "steps: is missing" "pose = h.drawn.scenes {}, count = 3" "$crowd"
wrong "h.drawn.scenes: steps: is 4, but a scene has 3" "pose = h.drawn.scenes { steps = 4 }, count = 3" "$crowd"
wrong "is another than in the first" "$many" "return h.scenes.crowd { count = p.size, steps = 3, seed = n % 1000 }"
wrong "come and go" "$many" "return h.scenes.crowd { count = p.size, steps = 3, places = n, churn = 0.5 }"
wrong "drawn.pose: scene 2 of 3 has another mesh than the first as bodies[2]" "$many" \
	"return { bodies = { { pot }, { h.shape.blob { faces = 40, seed = n } } } }"
wrong "drawn.pose: scene 1 of 3 moves bodies[1] by 12 poses, and steps is 3" "$many" \
	"return { bodies = { { pot, motion = h.spin { axis = { 0, 0, 1 }, turns = 1, steps = 12 } }, { pot } } }"
wrong "drawn.pose: scene 2 of 3 has bodies[1] elsewhere than the first, and it is fixed" "$many" \
	"return { bodies = { { pot, fixed = true, motion = h.line { steps = 1, from = { n, 0, 0 }, to = { n, 0, 0 } } }, { pot } } }"
wrong "drawn.pose: scene 2 of 3 has bodies[1] fixed otherwise than the first" "$many" \
	"first = first or n; return { bodies = { { pot, fixed = n == first }, { pot } } }"
wrong "drawn: bodies[1] deforms" "$many" \
	"return { bodies = { { pot, deform = h.deform { mesh = pot, kind = 'wave', steps = 3, share = 0.1 } }, { pot } } }"
wrong "drawn: needs a scene of bodies; of a made one, h.drawn.path {} draws pieces and h.drawn.scenes {} others" \
	"walk = h.drawn.walk { steps = 2, step = 1 }, count = 3" "$crowd"
wrong "1 pieces of 4 steps were asked for, but a motion of 3 has 0" "pose = h.drawn.path { steps = 4 }, count = 4" "$crowd"

# scenes of which a broad phase alone is asked: each has the counts that it has by itself
boxes() { # NAME DRAWN
	algorithms='h.broad.pairs(), h.broad.octree(), h.broad.kdtree()' scenario "$2" "$crowd" "query = 'boxes',"
	expect 0 "$HARNESS" pop.lua -q -o "$1" --counts --no-figures
}
boxes b_ten "$of_scenes, count = 10, seed = 4, block = 4"
boxes b_four "$of_scenes, count = 4, seed = 4, block = 4"
csv_lua <<'LUA' || fail "scenes of boxes"
local function read(name) return read_csv(name .. "/pop/latest/instances.csv") end
local ten, seen, found = {}, 0, 0
for _, row in ipairs(read "b_ten") do ten[row.role .. row.point .. " " .. row.instance] = row end
for _, row in ipairs(read "b_four") do
	local same = ten[row.role .. row.point .. " " .. row.instance]
	for _, name in ipairs { "broad_tests", "broad_pairs", "hash" } do assert(row[name] == same[name], name) end
	if row.algorithm == "pairs" then assert(tonumber(row.broad_tests) == 3 * row.size * (row.size - 1) / 2) end
	seen, found = seen + 1, found + row.broad_pairs
end
assert(seen == 2 * 4 * 4 and found > 0, seen)
LUA

needs_planted "times"
export HARNESS_PLANT_INSTANCES=aabb:3,tree:2,wide:2
scenario "$of_scenes, count = 10, seed = 4, block = 4" "$crowd" "claims = {
	slower = function (r) return r:above({ size = 20, algorithm = 'aabb' }, { size = 20, algorithm = 'wide' }, { over = 'drawn' }) end },"
expect 0 "$HARNESS" pop.lua -q -o out --no-figures
grep -q "\*\*holds.*: slower$" out/pop/latest/report.md || { cat out/pop/latest/report.md; fail "a claim over scenes"; }
grep -q "over scenes (10 counted, 10 timed)" out/pop/latest/report.md || { cat out/pop/latest/report.md; fail "what was drawn"; }
# a copy without journals whose rows are compressed is judged by all of them
cp -rL out/pop/latest copy
rm -rf copy/groups copy/files.sha256 copy/report.sha256
sed -i -e '/^\t"files":\t/d' -e '/^\t"chain":\t/d' copy/manifest.json
sed -i -z 's/,\n}$/\n}/' copy/manifest.json
gzip copy/samples.csv copy/builds.csv copy/instances.csv copy/drawn.csv
expect 0 "$HARNESS" verify copy
