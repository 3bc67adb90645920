# Populations whose instances are trajectories, pieces of a motion or rotations: counted, timed in blocks and checked as
# poses are, and each the same as if it were a motion of its own.
. "$ROOT/tests/cli/lib.sh"

scenario() { # DRAWN [MORE KEYS]
	cat >pop.lua <<-LUA
		local h = require "harness"
		local around = h.spin { axis = { 0, 0, 1 }, turns = 1, steps = 12, offset = { 2.5, 0, 0 } }
		return h.scenario {
			name = "pop", runs = 12, preempted = "keep",
			sweep = { faces = { 120, 150 }, algorithm = { h.dassd(), h.aabb { update = "lazy" }, h.wide() } },
			drawn = { $1 },
			scene = function (p) return { bodies = { { h.teapot { faces = 120 } }, { h.teapot { faces = p.faces } } } } end,
			${2:-}
		}
	LUA
}
touching='pose = h.drawn.touching { depth = 0.03 }'
walk='walk = h.drawn.walk { steps = 5, step = 0.03, degrees = 2 }'
walks="$touching, $walk, count = 20, seed = 4, block = 4"
scenario "$walks"
expect 0 "$HARNESS" pop.lua -q -o one --counts --no-figures
one=one/pop/latest
[ "$(wc -l <$one/instances.csv)" -eq $((1 + 2 * 4 * 20)) ] || fail "not a line for each instance of each member"
grep -q "at all 200 steps" $one/report.md || fail "not all steps were compared"
expect 0 "$HARNESS" pop.lua -q -o two --counts -j 2 --simd baseline --no-figures
cmp $one/instances.csv two/pop/latest/instances.csv || fail "-j 2 by other instructions counts other instances"
expect 0 "$HARNESS" verify $one

# each trajectory alone, as a motion of the poses that the population has: the same counts and hashes
for query in all first; do
	scenario "$walks" "query = '$query',"
	expect 0 "$HARNESS" pop.lua -q -o "$query" --counts --no-figures
	expect 0 "$HARNESS" export pop.lua --point 1 --frames -o "$query.frames"
	lua5.4 - $query.frames <<-'LUA'
		local whole = assert(io.open(arg[1], "rb")):read "a"
		local count, frames, size = ("<i4i4i4"):unpack(whole, 33)
		assert(count == 2 and frames == 100 and size == 96)
		for i = 0, 19 do
			local piece = whole:sub(65 + i * 5 * 2 * 96, 64 + (i + 1) * 5 * 2 * 96)
			local file = assert(io.open(("%s.%d"):format(arg[1], i + 1), "wb"))
			file:write(whole:sub(1, 36), ("<i4"):pack(5), whole:sub(41, 64), piece, whole:sub(-2)):close()
		end
	LUA
	cat >alone.lua <<-LUA
		local h = require "harness"
		local instances = {}
		for i = 1, 20 do instances[i] = i end
		return h.scenario {
			name = "alone", query = "$query",
			sweep = { instance = instances, algorithm = { h.dassd(), h.aabb { update = "lazy" }, h.wide() } },
			scene = function (p)
				local pot = h.teapot { faces = 120 }
				return { bodies = { { pot }, { pot, motion = h.recording { file = "$query.frames." .. p.instance }:motion(2) } } }
			end,
		}
	LUA
	expect 0 "$HARNESS" alone.lua -q -o "$query" --counts --no-figures
	csv_lua $query <<-'LUA' || fail "an instance and its motion alone: $query"
		local own, same = {}, 0
		for _, row in ipairs(read "alone/latest/summary.csv") do own[row.role .. row.algorithm .. row.instance] = row end
		for _, row in ipairs(read "pop/latest/instances.csv") do
			local alone = row.faces == 120 and row.role == "point" and own["point" .. row.algorithm .. row.instance]
			for _, name in ipairs { "nb", "np", "nu", "vertices_projected", "triangle_boxes", "contacts", "hash" } do
				if alone then assert(alone[name] == row[name], row.algorithm .. row.instance .. name) same = same + 1 end
			end
		end
		assert(same == 3 * 20 * 7)
	LUA
done

# instances.csv has where each begins
csv_lua $one <<'LUA' || fail "the poses of instances.csv"
local frames, seen = assert(io.open("all.frames", "rb")):read "a", 0
for _, row in ipairs(read_csv(arg[1] .. "/instances.csv")) do
	assert(row.first_step == 5 * (row.instance - 1) + 1)
	if row.faces == 120 then
		local v = { ("<dddddddddddd"):unpack(frames, 65 + ((row.first_step - 1) * 2 + 1) * 96) }
		local w, x, y, z = row.pose_qw, row.pose_qx, row.pose_qy, row.pose_qz
		local r = { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), 2 * (x * y + w * z),
			1 - 2 * (x * x + z * z), 2 * (y * z - w * x), 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) }
		for i = 1, 9 do assert(math.abs(r[i] - v[i]) < 1e-14) end
		assert(row.pose_x == v[10] and row.pose_y == v[11] and row.pose_z == v[12])
		seen = seen + 1
	end
