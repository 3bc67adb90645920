# One algorithm alone, on a scene that is too large for brute force, is checked by another of other code; two check
# each other. The report says who checked, and of what that holds.
. "$ROOT/tests/cli/lib.sh"
scenario() { # ALGORITHMS FACES [QUERY]
	cat >lone.lua <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "lone", runs = 1, query = "${3:-all}",
			sweep = { algorithm = { $1 } },
			scene = function ()
				local a, b = h.shape.sheet { faces = $2 }, h.shape.sheet { faces = $2, bulge = 0.3 }
				local to = h.line { from = { 0, 0, 0 }, to = { 0.1, 0, 0 }, steps = 1 }
				return { bodies = { { a }, { b, motion = to } } }
			end,
		}
	LUA
	expect 0 "$HARNESS" lone.lua -q -f --no-figures -o out
	rows=$(paste -d: <(column role out/lone/latest/summary.csv) <(column kind out/lone/latest/summary.csv) | tr '\n' ' ')
	hashes=$(column hash out/lone/latest/summary.csv | sort -u | wc -l)
}
large=50000 # 2.5 billion pairs
[ "$CONFIG" != sanitize ] || skip "the sanitizers take too long for 2.5 billion pairs"

scenario "h.aabb()" $large
[ "$rows" = "point:aabb aa:aabb check:wide " ] || fail "$rows"
[ "$hashes" = 1 ] || fail "hashes differ"
[ "$(column contacts out/lone/latest/summary.csv | first)" -gt 0 ] || fail "no contacts"
grep UNCHECKED out/lone/latest/report.md && fail "a second algorithm is no check"
grep -q "a second algorithm checked a lone one in 1" out/lone/latest/report.md || fail "does not say who checked"
grep -q "That holds for the poses of this run" out/lone/latest/report.md || fail "does not say of what it holds"

scenario "h.wide()" $large
[ "$rows" = "point:wide aa:wide check:aabb " ] || fail "$rows"
scenario "h.aabb(), h.rapid()" $large
[ "$rows" = "point:aabb aa:aabb point:rapid " ] || fail "$rows"
scenario "h.aabb(), h.aabb { leaf_test = 'volume', label = 'superset' }" $large first
[ "$rows" = "point:aabb aa:aabb check:wide point:aabb " ] || fail "$rows"
scenario "h.aabb()" 300
[ "$rows" = "point:aabb aa:aabb check:brute " ] || fail "$rows"
