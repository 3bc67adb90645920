# Columns: docs/reference/columns.md is what the program says, a run describes its own, derived columns are computed again without
# measuring, and a parameter of several algorithms is one axis.
. "$ROOT/tests/cli/lib.sh"

expect 0 "$HARNESS" list --format columns
diff "$ROOT/docs/reference/columns.md" out.txt || fail "docs/reference/columns.md is stale: make docs"

scenario() {
	{
		printf 'local h = require "harness"\nreturn h.scenario { name = "s", runs = 2, preempted = "keep", per_step = true, inspect = { "quality" },\n'
		printf 'sweep = { faces = { 200, 240 }, algorithm = { h.sweep(h.aabb, { leaf = { 1, 4 } }), h.sweep(h.fdh18, { leaf = { 1, 4 } }), h.dassd() } },\n'
		cat
		printf 'scene = function (p) local a = h.teapot { faces = p.faces } return { bodies = { { a }, { a } } } end }\n'
	} >s.lua
}

scenario <<'LUA'
columns = {
	tests = "nb + np",
	share = { value = function (row, has) return has.tree_nodes and row.np / row.tests_of or 0 end },
},
LUA
expect 3 "$HARNESS" s.lua -q -o out
grep -q "^s.lua:6: no column 'tests_of'.*(column \"share\", point 1 (faces=200, aabb(leaf=1)), row 'point')$" err.txt ||
	{ cat err.txt; fail "the error does not name line, column, point and row"; }
