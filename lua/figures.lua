-- Figures of a scenario: a CSV file with the curves, and a gnuplot script that draws it (lua/gnuplot.lua).
-- Panels share both axes. A curve has the same colour, dash and point in every panel.
local axes = require "axes"
local columns = require "columns"
local csv = require "csv"
local disturbed = require "disturbed"
local measured = require "measured"
local notation = require "notation"
local tables = require "tables"

local figures = {}

local DENSE = 40 -- steps: beyond, points and bars would run into each other; lines and bands do not

local function values_sorted(f, column, x_is_numeric)
	local values = measured.values(f.found, column, f.read)
	if x_is_numeric then table.sort(values) end
	return values
end

local function all_numbers(values)
	for _, value in ipairs(values) do
		if type(value) ~= "number" then return false end
	end
	return #values > 0
end

-- One mark of a curve. A point that failed keeps its place on the x axis and is drawn as a gap.
local function mark_of(f, row)
	local mark = { row = row, x = f.read(row, f.x), status = row.status, n = row.n }
	local y, lo, hi = measured.value(row, f.y)
	if type(y) == "number" then mark.y, mark.lo, mark.hi = y, lo, hi end
	mark.bound = measured.lower_bound(row, f.y)
	return mark
end

local function curve_fits(f, row, panel, series)
	return f.read(row, f.x) ~= nil and (f.panels == nil or measured.value_equal(f.read(row, f.panels), panel))
		and (f.series == nil or measured.value_equal(f.read(row, f.series), series))
end

