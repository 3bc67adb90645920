-- The parts of gnuplot's plot command: what draws the marks of a figure from its CSV file. `at` holds the
-- column number of each field (figures.csv).
local csv = require "text.csv"
local curves = require "figures.curves"
local lists = require "base.lists"
local style = require "figures.style"

local plotted = {}

local FILE = "name.'.csv' skip 1 using "

-- How far a series is shifted sideways on an axis of names, so that equal values do not hide each other.
local function aside_of(f, series)
	local count = #f.series_texts
	if count == 1 then return 0 end
	return (series - (count + 1) / 2) * f.kind.aside(count)
end

local function x_expression(f, at, curve)
	if not f.category then return ("($%d == %d ? $%d : NaN)"):format(at.curve, curve.number, at.x) end
	return (("($%d == %d ? $%d %+.4f : NaN)"):format(at.curve, curve.number, at.place,
		aside_of(f, curve.series)):gsub(",", "."))
end

-- ---- intervals ----

-- Where the axis cuts an interval, it has no bar on that side but an arrow that reaches the edge.
local function cut_text(f, at, curve, parts)
	local arrow = FILE .. "%s:%d:(0):(%s - $%d) with vectors head filled size screen 0.012,25 fixed "
		.. "ls %d notitle"
	local function add(key, is_beyond, column, edge)
		if not curves.has(curve, key) then return end
		local only = x_expression(f, at, curve):gsub("^%(", ("($%d %s %s && "):format(column, is_beyond, edge))
		parts[#parts + 1] = arrow:format(only, at.value, edge, at.value, 100 + curve.series)
	end
	add("cut_hi", ">", at.hi, csv.number(f.y_axis.hi))
	add("cut_lo", "<", at.lo, csv.number(f.y_axis.lo))
end

local function ends_of(f, at, curve)
	local lo, hi = tostring(at.lo), tostring(at.hi)
	if curves.has(curve, "cut_lo") then
		lo = ("($%d < %s ? $%d : $%d)"):format(at.lo, csv.number(f.y_axis.lo), at.value, at.lo)
	end
	if curves.has(curve, "cut_hi") then
		hi = ("($%d > %s ? $%d : $%d)"):format(at.hi, csv.number(f.y_axis.hi), at.value, at.hi)
	end
	return lo, hi
end

-- A column's number, or an expression, as a part of an expression.
local function column(text) return tonumber(text) and "$" .. text or text end

local function intervals_text(f, at, curve, parts)
	if not (curves.has(curve, "lo") and curves.has(curve, "hi")) then return end
	local x = x_expression(f, at, curve)
	if f.dense then
		local band = FILE .. "%s:%d:%d with filledcurves fs transparent solid 0.25 noborder ls %d notitle"
		parts[#parts + 1] = band:format(x, at.lo, at.hi, 100 + curve.series)
		return
	end
	local lo, hi = ends_of(f, at, curve)
	if f.kind.intervals == "whiskers" then -- yerrorbars would put a white point onto the bar
		local whisker = FILE .. "%s:(%s):(0):(%s - %s) with vectors heads size screen 0.005,90 fixed ls 100 notitle"
		parts[#parts + 1] = whisker:format(x, column(lo), column(hi), column(lo))
	else
		parts[#parts + 1] = (FILE .. "%s:%d:%s:%s with yerrorbars ls %d notitle"):format(x, at.value, lo, hi,
			100 + curve.series)
	end
	cut_text(f, at, curve, parts)
end

-- ---- values ----

-- The values of a curve in one of gnuplot's styles. A line ends at NaN, and would run across a missing value:
-- any expression with $N is one where column N has none.
local function values_text(f, at, curve, how, parts)
	if not curves.has(curve, "y") then return end
	parts[#parts + 1] = (FILE .. "%s:(valid(%d) ? column(%d) : NaN) with %s ls %d notitle"):format(
		x_expression(f, at, curve), at.value, at.value, how, curve.series)
end

-- Values inside the noise are open points of the series' colour.
local function hollow_points(f, at, curve, parts)
	if not curves.has(curve, "is_noise") then return end
	local x, y = x_expression(f, at, curve), ("($%d == 1 ? $%d : NaN)"):format(at.is_noise, at.value)
	local points = FILE .. "%s:%s with points %s notitle"
	parts[#parts + 1] = points:format(x, y, style.blank(curve.series))
	parts[#parts + 1] = points:format(x, y, style.hollow(curve.series, style.colour(curve.series)))
end

-- A box at each value, from the axis on. half: of its width; only: a condition for the value, or nil.
local function box_text(f, at, curve, half, only, how, parts)
	local axis, x = f.y_axis, x_expression(f, at, curve)
	half = (("%.4f"):format(half):gsub(",", "."))
	local middle = ("$%d %+.4f"):format(at.place, aside_of(f, curve.series)):gsub(",", ".")
	local base = csv.number(axis.log and axis.lo or math.max(axis.lo, math.min(0, axis.hi)))
	local box = FILE .. "%s:%d:(%s - %s):(%s + %s):(%s):%d with boxxyerror %s notitle"
	if only then x = x:gsub("^%(", ("(%s && "):format(only)) end
	parts[#parts + 1] = box:format(x, at.value, middle, half, middle, half, base, at.value, how)
end

-- A box about the place of a cell, `half` of its width.
local function cell_text(at, condition, half, how)
	local box = FILE .. "(%s ? $%d : NaN):%d:($%d - %s):($%d + %s):($%d - %s):($%d + %s)%s notitle"
	return box:format(condition, at.place, at.place_y, at.place, half, at.place, half, at.place_y, half,
		at.place_y, half, how)
end

-- An arrow upwards from each lower bound.
local function bounds_text(f, at, curve, parts)
	if not curves.has(curve, "bound") then return end
	local y = f.y_axis
	local rise = y.log and ("($%d * %s)"):format(at.lower_bound, csv.number((y.hi / y.lo) ^ 0.07 - 1))
		or ("(%s)"):format(csv.number((y.hi - y.lo) * 0.07))
	local arrow = FILE .. "%s:%d:(0):%s with vectors head empty size screen 0.01,30 fixed ls %d notitle"
	parts[#parts + 1] = arrow:format(x_expression(f, at, curve), at.lower_bound, rise, 100 + curve.series)
end

local function published_text(f, at, curve, parts)
	if not curves.has(curve, "published") then return end
	parts[#parts + 1] = (FILE .. "%s:%d with points %s notitle"):format(x_expression(f, at, curve), at.published,
		style.published(f.kind.published or style.colour(curve.series)))
end

-- ---- noise ----

local function noise_boxes(at, curve)
	local box = FILE .. "($%d == %d ? $%d : NaN):%d:($%d - 0.4):($%d + 0.4):%d:%d " ..
		"with boxxyerror fs solid noborder fc rgb '%s' notitle"
	return box:format(at.curve, curve.number, at.place, at.noise_lo, at.place, at.place, at.noise_lo,
		at.noise_hi, style.NOISE)
end

-- The noise of two or more points is drawn as a band. A band over a single point would have no width, so
-- it becomes a bar. On a category axis a single point, and each point of a curve over several groups,
-- gets a box, because there is nothing between the categories.
local function noise_text(f, at, curve, parts)
	local count = curves.count(curve, "noise_lo")
	if count == 0 then return end
	local x = x_expression(f, at, curve)
	parts[#parts + 1] = f.category and (curve.is_of_groups or count == 1 or f.kind.has_names)
		and noise_boxes(at, curve) or count > 1
		and (FILE .. "%s:%d:%d with filledcurves fc rgb '%s' notitle"):format(x, at.noise_lo, at.noise_hi,
			style.NOISE)
		or (FILE .. "%s:%d:(0):($%d - $%d) with vectors nohead lw 14 lc rgb '%s' notitle"):format(x, at.noise_lo,
			at.noise_hi, at.noise_lo, style.NOISE)
end

-- ---- the whole ----

-- What the kinds of figures draw with (lua/figure_kinds/kinds.lua).
local plot = { FILE = FILE, style = style, has = curves.has, count = curves.count, intervals = intervals_text,
	values = values_text, hollow_points = hollow_points, box = box_text, cell = cell_text }

-- The parts of the plot command of one panel, from the lowest layer to the highest. What a curve has no
-- data for is left out, because gnuplot warns about plots without data.
function plotted.panel(f, at, panel)
	local parts, here = {}, lists.kept(f.curves, function (curve) return curve.panel == panel end)
	for _, curve in ipairs(here) do noise_text(f, at, curve, parts) end
	for _, curve in ipairs(here) do
		f.kind.draw(plot, f, at, curve, parts)
		if not f.kind.is_grid then bounds_text(f, at, curve, parts) end
	end
	for _, curve in ipairs(f.kind.is_grid and {} or here) do published_text(f, at, curve, parts) end
	return parts
end

return plotted
