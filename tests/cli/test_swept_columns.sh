# Swept parameters stand in every file of a run; true and false are 1 and 0 there, and words in tables, figures and
# claims. Runs that wrote the words and had no such columns are read all the same.
. "$ROOT/tests/cli/lib.sh"

cat >s.lua <<'LUA'
local h = require "harness"
return h.scenario {
	name = "s", runs = 6, per_step = true, inspect = { "quality" },
	sweep = { round = { 0.5, 7 }, level = { "01" }, fixed = { false, true }, tag = { "true", "x" },
		algorithm = { h.dassd { keep = true }, h.dassd { keep = false }, h.aabb(), h.brute() } },
	scene = function (p)
		local a, b = h.teapot { faces = 200 }, h.teapot { faces = 150 }
		return { bodies = { { a }, { b, motion = h.touching { count = 2, seed = 5, on = { a, b } } } } }
	end,
	tables = { t = { rows = "fixed", columns = "algorithm", value = "np", where = { round = 7, tag = "x" } } },
	figures = { f = { x = "keep", y = "np", series = "fixed", where = { round = 7, tag = "true", kind = "dassd" } } },
	claims = { ["keep is read as before"] = function (r)
		local is_word = r:values("dassd_keep")[1] == "false" and r:values("fixed")[2] == "true"
		local on, off = { keep = true, fixed = true, round = 7, tag = "x", kind = "dassd" }, { keep = "false", fixed = "false",
			round = 7, tag = "true", kind = "dassd" }
		return is_word and r:has(on) and r:has(off), "words"
	end },
}
LUA
expect 0 "$HARNESS" s.lua -q -o out
run=$(readlink -f out/s/latest)
grep -q '\*\*holds\*\*: keep is read as before' out.txt || { cat out.txt; fail "booleans are not words in claims"; }
[ "$(cut -d, -f1 $run/tables/t.csv | uniq | paste -sd' ')" = "row false true" ] || { cat $run/tables/t.csv; fail "rows of the table"; }
[ "$(cut -d, -f3 $run/figures/f.csv | uniq | paste -sd' ')" = "keep true false true false" ] ||
	{ cat $run/figures/f.csv; fail "places of the figure"; }

# every file has the swept values of the point that its row is of
csv_lua "$run" <<'LUA' || fail "swept columns"
local texts = { level = true, tag = "true", fixed = true, dassd_keep = true }
local function read(name)
	texts["swept.level"] = true
	return csv.parse(assert(io.open(arg[1] .. "/" .. name)):read "a", texts)
end
local points = {}
for _, row in ipairs(read "summary.csv") do
	points[row.role .. row.point] = row
	assert(row.fixed == "0" or row.fixed == "1", row.fixed)
	assert(row.kind ~= "dassd" or row.dassd_keep == "0" or row.dassd_keep == "1", row.dassd_keep)
	assert(row.tag == "true" or row.tag == "x", row.tag)
end
for file, names in pairs { ["samples.csv"] = { round = "swept.round", level = "level" },
	["builds.csv"] = { round = "swept.round", level = "level" }, ["steps.csv"] = { round = "round", level = "level" },
	["levels.csv"] = { round = "round", level = "swept.level" } } do
	local rows = read(file)
	assert(#rows > 0, file)
	for _, row in ipairs(rows) do
		local point = points[row.role .. row.point]
		for _, name in ipairs { "round", "level", "fixed", "tag" } do
			local value = row[names[name] or name]
			assert(value ~= nil and value == point[name], ("%s: %s is %s"):format(file, name, tostring(value)))
		end
	end
end
local types = {}
for _, column in ipairs(read "columns.csv") do types[column.file .. " " .. column.name] = column.type end
for name, want in pairs { ["samples.csv swept.round"] = "real", ["samples.csv fixed"] = "bool", ["builds.csv tag"] = "text",
	["summary.csv dassd_keep"] = "bool", ["levels.csv swept.level"] = "text", ["levels.csv level"] = "int" } do
	assert(types[name] == want, ("%s: %s"):format(name, tostring(types[name])))
end
LUA

# a run as it was before: words in summary.csv, no swept columns in the other files
cp -r "$run" old
csv_lua <<'LUA'
local all = setmetatable({}, { __index = function () return true end })
local function rewrite(name, change)
	local file = assert(io.open("old/" .. name))
	local rows = csv.parse(file:read "a", all)
	file:close()
	local columns = {}
	for _, column in ipairs(rows.columns) do
		if change(rows, column) ~= false then columns[#columns + 1] = column end
	end
	assert(io.open("old/" .. name, "w")):write(csv.format(columns, rows)):close()
end
rewrite("summary.csv", function (rows, column)
	if column ~= "fixed" and column ~= "dassd_keep" then return end
	for _, row in ipairs(rows) do
		row[column] = row[column] == "1" and "true" or row[column] == "0" and "false" or row[column]
	end
end)
for _, name in ipairs { "samples.csv", "builds.csv", "steps.csv", "levels.csv" } do
	rewrite(name, function (_, column)
		local own = { ["samples.csv"] = "round", ["builds.csv"] = "round", ["levels.csv"] = "level" }
		local swept = column == "round" or column == "level" or column == "fixed" or column == "tag" or column:find "^swept%."
		return not swept or own[name] == column
	end)
end
LUA
head -n 1 old/samples.csv | has "swept\|fixed" && fail "the old run is not old"
unchained old
expect 0 "$HARNESS" report old --no-figures
for file in tables/t.csv tables/t.md figures/f.csv figures/f.gp matrix.csv report.md; do
	cmp "$run/$file" old/$file || fail "$file of an older run differs"
done
grep -q "^samples.csv,fixed" old/columns.csv && fail "columns.csv names a column that the older run has not"
expect 0 "$HARNESS" compare old "$run"
rm -r old/groups old/samples.csv old/builds.csv old/columns.csv old/report.sha256 # of which other files would be made than the old ones
expect 0 "$HARNESS" verify old
