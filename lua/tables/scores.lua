-- The cells of a table with score = true. A cell is the geometric mean, over the groups of the run, of the
-- ratios of a row's values to those of the baseline in the same group.
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"
local table_labels = require "tables.labels"

local table_scores = {}

-- The geometric mean of ratios, { { value, lo, hi, drawn }, ... }, and its interval, by the method of
-- variance estimates recovery for a sum of independent estimates, here logarithms. The bounds are nil if a
-- ratio has none. drawn: what the draw of a population's instances adds to half of an interval. Groups draw
-- by one seed, so that their draws may be alike: these are added as if they were the same. This work is based
-- on:
-- G. Y. Zou, Allan Donner. Construction of confidence limits about effect measures: A general approach.
-- Statistics in Medicine 27(10), 2008
function table_scores.mean(ratios)
	local sum, below, above, drawn = 0, 0, 0, 0
	for _, ratio in ipairs(ratios) do
		local log = math.log(ratio.value)
		drawn = drawn + (ratio.drawn or 0)
		local has_bounds = ratio.lo and ratio.hi and ratio.lo > 0 and ratio.hi < math.huge
		sum = sum + log
		below = below and has_bounds and below + math.max(0, log - math.log(ratio.lo)) ^ 2
		above = above and has_bounds and above + math.max(0, math.log(ratio.hi) - log) ^ 2
	end
	local mean = sum / #ratios
	if not (below and above) then return math.exp(mean) end
	local function half(squares) return (squares + drawn ^ 2) ^ 0.5 / #ratios end
	return math.exp(mean), math.exp(mean - half(below)), math.exp(mean + half(above))
end

table_scores.SAMPLE_LEAST = 3

-- The bounds of that mean where the groups are a sample of others like them: by Student's distribution, from
-- how much their ratios differ. nil: there are too few groups, or a ratio has no bounds of its own.
function table_scores.sample(ratios)
	local n, sum, squares = #ratios, 0, 0
	if n < table_scores.SAMPLE_LEAST then return nil end
	for _, ratio in ipairs(ratios) do
		if not (ratio.lo and ratio.hi) then return nil end
		sum = sum + math.log(ratio.value) / n
	end
	for _, ratio in ipairs(ratios) do squares = squares + (math.log(ratio.value) - sum) ^ 2 end
	local half = engine.student(n - 1) * (squares / (n - 1) / n) ^ 0.5
	return math.exp(sum - half), math.exp(sum + half)
end

-- Why a row has no part in a score; nil if it has. Its answer must be the exact one.
local function reason_of(row)
	if row == nil then return "not in the run" end
	if not measured.is_ok(row) then return row.status or "missing" end
	local is_wrong = (row.missed_pairs or 0) > 0 or (row.extra_pairs or 0) > 0 or measured.is_unsound(row)
	return is_wrong and "wrong" or nil
end

