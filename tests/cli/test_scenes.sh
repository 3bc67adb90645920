# shellcheck shell=bash
# Generated scenes from Lua: made once, counted, baked and run, with errors that name the call and the key.
. "$ROOT/tests/cli/lib.sh"

cat >scenes.lua <<'LUA'
local h = require "harness"
local s = h.scenes
local makers = {
	crowd = function () return s.crowd { count = 60, steps = 3, density = 4, spin = true } end,
	clusters = function () return s.crowd { count = 150, steps = 3, kind = "clustered" } end,
	one = function () return s.crowd { count = 60, steps = 3, kind = "one", density = 4 } end,
	brownian = function () return s.brownian { count = 60, steps = 3, density = 4 } end,
	free_fall = function () return s.free_fall { count = 60, steps = 3, density = 4, mixed = true } end,
	gravity = function () return s.gravity { count = 60, steps = 3, density = 4 } end,
}
local boxes = s.brownian { count = 7, steps = 2 }
local bay = s.bay { columns = 1, rows = 1, faces = 3000, part = 901 }
assert(bay:bodies() == 7 and bay:triangles() == 3901 and bay:triangles(7) == 901)
assert(bay:vertices() > bay:vertices(7) and bay:vertices(7) > 400)
assert(boxes:bodies() == 7 and boxes:steps() == 2 and boxes:triangles() == 7 * 12)
return h.scenario {
	name = "scenes",
	sweep = {
		kind_of = { "crowd", "clusters", "one", "brownian", "free_fall", "gravity" },
		algorithm = { h.brute(), h.aabb(), h.aabb { broad = h.broad.sap(), label = "sap" } },
	},
	runs = 1,
	scene = function (p) return makers[p.kind_of]() end,
}
LUA
expect 0 "$HARNESS" scenes.lua -o out
csv=out/scenes/latest/summary.csv
[ "$(column status "$csv" | sort -u)" = ok ] || fail "not all ok"
[ "$(column hash "$csv" | sort -u | wc -l)" -eq 6 ] || fail "not one hash a scene"
column contacts "$csv" | has -x 0 && fail "a scene without contacts"

# the same bytes again
expect 0 "$HARNESS" scenes.lua -f -o again
for scene in out/scenes/latest/scenes/*; do
	cmp "$scene" "again/scenes/latest/scenes/$(basename "$scene")" || fail "other bytes"
done

# a step of it, and one past the end
expect 0 "$HARNESS" export scenes.lua --point 1 --step 3 -o x.ply
fails 2 'point 1 has steps 1 to 3' "$HARNESS" export scenes.lua --point 1 --step 4 -o y.ply

# refuse PATTERN LINE...: as a scenario, it must end with one message that says this
refuse() {
	printf 'local h = require "harness"\n%s\n' "$2" >s.lua
	fails 3 -E "$1" "$HARNESS" plan s.lua
	[ "$(wc -l <err.txt)" -eq 1 ] || { cat err.txt; fail "not one message"; }
}
refuse "^s.lua:2: h.scenes.crowed: unknown name; did you mean 'crowd'\?" 'h.scenes.crowed {}'
refuse "^s.lua:3: h.scenes.crowd: unknown parameter 'cont'; did you mean 'count'\?" $'h.scenes.crowd {\ncont = 7 }'
refuse "^s.lua:2: h.scenes.crowd: parameter 'count' is '0', must be an integer from 1" 'h.scenes.crowd { count = 0 }'
refuse "^s.lua:2: h.scenes.crowd: parameter 'kind' is 'two', must be" 'h.scenes.crowd { kind = "two" }'
refuse "^s.lua:2: h.scenes.gravity: 1000000 objects at 68 steps have more" \
	'h.scenes.gravity({ count = 1000000, steps = 68 }):steps()'
refuse "^s.lua:2: steps is a generated scene's method" 'h.scenes.crowd().steps()'

# objects that come and go are no bodies
sed 's/density = 4, spin = true/churn = 0.1/' scenes.lua >churn.lua
expect 3 "$HARNESS" churn.lua -s kind_of=crowd -o churn
grep -q '^churn.lua:[0-9]*: scene: its objects come and go, which is for query = "boxes" alone' err.txt ||
	{ cat err.txt; fail "does not say what comes and goes"; }

expect 0 "$HARNESS" list
for name in crowd brownian free_fall gravity; do
	grep -q "^  $name " out.txt || fail "list does not show $name"
done
