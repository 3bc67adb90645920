# Algorithms that report supersets of the contacts: they must contain them, are compared with nobody else, and what they
# report besides is counted. Needs a build with planted faults.
. "$ROOT/tests/cli/lib.sh"
needs_planted
summary=out/superset/latest/summary.csv
scenario() { # query, algorithms, more keys
	cat >superset.lua <<-LUA
		local h = require "harness"
		local more = h.planted { fault = "superset", label = "more" }
		local lacks = h.planted { fault = "superset_lacks", label = "lacks" }
		local wrong = h.planted { fault = "wrong", label = "wrong" }
		return h.scenario {
			name = "superset", query = "$1", runs = 2, sweep = { algorithm = { $2 } }, ${3:-}
			scene = function (p)
				local a, b = h.teapot { faces = 200 }, h.teapot { faces = 150 }
				local poses = h.touching { count = 4, seed = 5, on = { a, b } }
				if "$1" == "approach" then poses = h.approach { on = { a, b } } end
				return { bodies = { { a }, { b, motion = poses } } }
			end,
		}
	LUA
}
# cells COLUMN: "algorithm/role=value" of every row, one line
cells() { paste -d' ' <(column algorithm $summary) <(column role $summary) <(column "$1" $summary) | awk '{print $1 "/" $2 "=" $3}' | sort | tr '\n' ' '; }
wants() { [ "$(cells "$1")" = "$2 " ] || fail "$1: $(cells "$1"), not $2; $(column detail $summary)"; }

# one pair more at each of four steps; the twin of a superset is one too
scenario all 'more, h.aabb()'
expect 0 "$HARNESS" superset.lua -q -f -o out
wants status "aabb/point=ok brute/check=ok more/aa=ok more/point=ok"
wants extra_pairs "aabb/point= brute/check= more/aa=4 more/point=4"
[ -z "$(paste -d' ' <(column algorithm $summary) <(column hash $summary) | awk '$1 == "more" && NF > 1')" ] || fail "a hash"
[ "$(column hash $summary | grep -c .)" -eq 2 ] || fail "the exact ones have theirs"
[ -z "$(column detail $summary | tr -d '\n')" ] || fail "$(column detail $summary)"
grep -q "2 rows of supersets contain them all" out/superset/latest/report.md || fail "$(grep -A3 Agreement out/superset/latest/report.md)"

# a contact that it lacks is a mismatch of its own row, and of no other
scenario all 'h.aabb(), lacks, more'
expect 4 "$HARNESS" superset.lua -q -f -o out
wants status "aabb/aa=ok aabb/point=ok brute/check=ok lacks/point=mismatch more/point=ok"
column detail $summary | grep "^step 1: 1 of [0-9]* contacts missing$" >/dev/null || fail "$(column detail $summary)"

# the exact ones dispute among themselves, whatever supersets say
scenario all 'more, wrong, h.aabb()'
expect 4 "$HARNESS" superset.lua -q -f -o out
wants status "aabb/point=ok brute/check=ok more/aa=ok more/point=ok wrong/point=mismatch"

# nobody to compare with
scenario all 'more' 'check = "none",'
expect 0 "$HARNESS" superset.lua -q -f -o out
wants detail "more/aa=UNCHECKED more/point=UNCHECKED"
wants extra_pairs "more/aa= more/point="

# a hit where there is none is an extra one; touching poses leave none without, so lines tell
scenario first 'h.aabb(), more, lacks'
expect 4 "$HARNESS" superset.lua -q -f -o out
wants status "aabb/aa=ok aabb/point=ok brute/check=ok lacks/point=mismatch more/point=ok"
wants extra_pairs "aabb/aa= aabb/point= brute/check= lacks/point= more/point=0"
column detail $summary | grep "^step 1: no contact where there is one$" >/dev/null || fail "$(column detail $summary)"
sed -i 's/h.touching { count = 4.*/h.line { from = { 0, 0, 9 }, to = { 0, 0, 0 }, steps = 4 }/; s/, lacks }/ }/' superset.lua
expect 0 "$HARNESS" superset.lua -q -f -o out
column extra_pairs $summary | grep -x '[123]' >/dev/null || fail "$(cells extra_pairs)"

# along a line: earlier is allowed and told, later is not
scenario approach 'h.aabb(), more, lacks'
expect 4 "$HARNESS" superset.lua -q -f -o out
wants status "aabb/aa=ok aabb/point=ok brute/check=ok lacks/point=mismatch more/point=ok"
wants extra_pairs "aabb/aa= aabb/point= brute/check= lacks/point= more/point=1"
paste -d' ' <(column algorithm $summary) <(column first_contact $summary) | grep -x "more 0" >/dev/null || fail "$(cells first_contact)"
column detail $summary | grep "^first contact nowhere on the line, not at 0" >/dev/null || fail "$(column detail $summary)"

# where brute force would take too long to be asked unbidden, one exact algorithm alone vouches for nothing: another of
# other code checks it, and brute force judges the dispute
[ "$CONFIG" = check ] || skip "all passed but the largest case, which is too slow in this build"
scenario approach 'h.aabb(), lacks, h.planted { fault = "superset", where = "build", label = "more" }'
sed -i 's/faces = 200/faces = 3200/; s/faces = 150/faces = 2500/' superset.lua
expect 4 "$HARNESS" superset.lua -q -f -o out
wants detail "aabb/aa= aabb/point= lacks/point=first more/point= wide/check="
wants extra_pairs "aabb/aa= aabb/point= lacks/point= more/point=1 wide/check="