end
assert(seen == 4 * 20)
LUA

# pieces of a motion: each once, and no more than there are; rotations; a walk from where the body is
poses() { csv_lua "$1" <<-'LUA'
	for _, row in ipairs(read_csv(arg[1] .. "/pop/latest/instances.csv")) do
		if row.point == 1 and row.role == "point" then
			print(("%.9f %.9f %.9f %.9f"):format(row.pose_x, row.pose_y, row.pose_z, row.pose_qw))
		end
	end
LUA
}
scenario "pose = h.drawn.path { motion = around, steps = 3 }, count = 11"
expect 0 "$HARNESS" pop.lua -q -o pieces --counts --no-figures
[ "$(poses pieces | sort -u | wc -l) $(poses pieces | wc -l)" = "10 10" ] || { poses pieces; fail "pieces repeat"; }
scenario "pose = h.drawn.along { motion = around, steps = 3 }, count = 4" # its earlier name
expect 0 "$HARNESS" pop.lua -q -o four --counts --no-figures
cmp <(poses four) <(poses pieces | first 4) || fail "a piece depends on how many there are"
scenario "pose = h.drawn.path { motion = around }, turn = h.drawn.rotation (), count = 24"
expect 0 "$HARNESS" pop.lua -q -o turned --counts --no-figures
[ "$(poses turned | cut -d' ' -f1-3 | sort | uniq -c | sort -u -k1,1n | sed 's/^ *//; s/ .*//')" = 2 ] || fail "not each piece twice"
[ "$(poses turned | sort -u | wc -l)" -eq 24 ] || fail "rotations repeat"
scenario "pose = h.drawn.path { motion = h.recording { file = 'all.frames' }:motion(2), steps = 5 }, count = 12"
expect 0 "$HARNESS" pop.lua -q -o recorded --counts --no-figures
[ "$(poses recorded | sort -u | wc -l)" -eq 12 ] || fail "pieces of a recording repeat"
scenario "turn = h.drawn.rotation (), count = 30"
expect 0 "$HARNESS" pop.lua -q -o rotations --counts --no-figures
[ "$(poses rotations | cut -d' ' -f1-3 | sort -u)" = "0.000000000 0.000000000 0.000000000" ] || fail "rotations move"
scenario "$walk, count = 3"
expect 0 "$HARNESS" pop.lua -q -o from --counts --no-figures
[ "$(poses from | sort -u)" = "0.000000000 0.000000000 0.000000000 1.000000000" ] || fail "walks begin elsewhere"
[ "$(column hash from/pop/latest/instances.csv | sort -u | wc -l)" -eq 6 ] || fail "walks are alike"
for drawn in "$touching" "$touching, turn = h.drawn.rotation ()"; do # uniform anyway
	scenario "$drawn, count = 6"
	expect 0 "$HARNESS" pop.lua -q -o placed --counts --no-figures
	poses placed >>placed.txt
done
[ "$(sort placed.txt | uniq -c | sed 's/^ *//; s/ .*//' | tr '\n' ' ')" = "2 2 2 2 2 2 " ] || { cat placed.txt; fail "a rotation of uniform ones"; }

# pieces of all that moves: each is steps of the scene, one after the other
both="{ bodies = { { pot, motion = around }, { pot, motion = h.spin { axis = { 1, 0, 0 }, turns = 1, steps = 12 } } } }"
for drawn in "pose = h.drawn.path { steps = 3 }, count = 1000" "pose = h.drawn.path {}, count = 1, beside = true"; do
	scenario "$drawn"
	sed -i "s/scene = function.*/scene = function (p) local pot = h.teapot { faces = p.faces } return $both end,/" pop.lua
	frames=pieces.frames
	[[ $drawn != *beside* ]] || frames=whole.frames
	expect 0 "$HARNESS" export pop.lua --point 1 --frames -o $frames
done
scenario "pose = h.drawn.path { steps = 3 }, count = 10"
sed -i "s/scene = function.*/scene = function (p) local pot = h.teapot { faces = p.faces } return $both end,/" pop.lua
expect 0 "$HARNESS" pop.lua -q -o both --counts --no-figures
lua5.4 - <<'LUA' || fail "pieces of two motions"
local function steps_of(name) -- of both bodies
	local bytes, out = assert(io.open(name, "rb")):read "a", {}
	local count, frames = ("<i4i4"):unpack(bytes, 33)
	assert(count == 2)
	for i = 1, frames do out[i] = bytes:sub(65 + (i - 1) * 192, 64 + i * 192) end
	return out
