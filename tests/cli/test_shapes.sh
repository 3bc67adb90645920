# shellcheck shell=bash
# Generated meshes from Lua: exact counts, equal ones made once, contacts alike, and errors that name the key.
. "$ROOT/tests/cli/lib.sh"

cat >shapes.lua <<'LUA'
local h = require "harness"
local s = h.shape
local counts = {
	{ s.box { nx = 3, ny = 4, nz = 5 }, 188 }, { s.rod(), 84 }, { s.sphere { cells = 4 }, 320 },
	{ s.sphere { from = "latitudes", stacks = 5, slices = 6 }, 48 }, { s.torus { segments = 9, sides = 5 }, 90 },
	{ s.ring { segments = 20 }, 400 }, { s.tetrahedra { count = 10 }, 40 }, { s.ball(), 116 },
	{ s.blob { faces = 500 }, 500 }, { s.pipes { faces = 1200, pipes = 3, length = 5 }, 1200 }, { s.hand {}, 404 },
	{ s.tank { faces = 1002, wheels = 4 }, 1002 }, { s.sheet { faces = 77 }, 77 },
	{ s.plate { folds = 2, quarter = 2 }, 1328 }, { s.tube { legs = 2 }, 164 }, { s.vessel(), 576 },
	{ s.bolt(), 116 }, { s.nut(), 120 },
}
for i, pair in ipairs(counts) do assert(pair[1]:faces() == pair[2], i) end
return h.scenario {
	name = "shapes",
	sweep = { still = { "blob", "tetrahedra" }, algorithm = { h.brute(), h.aabb(), h.bsp(), h.dassd() } },
	runs = 1,
	scene = function (p)
		local still = p.still == "blob" and s.blob { faces = 600 } or s.tetrahedra()
		local hand = s.hand()
		return { bodies = { { still }, { hand, motion = h.touching { count = 3, on = { still, hand } } } } }
	end,
}
LUA
expect 0 "$HARNESS" shapes.lua -o out
[ "$(column status out/shapes/latest/summary.csv | sort -u)" = ok ] || fail "not all ok"
[ "$(column hash out/shapes/latest/summary.csv | sort -u | wc -l)" -eq 2 ] || fail "not one hash a scene"

# refuse PATTERN LINE...: as a scenario, it must end with one message that says this
refuse() {
	printf 'local h = require "harness"\n%s\n' "$2" >s.lua
	fails 3 -E "$1" "$HARNESS" plan s.lua
	[ "$(wc -l <err.txt)" -eq 1 ] || { cat err.txt; fail "not one message"; }
}
refuse "^s.lua:2: h.shape.bloob: unknown name; did you mean 'blob'\?" 'h.shape.bloob { faces = 20 }'
refuse "^s.lua:3: blob: unknown parameter 'face'; did you mean 'faces'\?" $'h.shape.blob {\nface = 20 }'
refuse "^s.lua:3: blob: parameter 'faces' is '7', must be an integer from 20" $'h.shape.blob {\nfaces = 7 }'
refuse "^s.lua:2: blob: parameter 'faces' must be a number, not a string" 'h.shape.blob { faces = "500" }'
refuse "^s.lua:2: h.shape.blob: .*a parameter needs its name" 'h.shape.blob { 500 }'
refuse "^s.lua:2: h.shape.blob: must be|^s.lua:2: .*a table of parameters" 'h.shape.blob(500)'
refuse "^s.lua:2: blob: parameter 'faces' is 501, must be even" 'h.shape.blob({ faces = 501 }):faces()'
refuse "^s.lua:2: torus: parameter 'tube' is 2, must be below 'radius', 1" 'h.shape.torus({ tube = 2 }):faces()'
refuse "^s.lua:2: h.shape.cube: the vocabulary cannot be changed" 'h.shape.cube = 1'

expect 0 "$HARNESS" list
for name in box rod sphere torus ring tetrahedra ball blob pipes hand tank sheet plate tube vessel bolt nut; do
	grep -q "^  $name " out.txt || fail "list does not show $name"
done
grep -q '^ *faces *404 *200..100000' out.txt || fail "list does not show the parameters of the hand"
