# What a scenario's `inspect` asks for: columns of summary.csv, levels.csv, figures over levels.
. "$ROOT/tests/cli/lib.sh"
scenario() { # KEYS
	cat >inspect.lua <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "inspect", runs = 1, $1
			sweep = { algorithm = { h.aabb(), h.fdh14 { storage = "parent" }, h.tree { volume = "rss" }, h.bsp() } },
			scene = function (p)
				local a, b = h.teapot { faces = 200 }, h.teapot { faces = 150 }
				return { bodies = { { a }, { b, motion = h.line { from = { 2, 0, 0 }, to = { 1, 0, 0 }, steps = 3 } } } }
			end,
		}
	LUA
}
refused() { # KEYS, WORDS
	scenario "$1"
	fails 3 -F "$2" "$HARNESS" plan inspect.lua
}
# row NAME: that column of the four points; - for nothing
row() { paste -d, <(column role $run/summary.csv) <(column "$1" $run/summary.csv) | sed -n 's/^point,//p' |
	sed 's/^$/-/' | tr '\n' ' '; }
run=out/inspect/latest
scenario 'inspect = { "quality" },
	figures = { levels = { x = "level", y = "level_nodes", where = { kind = { "aabb", "fdh14" } } } },
	tables = { quality = { rows = "algorithm", value = "volume_sum" } },'
expect 0 "$HARNESS" inspect.lua -q -o out
# 2n - 1 nodes of both trees; one fewer leaf for every two under storage = parent
[ "$(row tree_nodes)" = "698 348 698 - " ] || fail "$(row tree_nodes)"
[ "$(row tree_height_least)" = "8 7 8 - " ] || fail "$(row tree_height_least)"
# swept spheres do not tell what they have in common
row overlap_sum | has -E '^[0-9.]+ [0-9.]+ - - $' || fail "$(row overlap_sum)"
[ "$(awk -F, '$2 == 1 { sum += $6 } END { print sum }' $run/levels.csv)" -eq 698 ] || fail "levels.csv"
grep -q '^scenario,point,role,algorithm,level,level_nodes,level_volume,level_overlap' $run/levels.csv
[ "$(awk -F, '$2 == 1' $run/levels.csv | wc -l)" -eq "$(grep -c '^1,' $run/figures/levels.csv)" ] || fail "figure"
cp $run/figures/levels.csv before.csv
expect 0 "$HARNESS" report out/inspect/latest -q
cmp before.csv $run/figures/levels.csv
unchained $run
rm $run/levels.csv
fails 3 "figures.levels: this run has no levels.csv" "$HARNESS" report out/inspect/latest -q
# bounds hold their middle; costs are of what was done, and predict the time to an order
scenario 'inspect = { "tightness", "costs" },'
expect 0 "$HARNESS" inspect.lua -q -o further
run=further/inspect/latest
row tau | has -E '^([0-9.]+ ){3}- $' || fail "$(row tau)"
paste -d, <(column tau_lo $run/summary.csv) <(column tau $run/summary.csv) <(column tau_hi $run/summary.csv) \
	<(column hausdorff_hi $run/summary.csv) |
	awk -F, '$1 != "" && !($1 <= $2 && $2 <= $3 && $3 <= $4 && $3 <= 1.02 * $1) { bad = 1 } END { exit bad }' || fail "tau"
row cb_ns | has -E '^([0-9.e+]+ ){3}- $' || fail "$(row cb_ns)"
head -n 1 $run/levels.csv | has '^scenario,point,role,algorithm,level,level_tau,level_tau_lo,level_tau_hi$' || fail "levels"
# false positives are known of k-DOPs alone, and no more than what passed
scenario 'inspect = { "passes" },'
expect 0 "$HARNESS" inspect.lua -q -o passes
run=passes/inspect/latest
row passed_pairs | has -E '^- [1-9][0-9]* - - $' || fail "$(row passed_pairs)"
row passed_apart | has -E '^- [0-9]+ - - $' || fail "$(row passed_apart)"
# bodies far apart: no pair of triangles is ever tested
sed 's/from = { 2, 0, 0 }, to = { 1, 0, 0 }/from = { 90, 0, 0 }, to = { 80, 0, 0 }/' inspect.lua >far.lua
expect 0 "$HARNESS" far.lua -q -o far
run=far/inspect/latest
[ "$(row cp_ns)" = "- - - - " ] || fail "$(row cp_ns)"
row predicted_ms | has -E '^([0-9.e-]+ ){3}- $' || fail "$(row predicted_ms)"
# nothing of it where it is not asked for
scenario ""
expect 0 "$HARNESS" inspect.lua -q -o plain
grep -q tree_nodes plain/inspect/latest/summary.csv && fail "a column nobody asked for"
[ ! -e plain/inspect/latest/levels.csv ] || fail "levels.csv nobody asked for"
refused 'inspect = "quality",' "inspect: must be a list such as"
refused 'inspect = { "qualty" },' "inspect[1]: must be one of 'quality'"
refused 'inspect = { "quality", "quality" },' "inspect[2]: 'quality' stands twice"
refused 'figures = { a = { x = "level", y = "level_nodes" } },' "figures.a.x: 'level' needs inspect"
refused 'inspect = { "quality" }, figures = { a = { x = "level", y = "np" } },' "figures.a.y: must be one of 'level_nodes'"
refused 'inspect = { "quality" }, figures = { a = { x = "level" } },' "figures.a.y: is missing"
refused 'tables = { a = { rows = "algorithm", value = "tree_nodes" } },' "needs inspect = { 'quality' }"
# a volume's time is of several turns: its interval holds the median, of corners and of vertices, and not of hybrids
scenario 'inspect = { "box" },'
expect 0 "$HARNESS" inspect.lua -q -o boxes
run=boxes/inspect/latest
for name in box_ns box_points_ns; do
	row $name | has -E '^([0-9.e+]+ ){3}- $' || fail "$(row $name)"
	paste -d, <(column ${name}_lo $run/summary.csv) <(column $name $run/summary.csv) <(column ${name}_hi $run/summary.csv) |
		awk -F, '$1 != "" && !(0 < $1 && $1 <= $2 && $2 <= $3 && $1 < $3) { bad = 1 } END { exit bad }' || fail "$name"
done
# what is not timed is of the first turn, and found once
scenario 'inspect = { "box", "quality" },'
expect 0 "$HARNESS" inspect.lua -q -o both
run=both/inspect/latest
[ "$(row tree_nodes)" = "698 348 698 - " ] || fail "$(row tree_nodes)"
[ "$(grep -o '"inspected"' $run/groups/*.json | wc -l)" -eq 4 ] || fail "entries of inspections"
