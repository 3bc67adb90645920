#!/usr/bin/env bash
# Results of another program: the worked example of docs/howto/external.md from end to end, and files by hand that are wrong,
# incomplete, or of something else.
. "$ROOT/tests/cli/lib.sh"

# ---- files by hand: two tetrahedra, of which one passes through the other

cat >walk.lua <<'LUA'
local h = require "harness"
local part = h.shape.box {}
return h.scenario {
	name = "walk",
	sweep = { algorithm = { h.aabb, h.brute } },
	runs = 2, preempted = "keep",
	scene = function ()
		return { bodies = { { part }, { part, motion = h.line { from = { 0.1, 0.2, 0.3 }, to = { 4, 0.2, 0.3 }, steps = 4 } } } }
	end,
	tables = { times = { rows = "algorithm" } },
}
LUA
# Our own answer as a file: `harness export` writes of each step how many contacts each triangle has, so that the pairs are
# asked for by an algorithm that reports everything and a plug-in is not needed: all pairs of triangles are listed, and what is
# too many is counted.
for step in 1 2 3 4; do
	for a in {0..11}; do for b in {0..11}; do echo "$step,0,$a,1,$b"; done; done
done >all.txt
{ echo step,body_a,triangle_a,body_b,triangle_b && cat all.txt; } >all.csv
{ echo step,body_a,body_b && echo 1,1,0 && echo 1,0,1; } >bodies.csv
{ echo step,body_a,body_b && echo 2,0,1; } >late.csv
{ echo run,pass,ms && printf 'night,%d,%d\n' 1 4 2 8 3 6 4 4 5 8 6 6; } >night.csv
{ echo run,pass,ms && printf 'night,%d,%d\n' 1 8 2 16 3 12 4 8 5 16 6 12; } >twice.csv
{ echo ms && echo 10; } >one.csv
{ echo step,ms && printf '%d,1\n' 1 2 3; } >three.csv

# scenario NAME FIELDS...: walk.lua with one h.external { ... } for each
scenario() {
	local name=$1 list=
	shift
	for fields in "$@"; do list="$list, h.external { $fields }"; done
	sed -e "s/name = \"walk\"/name = \"$name\"/" -e "s/h.brute }/h.brute$list }/" walk.lua >"$name.lua"
}
S='semantics = "surfaces, float"'
# of ROW COLUMN: in the run $run
of() { paste -d'|' <(column algorithm "results/$run/latest/summary.csv") <(column role "results/$run/latest/summary.csv") \
	<(column "$2" "results/$run/latest/summary.csv") | sed -n "s/^$1|point|//p"; }
is() { [ "$(of "$1" "$2")" = "$3" ] || fail "$run: $2 of $1 is '$(of "$1" "$2")', not '$3'"; }

run=judged
scenario judged "file = 'all.csv', name = 'all', $S, times = 'night.csv', library = 'All 1.0'" \
	"file = 'bodies.csv', name = 'bodies', $S, times = 'twice.csv'" \
	"file = 'late.csv', name = 'late', $S, times = 'one.csv', label = 'too late'" \
	"file = 'all.csv', name = 'strict', $S, answers = 'exact'" \
	"file = 'all.csv', name = 'superset', $S, answers = 'candidates'" \
	"file = 'bodies.csv', name = 'three', $S, times = 'three.csv'" \
	"file = 'bodies.csv', name = 'other', $S, scene = '00000000000000000000000000000000'"
