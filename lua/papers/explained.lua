-- Which readings explain the times that a paper prints: machine constants are fitted to the exact counts of
-- its algorithms in our run, under every reading that the run has. This judges readings, and gives no
-- verdict.
local alternatives = require "data.alternatives"
local blocks = require "blocks.blocks"
local lists = require "base.lists"
local machine_constants = require "papers.machine_constants"
local notation = require "text.notation"

local explained = {}

local OURS = "ours"

local function is_in(value, wanted)
	if type(wanted) ~= "table" then return notation.text(value) == notation.text(wanted) end
	return lists.any(wanted, function (one) return is_in(value, one) end)
end

-- Whether a row has what the table selects, its reading and algorithms apart.
local function is_of(row, def)
	for name, wanted in pairs(def.where or {}) do
		if name ~= "algorithm" and name ~= "reading" and not is_in(row[name], wanted) then return false end
	end
	return true
end

-- The times that a table publishes beside a label, by the value of another column, and that column's name.
local function times_of(def, label)
	if def.rows ~= "algorithm" then return def.published[label] or {}, def.rows end
	local out = {}
	for at, times in pairs(def.published) do out[at] = times[label] end
	return out, def.columns
end

-- The row of a published cell under a reading; where the reading changes none, the scenario's own. instead:
-- rows that the scenario sweeps anyway, which take the places of others under the reading.
local function row_of(rows, def, key, at, algorithm, reading, instead)
	local own
	for _, row in ipairs(rows) do
		if row.role == "point" and row.status == "ok" and row.algorithm == algorithm and is_of(row, def)
			and is_in(row[key], at) then
			local of = row.reading or ""
			if of == reading then return row end
			if of == "" then own = row end
		end
	end
	local other = own and instead[own] or own
	return other and other.status == "ok" and other or nil
end

-- A published time, in ms, beside the counts of one step.
local function observed(row, what, time, group)
	local counts = {}
	for i, name in ipairs(what.counts) do
		if type(row[name]) ~= "number" then return nil end
		counts[i] = row[name] / row.steps
	end
	return { time = time, counts = counts, group = group }
end

-- All published times of the entry's algorithms; nil if the run lacks one, or the reading changes none.
local function list_of(rows, what, tables, reading, instead)
	local list, is_touched = {}, reading == ""
	for _, name in ipairs(what.tables) do
		local def = tables[name]
		for i, algorithm in ipairs(what.algorithms) do
			local times, key = times_of(def, (what.published or what.algorithms)[i])
			for at, time in pairs(times) do
				local row = row_of(rows, def, key, at, algorithm, reading, instead)
				local one = row and observed(row, what, time / (def.scale or 1), name .. "\31" .. notation.text(at))
				if not one then return nil end
				local is_other = not row.reading and row.algorithm ~= algorithm
				is_touched = is_touched or row.reading == reading or is_other
				one.key = one.group .. "\31" .. algorithm
				list[#list + 1] = one
			end
		end
	end
	table.sort(list, function (a, b) return a.key < b.key end)
	return is_touched and list or nil
end

-- Of the printed times of one place of a table, two at a time: in how many is the order that of the fits?
local function order_text(list)
	local same, all = 0, 0
	for i, one in ipairs(list) do
		for k = i + 1, #list do
			local other = list[k]
			if one.group == other.group and one.time ~= other.time then
				all = all + 1
				same = same + ((one.time - other.time) * (one.fitted - other.fitted) > 0 and 1 or 0)
			end
		end
	end
	return all > 0 and ("%d of %d"):format(same, all) or ""
end

local function readings_of(rows, spec)
	return lists.distinct(lists.joined({ "" }, alternatives.ids(spec), lists.field(rows, "reading")))
end

-- The fit of an entry's part under a reading, and its list with the fitted times; nil if there is none.
local function fitted(rows, what, tables, reading, instead)
	local list = list_of(rows, what, tables, reading, instead)
	local fit = list and machine_constants.fit(list)
	for i, one in ipairs(fit and list or {}) do one.fitted = one.time * fit.ratios[i] end
	return fit, list
end

local function line_of(what, list, fit, reading)
	local constants = {}
	for i, name in ipairs(what.counts) do
		constants[i] = ("%s %s us"):format(name, notation.number(fit.constants[i] * 1e3))
	end
	return { reading == "" and OURS or reading, table.concat(constants, ", "), ("%.0f %%"):format(100 * fit.rms),
		("%.2f to %.2f"):format(fit.least, fit.most), ("%d"):format(fit.freedom),
		#what.algorithms > 1 and order_text(list) or nil }
end

local HEADER = { "reading", "constants", "residual (rms)", "fitted / published", "degrees of freedom" }
local ORDER = "printed order"

-- The order that the fits of several parts give together, in a line a reading; a part that the reading does
-- not touch is as we read it. names: of the algorithms fitted.
local function add_order(out, parts, readings, names)
	local lines = {}
	for _, reading in ipairs(readings) do
		local all, is_touched = {}, false
		for _, by_reading in ipairs(parts) do
			is_touched = is_touched or by_reading[reading] ~= nil
			lists.add(all, by_reading[reading] or by_reading[""] or {})
		end
		local text = is_touched and order_text(all) or ""
		if text ~= "" then lines[#lines + 1] = { reading == "" and OURS or reading, text } end
	end
	if #lines == 0 then return end
	out[#out + 1] = blocks.paragraph("How often two times of one place have the printed order in the first ",
		"fits of ", names, ", each with constants of its own:")
	out[#out + 1] = { kind = "table", header = { "reading", ORDER }, rows = lines }
end

-- Adds what was fitted, in one line each: { algorithms, counts, tables }. Of parts that explain the same
-- printed times in several ways the first is of the order of all. m: the run, with its rows as `points`
-- (alternatives.index); spec: the scenario's readings, nil for none.
function explained.add(out, entry, tables, m, spec)
	local rows, under = m.points, next(m.planned) and alternatives.index(m, spec) or {}
	local readings, parts, names, seen = readings_of(rows, spec), {}, {}, {}
	for _, what in ipairs(entry.explain or {}) do
		local lines, by_reading = {}, {}
		for _, reading in ipairs(readings) do
			local fit, list = fitted(rows, what, tables, reading, under[reading] or {})
			if fit then lines[#lines + 1], by_reading[reading] = line_of(what, list, fit, reading), list end
		end
		local labels = what.published or what.algorithms
		local is_again = lists.any(labels, function (label) return seen[label] end)
		if not is_again then
			parts[#parts + 1] = by_reading
			lists.add(names, what.algorithms)
		end
		for _, label in ipairs(labels) do seen[label] = true end
		out[#out + 1] = blocks.paragraph("Printed times of ", table.concat(what.algorithms, ", "),
			" as sums of counts of a step, each times a constant of 0 or more:",
			#lines == 0 and " the run has too few of their points." or nil)
		local header = #what.algorithms > 1 and lists.joined(HEADER, { ORDER }) or HEADER
		if #lines > 0 then out[#out + 1] = { kind = "table", header = header, rows = lines } end
	end
	if #parts > 1 then add_order(out, parts, readings, table.concat(names, ", ")) end
end

return explained
