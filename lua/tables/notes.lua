-- The caption of a table and its notes, which are sentences below it: what the numbers are, which labels are
-- short for what, how the order compares with the published one, and what failed.
local columns = require "data.columns"
local disturbed = require "data.disturbed"
local latex = require "tables.latex"
local lengths = require "text.lengths"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"
local stated = require "data.foreign"
local table_labels = require "tables.labels"
local table_scores = require "tables.scores"

local table_notes = {}

-- The order of a row's cells by `field`, such as "dassd < aabb ≈ bsp = co"; nil if a cell has no number.
local function order_text(t, cells, field)
	local entries = {}
	for j, cell in ipairs(cells) do
		if type(cell[field]) ~= "number" then return nil end
		entries[j] = {
			label = table_labels.of(t, t.column_column, t.column_values[j], true), value = cell[field], at = j,
			is_noise = field == "value" and cell.is_noise,
		}
	end
	lists.sort(entries, "value")
	local text = entries[1].label
	for j = 2, #entries do
		local a, b = entries[j - 1], entries[j]
		-- noise is known only for ratios to the baseline
		local blurred = a.at == t.base and b.is_noise or b.at == t.base and a.is_noise
		text = text .. (a.value == b.value and " = " or blurred and " ≈ " or " < ") .. b.label
	end
	return text
end

-- Whether no two cells of a row are published in another order than ours, noise or not; nil if no two are in
-- an order in both.
local function is_same_order(cells)
	local is_same
	for i, a in ipairs(cells) do
		for j = 1, i - 1 do
			local b = cells[j]
			if a.value ~= b.value and a.published ~= b.published then
				is_same = is_same ~= false and (a.value < b.value) == (a.published < b.published)
			end
		end
	end
	return is_same
end

local function is_disturbed(m, t, cells)
	return lists.any(cells, function (cell) return cell.row and disturbed.is(m, cell.row, t.value_column) end)
end

-- The order of disturbed rows is undecided, so it is left out.
local function note_order(m, t)
	local same, compared, differ = 0, 0, {}
	for i, cells in ipairs(t.cells) do
		local ours, theirs = order_text(t, cells, "value"), order_text(t, cells, "published")
		local is_same
		if ours and theirs and not t.down and not is_disturbed(m, t, cells) then is_same = is_same_order(cells) end
		if is_same ~= nil then
			compared = compared + 1
			if is_same then
				same = same + 1
			else
				differ[#differ + 1] = ("At %s: ours %s, published %s."):format(
					table_labels.of(t, t.row_column, t.row_values[i], true), ours, theirs)
			end
		end
	end
	if compared == 0 then return end
	t.notes[#t.notes + 1] = ("Order as published in %d of %d %s."):format(same, compared,
		t.transpose and "columns" or "rows")
	lists.add(t.notes, differ)
end

