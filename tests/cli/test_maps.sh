# Maps: `maps` in a scenario. All cells are counted, few timed, and a run that is killed or asked for again times none twice.
. "$ROOT/tests/cli/lib.sh"

scenario() { # MAPS [MORE KEYS]
	cat >maps.lua <<-LUA
		local h = require "harness"
		return h.scenario {
			name = "maps", runs = 6, preempted = "keep",
			sweep = { faces = { 300, 350, 400, 450, 500, 550 }, depth = { 0.01, 0.03, 0.05 },
				algorithm = { h.aabb(), h.brute(), h.dassd() } },
			scene = function (p)
				local pot = h.teapot { faces = p.faces }
				local poses = h.touching { count = 1, seed = 3, depth = p.depth, on = { pot, pot } }
				return { bodies = { { pot }, { pot, motion = poses } } }
			end,
			maps = { $1 }, ${2-}
		}
	LUA
}
sides='x = "faces", y = "depth"'
tree="tree = { a = 'aabb', b = 'brute', $sides, audit = 2, timed = 0.8 },"

# mistakes name the line, and what there is
wrong() { # MESSAGE MAPS [MORE KEYS]
	scenario "$2" "${3-}"
	expect 3 "$HARNESS" maps.lua -q -o none
	has -F "$1" <err.txt || { cat err.txt; fail "not told: $1"; }
}
wrong "'faecs' is not swept; there are: depth, faces" "m = { a = 'aabb', b = 'brute', x = 'faecs', y = 'depth' }"
wrong "no algorithm has the label 'obb'; there are: aabb, brute, dassd" "m = { a = 'aabb', b = 'obb', $sides }"
wrong "b: is the label of a too" "m = { a = 'aabb', b = 'aabb', $sides }"
wrong "is given besides budget" "$tree" 'budget = "10s",'
wrong "there is no map 'trees'; did you mean 'tree'?" "$tree" "figures = { f = { kind = 'map', map = 'trees', $sides } },"
wrong "is also the name of a figure" "$tree" 'figures = { tree = { x = "faces" } },'
sed -i 's/sweep = {/& size = { 1, 2 },/; s/figures.*//' maps.lua
expect 3 "$HARNESS" maps.lua -q -o none
has "has two sides, faces and depth, but size is swept too" <err.txt || fail "a third side"
[ ! -e none ] || fail "a run of a scenario that is wrong"

# counts alone have no map; a shard cannot know which cells are timed
scenario "$tree"
expect 2 "$HARNESS" maps.lua -q -o none --shard 1/2
has "the scenario has maps" <err.txt || fail "a shard of a map"
expect 0 "$HARNESS" maps.lua -q -o counted --counts --no-figures
[ ! -e counted/maps/latest/maps.csv ] || fail "a map of a run that only counts"

# rows FILE CONDITION: how many rows of a CSV file make the Lua condition true
rows() {
	csv_lua "$1" "$2" <<-'LUA'
		local n, row = 0
		local test = assert(load("return " .. arg[2], "test", "t", setmetatable({}, { __index = function (_, k) return row[k] end })))
		for _, one in ipairs((read_csv(arg[1]))) do
			row = one
			if test() then n = n + 1 end
		end
		print(n)
	LUA
}
want() { # NUMBER FILE CONDITION
	local found
	found=$(rows "$2" "$3")
	[ "$found" -eq "$1" ] || fail "$found rows of $2, not $1: $3"
}

