# Assemblies: bodies in groups with names, their errors, and the names where a scene is looked at.
. "$ROOT/tests/cli/lib.sh"

# scenario BODIES: with boxes, a rod, and a motion, and these bodies
scenario() {
	cat >a.lua <<-LUA
		local h = require "harness"
		local box, rod = h.shape.box { x = 3, y = 3, z = 3 }, h.shape.rod {}
		local line = h.line { from = { 0, 0, 0 }, to = { 1, 2, 3 }, steps = 4 }
		return h.scenario {
			name = "a",
			sweep = { algorithm = { h.brute(), h.assembly(), h.assembly { method = "traditional" },
				h.assembly { method = "exact" } } },
			runs = 1,
			scene = function ()
				return { bodies = {
					$1
				} }
			end,
		}
	LUA
}
refuse() { # MESSAGE BODIES
	scenario "$2"
	fails 3 "a.lua:1[0-9]: .*$1" "$HARNESS" a.lua -q --no-figures
}

scenario '{ box, name = "housing" }, { name = "pump", motion = line, parts = {
	{ rod, name = "shaft Ø 3" }, { name = "bearing", parts = { h.shape.ring {}, { box } } } } }'
expect 0 "$HARNESS" a.lua -q --no-figures
[ "$(column hash results/a/latest/summary.csv | sort -u | wc -l)" -eq 1 ] || fail "hashes differ"
[ "$(column contacts results/a/latest/summary.csv | first)" -gt 0 ] || fail "no contacts"
np=$(column np results/a/latest/summary.csv | tr '\n' ' ')
[ "${np%% *}" = "$(column np results/a/latest/summary.csv | tail -1)" ] || fail "exact tests other pairs than brute: $np"

# names where somebody looks
expect 0 "$HARNESS" export a.lua --point 1 --step 2 -o out.ply
grep -a '^comment body' out.ply >names.txt
cat >right.txt <<-TEXT
	comment body 0: housing
	comment body 1: pump/shaft Ø 3
	comment body 2: pump/bearing/body 3
	comment body 3: pump/bearing/body 4
TEXT
diff right.txt names.txt || fail "other names"
scenario '{ box }, { rod }'
expect 0 "$HARNESS" export a.lua --point 1 --step 1 -o plain.ply
grep -aq '^comment body' plain.ply && fail "names of bodies that have none"

refuse "bodies\[2\].parts\[1\].motion: an assembly that it is in has a motion already" \
	'box, { name = "p", motion = line, parts = { { rod, motion = line }, box } }'
refuse "bodies\[2\].parts\[1\].motion: has 3 poses, bodies\[1\] has 4" '{ box, motion = line },
	{ name = "p", parts = { { rod, motion = h.line { from = { 0, 0, 0 }, to = { 1, 2, 3 }, steps = 3 } } } }'
refuse "bodies\[2\].name: is missing" 'box, { parts = { rod, box } }'
refuse "bodies\[2\].name: must be a string" 'box, { name = 3, parts = { rod, box } }'
refuse "bodies\[1\].name: is longer than 55 bytes" '{ box, name = ("x"):rep(56) }, rod'
refuse "bodies\[1\].name: is not UTF-8" '{ box, name = "\xff" }, rod'
refuse "bodies\[1\].name: must not hold control characters" '{ box, name = "a\nb" }, rod'
refuse "bodies\[1\].parts: needs a part or more" '{ name = "a", parts = {} }, rod, box'
refuse "bodies\[1\].parts\[1\].part: unknown key" '{ name = "a", parts = { { rod, part = {} } } }, box'
refuse "bodies\[1\].prts: unknown key" '{ name = "a", parts = { rod }, prts = {} }, box'
refuse "bodies\[1\].parts\[1\].deform: is a deformation of another mesh" \
	'{ name = "a", parts = { { rod, deform = h.deform { mesh = box, kind = "wave", steps = 4 } } } }, box'
refuse "bodies: needs two bodies or more, has 1" '{ name = "a", parts = { rod } }'
refuse "is nested deeper than 100" '(function () local t = { name = "a" } t.parts = { t } return t end)(), box'
