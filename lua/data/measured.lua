-- The data of a run for the report: points that are selected by columns, groups with their A/A noise bands,
-- and ratios from the raw samples (lua/data/samples.lua).
local alternatives = require "data.alternatives"
local check = require "base.check"
local columns = require "data.columns"
local derived = require "data.derived"
local lists = require "base.lists"
local machine_rows = require "data.machine_rows"
local notation = require "text.notation"

local measured = {}
measured.__index = measured

local is_timed = columns.is_timed
measured.is_timed = is_timed

-- The name of a column's bounds: times have intervals; values such as tau are enclosed by bounds.
function measured.bounds_text(column) return is_timed(column) and "95 % interval" or "bounds" end

-- The columns that hold counts: neither measured, nor naming the point.
function measured.counted(names)
	return lists.kept(names, function (name)
		return not columns.is_named(name) and not columns.is_measured(name)
	end)
end

-- The group of a row: all points of one scene, whatever the algorithm. plan.json tells the group. Without a
-- plan, rows with the same swept values are one group.
local function group_key(self, row)
	local planned = self.plan_by_point[row.point]
	if planned then return planned end
	local parts = lists.map(self.columns, function (name) return notation.text(row[name]) end)
	return tostring(row.query) .. "\31" .. table.concat(parts, "\31")
end