# two maps of the same cells, of which each asks for its own
scenario "$tree twice = { a = 'dassd', b = 'aabb', $sides, audit = 1, timed = 0.1 },"
# stopped while it counts or times, it goes on, and keeps every round
"$HARNESS" maps.lua -o r --no-figures --progress plain >/dev/null 2>progress.txt &
pid=$!
until [ "$(grep -c ok progress.txt)" -ge 21 ]; do kill -0 $pid 2>/dev/null || break; sleep 0.05; done
kill -9 $pid 2>/dev/null && wait $pid 2>/dev/null || true
run=$(echo r/maps/2*)
cp -r "$run/groups" before
expect 0 "$HARNESS" maps.lua -q -o r
kept=0
for group in before/*.json; do
	grep -q '"type":"round"' "$group" || continue
	cmp "$group" "$run/groups/${group#before/}" || fail "a timed cell was timed again"
	kept=$((kept + 1))
done
[ "$kept" -gt 0 ] || fail "no cell was timed before the kill"
want 18 "$run/maps.csv" 'map_name == "tree"'
want 12 "$run/maps.csv" 'map_name == "tree" and chosen_for == "fit" and measured_ratio ~= nil'
want 2 "$run/maps.csv" 'map_name == "tree" and chosen_for == "audit" and predicted_ratio ~= nil'
want 4 "$run/maps.csv" 'map_name == "tree" and chosen_for == nil and measured_ratio == nil and predicted_ratio ~= nil'
want 18 "$run/maps.csv" 'audited == 2 and audit_wrong == 0 and np ~= nil and over_np > np and over_algorithm == "brute"'
want 12 "$run/maps.csv" 'map_name == "twice" and chosen_for == "fit" and over_algorithm == "aabb" and measured_ratio ~= nil'
want 18 "$run/summary.csv" 'role == "point" and algorithm == "dassd" and status == "ok" and nb ~= nil'
has "tree: aabb wins in .* of 18 cells, brute in 0 %, open in .*; 77.8 % timed; audit: 0 of 2 wrong" <"$run/report.md" ||
	fail "the sentence"
has "twice: dassd wins in" <"$run/report.md" || fail "the other map"
[ -s "$run/figures/tree.svg" ] || fail "the figure"
want 18 "$run/figures/tree.csv" 'winner ~= nil'
want 14 "$run/figures/tree.csv" 'is_timed == 1'

# nothing is left to do, and the files follow from the journals
expect 0 "$HARNESS" maps.lua -o r --no-figures
has "nothing was measured" <err.txt || fail "a finished map is measured again"
expect 0 "$HARNESS" verify "$run"
publish "$run" published
[ -e published/maps.csv.gz ] || fail "maps.csv is not packed"
expect 0 "$HARNESS" verify published

# `harness map` makes one of a scenario as it is, whatever else that shows; --counts is of no map, and a report knows it
scenario "$tree" 'tune = { aabb = { leaf = { 1, 2 } } }, tables = { time = { rows = "faces" } }, claims = { c = function (r) return r:below({}, {}) end },'
sed -i 's/depth = { 0.01, 0.03, 0.05 }/depth = h.sample { from = 0.01, to = 0.05, count = 3, seed = 2 }/' maps.lua
options=(--of dassd --against aabb --x faces --y depth)
expect 2 "$HARNESS" map maps.lua -q --of dassd
expect 3 "$HARNESS" map maps.lua -q "${options[@]/depth/dept}" -o r
expect 0 "$HARNESS" map maps.lua -q "${options[@]}" -o r --no-figures -s faces=300,350,400,450 --runs 2
run=$(readlink -f r/maps_map/latest)
want 12 "$run/maps.csv" 'map_name == "dassd or aabb" and chosen_for == "fit"'
want 0 "$run/summary.csv" 'algorithm == "brute" and role == "point"'
expect 0 "$HARNESS" report "$run" -q --no-figures
! has tuned <"$run/report.md" || fail "a map names what \`tune\` writes"
has "dassd or aabb: dassd wins in 0 %.* open in 100 %" <"$run/report.md" || fail "the map of a report that is made again"

# a cell that fails when it is timed stays chosen, in this process and in the next; here those of 400 faces
needs_planted "all passed but cells that fail"
failing() {
	scenario "late = { a = 'aabb', b = 'late', $sides, audit = 2, timed = 0.8 },"
	sed -i 's/name = "maps"/name = "late"/; s/h.brute(), h.dassd()/h.planted { fault = "error", where = "late", step = 1, label = "late" }/
		s/count = 1/count = p.faces == 400 and 2 or 1/' maps.lua
}
failing
expect 1 "$HARNESS" maps.lua -q -o r --no-figures
run=$(readlink -f r/late/latest)
want 14 "$run/maps.csv" 'chosen_for ~= nil'
want 3 "$run/maps.csv" 'cell_failed == "timed" and chosen_for ~= nil and measured_ratio == nil and map_winner == "open"'
want 0 "$run/maps.csv" 'cell_failed == "counted"'
has "; 0 failed when counted, 3 when timed: they are open; audit: " <"$run/report.md" || fail "the sentence of failed cells"
expect 1 "$HARNESS" maps.lua -o r --no-figures
has "nothing was measured" <err.txt || fail "a map with failed cells is measured again"
# one that fails when it is counted is none of the map
failing
sed -i 's/where = "late"/where = "step"/' maps.lua
expect 1 "$HARNESS" maps.lua -q -o s --no-figures
want 3 s/late/latest/maps.csv 'cell_failed == "counted" and chosen_for == nil and predicted_ratio == nil'
has "; 3 failed when counted, 0 when timed" <s/late/latest/report.md || fail "the sentence of cells that cannot be counted"