expect 4 "$HARNESS" judged.lua --no-figures
contacts=$(of aabb contacts)
[ "$contacts" -gt 0 ] || fail "nothing touches"
is all status ok
is all missed_pairs 0
is all extra_pairs $((576 - contacts))
is all contacts 576
is all detail "UNSOUND: reports $((576 - contacts)) contacts too many, misses none of $contacts"
is superset status ok
is strict status mismatch
# by pairs of bodies: one pair in the first step, listed twice; exact, but no hash of triangles
is bodies missed_pairs 0
is bodies extra_pairs 0
is bodies detail ""
is bodies hash ""
is bodies contacts ""
is "too late" missed_pairs 1
is "too late" extra_pairs 1
is "too late" detail "UNSOUND: misses 1 of 1 pairs of bodies, reports 1 others"
is three status error
of three detail | has 'three.csv: has times of 3 steps; the motion has 4$' || fail "three steps: $(of three detail)"
is other status error
of other detail | has 'bodies.csv: is of the scene 0*, this is [0-9a-f]*$' || fail "another scene: $(of other detail)"
# nothing of theirs is measured here; their times stand apart
for empty in n step_ms ratio_to_first build_ms nb tree_bytes live_bytes retaken; do is all $empty ""; done
is all stated_ms 1.5
is all stated_ms_lo 1
is all stated_ms_hi 2
is all stated_n 6
is all stated_run night
is bodies stated_ratio 2
is all stated_ratio 1
is "too late" stated_ms 2.5
is "too late" stated_ms_lo ""
is "too late" stated_ratio ""
is aabb stated_ms ""
[ "$(of aabb n)" -eq 2 ] || fail "aabb is not measured"
[ "$(column algorithm results/judged/latest/samples.csv | sort -u | paste -sd,)" = aabb,brute ] || fail "samples of others"
is all semantics "all contacts, inexact: surfaces, float"
is bodies semantics "all contacts as pairs of bodies, inexact: surfaces, float"
is aabb semantics "all contacts, exact: surfaces, touching counts, double"
report=results/judged/latest/report.md
grep -q '| all *| *(1.50 \[1.00, 2.00\]) UNSOUND |' $report ||
	fail "the table does not show their time in parentheses"
grep -q 'In parentheses: times that another program states, not measured here and in no ratio: all (6 passes)' $report ||
	fail "no note"
grep -q 'too late (1 pass, so without an interval)' $report || fail "one pass is not told"
grep -q 'bodies): not measured here: 3.00 \[2.00, 4.00\] ms a step by its file, 6 passes, 2.00 .* of the interleaved run night' $report ||
	fail "the report does not tell the stated ratio"
manifest=results/judged/latest/manifest.json
for file in all.csv night.csv; do
	grep -q "$(sha256sum $file | cut -d' ' -f1)" $manifest || fail "the manifest has no hash of $file"
done

# another answer is another run
scenario keys "file = 'late.csv', name = 'late', $S"
expect 0 "$HARNESS" keys.lua --no-figures
before=$(readlink -f results/keys/latest)
echo 3,0,1 >>late.csv
expect 0 "$HARNESS" keys.lua --no-figures
[ "$before" != "$(readlink -f results/keys/latest)" ] || fail "a run went on with another file"

# under `first`, whether a step has a contact
run=first
scenario first "file = 'bodies.csv', name = 'bodies', $S, answers = 'exact'" "file = 'late.csv', name = 'late', $S"
sed -i 's/runs = 2,/runs = 2, query = "first",/' first.lua
expect 0 "$HARNESS" first.lua --no-figures
is bodies status ok
is bodies missed_pairs 0
is late missed_pairs 1
is late extra_pairs 2

# pairs of boxes
run=boxes
cat >boxes.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "boxes", query = "boxes", runs = 2, preempted = "keep",
	sweep = { algorithm = { h.broad.sap {}, h.broad.pairs {}, h.external { file = "boxes.csv", name = "theirs", boxes = true,
		semantics = "touching counts, float" } } },
	scene = function () return h.scenes.brownian { count = 6, steps = 2, seed = 1 } end,
}
LUA
{ echo step,body_a,body_b; for s in 1 2; do for a in {0..5}; do for ((b = a + 1; b < 6; ++b)); do echo $s,$b,$a; done; done; done; } >boxes.csv
expect 0 "$HARNESS" boxes.lua --no-figures
is theirs missed_pairs 0
is theirs extra_pairs $((30 - $(of sap contacts)))

# ---- what a scenario may not say

