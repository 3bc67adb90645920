-- Figures of a scenario: a CSV file with the curves (lua/figures/curves.lua), and a gnuplot script that draws
-- it (lua/figures/gnuplot.lua). Panels share both axes. A curve has the same colour, dash and point in every
-- panel.
local axes = require "figures.axes"
local check = require "base.check"
local columns = require "data.columns"
local csv = require "text.csv"
local curves = require "figures.curves"
local disturbed = require "data.disturbed"
local kinds = require "figure_kinds.kinds"
local layout = require "figures.layout"
local lengths = require "text.lengths"
local lists = require "base.lists"
local measured = require "data.measured"
local notation = require "text.notation"
local published = require "data.published"
local table_notes = require "tables.notes"

local figures = {}

local DENSE = 40 -- steps: beyond, points and bars would run into each other; lines and bands do not

local function all_numbers(values)
	return #values > 0 and not lists.any(values, function (value) return type(value) ~= "number" end)
end

-- The values along an axis: numbers in ascending order, names in the order of their first point. The second
-- result is whether they are numbers.
local function values_sorted(f, column)
	local values = measured.values(f.found, column, f.read)
	local are_numbers = all_numbers(values)
	if are_numbers then table.sort(values) end
	return values, are_numbers
end

local function names_text(m, column, values)
	return lists.map(values, function (value)
		if column == "algorithm" then return notation.text(value) end
		return ("%s = %s"):format((columns.title(column, m.own)), notation.text(value))
	end)
end

-- What the intervals are, and of how many rounds each value is.
local function caption_of_intervals(f)
	local drawn = f.has_intervals and f.kind.intervals
	local rounds, plural = table_notes.rounds_text(f.found)
	if f.value == "step_ms" and rounds then
		local form = f.dense and "bands" or drawn
		return ("Median of %s %s%s"):format(rounds, f.by_step and "passes" or "round" .. plural,
			drawn and (", %s: 95 %% interval"):format(form) or "")
	end
	if drawn then return drawn .. ": " .. measured.bounds_text(f.value) end
end

local function caption_of_noise(m, f)
	local hollow = f.has_blurred and f.kind.hollow or nil
	if f.kind.is_grid or not f.has_noise then return f.kind.is_grid and hollow or nil end
	return ("grey: A/A noise, at most %s %%%s"):format(notation.number(m:noise_percent(f.found, f.value), 1),
		hollow and "; " .. hollow or "")
end

-- The points whose medians have no interval, because they are disturbed.
local function caption_of_disturbed(m, f)
	local count = not (f.by_step or f.by_level or f.by_instance) and disturbed.count(m, f.found, f.value) or 0
	if count == 0 then return nil end
	return ("%d point%s undecided, as others had the core%s"):format(count, count == 1 and "" or "s",
		f.kind.undecided and ": " .. f.kind.undecided or "")
end

-- What the times of instances are, and which instance has the greatest value.
local function caption_of_instances(f)
	local most
	curves.each(f, function (mark) if mark.y and (not most or mark.y > most.y) then most = mark end end)
	if not most then return nil end
	local how = measured.is_timed(f.value) and "Times that counts predict; " or ""
	return ("%sthe greatest value, %s, is of %s at instance %d"):format(how, notation.number(most.y),
		notation.text(most.row.algorithm), most.row.instance)
end

