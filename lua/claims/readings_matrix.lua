-- Claims and checks judged under every reading: the matrix of verdicts, for the report and as matrix.csv.
local alternatives = require "data.alternatives"
local blocks = require "blocks.blocks"
local claims = require "claims.claims"
local csv = require "text.csv"
local lists = require "base.lists"
local notation = require "text.notation"

local matrix = {}

local OURS = "ours"
-- in place of a verdict
matrix.SAME = "·"   -- no row that the claim reads differs under the reading
matrix.ABSENT = "–" -- the run lacks rows under the reading, as one that was made before the reading was

-- Whether a reading has another row, or none (true), for one that the claim asked for.
local function is_touched(asked, rows)
	for row in next, asked do
		if rows[row] and rows[row] ~= row then return true end
	end
	return false
end

-- One claim under the scenario's own reading and under each alternative: { ours, under = { [id] = judged } }.
-- An alternative that changes nothing that the claim reads has no entry, and none that would compare its rows
-- with the scenario's own, for want of others: `lacking`, a set, has that.
local function judge_one(m, name, claim)
	local ours = claims.judge(m, name, claim)
	local line = { name = name, ours = ours, under = {}, lacking = {} }
	for _, id in ipairs(alternatives.ids(m.spec.readings)) do
		if is_touched(ours.asked, m.lacking[id]) then
			line.lacking[id] = true
		elseif is_touched(ours.asked, m.under[id]) then
			line.under[id] = claims.judge(m, name, claim, id)
		end
	end
	return line
end

-- `list`: functions by name; `order`: the names in the order wanted.
function matrix.judge(m, list, order)
	return lists.map(order, function (name) return judge_one(m, name, list[name]) end)
end

-- The alternatives under which the verdict is another one, as a text.
local function flips_text(m, line)
	return table.concat(lists.map(alternatives.ids(m.spec.readings), function (id)
		local judged = line.under[id]
		return judged and judged.verdict ~= line.ours.verdict and ("%s: %s"):format(id, judged.verdict)
	end), "; ")
end

-- "1.08 (< 1)": the ratio nearest its limit, and what it was to be.
function matrix.nearest_text(n)
	return ("%s (%s %s)"):format(notation.number(n.ratio + 0.0), n.relation,
		notation.number(math.tointeger(n.limit) or n.limit))
end

local function none_text(m, line, id)
	return next(m.under[id]) and not line.lacking[id] and matrix.SAME or matrix.ABSENT
end

local function cell_text(judged)
	return judged.nearest and judged.verdict .. " " .. matrix.nearest_text(judged.nearest) or judged.verdict
end

local CELLS = "Each verdict has, of the ratios that gave it, the one nearest to its limit, and in "
	.. "brackets what it was to be. · says that no number that the claim reads differs, – that the run "
	.. "lacks rows under the reading."

-- A line a claim, a column a reading; no block where there are no claims or no readings.
function matrix.section(m, lines)
	if #lines == 0 or #(m.spec.readings or {}) == 0 then return {} end
	local ids = alternatives.ids(m.spec.readings)
	local header = lists.joined({ "claim", OURS }, ids, { "other verdict under" })
	local rows = lists.map(lines, function (line)
		local cells = lists.map(ids, function (id)
			return { raw = line.under[id] and cell_text(line.under[id]) or none_text(m, line, id) }
		end)
		return lists.joined({ line.name, { raw = cell_text(line.ours) } }, cells, { flips_text(m, line) })
	end)
	return { blocks.paragraph(CELLS), { kind = "table", header = header, rows = rows } }
end

local function csv_cells(row, id, judged, none)
	local nearest = judged and judged.nearest or {}
	row[id] = judged and judged.verdict or none
	for _, key in ipairs { "ratio", "limit", "relation" } do row[id .. " " .. key] = nearest[key] end
end

-- The same as CSV: of each reading the verdict, the ratio nearest its limit, the limit, and "<" or ">". Then
-- how many groups the claim needs, how many of these are missing, how many of the scenario's were left out by
-- wish, of how many cells the claim is, in how many it holds, and of a tie how near the limit its ratio is.
function matrix.csv(m, lines)
	local ids = lists.joined({ OURS }, alternatives.ids(m.spec.readings))
	local header, rows = { "claim" }, {}
	for _, id in ipairs(ids) do
		for _, suffix in ipairs { "", " ratio", " limit", " relation" } do header[#header + 1] = id .. suffix end
	end
	lists.add(header, { "flips", "groups", "groups_missing", "groups_left_out", "cells", "cells_held", "tie" })
	local left = m.env.plan.left_out
	for i, line in ipairs(lines) do
		rows[i] = { claim = line.name, flips = flips_text(m, line), groups = line.ours.groups,
			groups_missing = line.ours.missing, groups_left_out = left and left.groups or 0,
			cells = line.ours.cells, cells_held = line.ours.held, tie = line.ours.open and line.ours.open.tie }
		csv_cells(rows[i], OURS, line.ours)
		for k = 2, #ids do csv_cells(rows[i], ids[k], line.under[ids[k]], none_text(m, line, ids[k])) end
	end
	return csv.format(header, rows)
end

-- ---- what the readings are ----

-- "Ours: 1, because 4 is no leaf; also: 4."
local function choice_text(reading)
	local label = reading.label and (", as '%s'"):format(reading.label) or ""
	if reading.set then return ("Also: %s%s."):format(reading.set, label) end
	local because = reading.because and ", because " .. reading.because or ""
	return ("Ours: %s%s; also: %s."):format(reading.ours, because, table.concat(reading.others, ", "))
end

-- "leaf (of aabb; bsp)", "turned (of the scene)", "boxes (box_test of dassd)"
local function whose_text(reading)
	local key = reading.key and reading.key ~= reading.name and reading.key .. " " or ""
	local of = reading.scene and "the scene" or table.concat(reading.of, "; ")
	return ("%s (%sof %s)"):format(reading.name, key, of)
end

-- The readings of a scenario as a list: what is open, what is assumed here, and what else could be meant.
-- untuned: why nothing is tuned, or nil.
function matrix.readings(list, untuned)
	local lines = lists.map(list, function (reading)
		local open = reading.open:gsub("%.$", "")
		return { { strong = whose_text(reading) }, ": ", open, ". ", choice_text(reading) }
	end)
	if untuned then lines[#lines + 1] = { { strong = "tuned" }, ": no such reading: ", untuned, "." } end
	return #lines > 0 and { blocks.list(lines) } or {}
end

return matrix
