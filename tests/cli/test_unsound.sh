# Boxes of fewer points than they should hold may miss contacts. That is no mismatch, for it is what was asked for; and
# it is said wherever their numbers stand, with how many they miss and by how much triangles stick out.
. "$ROOT/tests/cli/lib.sh"
summary=out/unsound/latest/summary.csv
scenario() { # query, algorithms, more keys
	cat >unsound.lua <<-LUA
		local h = require "harness"
		local bad = h.tree { volume = "obb", fit = "slabs", k = 8, extent = "subset", by = "sat", label = "bad" }
		local good = h.tree { volume = "obb", fit = "slabs", k = 8, by = "sat", label = "good" }
		return h.scenario {
			name = "unsound", query = "$1", runs = 2, sweep = { algorithm = { $2 } }, ${3:-}
			scene = function (p)
				local a, b = h.teapot { faces = 700 }, h.teapot { faces = 500 }
				local poses = h.touching { count = 6, seed = 5, on = { a, b }, depth = 0.1 }
				if "$1" == "approach" then poses = h.approach { on = { a, b } } end
				return { bodies = { { a }, { b, motion = poses } } }
			end,
			tables = { np = { rows = "query", columns = "algorithm", value = "np" } },
		}
	LUA
}
of() { paste -d'|' <(column algorithm $summary) <(column role $summary) <(column "$1" $summary) | grep "^bad|$2|" | cut -d'|' -f3; }

scenario all 'bad, good, h.brute()' 'check = "exact",'
expect 0 "$HARNESS" unsound.lua -q -f -o out
missed=$(of missed_pairs point)
[ "$missed" -gt 0 ] || fail "$missed contacts missed: none, or not counted"
[ "$missed" = "$(of missed_pairs aa)" ] || fail "the twin misses others"
[ "$(of status point)" = ok ] || fail "$(of status point)"
of detail point | has -x "UNSOUND: misses $missed of [0-9]* contacts" || fail "$(of detail point)"
[ -z "$(of hash point)" ] || fail "a hash of what is no answer"
awk -v x="$(of extent_fails point)" 'BEGIN { exit !(x > 0.001 && x < 10) }' || fail "sticks out by $(of extent_fails point)"
# of the right answers none is missing: what it found and missed is what brute force found
right=$(paste -d'|' <(column algorithm $summary) <(column contacts $summary) | sed -n 's/^brute|//p')
[ $(($(of contacts point) + missed)) -eq "$right" ] || fail "$(of contacts point) and $missed are not $right"
report=out/unsound/latest/report.md
grep -q "UNSOUND" $report || fail "the report does not say so"
grep -q "\[.*UNSOUND.*\]" out/unsound/latest/tables/np.md || fail "the table's title does not say so"
grep -q "UNSOUND.*misses $missed of" out/unsound/latest/tables/np.md || fail "the table does not say how many"
grep -q "^All sound algorithms and brute force found the same contacts" $report || fail "the others' agreement is lost"
[ -z "$(paste -d'|' <(column algorithm $summary) <(column missed_pairs $summary) | grep -v "^bad|" | cut -d'|' -f2 | tr -d '\n')" ] \
	|| fail "of those that miss none nothing is to be said"

# nobody to hold it against
scenario all 'bad' 'check = "none",'
expect 0 "$HARNESS" unsound.lua -q -f -o out
[ "$(of detail point)" = "UNSOUND: may miss contacts, UNCHECKED" ] || fail "$(of detail point)"
[ -z "$(of missed_pairs point)" ] || fail "missed of what"

# where no algorithm is like that, nothing is said of it
scenario all 'good, h.brute()'
expect 0 "$HARNESS" unsound.lua -q -f -o out
! head -1 $summary | has "missed_pairs\|extent_fails" || fail "columns for nothing"
! grep -q UNSOUND $report || fail "UNSOUND for nothing"

# steps with a contact; the place on a line
scenario first 'bad, h.brute()'
expect 0 "$HARNESS" unsound.lua -q -f -o out
of detail point | has -x "UNSOUND: misses [0-9] of 6 contacts" || fail "$(of detail point)"
scenario approach 'bad, good'
expect 0 "$HARNESS" unsound.lua -q -f -o out
of detail point | has -x "UNSOUND: misses [01] of 1 contacts" || fail "$(of detail point)"