end
local whole, pieces, at, seen = steps_of "whole.frames", steps_of "pieces.frames", {}, {}
assert(#whole == 12 and #pieces == 30)
for i, step in ipairs(whole) do at[step] = i end
for i = 1, 30, 3 do
	local first = assert(at[pieces[i]], "a step that the scene has not")
	assert(pieces[i + 1] == whole[first + 1] and pieces[i + 2] == whole[first + 2] and not seen[first])
	seen[first] = true
end
LUA

# mistakes, with their keys
wrong() { # TEXT DRAWN [MORE]
	scenario "$2" "${3:-}"
	fails 3 -F "$1" "$HARNESS" pop.lua -q -o wrong --counts
	[ ! -e wrong ] || fail "something was written: $1"
}
wrong "pop.lua:6: drawn.pose: is missing; or a walk or turn" "count = 4"
wrong "drawn.walk: is given besides pieces of 3 steps" "pose = h.drawn.path { steps = 3, motion = around }, $walk, count = 4"
wrong "pop.lua:6: h.drawn.path: steps: is 13, but the motion has 12" "pose = h.drawn.path { motion = around, steps = 13 }, count = 1"
wrong "h.drawn.path: motion: is missing: the scene's body has none either" "pose = h.drawn.path {}, count = 1"
wrong "drawn.count: is 100000, which at 11 steps each are more than 1000000 steps" "$touching, walk = h.drawn.walk { steps = 11, step = 1 }, count = 100000"
wrong "drawn.walk: must be a drawn walk, such as h.drawn.walk { steps = 8, step = 0.1, degrees = 1 }" "$touching, walk = h.drawn.rotation (), count = 1"
wrong "per_step" "$walks" "per_step = true,"
wrong_scene() { # TEXT DRAWN SCENE
	scenario "$2"
	sed -i "s/scene = function.*/scene = function (p) local pot = h.teapot { faces = p.faces } return $3 end,/" pop.lua
	fails 3 -F "$1" "$HARNESS" pop.lua -q -o wrong --counts
}
wrong_scene "drawn.pose: is missing: the motion of bodies[2] has 12 poses" "$walk, count = 4" "{ bodies = { { pot }, { pot, motion = around } } }"
wrong_scene "drawn: is of one body, but bodies[1] and bodies[2] have a motion" "pose = h.drawn.path {}, $walk, count = 4" "$both"
wrong_scene "drawn: bodies[1] deforms" "pose = h.drawn.path {}, count = 4" \
	"{ bodies = { { pot, deform = h.deform { mesh = pot, kind = 'wave', steps = 12, share = 0.1 } }, { pot, motion = around } } }"

# plug-ins take part: a right one, and one that leaves a contact out, which is reduced to one step of its instance
if command -v gcc >/dev/null; then
	for fault in none wrong; do bad_plugin $fault bad_$fault.so -O1; done
	scenario "$walks"
	sed -i 's/{ 120, 150 }/{ 120 }/; s/algorithm = {.*} },/algorithm = { h.aabb(), h.plugin "bad_none", h.plugin "bad_wrong" } },/' pop.lua
	expect 4 "$HARNESS" pop.lua -q -o plugged --counts --no-figures
	csv_lua plugged/pop/latest <<-'LUA' || fail "plug-ins in a population"
		local status, hashes = {}, {}
		for _, row in ipairs(read "summary.csv") do status[row.algorithm] = row.status .. " " .. (row.detail or "") end
		assert(status.aabb:find "^ok" and status.bad_none:find "^ok" and status.bad_wrong:find "^mismatch step ")
		for _, row in ipairs(read "instances.csv") do
			hashes[row.instance] = hashes[row.instance] or row.hash
			assert(row.hash == hashes[row.instance], row.algorithm)
		end
		assert(#hashes == 20)
	LUA
	expect 0 "$HARNESS" shrink plugged/pop/latest --point 3
	grep -q "reduced to 2 bodies, 2 triangles, 1 steps" out.txt || { cat out.txt; fail "a plug-in's instance is not reduced"; }
	# and are timed: over the population, with an interval
	sed -i 's/, h.plugin "bad_wrong"//' pop.lua
	expect 0 "$HARNESS" pop.lua -q -o timed --no-figures
	csv_lua timed/pop/latest/drawn.csv <<-'LUA' || fail "a plug-in that is timed in a population"
		local seen = 0
		for _, row in ipairs(read_csv(arg[1])) do
			if row.algorithm == "bad_none" and row.over_algorithm == "aabb" then
				seen = seen + 1
				assert(row.drawn_ratio > 1 and row.drawn_ratio_lo <= row.drawn_ratio and row.drawn_ratio <= row.drawn_ratio_hi)
				assert(row.instances == 20 and row.timed > 0)
			end
		end
		assert(seen == 1)
	LUA
fi

# models as a sample: each has a group, and a score has an interval over them
models() { # MODELS [MORE]
	scenario "$touching, model = h.drawn.of { $1 }, count = 12" "claims = {
		fewer = function (r) return r:score_at_most({}, { algorithm = 'aabb' }, { algorithm = 'dassd' },
			{ limit = 20, column = 'np', groups = 'sample' }) end,
		faster = function (r) return r:score_at_most({}, { algorithm = 'wide' }, { algorithm = 'aabb' }, { groups = 'sample' }) end,
	}, tables = { score = { rows = 'algorithm', score = true } }, ${2:-}"
	local meshes="{ pot = h.teapot { faces = 120 }, torus = h.shape.torus { segments = 12, sides = 6 }, blob = h.shape.blob { faces = 100 } }"
	sed -i "s/sweep = { faces = { 120, 150 },/sweep = {/; s/return { bodies.*/local mesh = ($meshes)[p.model]/
		/local mesh/s/\$/ return { bodies = { { mesh }, { mesh } } } end,/" pop.lua
}
models '"pot", "torus", "blob"'
expect 0 "$HARNESS" pop.lua -q -o models --counts --no-figures
grep -q "aabb / dassd = .*\] over 3 groups as a sample, wanted at most 20" models/pop/latest/report.md ||
	{ cat models/pop/latest/report.md; fail "no interval over models"; }
[ "$(column model models/pop/latest/instances.csv | sort | uniq -c | sed 's/^ *//' | tr '\n' ' ')" = "48 blob 48 pot 48 torus " ] ||
	fail "not each model has its instances"
models '"pot", "torus"'
expect 0 "$HARNESS" pop.lua -q -o two --counts --no-figures
grep -q "fewer than 3 groups are no sample" two/pop/latest/report.md || fail "an interval over two models"
models '"pot", "torus"'
sed -i "s/sweep = {/sweep = { model = { 'pot' },/" pop.lua
fails 3 -F "drawn.model: is also swept" "$HARNESS" pop.lua -q -o wrong
models '"pot", "torus"'
sed -i "s/count = 12/count = 12, beside = true/" pop.lua
fails 3 -F "drawn.model: is given besides beside = true" "$HARNESS" pop.lua -q -o wrong
models '"pot", 7'
fails 3 -F "h.drawn.of: [2]: must be a name" "$HARNESS" pop.lua -q -o wrong

needs_planted "times"
export HARNESS_PLANT_INSTANCES=aabb:3,dassd:2,wide:2
scenario "$walks"
expect 0 "$HARNESS" pop.lua -q -o out --no-figures
run=out/pop/latest
csv_lua $run <<'LUA' || fail "times of trajectories"
local factor, timed = { aabb = 3, dassd = 2, wide = 2 }, 0
for _, row in ipairs(read "instances.csv") do
	local ms = factor[row.algorithm] * (5 * 1000 + 10 * row.contacts) * 1e-6 / 5 -- a step
	assert(row.timed >= 2 and row.timed <= 3 and math.abs(row.step_ms / ms - 1) < 1e-12)
	assert(math.abs(row.predicted_ms / ms - 1) < 1e-3)
	timed = timed + row.timed
end
assert(timed == 2 * 4 * 12 * 4)
for _, row in ipairs(read "drawn.csv") do
	assert(math.abs(row.drawn_ratio / (factor[row.algorithm] / factor[row.over_algorithm]) - 1) < 1e-9)
	assert(row.instances == 20 and row.timed == 20 and row.times == 48)
end
LUA
# shards that are merged, and a run that was killed
again_in_parts $run
models '"pot", "torus", "blob"'
expect 0 "$HARNESS" pop.lua -q -o sampled --no-figures
for want in "\*\*holds.*: faster$" "wide / aabb = 0.6666*7 .* over 3 groups as a sample" "wide / dassd: 1.00 .*over 3 models as a sample"; do
	grep -q "$want" sampled/pop/latest/report.md || { cat sampled/pop/latest/report.md; fail "no $want"; }
done
unset HARNESS_PLANT_INSTANCES

# a wrong answer fails its row at its step, and its instance is reduced to what is wrong there
scenario "$walks"
sed -i "s/{ h.dassd(), .* } },/{ h.planted { fault = 'wrong' }, h.aabb() } },/; s/{ 120, 150 }/{ 120 }/" pop.lua
expect 4 "$HARNESS" pop.lua -q -o faulty --counts --no-figures
column detail faulty/pop/latest/summary.csv | has "step 1: 1 of" || fail "what of a wrong answer?"
expect 0 "$HARNESS" shrink faulty/pop/latest --point 1
grep -q "reduced to 2 bodies, 2 triangles, 1 steps" out.txt || { cat out.txt; fail "not reduced"; }