local function group_of(self, row, groups)
	local key = group_key(self, row)
	local group = self.group_by_key[key]
	if not group then
		group = { points = {} }
		self.group_by_key[key] = group
		groups[#groups + 1] = group
	end
	return group
end

-- The rows by point; those of one point in their order. A run's own files have this order.
local function rows_by_point(rows)
	local function point_of(row) return row.point or 0 end
	for i = 2, #rows do
		local is_sorted = point_of(rows[i - 1]) <= point_of(rows[i])
		if not is_sorted then return lists.sort(table.move(rows, 1, #rows, 1, {}), point_of) end
	end
	return rows
end

-- Adds the rows to their groups, and new groups and points to the two lists.
local function rows_sort(self, rows, groups, points)
	for _, row in ipairs(rows_by_point(rows)) do
		local group = group_of(self, row, groups)
		self.group_by_row[row] = group
		if row.role == "aa" then
			group.twin = row
		elseif row.role == "check" then
			group.check = row
		else
			group.points[#group.points + 1] = row
			points[#points + 1] = row
		end
	end
end

-- Indexes plan.json by point: the group, which says how a point is checked, and the algorithm.
local function plan_index(self, plan)
	for _, group in ipairs(plan.groups or {}) do
		for _, algorithm in ipairs(group.algorithms or {}) do
			self.plan_by_point[algorithm.point], self.planned[algorithm.point] = group, algorithm
		end
	end
end

-- Rows that are of no file, as those of missing points (lua/report/missing_groups.lua).
local function rows_of_no_file(self)
	if not self.env.rows.define then return self.rows end
	return lists.kept(self.rows, function (row) return getmetatable(row) == nil end)
end

-- Adds one of these columns. Rows of a file compute it when it is read, as most are never read; others have
-- it at once.
local function share_parameter(self, name, others)
	local own, define = {}, self.env.rows.define -- own: the column of each kind
	local function value_in(row)
		local kind = notation.text(row.kind)
		own[kind] = own[kind] or kind .. "_" .. name
		return row[own[kind]]
	end
	if define then define(name, value_in) end
	for _, row in ipairs(others) do row[name] = value_in(row) end
end

-- Adds a column for each parameter that algorithms share: `leaf` is aabb_leaf in rows of aabb, and fdh18_leaf
-- in rows of fdh18. Counters of plug-ins are shared alike. A column of summary.csv with that name is not
-- replaced.
local function share_parameters(self)
	local names, swept = {}, lists.set(self.columns)
	local kinds = lists.set(lists.map(measured.values(self.env.rows, "kind"), notation.text))
	for _, column in ipairs(self.env.rows.columns or {}) do
		for kind in pairs(not columns.of(column) and not swept[column] and kinds or {}) do
			if column:sub(1, #kind + 1) == kind .. "_" then names[column:sub(#kind + 2)] = true end
		end
	end
	for name in pairs(self.spec.shared or {}) do names[name] = true end
	for name in pairs(names) do
		if not self.known[name] and not columns.of(name) then self.shared[name] = true end
	end
	local others = next(self.shared) and rows_of_no_file(self) or {}
	for name in pairs(self.shared) do
		self.known[name] = true
		share_parameter(self, name, others)
	end
end

-- A label such as "aabb(leaf=2,broad=sap(axes=3))" without the parameters in `dropped`. A label of another
-- form is returned as it is.
local function label_without(label, kind, dropped)
	local parts = notation.label_parts(label, kind)
	if not parts then return label end
	local kept = lists.kept(parts, function (part) return not dropped[part:match "^([%w_]+)="] end)
	return kind .. (#kept > 0 and "(" .. table.concat(kept, ",") .. ")" or "")
end

-- The scenario's own reading is called "ours" where it is shown or selected.
local function shown_value(self, row, column)
	if column == "reading" and self.has_readings then return row.reading or "ours" end
	return row[column]
end

-- The function by which a table or figure over these columns reads a row. If one of the columns is a shared
-- parameter, the labels of algorithms leave it out, so that there is one line for each algorithm and not one
-- for each value.
function measured:reader(names)
	local dropped = {}
	for _, name in ipairs(names) do dropped[name] = self.shared[name] end
	return function (row, column)
		local value = row[column]
		if column == "reading" then value = shown_value(self, row, column) end
		if column ~= "algorithm" or next(dropped) == nil then return value end
		return label_without(value, notation.text(row.kind), dropped)
	end
end

-- Finds the rows of alternative readings.
local function readings_index(self)
	self.has_readings = self.known.reading == true
	for _, row in ipairs(self.points) do
		if row.reading and self.own_label[row.algorithm] == nil then
			self.own_label[row.algorithm] = true
		elseif not row.reading then
			self.own_label[row.algorithm] = false
		end
	end
	self.under, self.lacking = alternatives.index(self, self.spec.readings)
end

-- The reading that a row belongs to; nil: the scenario's own.
function measured.reading(_, row) return row.reading end

-- Describes the counters of plug-ins, which are columns of this run, and those that several plug-ins share.
local function describe_counters(self)
	for _, name in ipairs(self.env.rows.columns or {}) do
		local counter = (self.spec.parameters or {})[name]
		if counter and counter.is_counter then
			local column = columns.described(name, self.env.rows, self.spec.parameters)
			local short = self.shared[counter.name] and counter.name
			self.own[name] = column
			if short and self.own[short] and self.own[short].unit ~= column.unit then
				self.own[short] = columns.described(short, self.env.rows)
			elseif short then
				self.own[short] = column
			end
		end
	end
end

function measured.new(spec, env)
	local plan = env.plan or {}
	local self = setmetatable({
		spec = spec, env = env, quick = plan.quick == true,
		counts = plan.counts == true, -- nothing was timed
		columns = plan.columns or spec.columns or {},
		points = {}, groups = {}, group_by_key = {}, group_by_row = {}, plan_by_point = {},
		planned = {}, own_label = {},
		ratios = {}, known = lists.set(env.rows.columns or {}), shared = {}, own = {}, derived = {},
		derived_list = {}, index_by_column = {}, rows = machine_rows.all(env), machines = env.machines,
	}, measured)
	plan_index(self, plan)
	rows_sort(self, env.rows, self.groups, self.points)
	rows_sort(self, env.elsewhere or {}, {}, {})
	readings_index(self)
	self.is_of_queries = #measured.values(self.points, "query") > 1
	for _, name in ipairs(self.columns) do self.own[name] = columns.described(name, env.rows) end
	share_parameters(self)
	describe_counters(self)
	derived.add(self, spec.derived)
	return self
end

-- A suggestion for a name that is no column: "; did you mean 'faces'?", or "".
function measured:suggestion(name)
	return check.suggestion(name, check.sorted_keys(self.known))
end

-- Throws if a table, figure or claim names a column that does not exist.
function measured:column_check(name, place)
	if self.known[name] then return end
	error(("%s: no column '%s' in summary.csv%s"):format(place, tostring(name), self:suggestion(name)), 0)
end

local function value_equal(have, want)
	if have == nil then return false end
	if type(have) == type(want) and type(have) ~= "boolean" then return have == want end
	if type(want) == "boolean" then
		local text = notation.text(have)
		return text == tostring(want) or text == (want and "1" or "0")
	end
	return notation.text(have) == notation.text(want)
end
measured.value_equal = value_equal

-- Whether a row's value is the wanted one. If `want` is a list, it must be one of its values.
local function value_fits(have, want)
	if type(want) ~= "table" then return value_equal(have, want) end
	return lists.any(want, function (one) return value_equal(have, one) end)
end

function measured.wanted_text(want)
	if type(want) ~= "table" then return notation.text(want) end
	return table.concat(lists.map(want, notation.text), "|")
end

-- "moving=small, faces=2124|4031", without the columns that are `shown` anyway.
function measured.where_text(where, shown)
	return table.concat(lists.map(check.sorted_keys(where or {}), function (name)
		return not (shown and shown[name]) and name .. "=" .. measured.wanted_text(where[name])
	end), ", ")
end

-- The points of a run by the text of a column's value, in their order. Equal values have the same text.
local function index_of(self, name)
	if not self.index_by_column[name] then
		local _, index = lists.grouped(self.points, function (row) return notation.text(row[name]) end)
		self.index_by_column[name] = index
	end
	return self.index_by_column[name]
end

-- Whether the column's values are known when the run is read, and stay.
local function is_fixed(self, name)
	return name == "algorithm" or name ~= "reading" and check.contains(self.columns, name)
end

-- Points in their order, among them all that have the values of `where`; names: its columns. A claim about a
-- large sweep names thousands of points one by one, so no selection should look at all of them.
local function candidates(self, where, names)
	local best = self.points
	for _, name in ipairs(names) do
		local want = where[name]
		-- a list is several values, and true also selects 1
		if type(want) ~= "table" and type(want) ~= "boolean" and is_fixed(self, name) then
			local list = index_of(self, name)[notation.text(want)] or {}
			if #list < #best then best = list end
		end
	end
	return best
end

-- The points whose columns have the values of `where`. Alternative readings are among them only if they are
-- asked for, by `where` or because `shown`, the columns of the table or figure, has `reading`.
-- self.on_selection, if there is one, is told of every selection.
function measured:find(where, place, shown)
	where = where or {}
	local names = check.sorted_keys(where)
	for _, name in ipairs(names) do self:column_check(name, place .. ".where") end
	if self.on_selection then self.on_selection(where, place) end -- lua/report/rehearsal.lua
	return lists.kept(candidates(self, where, names), function (row)
		local fits = not self:reading(row) or alternatives.is_asked_for(self, row, where, shown)
		for _, name in ipairs(names) do fits = fits and value_fits(shown_value(self, row, name), where[name]) end
		return fits
	end)
end

-- The distinct values of a column in the order of their first point; `read` is what measured:reader gives.
function measured.values(rows, column, read)
	local values, seen = {}, {}
	for _, row in ipairs(rows) do
		local value
		if read then value = read(row, column) else value = row[column] end
		if value ~= nil and not seen[notation.text(value)] then
			seen[notation.text(value)] = true
			values[#values + 1] = value
		end
	end
	return values
end

-- The names of the swept columns, query, algorithm and reading included, in which the rows differ.
function measured:differing_columns(rows)
	local names = lists.joined(self.columns, { "query", "algorithm", self.has_readings and "reading" or nil })
	return lists.kept(names, function (name) return #measured.values(rows, name) > 1 end)
end

-- The same as a text. A selection that found too many rows did not name these columns.
function measured:differing(rows) return table.concat(self:differing_columns(rows), ", ") end

function measured.is_ok(row) return row.status == "ok" end

-- The swept values of a row, "faces=8106" each.
function measured:swept_texts(row)
	return lists.map(self.columns, function (name)
		return row[name] ~= nil and name .. "=" .. notation.text(row[name])
	end)
end

-- "point 7 (faces=8106, aabb)"
function measured:point_text(row)
	local parts = self:swept_texts(row)
	if self.is_of_queries then parts[#parts + 1] = "query=" .. notation.text(row.query) end
	parts[#parts + 1] = row.algorithm
	parts[#parts + 1] = self:reading(row)
	return ("point %s (%s)"):format(notation.text(row.point), table.concat(parts, ", "))
end

-- "timeout: no answer within 60 s"
function measured.failure_text(row)
	local status = row.status or "missing"
	return row.detail and ("%s: %s"):format(status, row.detail) or status
end

-- The lower bound of a step's time, in ms, of a point that a time limit ended, and what was ended. A counting
-- pass is slower than a timed one, so its bound is no bound of the time alone. nil if there is no bound.
function measured.lower_bound(row, column)
	if row.censored ~= 1 or column ~= "step_ms" then return nil end
	local detail = tostring(row.detail)
	local bound = tonumber(detail:match(">=%s*([%d.]+[eE]?[+-]?%d*)%s*ms"))
	if not bound or bound <= 0 then return nil end
	return bound, detail:find("counting", 1, true) and "timeout while counting" or "timeout"
end

-- A point's value, with the bounds that the summary has for the column. nil if the point failed.
function measured.value(row, column)
	if not measured.is_ok(row) then return nil end
	local value, lo, hi = row[column], columns.bounds(column)
	-- a time without a fraction is a float all the same, so that it is printed with digits
	if math.type(value) == "integer" and column:find("_ms") then value = value + 0.0 end
	if not lo then return value end
	return value, row[lo] or nil, row[hi] or nil
end

-- Whether a column holds what the run did not measure, because it only counts.
function measured:is_left_out(column)
	if not self.counts then return false end
	local derived_column, known = self.derived[column], columns.of(column, "summary.csv")
	if derived_column then return derived_column.timed == true end
	return known ~= nil and (columns.is_time(column) or known.needs == "counters")
end

-- Says so.
measured.LEFT_OUT = "not measured, as this run only counts (--counts)"

function measured:group(row) return self.group_by_row[row] end

-- The A/A noise band of the row's group around a ratio of 1, for a timed column. A ratio inside the band is
-- no difference. nil if the band is not known.
function measured:noise(row, column)
	local group = self.group_by_row[row]
	local twin = group.twin
	if not twin or not measured.is_ok(twin) then return nil end
	local lo, hi = twin.ratio_lo, twin.ratio_hi
	if is_timed(column) and column ~= "step_ms" and column ~= "ratio_to_first" then
		local _, paired_lo, paired_hi = self:timed_ratio(twin, group.points[1], column)
		lo, hi = paired_lo, paired_hi
	end
	if not lo or not hi then return nil end
	return math.min(lo, 1), math.max(hi, 1)
end

-- Whether noise alone could make a ratio of two points with these bounds; nil where that is not known.
function measured:is_noise(row, other, column, ratio_lo, ratio_hi)
	if not is_timed(column) or not ratio_lo or row == other or self:group(row) ~= self:group(other) then
		return nil
	end
	local lo, hi = self:noise(row, column)
	if not lo then return nil end
	return ratio_lo <= hi and ratio_hi >= lo
end

-- The widest noise band of the rows' groups, in percent; of step_ms unless said otherwise.
function measured:noise_percent(rows, column)
	local widest
	for _, row in ipairs(rows) do
		local lo, hi = self:noise(row, column)
		if lo then widest = math.max(widest or 0, (1 - lo) * 100, (hi - 1) * 100) end
	end
	return widest
end

-- Whether a point may miss contacts. Its numbers then do not belong to a reliable answer.
function measured.is_unsound(row)
	return row.detail ~= nil and tostring(row.detail):find("UNSOUND", 1, true) ~= nil
end

-- The answer on which the algorithms of a group must agree. nil if the row has no answer to compare: it
-- failed, was not checked, reports a superset (which is checked by containment, see extra_pairs), may miss
-- contacts, or is a plug-in whose contacts were not the exact ones.
function measured.answer(row)
	if not measured.is_ok(row) or row.detail == "UNCHECKED" then return nil end
	-- a plug-in that neither missed a contact nor reported another is exact
	if row.extra_pairs and not (row.extra_pairs == 0 and row.missed_pairs == 0) then return nil end
	if measured.is_unsound(row) then return nil end
	if row.query ~= "approach" then return row.hash end
	return row.steps and (row.first_contact and ("at %.17g"):format(row.first_contact) or "nowhere")
end

-- Whether a row is the reference: brute force over all pairs of bodies, or for objects the broad phase that
-- tests all pairs.
function measured.is_oracle(row)
	if row.query == "boxes" then return row.kind == "pairs" end
	local broad, roots = row.brute_broad or "none", row.brute_roots or "none"
	return row.kind == "brute" and broad == "none" and roots == "none"
end

-- A point is unchecked if neither brute force nor a second algorithm confirms it.
function measured:is_unchecked(row)
	local plan_group = self.plan_by_point[row.point]
	if plan_group and plan_group.check == "none" then return true end
	if row.detail and tostring(row.detail):lower():find("unchecked", 1, true) then return true end
	if not measured.answer(row) then return false end
	local group = self.group_by_row[row]
	if group.check and measured.is_ok(group.check) then return false end
	local witnesses = lists.kept(group.points, measured.answer)
	return #witnesses < 2 and not lists.any(witnesses, measured.is_oracle)
end

-- Marks that must stand beside a number, such as UNSOUND.
function measured:marks(rows)
	local marks = { self.quick and "QUICK" or nil }
	if lists.any(rows, measured.is_unsound) then marks[#marks + 1] = "UNSOUND" end
	if lists.any(rows, function (row) return self:is_unchecked(row) end) then marks[#marks + 1] = "UNCHECKED" end
	return marks
end

measured.row_on = machine_rows.row_on
for name, method in pairs(require "data.samples") do measured[name] = method end
for name, method in pairs(require "data.maps") do measured[name] = method end

return measured
