-- Derived columns: values that a scenario computes from each row of summary.csv. Tables, figures and claims
-- use them, and derived.csv holds them. Every report computes them anew from the measured values.
local check = require "base.check"
local columns = require "data.columns"
local csv = require "text.csv"
local disturbed = require "data.disturbed"
local expression = require "text.expression"
local fields = require "base.fields"
local lists = require "base.lists"

local derived = {}

local FIELDS = {
	{ "value", luacats = "string|fun(row: table<string, any>, has: table<string, boolean>): any",
		about = "arithmetic over columns, such as 'nb + np', or a function of the row",
		read = function (at, path, v)
			if type(v) ~= "string" and type(v) ~= "function" then
				check.must(at, path, v, "arithmetic over columns, such as 'nb + np', or a function of the row")
			end
			return v
		end },
	{ "about", "string", optional = true, about = "what it is, for derived.csv's dictionary" },
	{ "unit", optional = true, luacats = "string", about = "on axes and above tables; '' for none",
		read = function (at, path, v) return v == "" and v or check.string(at, path, v) end },
	{ "title", "string", optional = true, about = "on axes and above tables, in place of its name" },
	{ "type", "choice", choices = { "real", "int", "text", "bool" }, default = "real" },
}
derived.fields = FIELDS

-- A derived column's name must differ from every column of a result file, every swept key and every parameter
-- of an algorithm.
local function check_name(at, path, name, context)
	if type(name) ~= "string" or not name:find "^[%a_][%w_]*$" then
		check.fail(at, path, "a column's name is letters, digits and _")
	end
	local file = columns.of(name) and columns.of(name).file
	local taken = file and "is also a column of " .. file or context.swept[name] and "is also swept"
		or context.parameters[name] and "is also a parameter of an algorithm"
		or context.counters[name] and "is also a counter of a plug-in"
	if taken then check.fail(at, path, taken .. "; call it something else") end
end

-- Checks one column that a formula reads: this scenario must have the column, and it must hold numbers.
local function check_input(at, path, name, context)
	local column = columns.of(name, "summary.csv")
	if context.table.columns[name] ~= nil then
		check.fail(at, path, ("'%s' is derived too; one derived column is not made of another"):format(name))
	end
	context.read_column(at, path, name, nil, context)
	if column and (column.type == "text" or column.type == "hash") then
		check.fail(at, path, ("'%s' is a text, with which nothing can be computed"):format(name))
	end
end

local function read_one(at, path, name, v, context)
	local whole = type(v) == "string" and { value = v } or type(v) == "function" and { value = v } or v
	local column = fields.read(at, path, whole, FIELDS)
	column.name, column.formula = name, type(column.value) == "string" and column.value or nil
	if not column.formula then return column end
	local value_path = type(v) == "table" and check.join(path, "value") or path
	local value, names = expression.parse(column.formula)
	if not value then check.fail(at, value_path, ("'%s': %s"):format(column.formula, names)) end
	for _, input in ipairs(names) do check_input(at, value_path, input, context) end
	column.value, column.inputs = value, names
	return column
end

