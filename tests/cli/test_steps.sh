# Figures of single steps: from steps.csv, also made again by `harness report`.
. "$ROOT/tests/cli/lib.sh"
cat >steps.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "steps", runs = 2, preempted = "keep", per_step = true,
	sweep = { faces = { 200, 300 }, algorithm = { h.aabb(), h.bsp() } },
	scene = function (p)
		local a, b = h.teapot { faces = p.faces }, h.teapot { faces = 150 }
		local way = h.path { steps = 9, poses = {
			{ position = { 3, 0, 0 } },
			{ position = { 0, 0, 0 }, axis = { 0, 0, 1 }, turns = 0.3 },
			{ position = { 0, 3, 0 }, quaternion = { 0, 1, 0, 0 } },
		} }
		return { bodies = { { a }, { b, motion = way } } }
	end,
	figures = {
		each = { x = "step", y = "step_ms", series = "algorithm", panels = "faces" },
		hits = { x = "step", y = "contacts", where = { faces = 300 } },
	},
}
LUA
run=out/steps/latest
expect 0 "$HARNESS" steps.lua -q -o out
[ "$(column step $run/figures/each.csv | sort -n | uniq -c | awk '{print $1 "x" $2}' | tr '\n' ' ')" = \
	"4x1 4x2 4x3 4x4 4x5 4x6 4x7 4x8 4x9 " ] || fail "$(cat $run/figures/each.csv)"
# the file's rows but the twin's, in the order of the figure's curves; intervals are there
paste -d, <(column role $run/steps.csv) <(column step_ms $run/steps.csv) <(column step_ms_lo $run/steps.csv) |
	grep '^point,' | cut -d, -f2- | sort >want.txt
paste -d, <(column step_ms $run/figures/each.csv) <(column lo $run/figures/each.csv) | sort >got.txt
diff want.txt got.txt
[ "$(cut -d, -f2 got.txt | grep -c .)" -eq 36 ] || fail "an interval is missing"
[ "$(column contacts $run/figures/hits.csv | sort -rn | first)" -gt 0 ] || fail "no contacts"
for kind in svg pdf png; do [ -s "$run/figures/each.$kind" ] || fail "no $kind"; done
cp -r "$run/" before
rm -r "$run/figures"
expect 0 "$HARNESS" report out/steps/latest -q
diff -r -x '*.pdf' -x '*.png' before/figures "$run/figures"
unchained "$run"
rm "$run/steps.csv"
fails 3 "figures.each: this run has no steps.csv" "$HARNESS" report out/steps/latest -q
