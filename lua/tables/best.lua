-- Marks the best cells of a table: the least or greatest of each line, and every cell that is not shown to
-- differ from it.
local measured = require "data.measured"

local table_best = {}

-- Whether a cell's value may be the best. A point that failed, or that may miss contacts, is no candidate.
local function is_candidate(cell)
	return cell.row ~= nil and cell.status == "ok" and type(cell.value) == "number" and not cell.unsound
end

local function best_of(line, wanted)
	local best
	for _, cell in ipairs(line) do
		if is_candidate(cell) then
			local sign = wanted == "least" and 1 or -1
			if not best or sign * cell.value < sign * best.value then best = cell end
		end
	end
	return best
end

-- Whether nothing shows that a cell differs from the best one: the interval of their ratio, or the A/A noise,
-- contains 1. Counts have no interval and differ if their values do.
local function may_be_equal(m, t, cell, best)
	if cell == best or cell.value == best.value then return true end
	local _, lo, hi = m:ratio(cell.row, best.row, t.value_column)
	if not lo then return measured.is_timed(t.value_column) end
	return lo <= 1 and hi >= 1 or m:is_noise(cell.row, best.row, t.value_column, lo, hi) == true
end

-- If no cell of the line is shown to differ, none is marked.
local function mark_line(m, t, line)
	local best, equal, candidates = best_of(line, t.best), {}, 0
	for _, cell in ipairs(best and line or {}) do
		if is_candidate(cell) then
			candidates = candidates + 1
			if may_be_equal(m, t, cell, best) then equal[#equal + 1] = cell end
		end
	end
	if #equal == candidates then return end
	for _, cell in ipairs(equal) do cell.best = true end
end

-- Sets `best` of the cells. Lines are rows, or columns where the values of a column are compared.
function table_best.mark(m, t)
	if not t.down then
		for _, cells in ipairs(t.cells) do mark_line(m, t, cells) end
		return
	end
	for j in ipairs(t.column_values) do
		local line = {}
		for i, cells in ipairs(t.cells) do line[i] = cells[j] end
		mark_line(m, t, line)
	end
end

return table_best
