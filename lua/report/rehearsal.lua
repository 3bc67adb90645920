-- A rehearsal of the report before anything is measured. Tables, figures, claims and checks are made from
-- rows in which every value is 1. A name, method or value that does not exist is then found at once, and not
-- after hours of measuring.
local algorithms = require "vocabulary.algorithms"
local check = require "base.check"
local columns = require "data.columns"
local counters = require "vocabulary.counters"
local externals = require "vocabulary.externals"
local figures = require "figures.figures"
local garbage = require "base.garbage"
local lists = require "base.lists"
local matrix = require "claims.readings_matrix"
local measured = require "data.measured"
local notation = require "text.notation"
local report = require "report.report"
local row_store = require "text.row_store"
local splits = require "data.splits"
local tables = require "tables.tables"

local rehearsal = {}

local ROUNDS = 12 -- enough for every interval

-- Whether this plan's summary.csv will have a column.
local function will_exist(p, column)
	if column.needs == "inspect" then return check.contains(p.scenario.inspect, column.group) end
	if column.needs == "counters" then
		return check.contains(counters.all(p.scenario.counters, p.job.counters), column.group)
	end
	if externals.lacks(column, p.scenario.algorithms, algorithms.by_name) then return false end
	return column.needs ~= "readings" or #p.readings > 0
end