wrong() { # CODE TEXT: of x.lua
	fails "$1" "$2" "$HARNESS" plan x.lua
}
scenario x "file = 'nowhere.csv', name = 'theirs', $S"; wrong 3 'x.lua:5: .*file: there is no file .*nowhere.csv'
scenario x "file = 'all.csv', name = 'theirs'"; wrong 3 "x.lua:5: .*semantics"
scenario x "file = 'all.csv', name = 'aabb', $S"; wrong 3 "an algorithm of the engine has the name 'aabb' already"
scenario x "file = 'all.csv', name = 'Not a name', $S"; wrong 3 'its name is no lower-case identifier'
scenario x "file = 'all.csv', name = 'theirs', $S, answers = 'right'"; wrong 3 'answers'
scenario x "file = 'all.csv', name = 'theirs', $S, boxes = true"; wrong 3 "all.csv:1: column 'triangle_a': boxes have no triangles"
scenario x "file = 'bodies.csv', name = 'theirs', $S, boxes = true"; wrong 3 "theirs alone is for query = 'boxes'"
echo 1,0,0,1,x >>all.csv
scenario x "file = 'all.csv', name = 'theirs', $S"; wrong 3 "x.lua:5: .*all.csv:578: column 'triangle_b': 'x' is no whole number"
echo slow >>one.csv
scenario x "file = 'late.csv', name = 'theirs', $S, times = 'one.csv'"; wrong 3 "one.csv:3: column 'ms': 'slow' is no finite"
sed 's/{ h.aabb, h.brute }/{ h.external { file = "late.csv", name = "late", semantics = "x" }, h.aabb }/' walk.lua >x.lua
wrong 3 'late: results of another program cannot come first'
sed -e 's/{ algorithm = { h.aabb, h.brute }/{ runs = { 2, 3 }, algorithm = { h.aabb, h.external { file = "late.csv", name = "late", semantics = "x" } }/' \
	-e 's/^	runs = 2, /	/' walk.lua >x.lua
wrong 3 'late: its file is of one scene, and the scenario has several'
sed 's/rows = "algorithm"/rows = "algorithm", value = "stated_ms"/' walk.lua >x.lua
wrong 3 "column 'stated_ms' needs h.external among the algorithms"

# a triangle that the scene does not have is the row's error
run=range
{ echo step,body_a,triangle_a,body_b,triangle_b && echo 1,0,0,1,12; } >range.csv
scenario range "file = 'range.csv', name = 'theirs', $S"
expect 1 "$HARNESS" range.lua --no-figures
is theirs status error
of theirs detail | has "range.csv:2: column 'triangle_b': 12 is not from 0 to 11" || fail "range: $(of theirs detail)"
fails 3 'results of another program cannot be asked again' "$HARNESS" shrink results/range/latest --point 3

# ---- the worked example, as it stands in the manual

command -v python3 >/dev/null || skip "the worked example: there is no python3"
mkdir example && cd example
block() { # N: the Nth block of code between fences
	awk -v n="$1" '/^```/ { if (inside) { inside = 0 } else { inside = 1; ++k } next } inside && k == n' "$ROOT/docs/howto/external.md"
}
block 1 >part.off
block 2 | sed 's/name = "walk",/name = "walk", runs = 2, preempted = "keep",/' >walk.lua
block 3 >theirs.py
expect 0 "$HARNESS" export walk.lua --point 1 --frames -o walk.frames
python3 theirs.py
awk -v at="$(grep -n '^return' walk.lua | cut -d: -f1)" -v lines="$(block 4)" 'NR == at { print lines } { print }' walk.lua |
	sed -e 's/{ h.aabb, h.brute }/{ h.aabb, h.brute, theirs }/' -e 's/name = "walk"/name = "compare"/' >compare.lua
expect 0 "$HARNESS" compare.lua --no-figures
run=compare
[ "$(of theirs contacts)" -gt 50 ] || fail "only $(of theirs contacts) contacts"
is theirs missed_pairs 0
is theirs extra_pairs 0
is theirs hash "$(of aabb hash)"
is theirs stated_n 7
[ -n "$(of theirs stated_ms_lo)" ] || fail "7 passes have no interval"
grep -q 'In parentheses: .*theirs (7 passes)' results/compare/latest/report.md || fail "not told"
sed -i 2d theirs.csv # one contact fewer is found out
expect 0 "$HARNESS" compare.lua --no-figures
is theirs missed_pairs 1
