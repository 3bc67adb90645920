-- A table of results as CSV, with one line for each cell.
local csv = require "text.csv"
local lists = require "base.lists"

local table_csv = {}

local COLUMNS = {
	"row", "column", "value", "lo", "hi", "published", "n", "status", "lower_bound", "ratio", "ratio_lo",
	"ratio_hi", "published_ratio", "is_noise", "unchecked", "unsound", "quick", "point", "row_name",
	"column_name", "value_name",
}

-- A line of the table's CSV file.
local function csv_row(m, t, cell, row_value, column_value)
	return {
		row = row_value, column = column_value, value = cell.value, lo = cell.lo, hi = cell.hi,
		published = cell.published, n = cell.n, status = cell.status, lower_bound = cell.bound,
		ratio = cell.ratio, ratio_lo = cell.ratio_lo, ratio_hi = cell.ratio_hi,
		published_ratio = cell.published_ratio, is_noise = cell.is_noise,
		unchecked = (cell.row or t.score) and cell.unchecked,
		unsound = cell.row and cell.unsound, quick = m.quick, point = cell.row and cell.row.point,
		row_name = t.row_column, column_name = not t.is_list and t.column_column or nil,
		value_name = t.value_column, best = cell.best,
		stated = cell.stated, stated_lo = cell.stated_lo, stated_hi = cell.stated_hi,
		groups = cell.groups, groups_total = cell.total, sample_lo = cell.sample_lo, sample_hi = cell.sample_hi,
	}
end

-- An iterator over the cells that have a point or a published value: the cell, its row and its column.
local function cells_of(t)
	local i, j = 1, 0
	return function ()
		while t.row_values[i] ~= nil do
			j = j + 1
			local cell = t.column_values[j] ~= nil and t.cells[i][j]
			if not cell then
				i, j = i + 1, 0
			elseif cell.row or cell.published or t.score then
				return cell, t.row_values[i], t.column_values[j]
			end
		end
	end
end

-- The table as CSV with one line for each cell. A cell without a point is left out, unless it has a published
-- value. The column of a list is called as the column that it shows.
function table_csv.text(m, t)
	local has_stated = false
	for cell in cells_of(t) do has_stated = has_stated or cell.stated ~= nil end
	local header = lists.joined(COLUMNS, t.best and { "best" } or {},
		t.score and { "groups", "groups_total", "sample_lo", "sample_hi" } or {},
		has_stated and { "stated", "stated_lo", "stated_hi" } or {})
	local next_cell = cells_of(t)
	return csv.format(header, function ()
		local cell, row_value, column_value = next_cell()
		return cell and csv_row(m, t, cell, row_value, column_value)
	end)
end

table_csv.form = { ending = ".csv", link = "data", text = table_csv.text }

return table_csv