-- Reads the scenario's `columns` into a list sorted by name. context.swept and context.parameters are sets of
-- names.
function derived.read(at, path, t, _, context)
	local out = {}
	for _, name in ipairs(check.sorted_keys(check.plain(at, path, t, "{ name = 'nb + np' }"))) do
		local inner = check.join(path, name)
		check_name(at, inner, name, context)
		out[#out + 1] = read_one(at, inner, name, t[name], context)
	end
	return out
end

-- ---- in a report ----

-- The two arguments of a scenario's function: read-only views of the row's values and of which columns have a
-- value. Reading a missing value ends the function, and the derived value is then missing too.
local ALWAYS_READ = { unsound = true, readings = true, outside = true, external = true }

local function row_views(m, row, state)
	local function known(name)
		local column = columns.of(name, "summary.csv")
		-- a column that needs algorithms or readings exists only in some runs, but may be read in every run
		local is_there = m.known[name] or column and ALWAYS_READ[column.needs]
		if not is_there or m.derived[name] then
			local needed = column and column.group and ("; it needs %s = { '%s' }"):format(column.needs, column.group)
			error(("no column '%s'%s"):format(tostring(name), needed or m:suggestion(name)), 0)
		end
		return row[name] ~= nil
	end
	local function fixed() error("a row cannot be changed", 0) end
	local values = setmetatable({}, { __metatable = false, __newindex = fixed, __index = function (_, name)
		state.timed = state.timed or type(name) == "string" and columns.is_time(name)
		state.is_measured = state.is_measured or columns.is_measured(name)
		if known(name) then
			state.is_sampled = state.is_sampled or disturbed.is_sampled(m, name)
			return row[name]
		end
		state.missing = true
		error(("column '%s' is missing"):format(name), 0)
	end })
	local has = setmetatable({}, { __metatable = false, __newindex = fixed,
		__index = function (_, name) return known(name) end })
	return values, has
end

local function converted(column, value)
	local kind = column.type
	if kind == "real" or kind == "int" then
		if type(value) ~= "number" then return nil, ("a number, not a %s"):format(type(value)) end
		if value ~= value or math.abs(value) == math.huge then return nil end
		if kind == "real" then return value + 0.0 end
		local whole = math.tointeger(value)
		return whole, not whole and "a whole number below 2^63" or nil
	end
	local wanted = kind == "text" and "string" or "boolean"
	if type(value) ~= wanted then return nil, ("a %s, not a %s"):format(wanted, type(value)) end
	if kind == "bool" then return value and 1 or 0 end
	if value:find "%c" then return nil, "a text without control characters" end
	return value
end

local function value_of(m, column, row)
	for _, name in ipairs(column.inputs or {}) do
		column.timed = column.timed or columns.is_time(name)
		column.is_measured = column.is_measured or columns.is_measured(name)
		column.is_sampled = column.is_sampled or disturbed.is_sampled(m, name)
		if type(row[name]) ~= "number" then return nil end
	end
	local state = {}
	local values, has = row_views(m, row, state)
	local ok, value = pcall(column.value, values, has)
	column.timed, column.is_measured = column.timed or state.timed, column.is_measured or state.is_measured
	column.is_sampled = column.is_sampled or state.is_sampled
	if not ok and state.missing then return nil end
	local wrong
	if ok and value == nil then return nil end
	if ok then value, wrong = converted(column, value) end
	if not ok or wrong then
		local what = ok and ("columns.%s: must give %s"):format(column.name, wrong) or tostring(value)
		error(("%s (column \"%s\", %s, row '%s')"):format(what, column.name, m:point_text(row), row.role), 0)
	end
	return value
end

-- Computes the derived columns of `list` for every row with status "ok". Afterwards they are ordinary columns
-- of the run.
function derived.add(m, list)
	for _, column in ipairs(list or {}) do
		local name = column.name
		if m.known[name] and not m.shared[name] then
			error(("columns.%s: is also a column of this run; call it something else"):format(name), 0)
		end
	end
	for _, column in ipairs(list or {}) do
		for _, row in ipairs(m.rows) do
			row[column.name] = row.status == "ok" and value_of(m, column, row) or nil
		end
	end
	for _, column in ipairs(list or {}) do
		local about = column.about or column.formula or "computed by the scenario"
		local described = { name = column.name, title = column.title or column.name, unit = column.unit or "",
			type = column.type, scope = "point", kind = "derived", about = about, timed = column.timed,
			is_measured = column.is_measured, is_sampled = column.is_sampled }
		m.own[column.name], m.derived[column.name], m.known[column.name] = described, described, true
		m.shared[column.name] = nil
		m.derived_list[#m.derived_list + 1] = described
	end
end

-- The text of derived.csv.
function derived.csv(m)
	return csv.format(lists.joined(columns.place(), lists.field(m.derived_list, "name")), m.env.rows)
end

return derived