-- Notes published values that no cell shows: the run is shorter, or a label is mistyped.
local function note_unused(t)
	local missing_rows = {}
	local shown = lists.set(lists.map(t.column_values, notation.text))
	local rows = lists.set(lists.map(t.row_values, notation.text))
	for _, column in ipairs(notation.sorted_keys(t.published)) do
		if not shown[column] then
			t.notes[#t.notes + 1] = ("Published, but not in this table: column %s."):format(column)
		end
		for row in pairs(t.published[column]) do
			if not rows[row] then missing_rows[row] = true end
		end
	end
	local names = notation.sorted_keys(missing_rows)
	if #names > 0 then
		t.notes[#t.notes + 1] = ("Published, but not in this table: %s = %s."):format(t.row_column,
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
		local has_column = t.is_list or row[t.column_column] ~= nil
		if row[t.row_column] == nil or not has_column then unplaced = unplaced + 1 end
	end
	lists.add(t.notes, notation.capped(lines, 12))
	if unplaced > 0 then
		local what = t.is_list and t.row_column or ("%s or %s"):format(t.row_column, t.column_column)
		t.notes[#t.notes + 1] = ("%d points have no %s and are not in this table."):format(unplaced, what)
	end
end

-- The number of rounds of the rows, "11" or "11 to 22", and "s" if the word after it is a plural.
function table_notes.rounds_text(rows)
	local least, most
	for _, row in ipairs(rows) do
		if measured.is_ok(row) and row.n then
			least, most = math.min(least or row.n, row.n), math.max(most or row.n, row.n)
		end
	end
	if not least or most == 0 then return nil end
	local text = least == most and notation.text(least) or notation.text(least) .. " to " .. notation.text(most)
	return text, most == 1 and "" or "s"
end

local function has_bounds(t)
	return lists.any(lists.flat(t.cells), function (cell) return cell.lo and cell.hi end)
end

-- The number of points with an interval but without a noise band. Their unmarked ratios may still be noise.
local function noise_unknown(m, t)
	return lists.count(lists.flat(t.cells), function (cell)
		return cell.row and cell.lo and not m:noise(cell.row, t.value_column)
	end)
end

local function caption_of(m, t)
	local shown = lists.set(t.is_list and t.told_columns or { t.column_column })
	shown[t.row_column] = true
	local where = measured.where_text(t.where, t.found[1] and shown)
	local tells_kind = t.only_kind and t.labels_algorithms and t.where.kind == nil
	local kind = tells_kind and ", of " .. t.only_kind or ""
	local score = t.score and t.base and ("ratio to %s of the "):format(
		table_labels.of(t, t.row_column, t.row_values[t.base])) or ""
	return score .. columns.caption(t.value_column, t.unit, m.own) .. kind
		.. (where ~= "" and ", " .. where or "")
end

-- What the number of a cell is.
local function note_values(m, t)
	if m:is_left_out(t.value_column) then
		t.notes[#t.notes + 1] = ("%s: %s."):format(t.value_column, measured.LEFT_OUT)
		return
	end
	local rounds, plural = table_notes.rounds_text(t.found)
	if t.value_column == "step_ms" and rounds then
		local has_intervals, too_few = false, false
		for _, row in ipairs(t.found) do
			has_intervals = has_intervals or row.step_ms_lo ~= nil
			too_few = too_few or measured.is_ok(row) and row.n and row.step_ms_lo == nil and row.disturbed ~= 1
		end
		local shown = t.intervals and " [95 % interval]" or "; the CSV file has the intervals"
		t.notes[#t.notes + 1] = ("Median of %s round%s%s."):format(rounds, plural,
			has_intervals and shown or too_few and ", too few for an interval" or "")
	elseif t.intervals and has_bounds(t) then
		t.notes[#t.notes + 1] = ("In brackets: %s."):format(measured.bounds_text(t.value_column))
	end
	local undecided = disturbed.count(m, t.found, t.value_column)
	if undecided > 0 then
		t.notes[#t.notes + 1] = ("%d point%s without an interval, as others had the core: undecided."):format(
			undecided, undecided == 1 and "" or "s")
	end
	if m.derived[t.value_column] then
		t.notes[#t.notes + 1] = ("Derived, without an interval: %s."):format(m.derived[t.value_column].about)
	end
end

local MARKED = "; ≈ marks a ratio that noise alone could make."

local function note_noise(m, t)
	local has_ratios = t.ratios ~= false
	if t.noise_percent then
		t.notes[#t.notes + 1] = ("A/A noise: at most %s %%%s"):format(notation.number(t.noise_percent, 1),
			(t.is_across or not (has_ratios or t.score)) and "." or MARKED)
	end
	if t.is_across and has_ratios then
		t.notes[#t.notes + 1] = "Ratios are of points measured at different times: drift does not cancel in them, "
			.. "and none is marked as noise."
	end
	local unknown = measured.is_timed(t.value_column) and noise_unknown(m, t) or 0
	if unknown > 0 then
		t.notes[#t.notes + 1] = ("A/A noise is not known of %d point%s: the first algorithm of the group failed, "
			.. "or its twin."):format(unknown, unknown == 1 and "" or "s")
	end
end

-- What the table's own keys leave out or add.
local function note_keys(t)
	if t.labels_algorithms and #t.left_out > 0 then
		t.notes[#t.notes + 1] = ("Labels leave out what is the same in this table: %s."):format(
			table.concat(t.left_out, ", "))
	end
	if t.baseline ~= nil and not t.base then
		t.notes[#t.notes + 1] = ("No ratios: the baseline %s is not in this run."):format(notation.text(t.baseline))
	end
	if t.best then
		t.notes[#t.notes + 1] = ("Bold: the %s of its %s, and what is not shown to differ from it."):format(t.best,
			t.down ~= (t.transpose == true) and "column" or "row")
	end
	if t.transpose and t.is_list then
		t.notes[#t.notes + 1] = "A list is not transposed: name `columns`."
	end
end

-- Says that the table does not fit in the width that it is to have, and what would make it narrower.
local function note_width(t)
	local wanted = t.width and lengths.centimetres(t.width, true)
	if not wanted then return end
	local width = latex.width(t)
	if width <= wanted then return end
	local ways = {}
	if t.intervals then ways[#ways + 1] = "intervals = false" end
	if t.ratios ~= false and t.ratios ~= "only" then ways[#ways + 1] = "ratios = false" end
	if t.width == "column" then ways[#ways + 1] = 'width = "page"' end
	ways[#ways + 1] = "shorter labels"
	local text = "TOO WIDE: tables.%s needs about %.1f cm, but width = \"%s\" has %.1f cm. Narrower: %s."
	t.notes[#t.notes + 1] = text:format(t.name, width, t.width, wanted, table.concat(ways, ", "))
end

local function note_published(m, t)
	if not next(t.published) then return end
	t.notes[#t.notes + 1] = ("Published: %s, on another machine: compare ratios and order.")
		:format(t.paper or "the paper")
	note_order(m, t)
	note_unused(t)
end

-- Sets the table's caption and its notes.
function table_notes.add(m, t)
	t.notes, t.caption = {}, caption_of(m, t)
	if t.found[1] == nil then
		t.notes[1] = "No point of this run belongs here."
		return
	end
	note_width(t)
	if t.score then table_scores.note(t) else note_values(m, t) end
	local told = stated.note(t.found, t.value_column)
	if told then t.notes[#t.notes + 1] = told end
	note_noise(m, t)
	note_keys(t)
	note_published(m, t)
	if not t.score then note_failures(m, t) end
	lists.add(t.notes, t.own_notes)
end

return table_notes