local function curve_make(m, f, panel, series)
	local curve, seen = { marks = {} }, {}
	for _, row in ipairs(f.found) do
		if curve_fits(f, row, panel, series) then
			local key = notation.text(f.read(row, f.x))
			if seen[key] then
				error(("figures.%s: points %s and %s fall on one place; name in where (or as x, series, panels): %s")
					:format(f.name, notation.text(seen[key].point), notation.text(row.point),
						m:differing({ row, seen[key] })), 0)
			end
			seen[key] = row
			curve.marks[#curve.marks + 1] = mark_of(f, row)
		end
	end
	if not f.category then
		table.sort(curve.marks, function (a, b) return a.x < b.x end)
	end
	return curve
end

local function curves_make(m, f)
	f.curves = {}
	for p, panel in ipairs(f.panel_values) do
		for s, series in ipairs(f.series_values) do
			local curve = curve_make(m, f, panel, series)
			if #curve.marks > 0 then
				curve.panel, curve.series, curve.number = p, s, #f.curves + 1
				f.curves[#f.curves + 1] = curve
			end
		end
	end
end

-- A distribution: each curve's marks by their value, from the least to the greatest. What has none is left
-- out.
local function curves_rank(f)
	local most = 0
	for _, curve in ipairs(f.curves) do
		local ranked = {}
		for _, mark in ipairs(curve.marks) do
			if mark.y then ranked[#ranked + 1] = mark end
		end
		table.sort(ranked, function (a, b)
			if a.y ~= b.y then return a.y < b.y end
			return a.row.point < b.row.point
		end)
		for rank, mark in ipairs(ranked) do mark.x = rank end
		curve.marks, most = ranked, math.max(most, #ranked)
	end
	f.x, f.x_values = "rank", {}
	for rank = 1, most do f.x_values[rank] = rank end
end

-- The reference mark of each group in a panel: that of the first algorithm that is drawn. The group's other
-- marks are compared with it.
local function references_of(m, f, panel)
	local references = {}
	for _, curve in ipairs(f.curves) do
		for _, mark in ipairs(curve.panel == panel and curve.marks or {}) do
			local group = m:group(mark.row)
			local have = references[group]
			if mark.y and (not have or mark.row.point < have.mark.row.point) then
				references[group] = { mark = mark, curve = curve }
			end
		end
	end
	return references
end

-- Whether noise alone could explain the difference between a mark and its group's reference; nil if unknown.
local function mark_is_noise(m, f, mark, reference)
	if mark == reference then return nil end
	local _, lo, hi = m:ratio(mark.row, reference.row, f.y)
	return m:is_noise(mark.row, reference.row, f.y, lo, hi)
end

-- Sets the noise band about the reference of each group. The band follows the reference's curve over all
-- marks of the group; if a parameter of algorithms is the axis, these span the whole panel. `is_noise` marks
-- what noise alone could make of the reference. No noise is known for single steps and levels.
local function noise_make(m, f)
	if not measured.is_timed(f.y) or f.by_step or f.by_level or f.by_rank then return end
	for panel = 1, #f.panel_values do
		local references = references_of(m, f, panel)
		for _, curve in ipairs(f.curves) do
			for _, mark in ipairs(curve.panel == panel and curve.marks or {}) do
				local reference = references[m:group(mark.row)]
				local low, high = m:noise(mark.row, f.y)
				if low and reference and reference.curve == curve then
					mark.noise_lo, mark.noise_hi = reference.mark.y * low, reference.mark.y * high
					curve.is_of_groups = curve.is_of_groups or reference.mark ~= (curve.reference or reference.mark)
					curve.reference = reference.mark
				end
				if mark.y and reference then mark.is_noise = mark_is_noise(m, f, mark, reference.mark) end
			end
		end
	end
end

local function y_range(f)
	local lo, hi, bound
	for _, curve in ipairs(f.curves) do
		for _, mark in ipairs(curve.marks) do
			for _, key in ipairs { "y", "lo", "hi", "bound", "noise_lo", "noise_hi" } do
				local value = mark[key]
				if value then lo, hi = math.min(lo or value, value), math.max(hi or value, value) end
			end
			if mark.bound then bound = math.max(bound or 0, mark.bound) end
		end
	end
	-- leaves room for the arrow above a bound
	if bound then hi = math.max(hi, bound * 1.4, lo > 0 and bound * (hi / lo) ^ 0.09 or 0) end
	return lo or 0, hi or 1
end

local function names_text(m, column, values)
	local texts = {}
	for i, value in ipairs(values) do
		texts[i] = column == "algorithm" and notation.text(value)
			or ("%s = %s"):format((columns.title(column, m.own)), notation.text(value))
	end
	return texts
end

local function caption_make(m, f)
	local parts = {}
	local rounds, plural = tables.rounds_text(f.found)
	if f.y == "step_ms" and rounds then
		parts[1] = ("Median of %s %s%s"):format(rounds, f.by_step and "passes" or "round" .. plural, f.has_intervals
			and (", %s: 95 %% interval"):format(f.dense and "bands" or "bars") or "")
	elseif f.has_intervals then
		parts[1] = "bars: " .. measured.bounds_text(f.y)
	end
	local preempted = not (f.by_step or f.by_level) and disturbed.count(m, f.found, f.y) or 0
	if preempted > 0 then
		parts[#parts + 1] = ("%d point%s undecided, as samples were preempted"):format(preempted,
			preempted == 1 and "" or "s")
	end
	if f.has_noise then
		parts[#parts + 1] = ("grey: A/A noise, at most %s %%%s"):format(
			notation.number(m:noise_percent(f.found, f.y), 1),
			f.has_blurred and "; grey points: noise could make the difference from the first algorithm's" or "")
	end
	if m.derived[f.y] then parts[#parts + 1] = f.y .. " is derived and has no interval" end
	if #f.found == 0 then parts[#parts + 1] = "No point of this run belongs here" end
	if f.has_bounds then parts[#parts + 1] = "arrows: stopped by the time limit, lower bound" end
	if f.failed > 0 then parts[#parts + 1] = ("%d of %d points failed"):format(f.failed, #f.points) end
	for _, axis in ipairs { "x", "y" } do
		if f.drawn > 0 and f.wanted_logs[axis] and not f[axis .. "_axis"].log then
			parts[#parts + 1] = axis .. " is linear, as not all of it is above 0"
		end
	end
	return table.concat(parts, "; ")
end

-- The columns whose values the figure shows: at the axis, in the legend or above the panels.
local function columns_shown(f)
	if #f.found == 0 then return {} end
	local shown = { [f.x] = true }
	if f.panels then shown[f.panels] = true end
	if f.series and #f.series_values > 1 then shown[f.series] = true end
	return shown
end

local function figure_count(f)
	f.failed, f.left_out, f.drawn, f.is_drawn = 0, 0, 0, {}
	for _, row in ipairs(f.points) do
		if not measured.is_ok(row) then f.failed = f.failed + 1 end
	end
	for _, row in ipairs(f.found) do
		if row[f.x] == nil then f.left_out = f.left_out + 1 end
	end
	for _, curve in ipairs(f.curves) do
		for _, mark in ipairs(curve.marks) do
			if mark.y or mark.bound then
				f.drawn = f.drawn + 1
				f.is_drawn[curve.series] = true
			end
			f.has_bounds = f.has_bounds or mark.bound ~= nil
			f.has_noise = f.has_noise or mark.noise_lo ~= nil
			f.has_blurred = f.has_blurred or mark.is_noise == true
			f.has_intervals = f.has_intervals or mark.lo ~= nil
		end
	end
end

-- The figure `name` of the scenario: its curves and axes.
function figures.make(m, name, def)
	local place = "figures." .. name
	local f = {
		name = name, title = def.title or m.spec.title or name,
		x = def.x, y = def.y or "step_ms", panels = def.panels,
		series = def.series or (def.x ~= "algorithm" and "algorithm" or nil),
	}
	f.by_step = f.x == "step" and not m.known.step
	f.by_level = f.x == "level" and not m.known.level
	f.by_rank = f.x == "point" -- the numbers of points say nothing, so their values are put in order
	local further = { x = f.by_step or f.by_level, y = f.by_level } -- columns of other files
	for _, key in ipairs { "x", "y", "series", "panels" } do
		if f[key] ~= nil and not further[key] then m:column_check(f[key], place .. "." .. key) end
	end
	f.points = m:find(def.where or {}, place, { f.x, f.series or f.x, f.panels or f.x })
	f.found = f.by_step and m:steps(f.points, place) or f.by_level and m:levels(f.points, place) or f.points
	f.read = m:reader { f.x, f.series or f.x, f.panels or f.x }
	f.category = not all_numbers(measured.values(f.found, f.x, f.read))
	f.x_values = values_sorted(f, f.x, not f.category)
	-- an empty figure has one panel, and a caption that says that it is empty
	f.panel_values = f.panels and #f.found > 0 and measured.values(f.found, f.panels, f.read) or { false }
	f.series_values = f.series and measured.values(f.found, f.series, f.read) or { false }
	curves_make(m, f)
	noise_make(m, f)
	figure_count(f)
	if f.by_rank then curves_rank(f) end
	f.dense = f.by_step and #f.x_values > DENSE
	local whole = f.by_step or f.by_level or f.by_rank
	f.x_axis = f.category and axes.of_names(f.x_values)
		or whole and axes.of_steps(f.x_values, def.logx) or axes.of_parameter(f.x_values, def.logx)
	local lo, hi = y_range(f)
	f.y_axis = axes.of_values(lo, hi, def.logy)
	f.wanted_logs = { x = not f.category and def.logx, y = def.logy }
	f.x_label, f.y_label = def.xlabel or f.by_rank and "rank" or columns.axis(f.x, false, m.own),
		def.ylabel or columns.axis(f.y, f.by_step, m.own)
	f.panel_texts = f.panel_values[1] and names_text(m, f.panels, f.panel_values) or { "" }
	f.series_texts = f.series and names_text(m, f.series, f.series_values)
		or { (columns.title(f.y, m.own)) }
	f.marks = m:marks(f.points)
	f.where_text = measured.where_text(def.where, columns_shown(f))
	f.caption = caption_make(m, f)
	return f
end

function figures.heading(f)
	local marks = #f.marks > 0 and (" [%s]"):format(table.concat(f.marks, ", ")) or ""
	return f.title .. marks
end

-- The header of the CSV file. Our own columns get another name if the scenario has a column of that name.
local function csv_columns(f)
	local header, at, taken = {}, {}, {}
	for _, name in ipairs { f.panels or f.x, f.series or f.x, f.x, f.y } do taken[name] = true end
	local function own(key)
		local name = key
		while taken[name] do name = name .. "_" end
		header[#header + 1], at[key] = name, #header + 1
	end
	local function theirs(key)
		local name = f[key]
		if not name then return end
		for i = 1, #header do
			if header[i] == name then name = name .. "_" .. key end
		end
		header[#header + 1], at[key] = name, #header + 1
	end
	own "curve"
	theirs "panels"
	theirs "series"
	theirs "x"
	if f.category then own "place" end
	theirs "y"
	local others = { "lo", "hi", "lower_bound", "noise_lo", "noise_hi", "is_noise", "n", "status" }
	for _, key in ipairs(others) do own(key) end
	return header, at
end

-- The position of a name on an axis of names, from 1.
local function place_of(f, value)
	for i, name in ipairs(f.x_values) do
		if measured.value_equal(name, value) then return i end
	end
end

-- The CSV file: one line for each mark, curve after curve. The script selects a curve by its number, so that
-- no name is parsed. The second result has the column number of each field.
function figures.csv(f)
	local header, at = csv_columns(f)
	local rows = {}
	for _, curve in ipairs(f.curves) do
		for _, mark in ipairs(curve.marks) do
			local fields = {
				curve = curve.number, panels = f.panels and f.panel_values[curve.panel],
				series = f.series and f.series_values[curve.series], x = mark.x,
				place = f.category and place_of(f, mark.x), y = mark.y, lo = mark.lo, hi = mark.hi,
				lower_bound = mark.bound, noise_lo = mark.noise_lo, noise_hi = mark.noise_hi,
				is_noise = mark.is_noise, n = mark.n, status = mark.status,
			}
			local row = {}
			for key, column in pairs(at) do row[header[column]] = fields[key] end
			rows[#rows + 1] = row
		end
	end
	return csv.format(header, rows), at
end

return figures
