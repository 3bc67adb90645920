-- Tables of a scenario: our values with their intervals, the published values beside them, and the ratios of
-- both to a baseline. Ratios can be compared between machines. The texts are made by lua/tables/blocks.lua
-- and lua/tables/latex.lua, the CSV file here.
local columns = require "data.columns"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"
local published = require "data.published"
local stated = require "data.foreign"
local table_best = require "tables.best"
local table_labels = require "tables.labels"
local table_blocks = require "tables.blocks"
local table_notes = require "tables.notes"
local table_scores = require "tables.scores"

local tables = {}

-- Converts numbers to the table's own unit. Other values are returned as they are.
local function scaled(t, value, lo, hi)
	if t.scale == 1 then return value, lo, hi end
	local function times(x) return type(x) == "number" and x * t.scale or x end
	return times(value), times(lo), times(hi)
end

local function place_of(row_value, column_value)
	return notation.text(row_value) .. "\31" .. notation.text(column_value)
end

-- The values of the table's row and column that a point belongs to. A list has one column, of the value.
local function coordinates(t, row)
	if t.is_list then return t.read(row, t.row_column), t.value_column end
	return t.read(row, t.row_column), t.read(row, t.column_column)
end

-- Finds the point of each cell.
local function points_placed(m, t)
	local placed = {}
	for _, row in ipairs(t.found) do
		local row_value, column_value = coordinates(t, row)
		local place = row_value ~= nil and column_value ~= nil and place_of(row_value, column_value)
		local other = place and placed[place]
		if other then
			error(("tables.%s: points %s and %s fall into one cell; name in where (or as rows, columns): %s")
				:format(t.name, notation.text(other.point), notation.text(row.point), m:differing({ other, row })), 0)
		end
		if place then placed[place] = row end
	end
	return placed
end

local function cell_of(m, t, row_value, column_value, placed)
	local cell = { published = (t.published[notation.text(column_value)] or {})[notation.text(row_value)] }
	local row = placed[place_of(row_value, column_value)]
	if not row then return cell end
	cell.row, cell.status, cell.n = row, row.status, row.n
	cell.value, cell.lo, cell.hi = scaled(t, measured.value(row, t.value_column))
	cell.bound, cell.bound_text = measured.lower_bound(row, t.value_column)
	cell.bound = scaled(t, cell.bound)
	cell.unchecked, cell.unsound = m:is_unchecked(row), measured.is_unsound(row)
	if stated.stands_for(row, t.value_column) then
		cell.stated, cell.stated_lo, cell.stated_hi = scaled(t, stated.interval(row))
	end
	return cell
end

-- Sets the ratio of a cell to the cell of the baseline, for our value and the published one, and whether
-- noise alone could make our ratio.
local function cell_ratio(m, t, cell, first)
	if cell.published and first.published and first.published ~= 0 then
		cell.published_ratio = cell.published / first.published
	end
	if not (cell.row and first.row) or type(cell.value) ~= "number" then return end
	cell.ratio, cell.ratio_lo, cell.ratio_hi = m:ratio(cell.row, first.row, t.value_column)
	cell.is_noise = m:is_noise(cell.row, first.row, t.value_column, cell.ratio_lo, cell.ratio_hi)
	t.is_across = t.is_across or cell.ratio and measured.is_timed(t.value_column)
		and m:group(cell.row) ~= m:group(first.row)
end

-- The values of the table's columns. Labels of algorithms are in the scenario's order.
local function columns_ordered(m, t)
	if t.is_list then return #t.found > 0 and { t.value_column } or {} end
	local values = measured.values(t.found, t.column_column, t.read)
	if t.column_column ~= "algorithm" then return values end
	local shown, place = {}, {}
	for _, row in ipairs(t.found) do
		shown[notation.text(row.algorithm)] = notation.text(t.read(row, "algorithm"))
	end
	for i, label in ipairs(m.spec.algorithms or {}) do
		local name = shown[label]
		if name then place[name] = place[name] or i end
	end
	return lists.sort(values, function (value) return place[notation.text(value)] or math.huge end)
end

-- Whether a table without `columns` is a list: its rows are algorithms, or each row has one point, so that a
-- column for each algorithm would leave only a diagonal.
local function is_list(t, found)
	if t.row_column == "algorithm" then return true end
	local texts = lists.map(found, function (row) return notation.text(t.read(row, t.row_column)) end)
	return #lists.distinct(texts) == #texts and #texts > 1
		and #measured.values(found, "algorithm", t.read) > 1
