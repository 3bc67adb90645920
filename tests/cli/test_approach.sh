# query = "approach": where on a line algorithms first report a contact. Its errors, and a line without contact.
. "$ROOT/tests/cli/lib.sh"

# a tetrahedron whose tip, at x = 0.1, comes towards a square in the plane x = 0.75
printf 'v 0.1 0 0\nv -1 0.3 0\nv -1 -0.2 0.3\nv -1 -0.1 -0.4\nf 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 4 3\n' >tip.obj
printf 'v 0.75 -1 -1\nv 0.75 1 -1\nv 0.75 1 1\nv 0.75 -1 1\nf 1 2 3\nf 1 3 4\n' >wall.obj
scenario() { # keys, motion
	cat >approach.lua <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "approach", query = "approach", runs = 2, $1
			scene = function (p)
				local wall, tip = h.mesh { file = "wall.obj" }, h.mesh { file = "tip.obj" }
				return { bodies = { { wall }, { tip, motion = $2 } } }
			end,
		}
	LUA
}
three='sweep = { algorithm = { h.aabb(), h.bsp(), h.dassd() } },'
line() { echo "h.line { from = { 0, 0, 0 }, to = { $1 }, steps = 2 }"; }

# the tip meets the wall after 0.65 of 1; all say the same bits, and the bracket is below 1e-6 of the line
scenario "$three" "$(line 1,0,0)"
expect 0 "$HARNESS" approach.lua -q -o out
summary=out/approach/latest/summary.csv
[ "$(column first_contact $summary | sort -u | wc -l)" -eq 1 ] || fail "$(column first_contact $summary)"
column first_contact $summary | awk '!($1 >= 0.65 && $1 < 0.650001) { exit 1 }' || fail "$(column first_contact $summary)"
[ -z "$(column hash $summary | tr -d '\n')" ] || fail "a hash"
[ "$(column status $summary | sort -u)" = ok ] || fail "$(column detail $summary)"
grep -q "found the same first contact on 1 line" out/approach/latest/report.md || fail "$(grep -A3 Agreement out/approach/latest/report.md)"
# places asked about: 256 parts of the line to the one with the contact, then 12 halvings
[ "$(column steps $summary | sort -u)" -eq $((1 + 167 + 12)) ] || fail "$(column steps $summary)"

# in model units: a line twice as long
scenario "$three" "$(line 2,0,0)"
expect 0 "$HARNESS" approach.lua -q -o out
column first_contact $summary | awk '!($1 >= 0.65 && $1 < 0.650002) { exit 1 }' || fail "$(column first_contact $summary)"

# contact from the beginning, and none at all
scenario "$three" 'h.line { from = { 0.7, 0, 0 }, to = { 1, 0, 0 }, steps = 2 }'
expect 0 "$HARNESS" approach.lua -q -o out
[ "$(column first_contact $summary | sort -u)" = 0 ] || fail "$(column first_contact $summary)"
scenario "$three" "$(line -1,0,0)"
expect 0 "$HARNESS" approach.lua -q -o out
[ -z "$(column first_contact $summary | tr -d '\n')" ] || fail "$(column first_contact $summary)"
[ "$(column detail $summary | sort -u)" = "no contact on the line" ] || fail "$(column detail $summary)"
[ "$(column steps $summary | sort -u)" -eq 257 ] || fail "$(column steps $summary)"

# swept lines, a table of the column, and the same again without measuring
cat >swept.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "swept", query = "approach", runs = 2,
	sweep = { number = { 1, 2 }, algorithm = { h.aabb(), h.brute() } },
	scene = function (p)
		local a, b = h.teapot { faces = 300 }, h.teapot { faces = 200 }
		return { bodies = { { a }, { b, motion = h.approach { on = { a, b }, number = p.number } } } }
	end,
	tables = { places = { rows = "number", columns = "algorithm", value = "first_contact" } },
	figures = { places = { x = "number", y = "first_contact" } },
	claims = { ["both find the same"] = function (r)
		local function place(algorithm) return r:value({ number = 1, algorithm = algorithm }, "first_contact") end
		return place "aabb" == place "brute"
	end },
}
LUA
expect 0 "$HARNESS" swept.lua -q -o out
[ "$(column first_contact out/swept/latest/summary.csv | sort -u | grep -c .)" -eq 2 ] || fail "two lines"
grep -q "same first contact on 2 lines" out/swept/latest/report.md || fail "agreement"
grep -q "holds.*both find the same" out/swept/latest/report.md || fail "claim"
cp out/swept/latest/summary.csv before.csv
expect 0 "$HARNESS" swept.lua -q -o out
cmp before.csv out/swept/latest/summary.csv

# what is no line
refused() { # pattern
	fails 3 "$1" "$HARNESS" approach.lua -q -o none
	[ -z "$(find none -mindepth 1 2>/dev/null)" ] || fail "something is left"
}
scenario "$three" 'h.line { from = { 0, 0, 0 }, to = { 1, 0, 0 }, steps = 3 }'
refused "^approach.lua:4: scene: .*needs one body that moves, from one pose to a second: here 1 moves, over 3 steps"
scenario "$three" 'nil'
refused "here 0 move, over 1 step"
scenario "$three" 'h.spin { axis = { 0, 0, 1 }, turns = 0.25, steps = 2 }'
refused "does not turn: body 2 has two rotations"
scenario "$three" "$(line 0,0,0)"
refused "body 2 goes from a place to the same place"
scenario "$three per_step = true," "$(line 1,0,0)"
refused "per_step: has no steps to tell of under query = 'approach'"

needs_planted "all passed but a wrong answer"
scenario 'sweep = { algorithm = { h.aabb(), h.planted { fault = "wrong" } } },' "$(line 1,0,0)"
expect 4 "$HARNESS" approach.lua -q -o out
[ "$(column status $summary | sort | uniq -c | awk '{print $2 $1}' | tr '\n' ' ')" = "mismatch1 ok3 " ] || fail "$(column status $summary)"
column detail $summary | grep "first contact nowhere on the line, not at 0.65" >/dev/null || fail "$(column detail $summary)"
