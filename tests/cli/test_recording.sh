# shellcheck shell=bash
# Recordings: written, read and written again they are the same bytes, and so are the scenes made of them.
. "$ROOT/tests/cli/lib.sh"

cat >walk.lua <<'LUA'
local h = require "harness"
local ball, ring = h.shape.ball(), h.shape.ring { segments = 12 }
local walk = h.random_walk { steps = 9, seed = 4, step = 0.2, degrees = 20, within = 1 }
return h.scenario {
	name = "walk",
	sweep = { algorithm = { h.brute(), h.aabb(), h.co(), h.aabb { broad = h.broad.aabbtree(), label = "phase" } } },
	runs = 1,
	scene = function () return { bodies = { { ball }, { ring, motion = walk }, { ball, motion = walk } } } end,
}
LUA
sed -e 's/name = "walk"/name = "again"/' \
	-e 's/^local walk.*/local rec = h.recording { file = "walk.frames", sha256 = SHA }/' \
	-e 's/{ ball }, /{ ball, motion = rec:motion(1) }, /' -e 's/{ ring, motion = walk }/{ ring, motion = rec:motion(2) }/' \
	-e 's/{ ball, motion = walk }/{ ball, motion = rec:motion(rec:count()) }/' walk.lua >again.lua

expect 0 "$HARNESS" export walk.lua --point 1 --frames -o walk.frames
sed -i "s/SHA/\"$(sha256sum walk.frames | cut -d' ' -f1)\"/" again.lua
expect 0 "$HARNESS" walk.lua -o out
expect 0 "$HARNESS" again.lua -o out
cmp out/walk/latest/scenes/0000.scene out/again/latest/scenes/0000.scene || fail "another scene"
for name in hash contacts nb np nu broad_tests; do
	diff <(column $name out/walk/latest/summary.csv) <(column $name out/again/latest/summary.csv) || fail "another $name"
done
column contacts out/walk/latest/summary.csv | has -x 0 && fail "nothing touches"
grep -q '"walk.frames"' out/again/latest/manifest.json || fail "the recording is not in the manifest"
expect 0 "$HARNESS" export again.lua --point 1 --frames -o again.frames
cmp walk.frames again.frames || fail "other bytes"
expect 0 "$HARNESS" export again.lua --point 2 --frames -o -
cmp walk.frames out.txt || fail "other bytes on stdout"