end

-- What a list says of each point besides its value: the columns in which the points differ.
local function list_told(m, t)
	t.told_columns, t.told = {}, {}
	if t.score then return end -- a score stands for many points
	local by_row, placed = {}, {}
	for _, row in ipairs(t.found) do
		local value = t.read(row, t.row_column)
		if value ~= nil then by_row[notation.text(value)], placed[#placed + 1] = row, row end
	end
	t.told_columns = lists.kept(m:differing_columns(placed), function (name)
		return name ~= t.row_column and #measured.values(placed, name, t.read) > 1
	end)
	for i, value in ipairs(t.row_values) do
		t.told[i] = lists.map(t.told_columns, function (name)
			local told = t.read(by_row[notation.text(value)], name)
			return told ~= nil and notation.text(told) or ""
		end)
	end
end

local function table_new(m, name, def)
	local t = {
		name = name, title = def.title or m.spec.title or name, paper = m.spec.paper,
		row_column = def.rows, column_column = def.columns or "algorithm", value_column = def.value or "step_ms",
		scale = def.scale or 1, unit = def.unit, where = def.where or {},
		published = published.by_text(def.published), cells = {}, ratios = def.ratios,
		intervals = def.intervals ~= false, digits = def.digits, transpose = def.transpose, best = def.best,
		labels = notation.by_text(def.labels), width = def.width, own_notes = def.notes or {},
	}
	local place = "tables." .. name
	m:column_check(t.row_column, place .. ".rows")
	m:column_check(t.column_column, place .. ".columns")
	m:column_check(t.value_column, place .. ".value")
	t.value_title = columns.title(t.value_column, m.own)
	if def.score then t.score, t.ratios, t.value_title = true, false, "score" end
	return t
end

-- Finds the table's points, and what its rows and columns are.
local function points_find(m, t, def)
	t.found = m:find(t.where, "tables." .. t.name, { t.row_column, t.column_column })
	t.read = m:reader { t.row_column, t.column_column }
	t.is_list = def.columns == nil and (t.score or is_list(t, t.found))
	t.down = t.is_list or t.score or t.row_column == "algorithm"
	t.row_values = measured.values(t.found, t.row_column, t.read)
	t.column_values = columns_ordered(m, t)
	if t.is_list then list_told(m, t) end
	-- a list of other rows than algorithms has ratios only if they are asked for
	local is_of_algorithms = not t.is_list or t.row_column == "algorithm"
	if t.ratios == nil then t.ratios = is_of_algorithms or def.baseline ~= nil end
	local names = table_labels.short(t, "algorithm")
	t.short, t.left_out, t.only_kind = names.short, names.left_out, names.kind
	t.labels_algorithms = t.row_column == "algorithm" or not t.is_list and t.column_column == "algorithm"
end

-- The place of the baseline among the values that are compared; the first one if the table names none. Nil if
-- the run does not have it.
local function base_find(t, wanted)
	if wanted == nil then return 1 end
	for i, value in ipairs(t.down and t.row_values or t.column_values) do
		if notation.text(value) == notation.text(wanted) then return i end
	end
end

local function cells_fill(m, t)
	local placed = points_placed(m, t)
	for i, row_value in ipairs(t.row_values) do
		t.cells[i] = {}
		for j, column_value in ipairs(t.column_values) do
			t.cells[i][j] = cell_of(m, t, row_value, column_value, placed)
		end
	end
	for i, cells in ipairs(t.base and t.cells or {}) do
		for j, cell in ipairs(cells) do
			cell_ratio(m, t, cell, t.down and t.cells[t.base][j] or t.cells[i][t.base])
		end
	end
end

-- The table `name` of the scenario, filled from what was measured.
function tables.make(m, name, def)
	local t = table_new(m, name, def)
	points_find(m, t, def)
	t.baseline, t.base = def.baseline, base_find(t, def.baseline)
	local fill = t.score and table_scores.fill or cells_fill
	fill(m, t)
	if t.best then table_best.mark(m, t) end
	t.marks = m:marks(t.counted or t.found)
	t.noise_percent = measured.is_timed(t.value_column) and m:noise_percent(t.found, t.value_column) or nil
	table_notes.add(m, t)
	return t
end

tables.section = table_blocks.section

return tables