-- The columns that summary.csv will have.
local function columns_of(p)
	local out = lists.kept(columns.header "summary.csv", function (name)
		return will_exist(p, columns.of(name, "summary.csv"))
	end)
	lists.add(out, p.columns)
	local seen = {}
	for _, point in ipairs(p.points) do
		local kind = point.algorithm.kind
		for _, param in ipairs(not seen[kind] and algorithms.by_name[kind].params or {}) do
			out[#out + 1] = kind .. "_" .. param.name
		end
		for _, counter in ipairs(not seen[kind] and algorithms.by_name[kind].counters or {}) do
			out[#out + 1] = kind .. "_" .. counter.name
		end
		seen[kind] = true
	end
	return out
end

-- The values that all rows share: 1, except where a row says how it ended.
local function ones(names)
	local values = {}
	for _, name in ipairs(names) do values[name] = columns.of(name) and 1 end
	values.status, values.role = "ok", "point"
	values.detail, values.reading = nil, nil
	values.censored, values.quick = 0, 0
	return values
end

-- The columns that say which row it is.
local function naming_columns(p, names)
	return lists.joined({ "point", "algorithm", "kind", "query", "reading", "triangles" }, p.columns,
		lists.kept(names, function (name) return not columns.of(name) end))
end

-- Each point's group by its place in the plan, and its algorithm there.
local function by_point(p)
	local groups, algorithms_of = {}, {}
	for g, group in ipairs(p.groups) do
		for _, a in ipairs(group.algorithms) do groups[a.point], algorithms_of[a.point] = g, a end
	end
	return groups, algorithms_of
end

-- Adds the parameters of an algorithm by the names of their columns.
function rehearsal.add_params(row, a)
	for name, text in pairs(a.params) do
		local number = engine.number_parse(text)
		row[a.kind .. "_" .. name] = number and math.tointeger(number) or number or text
	end
end

local function rows_of(p, names)
	local naming, values = naming_columns(p, names), {}
	local rows, add = row_store.new(naming)
	local groups, algorithms_of = by_point(p)
	for point = 1, #p.points do
		local g, a = groups[point], algorithms_of[point]
		if g then
			local group = p.groups[g]
			-- claims name scenes by their triangles, so these are another number in each group
			local row = { point = point, algorithm = a.label, kind = a.kind, query = group.query,
				reading = a.reading, triangles = g }
			for _, key in ipairs(p.columns) do row[key] = group.params[key] end
			rehearsal.add_params(row, p.points[point].algorithm)
			for k, name in ipairs(naming) do values[k] = row[name] end
			add(values)
		end
	end
	local is_naming = lists.set(naming)
	for name, value in next, ones(names) do
		if not is_naming[name] then rows.define(name, function () return value end) end
	end
	rows.columns = names
	return rows
end

-- One row of steps.csv, levels.csv or instances.csv for each row of summary.csv.
local function further(rows, file)
	local values = ones(columns.header(file))
	local out, meta = { columns = columns.header(file) }, { __index = values }
	for i, row in ipairs(rows) do out[i] = setmetatable({ point = row.point, role = "point" }, meta) end
	return out
end

local function always_one() return 1, 1, 1 end

local function environment(p)
	local rows = rows_of(p, columns_of(p))
	return { plan = { columns = p.columns, groups = p.groups, settings = p.job.settings, quick = p.job.quick },
		rows = rows, manifest = {},
		steps = function () return further(rows, "steps.csv") end,
		levels = function () return further(rows, "levels.csv") end,
		instances = function () return further(rows, "instances.csv") end,
		drawn = function () return nil end, ratio = always_one, apart = always_one, interval = always_one }
end

-- Whether a column holds what is counted, measured or computed.
local function is_result(m, name)
	local column = columns.of(name, "summary.csv")
	return m.derived[name] ~= nil or column ~= nil and column.kind ~= "named"
end

-- The reader of a table's or figure's axes. A result on an axis would be 1 everywhere and all points would
-- share one place, so it is the number of the point there.
local function spread_reader(m, names)
	local read = measured.reader(m, names)
	return function (row, name)
		if is_result(m, name) then return row.point end
		return read(row, name)
	end
end

-- The data of a run of the plan `p` in which every value is 1.
function rehearsal.dry(p, spec)
	local m, rounds = measured.new(spec, environment(p)), {}
	local meta = { __index = function () return 1 end }
	for i = 1, ROUNDS do rounds[i] = setmetatable({ round = i, session = (i - 1) // 3 + 1 }, meta) end
	m.samples = function () return rounds end
	m.reader = spread_reader
	if p.scenario.drawn then m.drawn = function () return setmetatable({}, meta) end end
	return m
end

-- ---- questions ----

local function names_of(p, spec, what)
	return lists.kept(p.order_of[what] or {}, function (name) return spec[what][name] ~= nil end)
end

local function put_bound(group, below)
	if below == nil or below == 1 or lists.set(group.bounds or {})[below] then return end
	group.bounds = group.bounds or {}
	table.insert(group.bounds, below)
	table.sort(group.bounds)
end

-- Gives each group of a population the bounds of which claims want shares and, where it is timed until claims
-- are decided, the questions of these: what they compare (engine/run/plan/plan.h). A claim that reads a ratio
-- and judges it itself asks for its value.
function rehearsal.put_questions(p, spec)
	local groups = lists.kept(p.groups, function (group) return group.drawn end)
	if #groups == 0 then return end
	local m, wanted, found, limited = rehearsal.dry(p, spec), lists.set(groups), {}, {}
	-- these leave out what claims ask for
	local is_part = p.job.quick or p.job.filter or next(p.job.settings) ~= nil or p.job.shards
	function m.on_question(a, b, question)
		local group = m.plan_by_point[a.point]
		if not wanted[group] or group ~= m.plan_by_point[b.point] or a.point == b.point then return end
		put_bound(group, question.below)
		if group.stop ~= "decided" then return end
		local pair = ("%d %d"):format(a.point, b.point)
		local key = ("%s %s %s"):format(pair, question.below, question.limit)
		if found[key] then return end
		found[key], limited[pair] = true, limited[pair] or question.limit ~= nil
		group.questions = group.questions or {}
		table.insert(group.questions, lists.copy(question, { a = a.point, b = b.point }))
	end
	for _, name in ipairs(names_of(p, spec, "claims")) do
		local ok, problem = pcall(matrix.judge, m, spec.claims, { name })
		if not ok and not is_part then error(problem, 0) end
	end
	for _, group in ipairs(groups) do
		group.questions = group.questions and lists.kept(group.questions, function (one)
			return one.limit or not limited[("%d %d"):format(one.a, one.b)]
		end)
	end
end

-- ---- values ----

local NAMING = { algorithm = true, kind = true, query = true, reading = true }

-- The distinct values of a column that says which row it is: a swept key, a parameter, or one of NAMING. Nil
-- for all other columns.
local function values_of(m, column)
	if columns.of(column, "summary.csv") and not NAMING[column] or m.derived[column] then return nil end
	m.rehearsed_values = m.rehearsed_values or {}
	if not m.rehearsed_values[column] then
		m.rehearsed_values[column] = measured.values(m.points, column, m:reader {})
	end
	return m.rehearsed_values[column]
end

local function is_among(value, values)
	-- a claim about each point of a large sweep asks as often as there are values
	if not values.texts then
		values.texts = {}
		for _, one in ipairs(values) do values.texts[notation.text(one)] = one end
	end
	local one = values.texts[notation.text(value)]
	if one ~= nil and measured.value_equal(one, value) then return true end
	for _, other in ipairs(type(value) == "boolean" and values or {}) do
		if measured.value_equal(other, value) then return true end
	end
	return false
end

-- Calls found(column, value, values) for each value of a selection that no row has.
local function missing_values(m, where, found)
	for _, column in ipairs(check.sorted_keys(where)) do -- the first may be an error
		local wanted, values = where[column], values_of(m, column)
		for _, value in ipairs(values and (type(wanted) == "table" and wanted or { wanted }) or {}) do
			if not is_among(value, values) then found(column, value, values) end
		end
	end
end

local function value_error(place, column, value, values)
	local near = check.suggestion(value, lists.map(values, notation.text))
	local text = ("no point of the scenario has %s = %s%s"):format(column, notation.text(value), near)
	local is_key = place:find "^tables%." or place:find "^figures%."
	error(is_key and ("%s.where.%s: %s"):format(place, column, text) or text, 0)
end

-- ---- the parts of a report ----

-- Calls f(place, make) for every table, figure, claim and check.
local function each_part(p, m, spec, f)
	local makes = { tables = tables.make, figures = figures.make }
	for _, what in ipairs { "tables", "figures" } do
		local make, taken = makes[what], {}
		for _, name in ipairs(names_of(p, spec, what)) do
			f(what .. "." .. name, function ()
				for _, one in ipairs(splits.of(m, name, spec[what][name])) do
					report.file_name(taken, what, one.name)
					make(m, one.name, one.def)
				end
			end)
		end
	end
	for _, what in ipairs { "claims", "checks" } do
		for _, name in ipairs(names_of(p, spec, what)) do
			f(("%s[%q]"):format(what, name), function () matrix.judge(m, spec[what], { name }) end)
		end
	end
end

-- Makes every part of the report of the whole scenario, as if every point had been measured. Throws the first
-- mistake.
function rehearsal.check(p, spec)
	local m = rehearsal.dry(p, spec)
	m.on_selection = function (where, place)
		missing_values(m, where, function (...) value_error(place, ...) end)
	end
	each_part(p, m, spec, function (_, make)
		make()
		garbage.drop(#p.points)
	end)
end

local SHOWN = 6 -- values in a note

-- "faces = 8106" or "faces = 530, 1000 and 7 more"
local function left_out_text(column, values)
	local texts = {}
	for i = 1, math.min(#values, SHOWN) do texts[i] = notation.text(values[i]) end
	local more = #values > SHOWN and (" and %d more"):format(#values - SHOWN) or ""
	return ("%s = %s%s"):format(column, table.concat(texts, ", "), more)
end

-- Values by column, each once, in the order in which they were added.
local function collector()
	local out, seen = { columns = {} }, {}
	function out.add(column, value)
		local key = column .. "\31" .. notation.text(value)
		if not out[column] then out.columns[#out.columns + 1], out[column] = column, {} end
		if not seen[key] then table.insert(out[column], value) end
		seen[key] = true
	end
	return out
end

-- What --quick, --filter and -s leave out, as lines: the values that each part of the report asks for and no
-- point of this plan has, and the parts that fail without them.
function rehearsal.notes(p, spec)
	local lines, m = {}, rehearsal.dry(p, spec)
	each_part(p, m, spec, function (name, make)
		local left_out = collector()
		m.on_selection = function (where) missing_values(m, where, left_out.add) end
		local ok, problem = pcall(make)
		table.sort(left_out.columns)
		for _, column in ipairs(left_out.columns) do
			local text = left_out_text(column, left_out[column])
			lines[#lines + 1] = ("%s asks for %s, left out of this run"):format(name, text)
		end
		if not ok then
			local text = tostring(problem):gsub("^%c", "")
			lines[#lines + 1] = ("%s cannot be made from this run: %s"):format(name, text)
		end
	end)
	return lines
end

return rehearsal