-- What is not drawn, or not as it was measured.
local function caption_of_rest(f, parts)
	if #f.found == 0 then parts[#parts + 1] = "No point of this run belongs here" end
	if f.has_published then parts[#parts + 1] = "crosses: published" end
	if f.has_bounds and not f.kind.is_grid then
		parts[#parts + 1] = "arrows: stopped by the time limit, lower bound"
	end
	if f.has_cut then parts[#parts + 1] = "filled arrow heads: the interval reaches beyond the axis" end
	if f.outside > 0 then
		parts[#parts + 1] = ("outside the axes: %d of %d points"):format(f.outside, f.drawn)
	end
	if f.failed > 0 then
		parts[#parts + 1] = ("%d of %d points failed%s"):format(f.failed, #f.points,
			f.kind.failed and ": " .. f.kind.failed or "")
	end
	for _, axis in ipairs { "x", "y", "z" } do
		if f.drawn > 0 and f.wanted_logs[axis] and not f[axis .. "_axis"].log then
			parts[#parts + 1] = axis .. " is linear, as not all of it is above 0"
		end
	end
end

local function caption_make(m, f)
	local parts = { f.kind.caption and f.kind.caption(f) or caption_of_intervals(f) }
	if m.counts and f.by_step or m:is_left_out(f.value) then
		parts[#parts + 1] = ("%s: %s"):format(f.by_step and "single steps" or f.value, measured.LEFT_OUT)
	end
	parts[#parts + 1] = f.by_instance and caption_of_instances(f) or caption_of_disturbed(m, f)
	parts[#parts + 1] = caption_of_noise(m, f)
	if m.derived[f.value] then parts[#parts + 1] = f.value .. " is derived and has no interval" end
	caption_of_rest(f, parts)
	return table.concat(parts, "; ")
end

-- The columns whose values the figure shows: at the axes, in the legend or above the panels.
local function columns_shown(f)
	if #f.found == 0 then return {} end
	local shown = { [f.x] = true, algorithm = f.kind.value and true or nil }
	if f.kind.is_grid then shown[f.y] = true end
	if f.panels then shown[f.panels] = true end
	if f.series and #f.series_values > 1 then shown[f.series] = true end
	return shown
end

-- Counts what is drawn, and notes what kinds of marks there are.
local function figure_count(f)
	f.drawn, f.is_drawn = 0, {}
	f.failed = lists.count(f.points, function (row) return not measured.is_ok(row) end)
	f.left_out = lists.count(f.found, function (row)
		return row[f.x] == nil or f.kind.is_grid and row[f.y] == nil
	end)
	curves.each(f, function (mark, curve)
		if mark.y or mark.bound then
			f.drawn = f.drawn + 1
			f.is_drawn[curve.series] = true
		end
		f.has_bounds = f.has_bounds or mark.bound ~= nil
		f.has_noise = f.has_noise or mark.noise_lo ~= nil
		f.has_blurred = f.has_blurred or mark.is_noise == true
		f.has_intervals = f.has_intervals or mark.lo ~= nil
		f.has_published = f.has_published or mark.published ~= nil
	end)
end

-- Sets the columns of the figure and checks that they exist.
local function columns_set(m, f, def)
	local place = "figures." .. f.name
	f.x, f.y, f.panels = def.x, def.y or "step_ms", def.panels
	f.value = f.kind.value or f.kind.is_grid and (def.z or "step_ms") or f.y
	f.series = not f.kind.is_grid and (def.series or def.x ~= "algorithm" and "algorithm") or nil
	f.by_step = f.x == "step" and not m.known.step
	f.by_level = f.x == "level" and not m.known.level
	f.by_instance = f.x == "instance" and not m.known.instance
	-- the numbers of points and instances say nothing, so their values are put in order
	f.by_rank = f.x == "point" or f.by_instance
	-- columns of other files
	local further = { x = f.by_step or f.by_level or f.by_instance, y = f.by_level or f.by_instance }
	for _, key in ipairs { "x", "y", "value", "series", "panels" } do
		local is_own = key == "value" and f.kind.value ~= nil
		if f[key] ~= nil and not is_own and not further[key == "value" and not f.kind.is_grid and "y" or key] then
			m:column_check(f[key], place .. "." .. (key == "value" and "z" or key))
		end
	end
end

-- Finds the points and the values of their columns.
local function points_find(m, f, def)
	local place = "figures." .. f.name
	local names = { f.x, f.series or f.x, f.panels or f.x, f.kind.is_grid and f.y or f.x }
	f.points = m:find(def.where or {}, place, names)
	f.found = f.by_step and m:steps(f.points, place) or f.by_level and m:levels(f.points, place)
		or f.by_instance and m:instances(f.points) or f.points
	f.read = m:reader(names)
	local are_numbers
	f.x_values, are_numbers = values_sorted(f, f.x)
	f.category = not are_numbers or f.kind.has_names
	if f.kind.is_grid then f.y_values = values_sorted(f, f.y) end
	-- an empty figure has one panel, and a caption that says that it is empty
	f.panel_values = f.panels and #f.found > 0 and measured.values(f.found, f.panels, f.read) or { false }
	f.series_values = f.series and measured.values(f.found, f.series, f.read) or { false }
	if not (f.by_step or f.by_level or f.by_rank or f.kind.is_grid) then
		f.published = published.reader(m, f.value, def.published)
	end
end

local function x_axis_make(f, def)
	if f.category then return axes.of_names(f.x_values) end
	local whole = f.by_step or f.by_level or f.by_rank
	local axis = whole and axes.of_steps(f.x_values, def.logx) or axes.of_parameter(f.x_values, def.logx)
	f.x_ticks = def.xticks or (def.xrange or whole) and "round" or nil
	return def.xrange and axes.within(axis, def.xrange) or axis
end

local function axes_make(f, def)
	f.x_axis = x_axis_make(f, def)
	f.wanted_logs = { x = not f.category and def.logx, y = def.logy, z = def.logz }
	if f.kind.is_grid then
		local lo, hi = curves.range(f, def.logz)
		f.y_axis = axes.of_names(f.y_values)
		f.z_axis = axes.of_colours(lo, hi, def.logz)
		f.z_axis = def.zrange and axes.within(f.z_axis, def.zrange) or f.z_axis
		if f.kind.axes then f.kind.axes(f) end
		f.outside = 0
		return
	end
	local lo, hi = curves.range(f, def.logy)
	f.y_axis = axes.of_values(lo, hi, def.logy)
	f.y_axis = def.yrange and axes.within(f.y_axis, def.yrange) or f.y_axis
	curves.cut(f)
	curves.each(f, function (mark) f.has_cut = f.has_cut or mark.cut_lo or mark.cut_hi end)
end

-- A text of the scenario; "" if the scenario wants none, `usual` if it says nothing.
local function text_of(given, usual)
	if given == false then return "" end
	return given or usual
end

local function texts_make(m, f, def)
	local along = f.by_instance and "share of the instances (%)" or f.by_rank and "rank"
	f.x_label = text_of(def.xlabel, along or columns.axis(f.x, false, m.own))
	f.y_label = text_of(def.ylabel, columns.axis(f.y, f.by_step or f.by_instance, m.own))
	f.z_label = f.kind.is_grid and text_of(def.zlabel, columns.axis(f.value, false, m.own)) or nil
	f.panel_texts = f.panel_values[1] and names_text(m, f.panels, f.panel_values) or { "" }
	f.series_texts = f.series and names_text(m, f.series, f.series_values)
		or { (columns.title(f.value, m.own)) }
	f.marks = m:marks(f.points)
	f.where_text = measured.where_text(def.where, columns_shown(f))
	f.caption = caption_make(m, f)
	f.drawn_title = def.title == false and figures.marks_text(f) or figures.heading(f)
	local caption = f.where_text ~= "" and f.where_text .. ". " .. f.caption or f.caption
	f.drawn_caption = def.caption == false and "" or caption
end

-- The size on paper in pixels, of which 96 are an inch, and the size of the text.
local function size_set(f, def)
	local function pixels(text) return text and math.floor(lengths.centimetres(text, true) / 2.54 * 96) end
	f.width, f.height = pixels(def.width), pixels(def.height)
	f.text_size = (def.size or def.width and 8 or 9) * 96 / 72
	f.legend = def.legend
end

-- The figure `name` of the scenario: its curves and axes.
function figures.make(m, name, def)
	local f = { name = name, title = def.title or m.spec.title or name, kind = kinds.of(def) }
	if f.kind.prepare then def = f.kind.prepare(m, f, def) end
	columns_set(m, f, def)
	points_find(m, f, def)
	curves.make(m, f)
	curves.noise(m, f)
	figure_count(f)
	if f.by_rank then curves.rank(f) end
	f.dense = (f.by_step or f.by_instance) and #f.x_values > DENSE
	axes_make(f, def)
	texts_make(m, f, def)
	size_set(f, def)
	f.layout = layout.make(f)
	return f
end

-- The marks that must stand beside the figure, such as "[QUICK]", or "".
function figures.marks_text(f)
	return #f.marks > 0 and ("[%s]"):format(table.concat(f.marks, ", ")) or ""
end

function figures.heading(f)
	local marks = figures.marks_text(f)
	return marks ~= "" and f.title .. " " .. marks or f.title
end

-- The header of the CSV file. Our own columns get another name if the scenario has a column of that name.
local function csv_columns(f)
	local header, at = {}, {}
	local taken = lists.set { f.panels or f.x, f.series or f.x, f.x, f.y, f.value }
	local function own(key)
		local name = key
		while taken[name] do name = name .. "_" end
		header[#header + 1], at[key] = name, #header + 1
	end
	local function theirs(key)
		local name = f[key]
		if not name then return end
		while check.contains(header, name) do name = name .. "_" .. key end
		header[#header + 1], at[key] = name, #header + 1
	end
	own "curve"
	theirs "panels"
	theirs "series"
	theirs "x"
	if f.category then own "place" end
	theirs "y"
	if f.kind.is_grid then
		own "place_y"
		theirs "value"
	end
	local others = { "lo", "hi", "lower_bound", "noise_lo", "noise_hi", "is_noise", "n", "status" }
	if f.has_published then table.insert(others, 4, "published") end
	if f.kind.is_grid then others[#others + 1] = "is_undecided" end
	lists.add(others, f.kind.fields or {})
	for _, key in ipairs(others) do own(key) end
	at.value = at.value or at.y
	return header, at
end

-- The position of a name on an axis of names, from 1.
local function place_of(names, value)
	for i, name in ipairs(names) do
		if measured.value_equal(name, value) then return i end
	end
end

-- The fields of a mark's line, by the keys of csv_columns.
local function csv_fields(f, curve, mark)
	local is_heat = f.kind.is_grid
	return lists.copy(lists.pick(mark, f.kind.fields or {}), {
		curve = curve.number, panels = f.panels and f.panel_values[curve.panel],
		series = f.series and f.series_values[curve.series], x = mark.x,
		place = f.category and place_of(f.x_values, mark.x), place_y = is_heat and place_of(f.y_values, mark.down),
		y = is_heat and mark.down or mark.y, value = mark.y, lo = mark.lo, hi = mark.hi,
		lower_bound = mark.bound, published = mark.published, noise_lo = mark.noise_lo, noise_hi = mark.noise_hi,
		is_noise = mark.is_noise, n = mark.n, status = mark.status, is_undecided = mark.is_undecided,
	})
end

-- The CSV file: one line for each mark, curve after curve. The script selects a curve by its number, so that
-- no name is parsed. The second result has the column number of each field.
function figures.csv(f)
	local header, at = csv_columns(f)
	local rows = {}
	curves.each(f, function (mark, curve)
		local fields, row = csv_fields(f, curve, mark), {}
		for key, column in pairs(at) do row[header[column]] = fields[key] end
		rows[#rows + 1] = row
	end)
	return csv.format(header, rows), at
end

return figures