-- By the values of the table's columns, the groups in the order of their points. Each group has its rows by
-- the values of the table's rows.
local function groups_by_column(m, t)
	local by_column = {}
	for _, row in ipairs(t.found) do
		local at, column = t.read(row, t.row_column), t.is_list and "" or t.read(row, t.column_column)
		if at ~= nil and column ~= nil then
			at, column = notation.text(at), notation.text(column)
			local list = by_column[column] or { by_group = {} }
			by_column[column] = list
			local group = m:group(row)
			local rows = list.by_group[group] or {}
			if not list.by_group[group] then list[#list + 1], list.by_group[group] = rows, rows end
			if rows[at] then
				error(("tables.%s: points %s and %s of one group fall into one row of the score"):format(t.name,
					notation.text(rows[at].point), notation.text(row.point)), 0)
			end
			rows[at] = row
		end
	end
	return by_column
end

-- What the draw of instances adds to half of the interval of a ratio's logarithm; nil: there are no bounds.
local function drawn_half(found)
	if not (found.drawn_ratio_lo and found.counted_ratio_lo) then return nil end
	local all = math.log(found.drawn_ratio_hi / found.drawn_ratio_lo) / 2
	local counted = math.log(found.counted_ratio_hi / found.counted_ratio_lo) / 2
	return math.max(all ^ 2 - counted ^ 2, 0) ^ 0.5
end

-- The ratio of a row to the baseline of its group, with the group's A/A noise: over all instances, where they
-- are of a population. nil: there is none.
function table_scores.ratio(m, row, base, column)
	local drawn = column == "step_ms" and row ~= base and m:drawn(row, base)
	local value, lo, hi = m:ratio(row, base, column)
	if drawn then value, lo, hi = drawn.drawn_ratio, drawn.counted_ratio_lo, drawn.counted_ratio_hi end
	if not value or value <= 0 or value == math.huge then return nil end
	local noise_lo, noise_hi
	if drawn then
		noise_lo, noise_hi = m:drawn_noise(base)
	elseif measured.is_timed(column) then
		noise_lo, noise_hi = m:noise(base, column)
	end
	return { value = value, lo = lo, hi = hi, noise_lo = noise_lo, noise_hi = noise_hi,
		drawn = drawn and drawn_half(drawn) or nil }
end

-- The same for a table; nil and why there is none.
local function ratio_of(m, t, row, base)
	local reason = reason_of(row) or reason_of(base) and "no baseline"
	if reason then return nil, reason end
	local ratio = table_scores.ratio(m, row, base, t.value_column)
	if not ratio then return nil, "no ratio" end
	return ratio
end

-- The geometric mean of the groups' noise bands, as if the noise of all went in one direction; nil if a band
-- is not known.
function table_scores.noise(ratios)
	local lo, hi = 0, 0
	for _, ratio in ipairs(ratios) do
		if not (ratio.noise_lo and ratio.noise_lo > 0) then return nil end
		lo, hi = lo + math.log(ratio.noise_lo) / #ratios, hi + math.log(ratio.noise_hi) / #ratios
	end
	return math.exp(lo), math.exp(hi)
end

local function cell_of(m, t, groups, at)
	local cell = { total = #groups, left_out = {}, reasons = {}, is_base = at == t.base }
	local text, base, ratios = notation.text(t.row_values[at]), notation.text(t.row_values[t.base]), {}
	for _, rows in ipairs(groups) do
		local ratio, reason = ratio_of(m, t, rows[text], rows[base])
		if ratio then
			ratios[#ratios + 1] = ratio
			t.counted[#t.counted + 1] = rows[text]
			cell.unchecked = cell.unchecked or m:is_unchecked(rows[text])
		else
			if not cell.left_out[reason] then cell.reasons[#cell.reasons + 1] = reason end
			cell.left_out[reason] = (cell.left_out[reason] or 0) + 1
		end
	end
	cell.groups, cell.status = #ratios, #ratios > 0 and "ok" or "none"
	if #ratios == 0 then return cell end
	cell.value, cell.lo, cell.hi = table_scores.mean(ratios)
	cell.sample_lo, cell.sample_hi = table_scores.sample(ratios)
	if cell.is_base then cell.lo, cell.hi, cell.sample_lo, cell.sample_hi = nil, nil, nil, nil end
	local lo, hi = table_scores.noise(ratios)
	if lo and cell.lo then cell.is_noise = cell.lo <= hi and cell.hi >= lo end
	return cell
end

-- Fills the cells of a table of scores. There are none if the run does not have the baseline. t.counted: the
-- rows that have a part in a score.
function table_scores.fill(m, t)
	local by_column = groups_by_column(m, t)
	t.counted = {}
	for i in ipairs(t.row_values) do
		t.cells[i] = {}
		for j, column in ipairs(t.column_values) do
			local groups = by_column[t.is_list and "" or notation.text(column)] or {}
			t.cells[i][j] = t.base and cell_of(m, t, groups, i) or { total = #groups, groups = 0, status = "none" }
		end
	end
end

-- " (34 of 36)" if groups were left out.
function table_scores.left_out_text(cell)
	return cell.groups < cell.total and (" (%d of %d)"):format(cell.groups, cell.total) or ""
end

-- "4 wrong, 2 timeout"
local function reasons_text(cell)
	return table.concat(lists.map(cell.reasons, function (reason)
		return ("%d %s"):format(cell.left_out[reason], reason)
	end), ", ")
end

-- "poses deep: "; empty in a table of one column.
local function column_text(t, j)
	return not t.is_list and table_labels.of(t, t.column_column, t.column_values[j], true) .. ": " or ""
end

-- Adds a note for each row with what its scores leave out.
local function note_left_out(t)
	local lines = {}
	for i, cells in ipairs(t.cells) do
		local parts = lists.map(cells, function (cell, j)
			return cell.groups < cell.total and column_text(t, j) .. reasons_text(cell)
		end)
		if #parts > 0 then
			lines[#lines + 1] = ("Left out of %s: %s."):format(
				table_labels.of(t, t.row_column, t.row_values[i], true), table.concat(parts, "; "))
		end
	end
	if #lines == 0 then return end
	t.notes[#t.notes + 1] = "A score of some groups only, such as (34 of 36), is not comparable with one of "
		.. "all: the groups that are left out may be those in which the row is slow."
	lists.add(t.notes, notation.capped(lines, 40))
end

-- Adds what the intervals would be if the groups were a sample of others.
local function note_samples(t)
	local parts = {}
	for i, cells in ipairs(t.cells) do
		for j, cell in ipairs(cells) do
			if cell.sample_lo then
				parts[#parts + 1] = ("%s%s %s"):format(column_text(t, j),
					table_labels.of(t, t.row_column, t.row_values[i], true),
					notation.bounded(cell.value, cell.sample_lo, cell.sample_hi))
			end
		end
	end
	if #parts == 0 then return end
	t.notes[#t.notes + 1] = "With the groups as a sample of others like them: "
		.. table.concat(notation.capped(parts, 20), "; ") .. "."
end

-- Adds the notes about scores: what they are, and what they leave out.
function table_scores.note(t)
	if not t.base then return end
	local lacking, has_bounds = 0, false
	for i, cells in ipairs(t.cells) do
		for _, cell in ipairs(cells) do
			has_bounds = has_bounds or cell.lo ~= nil
			if i ~= t.base and cell.value and not cell.lo then lacking = lacking + 1 end
		end
	end
	t.notes[#t.notes + 1] = ("Geometric mean of the ratios within each group%s."):format(not has_bounds and ""
		or t.intervals and " [95 % interval, of the measurement and not of the choice of groups]"
		or "; the CSV file has the intervals")
	note_samples(t)
	if measured.is_timed(t.value_column) and lacking > 0 then
		local text = "%d score%s without an interval: one of the ratios has none, as its rounds are too few or "
			.. "others had the core."
		t.notes[#t.notes + 1] = text:format(lacking, lacking == 1 and "" or "s")
	end
	note_left_out(t)
end

return table_scores
