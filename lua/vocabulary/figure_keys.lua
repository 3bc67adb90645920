-- What a scenario's `figures` take: their fields (lua/base/fields.lua), and what the keys of one figure must
-- agree on. The context is that of lua/vocabulary/shown_columns.lua.
local check = require "base.check"
local columns = require "data.columns"
local kinds = require "figure_kinds.kinds"
local lengths = require "text.lengths"
local shown = require "vocabulary.shown_columns"
local sweeps = require "vocabulary.sweeps"

local figure_keys = {}

local LEGENDS = { "right", "below", "above" }
local TICKS = { "values", "round" }

local function read_text_or_false(at, path, v)
	if v == false then return v end
	if type(v) ~= "string" then check.must(at, path, v, "a text, or false for none") end
	return check.string(at, path, v)
end

local function read_caption(at, path, v)
	if type(v) ~= "boolean" then check.must(at, path, v, "false for none, or true") end
	return v
end

local function read_legend(at, path, v)
	if v == false or check.contains(LEGENDS, v) then return v end
	check.must(at, path, v, "'" .. table.concat(LEGENDS, "', '") .. "', or false for none")
end

local function read_range(at, path, v)
	local what = "{ least, greatest }; false in place of either takes it from the data"
	check.plain(at, path, v, what)
	check.keys(at, path, v, { 1, 2 })
	for i = 1, 2 do
		if v[i] ~= false then check.number(at, check.join(path, i), v[i]) end
	end
	if v[1] and v[2] and v[1] >= v[2] then check.fail(at, path, "the first must be less than the second") end
	return v
end

local function read_published(at, path, v, _, context)
	if v == false then return v end
	check.string(at, path, v)
	local known = {}
	for _, name in ipairs(check.sorted_keys(context.table.tables or {})) do
		if type(context.table.tables[name]) == "table" and context.table.tables[name].published then
			known[#known + 1] = name
		end
		if name == v and known[#known] == v then return v end
	end
	check.fail(at, path, ("no table with published values is called %s%s"):format(check.shown(v),
		check.suggestion(v, known)))
end

local function text_or_false(name, about)
	return { name, read = read_text_or_false, luacats = "string|false", optional = true, about = about }
end
local function log(name)
	return { name, "boolean", optional = true,
		about = "logarithmic; else if it spans more than a factor of ten" }
end
local function range(name)
	return { name, read = read_range, luacats = "(number|false)[]", optional = true,
		about = "{ least, greatest } of the axis; false: from the data" }
end
local function length(name, has_names, about)
	return { name, read = shown.read_length, has_names = has_names, luacats = "string", optional = true,
		about = about }
end

local column = shown.column

figure_keys.list = {
	{ "x", read = shown.read_x, luacats = "string",
		about = "column; step, under per_step; level, under inspect; instance, with drawn" },
	{ "y", read = shown.read_y, luacats = "string", optional = true,
		about = "column (step_ms); of levels level_...; of a heat map the column along the other side" },
	column("z", "of a heat map: the column that the colours show (step_ms)"),
	{ "kind", "choice", choices = kinds.names, optional = true, about = "lines unless given" },
	{ "map", "string", optional = true, about = "of kind map: the name of one of the scenario's maps" },
	column("series", "the column with a line for each value"),
	column("panels", "the column with a panel for each value"),
	shown.where,
	log "logx", log "logy", log "logz",
	range "xrange", range "yrange", range "zrange",
	{ "xticks", "choice", choices = TICKS, optional = true,
		about = "at the swept values, or at round numbers; values unless they are many or too close" },
	text_or_false("title", "false: none"),
	{ "caption", read = read_caption, luacats = "boolean", optional = true,
		about = "false: none below the figure; the report still has it" },
	text_or_false("xlabel", "of the x axis; false: none"),
	text_or_false("ylabel", "of the y axis; false: none"),
	text_or_false("zlabel", "of a heat map's colours; false: none"),
	{ "legend", read = read_legend, luacats = '"right"|"below"|"above"|false', optional = true,
		about = "right unless the figure is narrow; false: none" },
	length("width", true, "of the whole figure: " .. lengths.examples),
	length("height", false, 'of the whole figure, such as "6 cm"'),
	{ "size", "number", lo = 4, hi = 36, optional = true,
		about = "of the text, in points; 9, or 8 in a figure with a width" },
	{ "published", read = read_published, luacats = "string|false", optional = true,
		about = "the table whose published values are drawn; false: none; else of each table that has some" },
}

-- Whether the axis of a column has names for places. Only then is it known before measuring that the column
-- has no range.
local function has_names(column_name, context)
	for _, v in ipairs(sweeps.values_of(context.space, column_name) or {}) do
		if type(v) ~= "number" then return true end
	end
	local known = columns.of(column_name, "summary.csv")
	return known ~= nil and known.type == "text"
end

local function log_check(at, path, t, axis)
	local wanted = t[axis .. "range"]
	for i = 1, t["log" .. axis] and wanted and 2 or 0 do
		if wanted[i] and wanted[i] <= 0 then
			check.must(at, check.join(path, axis .. "range", i), wanted[i], "above 0 on a logarithmic axis")
		end
	end
end

local function published_check(at, path, t, context)
	if not t.published then return end
	local inner = check.join(path, "published")
	if context.within or t.x == "point" then
		check.fail(at, inner, ("there are none along %s"):format(check.shown(t.x)))
	end
	local theirs, ours = context.table.tables[t.published].value or "step_ms", t.y or "step_ms"
	if theirs ~= ours then
		check.fail(at, inner, ("the table %s has the value '%s', the figure '%s'"):format(check.shown(t.published),
			theirs, ours))
	end
end

-- Checks what the keys of one figure say of each other.
function figure_keys.check(at, path, t, context)
	local kind = kinds.of(t)
	for _, name in ipairs(kind.absent) do
		if t[name] ~= nil then
			local hint = not kind.is_grid and name:find("z") and "; a heat map has it, kind = 'heat'" or ""
			check.fail(at, check.join(path, name),
				("a figure with kind = '%s' has no such key%s"):format(t.kind or kinds.names[1], hint))
		end
	end
	log_check(at, path, t, "z")
	if kind.check then return kind.check(at, path, t, context) end
	if kind.has_names and context.within == "instance" then
		check.fail(at, check.join(path, "x"),
			("a figure with kind = '%s' has a place for each value, and instances have none"):format(t.kind))
	end
	local values = shown.values_within(context)
	if values and context.within ~= "step" and t.y == nil then -- of steps it is step_ms
		check.must(at, check.join(path, "y"), nil, "one of '" .. table.concat(values, "', '") .. "'")
	end
	if t.xrange and has_names(t.x, context) then
		check.fail(at, check.join(path, "xrange"), ("the values of %s are no numbers"):format(check.shown(t.x)))
	end
	log_check(at, path, t, "x")
	log_check(at, path, t, "y")
	published_check(at, path, t, context)
end

return figure_keys
