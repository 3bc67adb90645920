-- What a scenario's `tables` take: their fields (lua/base/fields.lua), and the readers of columns that
-- `figures` share with them (lua/vocabulary/figure_keys.lua). The fields are read with a context, which has
-- the names of all `columns` that the scenario's results will have.
local algorithms = require "vocabulary.algorithms"
local check = require "base.check"
local columns = require "data.columns"
local externals = require "vocabulary.externals"
local lengths = require "text.lengths"
local sweeps = require "vocabulary.sweeps"

local shown = {}

local function read_column(at, path, v, _, context)
	check.string(at, path, v)
	local column = columns.of(v, "summary.csv")
	local wanted = column and column.group and { inspect = context.inspect, counters = context.table.counters }
	if wanted and not check.contains(wanted[column.needs] or {}, column.group) then
		check.fail(at, path, ("column %s needs %s = { '%s' }"):format(check.shown(v), column.needs, column.group))
	end
	if column and column.needs == "readings" and not context.readings then
		check.fail(at, path, ("column %s needs `readings`"):format(check.shown(v)))
	end
	local lacks = column and externals.lacks(column, context.algorithms or {}, algorithms.by_name)
	if lacks then check.fail(at, path, ("column %s needs %s"):format(check.shown(v), lacks)) end
	if not check.contains(context.columns, v) then
		check.fail(at, path,
			("there is no column %s%s"):format(check.shown(v), check.suggestion(v, context.columns)))
	end
	return v
end

-- Reads the x axis of a figure. "step" is the column of steps.csv, which needs per_step; "level" is the
-- column of levels.csv, which needs inspect; "instance" is that of instances.csv, which needs drawn. A swept
-- key of the same name comes first; else context.within is this name.
local function read_x(at, path, v, field, context)
	local is_within = check.contains({ "step", "level", "instance" }, v)
	context.within = is_within and not check.contains(context.columns, v) and v or nil
	if not context.within then return read_column(at, path, v, field, context) end
	if v == "instance" and context.table.drawn == nil then
		check.fail(at, path, "'instance' needs drawn, a population")
	end
	if v == "level" and #context.level_values == 0 then
		check.fail(at, path, "'level' needs inspect, such as inspect = { 'quality' }")
	end
	local swept = sweeps.values_of(context.space, "per_step")
	if v == "step" and not (swept and check.contains(swept, true) or context.table.per_step == true) then
		check.fail(at, path, "'step' needs per_step = true, which measures each step by itself")
	end
	return v
end

local VALUES = { step = { "step_ms", "contacts" },
	instance = { "ratio_to_first", "predicted_ms", "nb", "np", "contacts" } }

-- What a figure along what lies within a point may show; nil: it is along a column.
function shown.values_within(context)
	return context.within == "level" and context.level_values or VALUES[context.within]
end

local function read_y(at, path, v, field, context)
	local values = shown.values_within(context)
	if values then return check.one_of(at, path, v, values) end
	return read_column(at, path, v, field, context)
end

local function read_value(at, path, v)
	if type(v) ~= "number" and type(v) ~= "boolean" then check.string(at, path, v) end
	return v
end

local function read_length(at, path, v, field)
	local cm, wanted = lengths.centimetres(v, field.has_names)
	if not cm then check.must(at, path, v, wanted) end
	return v
end

local function read_where(at, path, where, _, context)
	for inner, key, v in check.entries(at, path, where, "{ column = value }") do
		read_column(at, inner, key, nil, context)
		if type(v) == "table" then
			for of, one in check.items(at, inner, v, "a value or a list of values") do read_value(at, of, one) end
		else
			read_value(at, inner, v)
		end
	end
	return where
end

local function read_published(at, path, published)
	for inner, _, rows in check.entries(at, path, published, "{ [column] = { [row] = number } }") do
		for of, _, value in check.entries(at, inner, rows, "{ [row] = number }") do check.number(at, of, value) end
	end
end

local function column(name, about, default)
	return { name, read = read_column, luacats = "string", about = about, optional = default == nil,
		default = default }
end
local function text(name, about) return { name, "string", optional = true, about = about } end
local WHERE = { "where", read = read_where, luacats = "table<string, any>", optional = true,
	about = "{ column = value } or { column = { values } }: only these points" }

local TABLE = {
	{ "rows", read = read_column, luacats = "string", about = "the column whose values are rows" },
	column("columns", "the column whose values are columns"),
	column("value", "what the cells show (step_ms)"),
	{ "scale", "positive", default = 1, about = "cells are the column's values times this, in `unit`" },
	text("unit", "of the cells, in place of the column's own"),
	WHERE,
	{ "published", read = read_published, luacats = "table<any, table<any, number>>", optional = true,
		about = "{ [column] = { [row] = number } }: what a paper has, shown beside" },
	text("title"),
}

shown.table, shown.column, shown.where = TABLE, column, WHERE
shown.read_column, shown.read_x, shown.read_y = read_column, read_x, read_y
shown.read_value, shown.read_length = read_value, read_length

return shown
