-- Tables of a scenario, as Markdown, LaTeX and CSV: our values with their intervals, the published values
-- beside them, and the ratios of both to the first column. Ratios can be compared between machines.
local columns = require "columns"
local csv = require "csv"
local disturbed = require "disturbed"
local measured = require "measured"
local notation = require "notation"

local tables = {}

local function published_index(published)
	local index = {}
	for column, values in pairs(published or {}) do
		local by_row = {}
		for row, value in pairs(values) do by_row[notation.text(row)] = value end
		index[notation.text(column)] = by_row
	end
	return index
end

local function sorted_keys(map)
	local keys = {}
	for key in pairs(map) do keys[#keys + 1] = key end
	table.sort(keys, function (a, b)
		return notation.less(tonumber(a) or a, tonumber(b) or b)
	end)
	return keys
end

-- Converts numbers to the table's own unit. Other values are returned as they are.
local function scaled(t, value, lo, hi)
	if t.scale == 1 then return value, lo, hi end
	local function times(x) return type(x) == "number" and x * t.scale or x end
	return times(value), times(lo), times(hi)
end

local function place_of(row_value, column_value)
	return notation.text(row_value) .. "\31" .. notation.text(column_value)
end

-- Finds the point of each cell.
local function points_placed(m, t)
	local placed = {}
	for _, row in ipairs(t.found) do
		local row_value, column_value = t.read(row, t.row_column), t.read(row, t.column_column)
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
	return cell
end

-- Sets the ratio of a cell to the first cell of its row, for our value and the published one, and whether
-- noise alone could make our ratio. If the rows are algorithms, the first cell of the column takes its place,
-- because algorithms are compared.
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

local function label_of(column, value)
	return column == "algorithm" and notation.text(value) or column .. "=" .. notation.text(value)
end

-- The values of the table's columns. Labels of algorithms are in the scenario's order.
local function columns_ordered(m, t)
	local values = measured.values(t.found, t.column_column, t.read)
	if t.column_column ~= "algorithm" then return values end
	local shown, place, ranks = {}, {}, {}
	for _, row in ipairs(t.found) do
		shown[notation.text(row.algorithm)] = notation.text(t.read(row, "algorithm"))
	end
	for i, label in ipairs(m.spec.algorithms or {}) do
		local name = shown[label]
		if name then place[name] = place[name] or i end
	end
	for i, value in ipairs(values) do ranks[value] = { place[notation.text(value)] or math.huge, i } end
	table.sort(values, function (a, b)
		if ranks[a][1] ~= ranks[b][1] then return ranks[a][1] < ranks[b][1] end
		return ranks[a][2] < ranks[b][2]
	end)
	return values
end

-- The table `name` of the scenario, filled from what was measured.
function tables.make(m, name, def)
	local t = {
		name = name, title = def.title or m.spec.title or name, paper = m.spec.paper,
		row_column = def.rows, column_column = def.columns or "algorithm", value_column = def.value or "step_ms",
		scale = def.scale or 1, unit = def.unit,
		where = def.where or {}, published = published_index(def.published), cells = {},
	}
	local place = "tables." .. name
	t.down = t.row_column == "algorithm"
	m:column_check(t.row_column, place .. ".rows")
	m:column_check(t.column_column, place .. ".columns")
	m:column_check(t.value_column, place .. ".value")
	t.found = m:find(t.where, place, { t.row_column, t.column_column })
	t.read = m:reader { t.row_column, t.column_column }
	t.row_values = measured.values(t.found, t.row_column, t.read)
	t.column_values = columns_ordered(m, t)
	local placed = points_placed(m, t)
	for i, row_value in ipairs(t.row_values) do
		t.cells[i] = {}
		for j, column_value in ipairs(t.column_values) do
			t.cells[i][j] = cell_of(m, t, row_value, column_value, placed)
			cell_ratio(m, t, t.cells[i][j], t.down and t.cells[1][j] or t.cells[i][1])
		end
	end
	t.marks = m:marks(t.found)
	t.noise_percent = measured.is_timed(t.value_column) and m:noise_percent(t.found, t.value_column) or nil
	tables.note(m, t)
	return t
end

-- The order of a row's cells by `field`, such as "dassd < aabb ≈ bsp"; nil if a cell has no number. The
-- second result ignores noise and has no "≈".
local function order_text(t, cells, field)
	local entries = {}
	for j, cell in ipairs(cells) do
		if type(cell[field]) ~= "number" then return nil end
		entries[j] = {
			label = label_of(t.column_column, t.column_values[j]), value = cell[field], at = j,
			is_noise = field == "value" and cell.is_noise,
		}
	end
	table.sort(entries, function (a, b)
		if a.value ~= b.value then return a.value < b.value end
		return a.at < b.at
	end)
	local text, strict = entries[1].label, entries[1].label
	for j = 2, #entries do
		local a, b = entries[j - 1], entries[j]
		-- noise is known only for ratios to the first column
		local blurred = a.at == 1 and b.is_noise or b.at == 1 and a.is_noise
		text = text .. (blurred and " ≈ " or " < ") .. b.label
		strict = strict .. " < " .. b.label
	end
	return text, strict
end

local function is_disturbed(m, t, cells)
	for _, cell in ipairs(cells) do
		if cell.row and disturbed.is(m, cell.row, t.value_column) then return true end
	end
	return false
end

-- The order of a disturbed group is undecided, so it is left out.
local function note_order(m, t)
	local same, compared, differ = 0, 0, {}
	for i, cells in ipairs(t.cells) do
		local ours, strict = order_text(t, cells, "value")
		local theirs = order_text(t, cells, "published")
		if #cells > 1 and ours and theirs and not t.down and not is_disturbed(m, t, cells) then
			compared = compared + 1
			if strict == theirs then
				same = same + 1
			else
				differ[#differ + 1] = ("At %s: ours %s, published %s."):format(
					label_of(t.row_column, t.row_values[i]), ours, theirs)
			end
		end
	end
	if compared == 0 then return end
	t.notes[#t.notes + 1] = ("Order as published in %d of %d rows."):format(same, compared)
	for _, text in ipairs(differ) do t.notes[#t.notes + 1] = text end
end

-- Notes published values that no cell shows: the run is shorter, or a label is mistyped.
local function note_unused(t)
	local shown, rows, missing_rows = {}, {}, {}
	for _, value in ipairs(t.column_values) do shown[notation.text(value)] = true end
	for _, value in ipairs(t.row_values) do rows[notation.text(value)] = true end
	for _, column in ipairs(sorted_keys(t.published)) do
		if not shown[column] then
			t.notes[#t.notes + 1] = ("Published, but not in this run: column %s."):format(column)
		end
		for row in pairs(t.published[column]) do
			if not rows[row] then missing_rows[row] = true end
		end
	end
	local names = sorted_keys(missing_rows)
	if #names > 0 then
		t.notes[#t.notes + 1] = ("Published, but not in this run: %s = %s."):format(t.row_column,
			table.concat(names, ", "))
	end
end

local function note_failures(m, t)
	local unplaced, lines = 0, {}
	for _, row in ipairs(t.found) do
		if not measured.is_ok(row) then
			lines[#lines + 1] = m:point_text(row) .. ": " .. measured.failure_text(row) .. "."
		elseif measured.is_unsound(row) then
			lines[#lines + 1] = ("%s: %s."):format(m:point_text(row), row.detail)
		elseif m:is_unchecked(row) then
			lines[#lines + 1] = "UNCHECKED: nothing vouches for the contacts of " .. m:point_text(row) .. "."
		end
		if row[t.row_column] == nil or row[t.column_column] == nil then unplaced = unplaced + 1 end
	end
	for _, line in ipairs(notation.capped(lines, 12)) do t.notes[#t.notes + 1] = line end
	if unplaced > 0 then
		t.notes[#t.notes + 1] = ("%d points have no %s or %s and are not in this table."):format(unplaced,
			t.row_column, t.column_column)
	end
end

-- The number of rounds of the rows, "11" or "11 to 22", and "s" if the word after it is a plural.
function tables.rounds_text(rows)
	local least, most
	for _, row in ipairs(rows) do
		if measured.is_ok(row) and row.n then
			least, most = math.min(least or row.n, row.n), math.max(most or row.n, row.n)
		end
	end
	if not least then return nil end
	local text = least == most and notation.text(least) or notation.text(least) .. " to " .. notation.text(most)
	return text, most == 1 and "" or "s"
end

local function has_bounds(t)
	for _, cells in ipairs(t.cells) do
		for _, cell in ipairs(cells) do
			if cell.lo and cell.hi then return true end
		end
	end
	return false
end

-- The number of points with an interval but without a noise band. Their unmarked ratios may still be noise.
local function noise_unknown(m, t)
	local count = 0
	for _, cells in ipairs(t.cells) do
		for _, cell in ipairs(cells) do
			if cell.row and cell.lo and not m:noise(cell.row, t.value_column) then count = count + 1 end
		end
	end
	return count
end

-- Sets the table's caption and its notes, which are sentences below the table.
function tables.note(m, t)
	t.notes = {}
	local where = measured.where_text(t.where,
		t.found[1] and { [t.row_column] = true, [t.column_column] = true })
	t.caption = columns.caption(t.value_column, t.unit, m.own) .. (where ~= "" and ", " .. where or "")
	if t.found[1] == nil then
		t.notes[1] = "No point of this run belongs here."
		return
	end
	local rounds, plural = tables.rounds_text(t.found)
	if t.value_column == "step_ms" and rounds then
		local has_intervals, too_few = false, false
		for _, row in ipairs(t.found) do
			has_intervals = has_intervals or row.step_ms_lo ~= nil
			too_few = too_few or measured.is_ok(row) and row.step_ms_lo == nil and row.disturbed ~= 1
		end
		t.notes[#t.notes + 1] = ("Median of %s round%s%s."):format(rounds, plural,
			has_intervals and " [95 % interval]" or too_few and ", too few for an interval" or "")
	elseif has_bounds(t) then
		t.notes[#t.notes + 1] = ("In brackets: %s."):format(measured.bounds_text(t.value_column))
	end
	local preempted = disturbed.count(m, t.found, t.value_column)
	if preempted > 0 then
		t.notes[#t.notes + 1] = ("%d point%s without an interval, as samples were preempted: undecided."):format(
			preempted, preempted == 1 and "" or "s")
	end
	if m.derived[t.value_column] then
		t.notes[#t.notes + 1] = ("Derived, without an interval: %s."):format(m.derived[t.value_column].about)
	end
	if t.noise_percent then
		t.notes[#t.notes + 1] = ("A/A noise: at most %s %%%s"):format(notation.number(t.noise_percent, 1),
			t.is_across and "." or "; ≈ marks a ratio that noise alone could make.")
	end
	if t.is_across then
		t.notes[#t.notes + 1] = "Ratios are of points measured at different times: drift does not cancel in them, "
			.. "and none is marked as noise."
	end
	local unknown = measured.is_timed(t.value_column) and noise_unknown(m, t) or 0
	if unknown > 0 then
		t.notes[#t.notes + 1] = ("A/A noise is not known of %d point%s: the first algorithm of the group failed, "
			.. "or its twin."):format(unknown, unknown == 1 and "" or "s")
	end
	if next(t.published) then
		t.notes[#t.notes + 1] = ("Published: %s, on another machine: compare ratios and order.")
			:format(t.paper or "the paper")
		note_order(m, t)
		note_unused(t)
	end
	note_failures(m, t)
end

function tables.heading(t)
	local marks = #t.marks > 0 and (" [%s]"):format(table.concat(t.marks, ", ")) or ""
	return (t.title == t.name and t.name or t.name .. ": " .. t.title) .. marks
end

local function interval_text(value, lo, hi)
	local text, low, high = notation.interval(value, lo, hi)
	return low and ("%s [%s, %s]"):format(text, low, high) or text
end

-- The text of a cell. A missing value is never shown as 0.
local function value_text(cell)
	if cell.bound then return ">= " .. notation.number(cell.bound) .. " (" .. cell.bound_text .. ")" end
	if not cell.row then return "-" end
	if cell.status ~= "ok" then return cell.status or "missing" end
	if cell.value == nil then return "" end
	if type(cell.value) ~= "number" then return notation.markdown(notation.text(cell.value)) end
	return interval_text(cell.value, cell.lo, cell.hi) .. (cell.unsound and " UNSOUND" or "")
		.. (cell.unchecked and " UNCHECKED" or "")
end

local function ratio_text(cell)
	if not cell.ratio then return "" end
	return (cell.is_noise and "≈ " or "") .. interval_text(cell.ratio, cell.ratio_lo, cell.ratio_hi)
end

-- The number of digits after the point of a column's published values: the most that any of them has.
local function published_decimals(t, column)
	local most = 0
	for _, cells in ipairs(t.cells) do
		local value = cells[column].published
		if value then most = math.max(most, #(notation.text(value):match("%.(%d+)$") or "")) end
	end
	return most
end

local function published_text(value, decimals)
	if not value then return "" end
	return notation.number(value + 0.0, decimals)
end

local function column_has(t, column, field)
	for _, cells in ipairs(t.cells) do
		if cells[column][field] ~= nil then return true end
	end
	return false
end

-- Header and rows of the values, with the published ones beside ours. `escape` formats names, `value` formats
-- our cells.
local function value_block(t, escape, value)
	local header, rows = { escape(t.row_column) }, {}
	for i, row_value in ipairs(t.row_values) do rows[i] = { escape(notation.text(row_value)) } end
	for j, column_value in ipairs(t.column_values) do
		header[#header + 1] = escape(label_of(t.column_column, column_value))
		for i, cells in ipairs(t.cells) do rows[i][#header] = value(cells[j]) end
		if column_has(t, j, "published") then
			local decimals = published_decimals(t, j)
			header[#header + 1] = "published"
			for i, cells in ipairs(t.cells) do rows[i][#header] = published_text(cells[j].published, decimals) end
		end
	end
	return header, rows
end

local function ratio_column(t, header, rows, column, name, ratio)
	local skipped = #t.cells - #rows
	if column_has(t, column, "ratio") or column_has(t, column, "published_ratio") then
		header[#header + 1] = name
		for i = 1, #rows do rows[i][#header] = ratio(t.cells[i + skipped][column]) end
	end
	if column_has(t, column, "published_ratio") then
		header[#header + 1] = "published"
		for i = 1, #rows do
			local value = t.cells[i + skipped][column].published_ratio
			rows[i][#header] = value and notation.number(value) or ""
		end
	end
end

-- Header and rows of the ratios to the first column, or to the first row. nil if there are no ratios.
local function ratio_block(t, escape, ratio)
	local header, rows = { escape(t.row_column) }, {}
	local function over(column, values, i)
		return escape(label_of(column, values[i]) .. " / " .. label_of(column, values[1]))
	end
	if t.down then
		for i = 2, #t.row_values do rows[i - 1] = { over(t.row_column, t.row_values, i) } end
	else
		for i, row_value in ipairs(t.row_values) do rows[i] = { escape(notation.text(row_value)) } end
	end
	for j = t.down and 1 or 2, #t.column_values do
		local name = t.down and escape(label_of(t.column_column, t.column_values[j]))
			or over(t.column_column, t.column_values, j)
		ratio_column(t, header, rows, j, name, ratio)
	end
	if #header > 1 and #rows > 0 then return header, rows end
end

-- The table as Markdown, aligned for a terminal, under a heading of this level.
function tables.markdown(t, level)
	local parts = { ("%s %s\n\n%s\n"):format(("#"):rep(level or 3), notation.markdown(tables.heading(t)),
		notation.markdown(t.caption)) }
	if #t.row_values > 0 and #t.column_values > 0 then
		parts[#parts + 1] = notation.markdown_table(value_block(t, notation.markdown, value_text))
		local header, rows = ratio_block(t, notation.markdown, ratio_text)
		if header then
			local first = t.down and notation.text(t.row_values[1]) or label_of(t.column_column, t.column_values[1])
			parts[#parts + 1] = ("Ratios to %s%s\n"):format(notation.markdown(first),
				t.value_column == "step_ms" and (t.down or t.column_column == "algorithm") and ", paired by round"
				or "")
			parts[#parts + 1] = notation.markdown_table(header, rows)
		end
	end
	local notes = {}
	for i, note in ipairs(t.notes) do notes[i] = "- " .. notation.markdown(note) end
	if #notes > 0 then parts[#parts + 1] = table.concat(notes, "\n") .. "\n" end
	return table.concat(parts, "\n")
end

tables.value_block, tables.ratio_block = value_block, ratio_block

local csv_columns = {
	"row", "column", "value", "lo", "hi", "published", "n", "status", "lower_bound", "ratio", "ratio_lo",
	"ratio_hi", "published_ratio", "is_noise", "unchecked", "unsound", "quick", "point", "row_name",
	"column_name", "value_name",
}

-- The table as CSV with one line for each cell. A cell without a point is left out, unless it has a published
-- value.
function tables.csv(m, t)
	local rows = {}
	for i, row_value in ipairs(t.row_values) do
		for j, column_value in ipairs(t.column_values) do
			local cell = t.cells[i][j]
			if cell.row or cell.published then
				rows[#rows + 1] = {
					row = row_value, column = column_value, value = cell.value, lo = cell.lo, hi = cell.hi,
					published = cell.published, n = cell.n, status = cell.status, lower_bound = cell.bound,
					ratio = cell.ratio, ratio_lo = cell.ratio_lo, ratio_hi = cell.ratio_hi,
					published_ratio = cell.published_ratio, is_noise = cell.is_noise,
					unchecked = cell.row and cell.unchecked,
					unsound = cell.row and cell.unsound, quick = m.quick, point = cell.row and cell.row.point,
					row_name = t.row_column, column_name = t.column_column, value_name = t.value_column,
				}
			end
		end
	end
	return csv.format(csv_columns, rows)
end

return tables