# as docs/reference/recordings.md has it: 64 bytes, then 12 doubles a body and frame, then a byte a body
lua5.4 - walk.frames <<'LUA' || fail "not the documented format"
	local text = assert(io.open(arg[1], "rb")):read("a")
	local magic, version, order, kind, count, frames, size, scale, presence, at =
		string.unpack("<c8I4I4c16i4i4i4i4i4", text)
	assert(magic == "CDframes" and version == 1 and order == 0x01020304 and kind == "poses" .. ("\0"):rep(11))
	assert(count == 3 and frames == 9 and size == 96 and scale == 0 and presence == 0)
	assert(text:sub(at, 64) == ("\0"):rep(12) and #text == 64 + 96 * 3 * 9 + 3)
	assert(text:sub(-3) == "\0\1\1")
	local function number(frame, body, i) return (string.unpack("<d", text, 65 + 96 * (3 * frame + body) + 8 * i)) end
	for frame = 0, 8 do
		for i = 0, 11 do
			assert(number(frame, 0, i) == (i < 9 and i % 4 == 0 and 1 or 0), "the ball is still")
			assert(number(frame, 1, i) == number(frame, 2, i), "two walk alike")
		end
	end
	local way = 0
	for i = 9, 11 do way = way + (number(1, 1, i) - number(0, 1, i)) ^ 2 end
	assert(math.abs(way - 0.04) < 1e-12, "a step has its length")
LUA

# objects that come, go and jump: every kind of volume, read again, gives the same pairs, tests and bytes
cat >phases.lua <<'LUA'
local h = require "harness"
local recorded = h.input("recorded", false)
return h.scenario {
	name = recorded and "recorded" or "phases",
	sweep = {
		objects = { "aabb", "sphere", "caabb", "obb" },
		algorithm = { h.broad.pairs(), h.broad.sap(), h.broad.kdtree() },
	},
	query = "boxes",
	runs = 1,
	scene = function (p)
		if recorded then return h.recording { file = p.objects .. ".frames" } end
		return h.scenes.crowd { count = 120, steps = 5, density = 4, churn = 0.2, teleport = 0.1, spin = true }
	end,
}
LUA
kinds=(aabb sphere caabb obb)
for i in 0 1 2 3; do
	expect 0 "$HARNESS" export phases.lua --point $((i + 1)) --frames -o "${kinds[i]}.frames"
done
expect 0 "$HARNESS" phases.lua -o out
expect 0 "$HARNESS" phases.lua -s recorded=true -o out
for i in 0 1 2 3; do
	cmp "out/phases/latest/scenes/000$i.scene" "out/recorded/latest/scenes/000$i.scene" || fail "another scene"
	expect 0 "$HARNESS" export phases.lua -s recorded=true --point $((i + 1)) --frames -o again.frames -f
	fails 3 "have no triangles: --frames writes them" "$HARNESS" export phases.lua --point $((i + 1)) -o objects.ply
	[ ! -e objects.ply ] || fail "a PLY of objects"
	cmp "${kinds[i]}.frames" again.frames || fail "other bytes"
done
for name in hash broad_pairs broad_tests; do
	diff <(column $name out/phases/latest/summary.csv) <(column $name out/recorded/latest/summary.csv) ||
		fail "another $name"
done
column broad_pairs out/phases/latest/summary.csv | has -x 0 && fail "nothing meets"

# what does not go together; a recording is looked at when its scene is baked
mismatch() { # PATTERN SED-EXPRESSION
	sed "$2" phases.lua >wrong.lua
	fails 3 -E "$1" "$HARNESS" wrong.lua -s recorded=true -o wrong
}
mismatch "^wrong.lua:[0-9]*: scene: 'sphere.frames' holds objects = 'sphere', the scenario asks for 'aabb'" \
	's/p.objects .. ".frames"/"sphere.frames"/'
mismatch "^wrong.lua:[0-9]*: scene: 'walk.frames' holds poses; bodies move by them" 's/p.objects .. ".frames"/"walk.frames"/'
mismatch "^wrong.lua:[0-9]*: scene: 'aabb.frames' holds objects \(aabb\), which are for query = 'boxes'" \
	'/query =/d; /objects = {/d; s/{ h.broad.*}/{ h.aabb() }/; s/p.objects .. ".frames"/"aabb.frames"/'
printf 'local h = require "harness"\nh.recording({ file = "aabb.frames" }):motion(1)\n' >s.lua
fails 3 "^s.lua:2: h.recording: motion: 'aabb.frames' holds volumes (aabb), no poses" "$HARNESS" plan --no-trial s.lua

# usage
cp walk.frames before.frames
echo >>walk.frames
fails 2 "walk.frames is there already" "$HARNESS" export walk.lua --point 1 --frames -o walk.frames
mv before.frames walk.frames
expect 0 "$HARNESS" export walk.lua --point 1 --frames -o walk.frames
expect 2 "$HARNESS" export walk.lua --point 1 --frames --step 2 -o x
fails 2 "--frames is an option of export" "$HARNESS" walk.lua --frames
expect 0 "$HARNESS" export walk.lua --point 1 --frames
[ -s walk-1.frames ] || fail "has no name of its own"
sed 's/{ ball }/{ ball, deform = h.deform { mesh = ball, kind = "wave", steps = 9, share = 0.5 } }/' walk.lua >deform.lua
fails 3 "body 1 deforms, which no recording holds" "$HARNESS" export deform.lua --point 1 --frames -o deform.frames
[ ! -e deform.frames ] || fail "half a file"

# refuse PATTERN CODE: what reading refuses
refuse() {
	printf 'local h = require "harness"\nlocal rec = h.recording { file = "bad.frames" }\n%s\n' "$3" >s.lua
	fails "$2" -E "$1" "$HARNESS" plan --no-trial s.lua
	[ "$(wc -l <err.txt)" -eq 1 ] || { cat err.txt; fail "not one message"; }
}
cp walk.frames bad.frames
refuse "^s.lua:3: h.recording: motion: must be a whole number from 1 to 3, not 4" 3 'rec:motion(4)'
refuse "^s.lua:3: h.recording: motion: is missing" 3 'rec:motion()'
refuse "^s.lua:3: motion is a recording's method" 3 'rec.motion(1)'
head -c 1000 walk.frames >bad.frames
refuse "bad.frames: byte 1000: the file ends too early" 7 'rec:steps()'
cp walk.frames bad.frames
printf '\377' | dd of=bad.frames bs=1 seek=71 conv=notrunc status=none
refuse "^s.lua:2: h.recording: bad.frames: byte 64: body 1, frame 1: its matrix is not a rotation" 7 'rec:count()'
rm bad.frames
refuse "bad.frames: No such file" 7 'rec:count()'
sed -i "s/sha256 = \"[^\"]*/sha256 = \"$(printf '%064d' 0)/" again.lua
fails 7 "walk.frames: sha256 is" "$HARNESS" plan again.lua
