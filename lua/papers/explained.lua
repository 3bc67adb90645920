-- Which readings explain the times that a paper prints: machine constants are fitted to the exact counts of
-- its algorithms in our run, under every reading that the run has. This judges readings, and gives no
-- verdict.
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

-- The row of a published cell under a reading; where the reading changes none, the scenario's own.
local function row_of(rows, def, key, at, algorithm, reading)
	local own
	for _, row in ipairs(rows) do
		if row.role == "point" and row.status == "ok" and row.algorithm == algorithm and is_of(row, def)
			and is_in(row[key], at) then
			local of = row.reading or ""
			if of == reading then return row end
			if of == "" then own = row end
		end
	end
	return own
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

-- All published times of the entry's algorithms; nil if the run lacks one.
local function list_of(rows, what, tables, reading)
	local list, is_touched = {}, reading == ""
	for _, name in ipairs(what.tables) do
		local def = tables[name]
		for i, algorithm in ipairs(what.algorithms) do
			local times, key = times_of(def, (what.published or what.algorithms)[i])
			for at, time in pairs(times) do
				local row = row_of(rows, def, key, at, algorithm, reading)
				local one = row and observed(row, what, time / (def.scale or 1), name .. "\31" .. notation.text(at))
				if not one then return nil end
				is_touched = is_touched or row.reading == reading
				one.key = one.group .. "\31" .. algorithm
				list[#list + 1] = one
			end
		end
	end
	table.sort(list, function (a, b) return a.key < b.key end)
	return is_touched and list or nil
end

-- Of the printed times of one place of a table, two at a time: in how many is the order that of the fit?
local function order_text(list, fit)
	local same, all = 0, 0
	for i = 1, #list do
		for k = i + 1, #list do
			if list[i].group == list[k].group and list[i].time ~= list[k].time then
				local fitted = list[i].time * fit.ratios[i] - list[k].time * fit.ratios[k]
				all = all + 1
				same = same + ((list[i].time - list[k].time) * fitted > 0 and 1 or 0)
			end
		end
	end
	return all > 0 and ("%d of %d"):format(same, all) or ""
end

local function readings_of(rows)
	return lists.distinct(lists.joined({ "" }, lists.field(rows, "reading")))
end

local function line_of(what, list, fit, reading)
	local constants = {}
	for i, name in ipairs(what.counts) do
		constants[i] = ("%s %s us"):format(name, notation.number(fit.constants[i] * 1e3))
	end
	return { reading == "" and OURS or reading, table.concat(constants, ", "), ("%.0f %%"):format(100 * fit.rms),
		("%.2f to %.2f"):format(fit.least, fit.most), ("%d"):format(fit.freedom), order_text(list, fit) }
end

local HEADER = { "reading", "constants", "residual (rms)", "fitted / published", "degrees of freedom",
	"printed order" }

-- What was fitted, in one line each: { algorithms, counts, tables }. rows: of the run's summary.csv.
function explained.add(out, entry, tables, rows)
	for _, what in ipairs(entry.explain or {}) do
		local lines = {}
		for _, reading in ipairs(readings_of(rows)) do
			local list = list_of(rows, what, tables, reading)
			local fit = list and machine_constants.fit(list)
			if fit then lines[#lines + 1] = line_of(what, list, fit, reading) end
		end
		out[#out + 1] = blocks.paragraph("Printed times of ", table.concat(what.algorithms, ", "),
			" as sums of counts of a step, each times a constant of 0 or more:",
			#lines == 0 and " the run has too few of their points." or nil)
		if #lines > 0 then out[#out + 1] = { kind = "table", header = HEADER, rows = lines } end
	end
end

return explained