[ ! -e out ] || fail "it was found after measuring"
scenario <<<'columns = { tests = "nb + np" },'
expect 0 "$HARNESS" s.lua -q -o out
summary=$(cat out/s/latest/summary.csv)
groups=$(cat out/s/latest/groups/* | cksum)

# the columns are another plan of nothing: the run that is there is reported again
scenario <<'LUA'
columns = {
	tests = "nb + np",
	share = { value = function (row) return row.np / (row.nb + row.np) end, about = "triangle tests among all tests", title = "share" },
	own = function (row) return row.update_ms end,
},
tables = { t = { rows = "leaf", columns = "algorithm", value = "share", where = { faces = 240, kind = { "aabb", "fdh18" } } } },
figures = { f = { x = "leaf", y = "tests", panels = "faces" } },
claims = { c = function (r)
	return r:above({ kind = "aabb", leaf = 4, faces = 200 }, { kind = "aabb", leaf = 1, faces = 200 }, { column = "share" })
end },
LUA
expect 0 "$HARNESS" s.lua -q -o out
run=out/s/latest
[ "$(cat $run/summary.csv)" = "$summary" ] && [ "$(cat $run/groups/* | cksum)" = "$groups" ] || fail "it was measured again"
[ "$(find out/s -name manifest.json | wc -l)" -eq 1 ] || fail "another run was made"
[ "$(head -n 1 $run/derived.csv)" = "scenario,point,role,algorithm,own,share,tests" ] || fail "header of derived.csv"
head -n 1 $run/summary.csv | tr , '\n' | has -x "tests\|share\|own" && fail "summary.csv has derived columns"
column tests $run/derived.csv >tests.txt
paste <(column nb $run/summary.csv) <(column np $run/summary.csv) | awk '{ print $1 + $2 }' | diff - tests.txt || fail "not the sums"
[ "$(column share $run/derived.csv | grep -c .)" = "$(column nb $run/summary.csv | grep -c .)" ] || fail "share is missing"
paste -d : <(column update_ms $run/summary.csv) <(column own $run/derived.csv) | awk -F: '($1 == "") != ($2 == "")' |
	grep . && fail "what has no update time has a value, or the other way round"

# one axis, a line for each algorithm
[ "$(cut -d, -f 3 $run/figures/f.csv | sort -u | paste -s -d ' ')" = "aabb algorithm fdh18" ] || fail "lines of the figure"
[ "$(cut -d, -f 4 $run/figures/f.csv | sort -u | paste -s -d ' ')" = "1 4 leaf" ] || fail "the axis of the figure"
grep -q "^xlabel1 = 'leaf'" $run/figures/f.gp && grep -q "tests is derived and has no interval" $run/figures/f.gp ||
	fail "labels of the figure"
grep -q "| leaf | *aabb | *fdh18 |" $run/tables/t.md && grep -q "Derived, without an interval: triangle tests" $run/tables/t.md ||
	{ cat $run/tables/t.md; fail "the table"; }
grep -q "share is derived and has no interval" out.txt || fail "the claim does not say that there is no interval"

# columns.csv has a line for each column of each file, in order
csv_lua "$run" <<'LUA' || fail "columns.csv is not what the files have"
local described, order = {}, {}
for _, column in ipairs(read "columns.csv") do
	assert(column.type and column.scope and column.kind and column.title and column.about, column.name)
	if not described[column.file] then order[#order + 1] = column.file end
	described[column.file] = (described[column.file] or "") .. column.name .. " "
	if column.name == "aabb_leaf" then assert(column.about == "maximum number of triangles in a leaf" and column.type == "int") end
end
local files = "summary.csv samples.csv steps.csv levels.csv builds.csv derived.csv"
assert(table.concat(order, " ") == files, table.concat(order, " "))
for file in files:gmatch "%S+" do
	assert(described[file] == table.concat(read(file).columns, " ") .. " ", file)
end
LUA

# report takes the run's own copy of its scenario, which may be edited too
cp -r $run/ kept
unchained kept
sed 's/"nb + np"/"nb + np + nu"/' s.lua >kept/scenario.lua
expect 0 "$HARNESS" report kept --no-figures
column tests kept/derived.csv >tests.txt
paste <(column nb kept/summary.csv) <(column np kept/summary.csv) <(column nu kept/summary.csv) | awk '{ print $1 + $2 + $3 }' |
	diff - tests.txt || fail "report did not compute the edited column"
grep -q "^derived.csv,tests,.*,nb + np + nu$" kept/columns.csv || fail "columns.csv is of the earlier report"
[ "$(cat kept/summary.csv)" = "$summary" ] || fail "report changed summary.csv"

# with fewer algorithms the axis stays
expect 0 "$HARNESS" s.lua -q -o few --no-figures -s algorithm=dassd
grep -q "No point of this run belongs here" few/s/latest/tables/t.md || fail "a run without the parameter"

# what a scenario says wrongly is told with its line before anything is measured
wrong() {
	printf 'columns = {\n%s },\n%s\n' "$1" "$3" | scenario
	fails 3 -F "$2" "$HARNESS" s.lua -q -o wrong
	[ ! -e wrong ] || fail "something was written: $1"
}
wrong 'a = "nb + npp"' "s.lua:5: columns.a: there is no column 'npp'; did you mean 'np'?" ''
wrong 'a = "nb +"' "s.lua:5: columns.a: 'nb +': it ends too early" ''
wrong 'a = "os.exit(1)"' "s.lua:5: columns.a: 'os.exit(1)': '.' is no arithmetic" ''
wrong 'a = "tau"' "column 'tau' needs inspect = { 'tightness' }" ''
wrong 'a = "cycles"' "column 'cycles' needs counters = { 'cycles' }" ''
wrong 'a = "algorithm"' "columns.a: 'algorithm' is a text" ''
wrong 'a = "nb", b = "a"' "columns.b: 'a' is derived too" ''
wrong 'nb = "np"' "columns.nb: is also a column of summary.csv" ''
wrong 'level_nodes = "np"' "columns.level_nodes: is also a column of levels.csv" ''
wrong 'faces = "np"' "columns.faces: is also swept" ''
wrong 'leaf = "np"' "columns.leaf: is also a parameter of an algorithm" ''
wrong 'dassd_target = "np"' "columns.dassd_target: is also a parameter of an algorithm" ''
wrong 'a = { value = "np",
	unt = "s" }' "s.lua:6: columns.a.unt: unknown key; did you mean 'unit'?" ''
wrong 'a = "np"' "s.lua:6: tables.t.rows: there is no column 'laef'; did you mean 'leaf'?" 'tables = { t = { rows = "laef" } },'
