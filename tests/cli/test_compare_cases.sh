# Two runs of which not everything can be compared: what failed, what is not there, what is another thing.
. "$ROOT/tests/cli/lib.sh"

cat >cases.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "cases", runs = 11, preempted = "keep",
	sweep = { faces = { 200, 300 }, query = { "all", "first", "approach" }, algorithm = { h.aabb(), h.bsp() } },
	scene = function (p)
		local a = h.teapot { faces = p.faces }
		local motion = p.query == "approach" and h.approach { on = { a, a } } or h.touching { count = 2, seed = 5, on = { a, a } }
		return { bodies = { { a }, { a, motion = motion } } }
	end,
}
LUA
cat >boxes.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "boxes", query = "boxes", runs = 6, preempted = "keep", per_step = true,
	sweep = { algorithm = { h.broad.pairs(), h.broad.sap() } },
	scene = function () return h.scenes.brownian { count = 20, steps = 3 } end,
}
LUA
expect 0 "$HARNESS" cases.lua -q -o out --no-figures
expect 0 "$HARNESS" boxes.lua -q -o out --no-figures
run=$(realpath out/cases/latest) boxes=$(realpath out/boxes/latest)
plant_times "$run"
plant_times "$boxes"

copy() { rm -rf "$1" && cp -r "$run" "$1"; }
# says TEXT: on stdout
says() { grep -qF -- "$1" out.txt || { cat out.txt; fail "does not say: $1"; }; }
# verdict POINT: of compare.csv in there/
verdict() { paste -d , <(column a_point there/compare.csv) <(column verdict there/compare.csv) | sed -n "s/^$1,//p"; }
of_point() { echo "if row.point == $1 and row.role == 'point' then $2 end"; }

# every query with itself
copy same
expect 0 "$HARNESS" compare "$run" same --threshold 1%
says "12 points in both: 12 same."
expect 0 "$HARNESS" compare "$boxes" "$boxes" --threshold 1%
says "2 points in both: 2 same."
says "nothing that is recorded but the moment"

# what fails now is a regression, whatever failed before is none
copy failing
edit_csv failing/summary.csv "$(of_point 1 "row.status = 'timeout' row.censored = 1 row.detail = '>= 70 ms' row.step_ms = nil")
$(of_point 2 "row.status = 'crash' row.detail = 'signal 11' row.step_ms = nil")"
expect 5 "$HARNESS" compare "$run" failing --threshold 5% -o there
[ "$(verdict 1) $(verdict 2) $(verdict 3)" = "fails now fails now same" ] || fail "what fails now"
says "B: timeout: >= 70 ms"
expect 0 "$HARNESS" compare "$run" failing
expect 0 "$HARNESS" compare failing "$run" --threshold 5%
says "2 failed before, 10 same"
says "query=first, bsp)"
expect 0 "$HARNESS" compare failing failing --threshold 5%
says "2 failed in both, 10 same"
copy stopped
edit_csv stopped/summary.csv "$(of_point 1 "row.status = 'skipped' row.step_ms = nil")"
expect 0 "$HARNESS" compare "$run" stopped --threshold 5%
says "1 not finished, 11 same"

# without the scene's file and its recorded hash nobody knows whether it is another
copy sceneless
rm sceneless/scenes/0000.scene sceneless/scenes.csv
expect 0 "$HARNESS" compare sceneless "$run" -o there
[ "$(verdict 1)" = "no scene" ] || fail "a scene that is not there: $(verdict 1)"
says "A: its scene file cannot be read"

# where nothing is left to compare, no exit code says that all is well
expect 1 "$HARNESS" compare "$run" "$boxes"
says "Nothing could be compared."
says "## Only in B"
rm sceneless/scenes/*
expect 1 "$HARNESS" compare sceneless "$run" --threshold 5%
edit_csv failing/summary.csv "row.status = 'crash'"
expect 1 "$HARNESS" compare failing failing --threshold 5%

# one round is too few, and a twin that failed leaves the noise unknown: neither is a difference, nor is it none
copy once
edit_csv once/samples.csv "if row.round ~= 1 then return false end row.step_ms = 9"
expect 0 "$HARNESS" compare "$run" once
says "12 too few rounds"
expect 1 "$HARNESS" compare "$run" once --threshold 5%
says "No time could be judged."
# nor do many rounds of few sessions say anything, as rounds of one process are not independent
for session in 1 "row.round // 3"; do
	copy sat
	edit_csv sat/samples.csv "row.session = $session row.step_ms = 9 * row.step_ms + row.round * 1e-9"
	for pair in "$run sat" "sat $run"; do
		# shellcheck disable=SC2086
		expect 0 "$HARNESS" compare $pair
		says "12 too few rounds"
	done
done
copy slow
edit_csv slow/samples.csv "row.step_ms = 9 * row.step_ms + row.round * 1e-9"
expect 5 "$HARNESS" compare "$run" slow --threshold 5%
edit_csv slow/summary.csv "if row.role == 'aa' then row.status = 'crash' end"
expect 1 "$HARNESS" compare "$run" slow --threshold 5%
says "12 noise not known"

# a wide interval shows neither a difference nor equality; it may hide what is beyond the threshold
copy wide
edit_csv wide/samples.csv "row.step_ms = row.step_ms * (row.session % 2 == 0 and 80 or 0.9)"
expect 0 "$HARNESS" compare "$run" wide
says "12 points in both: 12 undecided."
expect 1 "$HARNESS" compare "$run" wide --threshold 5%
copy wide
edit_csv wide/samples.csv "if row.point == 1 then row.step_ms = row.step_ms * (row.session % 2 == 0 and 80 or 0.9) end"
expect 1 "$HARNESS" compare "$run" wide --threshold 5% -o there
says "1 undecided, 11 same"
says "1 undecided point may be slower by more than the threshold"
[ "$(verdict 1) $(verdict 2)" = "undecided same" ] || fail "which point is undecided"
expect 0 "$HARNESS" compare "$run" wide --threshold 20000%

# the same label of another algorithm, and what was called otherwise, are told
copy other
edit_csv other/summary.csv "$(of_point 1 "row.kind = 'tree'") row.build_ms = nil"
sed -i 's/"cpu":.*/"cpu": "another",/' other/manifest.json
expect 0 "$HARNESS" compare "$run" other
says "kind: tree, not aabb"
says "12 same, 1 of them with other counts"
says "The runs are of two machines"
expect 0 "$HARNESS" cases.lua -s faces=300 --filter 'query == "all"' --runs 6 -q -o few --no-figures
expect 0 "$HARNESS" compare "$run" few/cases/latest
says "filter: none, then query == \"all\""
says "options: none, then runs=6"
says "settings: none, then faces=300"

# the time that it takes is no scenario's
copy long
edit_csv long/samples.csv "if row.point > 2 then return false end"
for _ in 1 2 3 4 5 6 7; do sed 1d long/samples.csv >more.csv && cat more.csv >>long/samples.csv; done
expect 0 "$HARNESS" compare long long --script-limit 0.1

# counted again: what differs is exit 4, what met a limit this time is exit 1, nothing at all as well
edit_csv failing/summary.csv "row.status = 'timeout'"
rm -r failing/groups failing/report.md # which say otherwise
expect 1 "$HARNESS" verify failing
says "nothing to verify; 12 points were not ok and are left out"
