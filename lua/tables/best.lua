-- Marks the best cells of a table: the least or greatest of each line, and every cell that is not shown to
-- differ from it.
local measured = require "data.measured"
local table_labels = require "tables.labels"

local table_best = {}

-- Whether a cell's value may be the best. A point that failed, or that may miss contacts, is no candidate.
local function is_candidate(cell)
	return cell.row ~= nil and cell.status == "ok" and type(cell.value) == "number" and not cell.unsound
end

-- The least or greatest of a line; nil if it has no candidate. without: a cell that is left out.
function table_best.best_of(line, wanted, without)
	local best
	for _, cell in ipairs(line) do
		if cell ~= without and (is_candidate(cell) or cell.groups and cell.value) then
			local sign = wanted == "least" and 1 or -1
			if not best or sign * cell.value < sign * best.value then best = cell end
		end
	end
	return best
end

-- Whether nothing shows that a cell differs from the best one: the interval of their ratio, or the A/A noise,
-- contains 1. Counts have no interval and differ if their values do.
function table_best.may_be_equal(m, t, cell, best)
	if cell == best or cell.value == best.value then return true end
	local _, lo, hi = m:ratio(cell.row, best.row, t.value_column)
	if not lo then return measured.is_timed(t.value_column) end
	return lo <= 1 and hi >= 1 or m:is_noise(cell.row, best.row, t.value_column, lo, hi) == true
end

-- If no cell of the line is shown to differ, none is marked.
local function mark_line(m, t, line)
	local best, equal, candidates = table_best.best_of(line, t.best), {}, 0
	for _, cell in ipairs(best and line or {}) do
		if is_candidate(cell) then
			candidates = candidates + 1
			if table_best.may_be_equal(m, t, cell, best) then equal[#equal + 1] = cell end
		end
	end
	if #equal == candidates then return end
	for _, cell in ipairs(equal) do cell.best = true end
end

-- Whether the cells that are compared are those of algorithms.
function table_best.is_of_algorithms(t)
	return t.score or (t.down and t.row_column or not t.down and t.column_column) == "algorithm"
end

-- The lines of cells that are compared: rows, or columns where the values of a column are compared. Sets of
-- each cell `compared`, the label of what it is of, and whether it `is_baseline`.
function table_best.lines(t)
	local lines, outer, inner = {}, t.row_values, t.column_values
	if t.down then outer, inner = inner, outer end
	t.base_label = t.base and table_labels.of(t, t.down and t.row_column or t.column_column, inner[t.base], true)
	for a in ipairs(outer) do
		lines[a] = {}
		for b, value in ipairs(inner) do
			local cell = t.down and t.cells[b][a] or not t.down and t.cells[a][b]
			cell.compared = table_labels.of(t, t.down and t.row_column or t.column_column, value, true)
			cell.is_baseline = b == t.base
			lines[a][b] = cell
		end
	end
	return lines
end

-- Sets `best` of the cells.
function table_best.mark(m, t)
	for _, line in ipairs(table_best.lines(t)) do mark_line(m, t, line) end
end

return table_best
