-- Descriptions of the columns of result files. They come from engine.columns, that is engine/run/columns.def.
-- This file derives from them: titles and units on axes, which columns are times, which columns have an
-- interval, and the data dictionaries (columns.csv of a run, and docs/reference/columns.md).
local lists = require "base.lists"

local columns = {}

local ALL_STEPS = "all steps" -- stands as the unit of a count that is summed over the motion
local FILES = { "summary.csv", "samples.csv", "steps.csv", "levels.csv", "builds.csv", "instances.csv",
	"drawn.csv", "costs.csv", "maps.csv" }
-- Files of populations and maps: no table, figure or claim names a column of theirs, so their names stay
-- free.
local APART = { ["instances.csv"] = true, ["drawn.csv"] = true, ["costs.csv"] = true,
	["maps.csv"] = true }
local SCOPE_STEP, SCOPE_SUM, MEASURED = "per step", "sum of all steps", "measured"

columns.all_steps = ALL_STEPS

local by_file, by_name = {}, {} -- by_name prefers summary.csv, then the order of FILES
for _, file in ipairs(FILES) do by_file[file] = {} end
local SEVERAL = {
	swept = "each swept parameter", params = "`<kind>_<parameter>`", own = "`<kind>_<counter>`",
}
for _, column in ipairs(engine.columns) do
	if not SEVERAL[column.needs] then -- the entry stands for one column
		by_file[column.file][column.name] = column
		if not APART[column.file] then by_name[column.name] = by_name[column.name] or column end
	end
end

-- The description of a column, or nil. With `file`, only that file's columns count; without it, a column of
-- summary.csv is preferred.
function columns.of(name, file)
	if file then return by_file[file][name] end
	return by_name[name]
end

-- Whether a column holds times with raw samples. Ratios of such times are paired by round.
function columns.is_timed(name)
	local sampled = by_file["samples.csv"][name] or by_file["builds.csv"][name]
	return name == "ratio_to_first" or sampled ~= nil and sampled.type == "real"
end

-- Whether a column holds times, with samples or without.
function columns.is_time(name)
	return columns.is_timed(name) or name:find "_ms" ~= nil or name:find "_ns$" ~= nil
end

-- Whether a column of summary.csv depends on the machine or the build. These are times, and memory sizes that
-- every change of the code may change.
function columns.is_measured(name)
	local column = by_file["summary.csv"][name]
	return column ~= nil and column.kind == MEASURED
end

-- Whether a column identifies the row's point or says how the point ended.
function columns.is_named(name)
	local column = by_file["summary.csv"][name]
	return column ~= nil and column.kind == "named"
end

-- The names of the two columns that hold the lower and upper bound of a column; nil if it has no bounds.
function columns.bounds(name)
	if name == "ratio_to_first" then return "ratio_lo", "ratio_hi" end
	if by_name[name] and by_name[name .. "_lo"] then return name .. "_lo", name .. "_hi" end
end

local unit_suffixes = {
	ms = "ms", us = "us", ns = "ns", s = "s", bytes = "bytes", deg = "degrees", rad = "rad",
}

-- A title and a unit for a column without a description, both from its name: "wait_ms" gives "wait", "ms".
-- The unit is nil if the name ends in no known unit.
local function from_name(name)
	local stem, suffix = name:match("^(.+)_(%l+)$")
	if stem and unit_suffixes[suffix] then return (stem:gsub("_", " ")), unit_suffixes[suffix] end
	return (name:gsub("_", " "))
end

-- A column's title and its unit, such as "query time", "ms per step"; the unit may be nil.
-- own: descriptions of the run's swept and derived columns, by name.
function columns.title(name, own)
	local column = own and own[name] or by_name[name]
	if not column then return from_name(name) end
	local unit = column.unit ~= "" and column.unit or nil
	if column.scope == SCOPE_STEP and column.kind == MEASURED then
		unit = unit and unit .. " per step" or "per step"
	elseif column.scope == SCOPE_SUM and column.type ~= "hash" then
		unit = unit or ALL_STEPS
	end
	return column.title, unit
end

-- The text of an axis, such as "query time (ms per step)". by_step: the values are of single steps, not sums.
function columns.axis(name, by_step, own)
	local what, unit = columns.title(name, own)
	if by_step and unit == ALL_STEPS then unit = "per step" end
	return unit and ("%s (%s)"):format(what, unit) or what
end

-- The text of a caption, such as "query time in ms per step" or "volume tests, sum over all steps".
-- `unit`, if given, replaces the column's own unit.
function columns.caption(name, unit, own)
	local what, usual = columns.title(name, own)
	if not unit and usual == ALL_STEPS then return what .. ", sum over all steps" end
	unit = unit or usual
	return unit and ("%s in %s"):format(what, unit) or what
end

-- ---- the data dictionary ----

local FIELDS = { "file", "name", "type", "unit", "scope", "kind", "title", "about" }

local RANKS = { int = 1, real = 2, text = 3 }

-- The narrowest type that holds all values of a column.
local function swept_type(rows, name)
	if rows.booleans and rows.booleans[name] then return "bool" end
	local widest
	for _, row in ipairs(rows) do
		local value = row[name]
		local own = math.type(value) == "integer" and "int" or type(value) == "number" and "real" or "text"
		if value ~= nil and (not widest or RANKS[own] > RANKS[widest]) then widest = own end
	end
	return widest or "text"
end

-- Describes a swept parameter, an algorithm's parameter or a plug-in's counter. rows.booleans[name]: the
-- column's values are true and false. `parameters` holds the type and meaning of each algorithm's parameter
-- and counter, by column name.
function columns.described(name, rows, parameters)
	local title, unit = from_name(name)
	local parameter = parameters and parameters[name]
	if parameter and parameter.is_counter then
		return { file = "summary.csv", name = name, title = from_name(parameter.name), unit = parameter.unit,
			scope = SCOPE_SUM, kind = "counted", type = "int", about = parameter.about }
	end
	return { file = "summary.csv", name = name, title = title, unit = parameter and "" or unit or "",
		scope = "point", kind = "named", type = parameter and parameter.type or swept_type(rows, name),
		about = parameter and parameter.about or "swept parameter of the scenario" }
end

-- Describes the column of a swept parameter in another file than summary.csv. A parameter that is called as
-- a column of the file has a prefix there.
local function swept_in(file, name, rows)
	local column = columns.described(name:gsub("^swept%.", ""), rows)
	column.file, column.name = file, name
	return column
end

-- A column's description, with derived.csv as its file.
local function in_derived(column) return lists.copy(column, { file = "derived.csv" }) end

-- The descriptions of all columns of a run's files. rows: the rows of summary.csv. header(file): the names of
-- another file's columns; {} if the run does not have it.
function columns.dictionary(rows, header, parameters, derived)
	local out = {}
	for _, name in ipairs(rows.columns) do
		out[#out + 1] = by_file["summary.csv"][name] or columns.described(name, rows, parameters)
	end
	for i = 2, #FILES do
		for _, name in ipairs(header(FILES[i])) do
			out[#out + 1] = by_file[FILES[i]][name] or swept_in(FILES[i], name, rows)
		end
	end
	if #derived > 0 then
		for _, name in ipairs(columns.place()) do out[#out + 1] = in_derived(by_name[name]) end
	end
	return lists.add(out, lists.map(derived, in_derived))
end

-- The names of a file's columns in order, without swept parameters and parameters of algorithms.
function columns.header(file)
	return lists.map(engine.columns, function (column)
		return by_file[file][column.name] == column and column.name
	end)
end

-- The columns that identify a row in every file.
function columns.place() return { "scenario", "point", "role", "algorithm" } end

columns.dictionary_fields = FIELDS

local INTRODUCTION = [[
# Columns of the result files

Made by `harness list --format columns` from `engine/run/columns.def`; `make docs` writes this file anew. Each
run says the same of its own columns in `columns.csv`, with its swept parameters, the parameters of its
algorithms and its [derived columns](claims.md#derived-columns).

- type: `int` and `real` are numbers, `bool` is 0 or 1, `hash` is a text of hexadecimal digits. A missing
  value is an empty field, never 0.
- role: there are three kinds of rows. `point` is a point of the scenario. `aa` is the A/A twin, the first
  algorithm of a group measured a second time. `check` is the algorithm that confirms a group's answers; it
  has no times. Select the rows of role `point` before anything is averaged or drawn
  ([data.md](../howto/data.md)).
- swept parameters: each file has a column for each. Where a file has another column of that name, the
  parameter's is called `swept.` and its name.
- scope: what a value is of. A value "per step" is of one step, a "sum of all steps" is over the whole motion.
- kind: `named` says which row it is and how it ended; `counted` is the same wherever the same is counted;
  `measured` is a time, or depends on machine and build.
- needs: the column is there where the scenario's `inspect` or `counters` names this, where an algorithm may
  miss contacts (`unsound`), where the scenario has `readings`, where it has an algorithm that is not the
  engine's (`outside`) or results of another program (`external`); else always.
]]

local function markdown_row(column)
	local name = SEVERAL[column.needs] or ("`%s`"):format(column.name)
	local needs = column.group and ("%s %s"):format(column.needs, column.group)
		or not SEVERAL[column.needs] and column.needs or ""
	return ("| %s | %s | %s | %s | %s | %s | %s | %s |"):format(name, column.type, column.unit, column.scope,
		column.kind, needs, column.title, (column.about:gsub("|", "\\|")))
end

-- The text of docs/reference/columns.md.
function columns.markdown()
	local parts = { INTRODUCTION }
	for _, file in ipairs(FILES) do
		local rows = { ("## %s\n"):format(file), "| name | type | unit | scope | kind | needs | title | about |",
			"|---|---|---|---|---|---|---|---|" }
		for _, column in ipairs(engine.columns) do
			if column.file == file then rows[#rows + 1] = markdown_row(column) end
		end
		parts[#parts + 1] = table.concat(rows, "\n") .. "\n"
	end
	return table.concat(parts, "\n")
end

return columns
