-- Writes the gnuplot script of a figure. The script needs only the CSV file beside it and writes SVG, PDF and
-- PNG. All positions are computed here in pixels, so that the legend never overlaps the data and nothing is
-- clipped.
local csv = require "csv"
local figures = require "figures"
local notation = require "notation"

local gnuplot = {}

-- Okabe and Ito's colours without yellow, which is too light on white. Dashes and point types distinguish the
-- series in a greyscale print.
local colours = { "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9" }
local points = { 7, 5, 9, 13, 6, 4, 8, 12, 11, 10 }
local dashes = { "1", "'-'", "'.'", "'-.'", "'-..'" }

local NOISE, BLURRED = "A/A noise", "inside the noise"
local BLURRED_COLOUR = "#b8b8b8"

local char_width, line_height, font_size = 6.6, 17, 12

local function point_of(series) return points[(series - 1) % #points + 1] end

local function longest(texts)
	local most = 0
	for _, text in ipairs(texts) do most = math.max(most, notation.width(text)) end
	return most
end

-- Lines of at most `limit` characters, broken between words.
local function wrap(text, limit)
	local lines = {}
	for word in text:gmatch("%S+") do
		local last = lines[#lines]
		if last and notation.width(last) + 1 + notation.width(word) <= limit then
			lines[#lines] = last .. " " .. word
		else
			lines[#lines + 1] = word
		end
	end
	return lines
end

local function tic_labels(axis)
	local labels = {}
	for i, tic in ipairs(axis.tics) do labels[i] = tic.label end
	return labels
end

-- Labels of the x axis that would overlap are rotated. The first label may then reach left of its panel, so
-- the left margin grows.
local function x_tics_layout(f, layout)
	local widest = longest(tic_labels(f.x_axis)) * char_width
	layout.turned = f.x_axis.category and widest > layout.panel_width / math.max(1, #f.x_axis.tics) - 6
	layout.x_tic_height = layout.turned and math.ceil(widest * 0.65) + 14 or line_height
	if layout.turned then
		local half_place = layout.panel_width / #f.x_axis.tics / 2
		layout.left = math.max(layout.left, math.ceil(widest * 0.77 - half_place) + 12)
		layout.gap = math.max(layout.gap, math.ceil(widest * 0.77 - half_place) // 2)
	end
end

-- Computes the sizes in pixels of the panels and of everything around and between them.
local function layout_make(f)
	local count = #f.panel_values
	local layout = { columns = count == 4 and 2 or math.min(count, 3) }
	layout.rows = math.ceil(count / layout.columns)
	layout.panel_width, layout.panel_height = count == 1 and 380 or 270, 230
	if f.x_axis.category then -- space for marks beside each other
		layout.panel_width = math.max(layout.panel_width, #f.x_axis.tics * (#f.series_texts * 6 + 10))
	end
	if f.panels then -- space for the panels' titles
		layout.panel_width = math.max(layout.panel_width, math.min(420, math.ceil(longest(f.panel_texts) * 7)))
	end
	layout.y_tic_width = math.ceil(longest(tic_labels(f.y_axis)) * char_width)
	layout.left = layout.y_tic_width + 46
	layout.gap = 24
	local entries = {}
	for i, text in ipairs(f.series_texts) do
		if f.is_drawn[i] then entries[#entries + 1] = text end
	end
	layout.has_legend = #f.series_texts > 1 and #entries > 0 -- a single series needs only the caption
	if f.has_noise then entries[#entries + 1] = NOISE end
	if f.has_blurred then entries[#entries + 1] = BLURRED end
	layout.legend_width = layout.has_legend and math.ceil(longest(entries) * char_width) + 66 or 0
	layout.right = layout.has_legend and layout.legend_width + 14 or 22
	x_tics_layout(f, layout)
	layout.width = layout.left + layout.columns * layout.panel_width + (layout.columns - 1) * layout.gap
		+ layout.right
	layout.title = wrap(figures.heading(f), layout.width // 7.5)
	local caption = f.where_text ~= "" and f.where_text .. ". " .. f.caption or f.caption
	layout.caption = wrap(caption, (layout.width - 24) // 7)
	layout.top = 12 + #layout.title * 18 + (f.panels and 22 or 8)
	layout.row_bottom = layout.x_tic_height + line_height + 18
	layout.row_gap = layout.row_bottom + (f.panels and 24 or 8)
	layout.bottom = layout.row_bottom + #layout.caption * 15 + 12
	layout.height = layout.top + layout.rows * layout.panel_height + (layout.rows - 1) * layout.row_gap
		+ layout.bottom
	layout.height = math.max(layout.height, layout.top + 20 + #entries * line_height + 20)
	return layout
end

-- A length as a fraction of the canvas, for gnuplot's screen coordinates.
local function fraction(pixels, whole)
	return (("%.5f"):format(pixels / whole):gsub(",", "."))
end

local function tics_text(axis, with_labels)
	local parts = {}
	for i, tic in ipairs(axis.tics) do
		local label = with_labels and tic.label or ""
		local level = tic.label == "" and " 1" or ""
		-- gnuplot treats the texts of tics, and no other texts, as printf formats
		parts[i] = ("%s %s%s"):format(notation.gnuplot((label:gsub("%%", "%%%%"))), csv.number(tic.at), level)
	end
	return "(" .. table.concat(parts, ", ") .. ")"
end

-- Assigns all names to variables at the top of the script, outside any block. There a brace or quote in a
-- name cannot end a block.
local function names_text(f, layout)
	local lines = {}
	local function add(name, texts)
		for i, text in ipairs(texts) do
			lines[#lines + 1] = ("%s%d = %s"):format(name, i, notation.gnuplot(text))
		end
	end
	add("title", layout.title)
	add("caption", layout.caption)
	add("panel", f.panel_texts)
	add("series", f.series_texts)
	return table.concat(lines, "\n")
end

local function settings_text(f, layout)
	local lines = {
		"set encoding utf8", "set decimalsign '.'", "set datafile separator comma", "set datafile missing ''",
		"set border 3 lc rgb '#404040'", "set tics nomirror out scale 0.7",
		"set grid ytics lt 1 lc rgb '#dadada' lw 0.8 dt 1",
		("set xtics %s%s"):format(layout.turned and "rotate by 40 right " or "", tics_text(f.x_axis, true)),
		("set xrange [%s:%s]"):format(csv.number(f.x_axis.lo), csv.number(f.x_axis.hi)),
		("set yrange [%s:%s]"):format(csv.number(f.y_axis.lo), csv.number(f.y_axis.hi)),
	}
	if f.x_axis.log then lines[#lines + 1] = "set logscale x" end
	if f.y_axis.log then lines[#lines + 1] = "set logscale y" end
	lines[#lines + 1] = "set bars 0.6"
	for i = 1, #f.series_texts do
		local colour, dash = colours[(i - 1) % #colours + 1], dashes[(i - 1) % #dashes + 1]
		lines[#lines + 1] = ("set style line %d lc rgb '%s' lw 1.6 dt %s pt %d ps 0.75"):format(i, colour, dash,
			point_of(i))
		lines[#lines + 1] = ("set style line %d lc rgb '%s' lw 1.2 dt 1 pt -1"):format(100 + i, colour)
	end
	return table.concat(lines, "\n")
end

-- The settings of each terminal. They are scaled so that a letter takes the same share of every canvas.
local function terminals_text(layout)
	return ([[
	if (kind eq 'svg') {
		set terminal svg noenhanced size %d,%d font 'sans-serif,%d' background '#ffffff'
	}
	if (kind eq 'pdf') {
		set terminal pdfcairo noenhanced size %sin,%sin font 'sans-serif,%d' fontscale 0.75 linewidth 1.3
	}
	if (kind eq 'png') {
		set terminal pngcairo noenhanced size %d,%d font 'sans-serif,%d' fontscale 2 linewidth 2 pointscale 2
	}
	# the SVG terminal sets lines of text farther apart
	spacing = (kind eq 'svg') ? 0.8 : 1.0
	set output name.'.'.kind]]):format(layout.width, layout.height, font_size,
		fraction(layout.width, 96), fraction(layout.height, 96), font_size * 3 // 4,
		layout.width * 2, layout.height * 2, font_size * 3 // 4)
end

local function x_expression(f, at, curve)
	if not f.category then return ("($%d == %d ? $%d : NaN)"):format(at.curve, curve.number, at.x) end
	-- on a category axis, series are shifted sideways so that equal values do not hide each other
	local count = #f.series_texts
	local aside = count > 1 and (curve.series - (count + 1) / 2) * math.min(0.12, 0.7 / count) or 0
	return (("($%d == %d ? $%d %+.4f : NaN)"):format(at.curve, curve.number, at.place, aside):gsub(",", "."))
end

local function curve_count(curve, key)
	local count = 0
	for _, mark in ipairs(curve.marks) do
		if mark[key] then count = count + 1 end
	end
	return count
end

-- Whether a curve has a value of this kind. Others are not plotted, because gnuplot warns about plots without
-- data.
local function curve_has(curve, key) return curve_count(curve, key) > 0 end

local function curve_text(f, at, curve, parts)
	local x, file = x_expression(f, at, curve), "name.'.csv'"
	local style = curve.series
	local with = f.category and "points" or f.dense and "lines" or "linespoints"
	if f.dense and curve_has(curve, "lo") and curve_has(curve, "hi") then
		local band = "%s skip 1 using %s:%d:%d with filledcurves fs transparent solid 0.25 noborder ls %d notitle"
		parts[#parts + 1] = band:format(file, x, at.lo, at.hi, 100 + style)
	elseif curve_has(curve, "lo") and curve_has(curve, "hi") then
		parts[#parts + 1] = ("%s skip 1 using %s:%d:%d:%d with yerrorbars ls %d notitle"):format(file, x, at.y,
			at.lo, at.hi, 100 + style)
	end
	if curve_has(curve, "y") then
		parts[#parts + 1] = ("%s skip 1 using %s:%d with %s ls %d notitle"):format(file, x, at.y, with,
			style)
	end
	-- points inside the noise are drawn again in grey
	if curve_has(curve, "is_noise") then
		local y = ("($%d == 1 ? $%d : NaN)"):format(at.is_noise, at.y)
		parts[#parts + 1] = ("%s skip 1 using %s:%s with points pt %d ps 0.75 lc rgb '%s' notitle"):format(file, x,
			y, point_of(style), BLURRED_COLOUR)
	end
	if curve_has(curve, "bound") then
		local y = f.y_axis
		local rise = y.log and ("($%d * %s)"):format(at.lower_bound, csv.number((y.hi / y.lo) ^ 0.07 - 1))
			or ("(%s)"):format(csv.number((y.hi - y.lo) * 0.07))
		local arrow = "%s skip 1 using %s:%d:(0):%s with vectors head empty size screen 0.01,30 fixed ls %d notitle"
		parts[#parts + 1] = arrow:format(file, x, at.lower_bound, rise, 100 + style)
	end
end

local function noise_boxes(at, curve)
	local box = "name.'.csv' skip 1 using ($%d == %d ? $%d : NaN):%d:($%d - 0.4):($%d + 0.4):%d:%d " ..
		"with boxxyerror fs solid noborder fc rgb '#d2d2d2' notitle"
	return box:format(at.curve, curve.number, at.place, at.noise_lo, at.place, at.place, at.noise_lo,
		at.noise_hi)
end

local function noise_text(f, at, panel, parts)
	for _, curve in ipairs(f.curves) do
		if curve.panel == panel and curve_has(curve, "noise_lo") then
			local x = x_expression(f, at, curve)
			-- The noise of two or more points is drawn as a band. A band over a single point would have no
			-- width, so it becomes a bar. On a category axis a single point, and each point of a curve over
			-- several groups, gets a box, because there is nothing between the categories.
			parts[#parts + 1] = f.category and (curve.is_of_groups or curve_count(curve, "noise_lo") == 1)
				and noise_boxes(at, curve) or curve_count(curve, "noise_lo") > 1
				and ("name.'.csv' skip 1 using %s:%d:%d with filledcurves fc rgb '#d2d2d2' notitle")
					:format(x, at.noise_lo, at.noise_hi)
				or ("name.'.csv' skip 1 using %s:%d:(0):($%d - $%d) with vectors nohead lw 14 lc rgb '#d2d2d2' notitle")
					:format(x, at.noise_lo, at.noise_hi, at.noise_lo)
		end
	end
end

-- The last panel draws the legend entries as curves without points, so all panels share one legend.
local function legend_text(f, parts)
	for i = 1, #f.series_texts do
		local with = f.category and "points" or f.dense and "lines" or "linespoints"
		if f.is_drawn[i] then parts[#parts + 1] = ("NaN with %s ls %d title series%d"):format(with, i, i) end
	end
	if f.has_noise then
		parts[#parts + 1] = ("NaN with filledcurves fc rgb '#d2d2d2' title '%s'"):format(NOISE)
	end
	if f.has_blurred then
		parts[#parts + 1] = ("NaN with points pt %d ps 0.75 lc rgb '%s' title '%s'"):format(points[1],
			BLURRED_COLOUR, BLURRED)
	end
end

local function panel_place(layout, panel)
	local column, row = (panel - 1) % layout.columns, (panel - 1) // layout.columns
	local left = layout.left + column * (layout.panel_width + layout.gap)
	local top = layout.top + row * (layout.panel_height + layout.row_gap)
	return left, left + layout.panel_width, top, top + layout.panel_height
end

-- Axis titles are labels at fixed positions, because gnuplot's own position differs from terminal to
-- terminal.
local function axis_labels(layout, panel, lines)
	local left, right, top, bottom = panel_place(layout, panel)
	lines[#lines + 1] = ("set label 1001 xlabel at screen %s, screen %s center"):format(
		fraction((left + right) / 2, layout.width),
		fraction(layout.height - bottom - layout.row_bottom + 11, layout.height))
	if (panel - 1) % layout.columns ~= 0 then return end
	lines[#lines + 1] = ("set label 1002 ylabel at screen %s, screen %s center rotate by 90"):format(
		fraction(left - layout.y_tic_width - 32, layout.width),
		fraction(layout.height - (top + bottom) / 2, layout.height))
end

local function panel_text(f, layout, at, panel)
	local left, right, top, bottom = panel_place(layout, panel)
	local lines = {
		("set lmargin at screen %s; set rmargin at screen %s"):format(fraction(left, layout.width),
			fraction(right, layout.width)),
		("set tmargin at screen %s; set bmargin at screen %s"):format(
			fraction(layout.height - top, layout.height), fraction(layout.height - bottom, layout.height)),
		f.panels and ("set title panel%d offset 0,-0.6"):format(panel) or "unset title",
	}
	local is_first = (panel - 1) % layout.columns == 0
	axis_labels(layout, panel, lines)
	lines[#lines + 1] = "set ytics " .. tics_text(f.y_axis, is_first)
	local parts = {}
	noise_text(f, at, panel, parts)
	for _, curve in ipairs(f.curves) do
		if curve.panel == panel then curve_text(f, at, curve, parts) end
	end
	local is_last = panel == #f.panel_values
	if is_last and layout.has_legend then
		local key = "set key at screen %s, screen %s left top Left reverse vertical noautotitle samplen 3"
		lines[#lines + 1] = key:format(fraction(layout.width - layout.legend_width, layout.width),
			fraction(layout.height - layout.top, layout.height)) .. " spacing spacing"
		legend_text(f, parts)
	end
	if #parts == 0 then parts[1] = "NaN notitle" end
	lines[#lines + 1] = "plot " .. table.concat(parts, ", \\\n\t\t")
	lines[#lines + 1] = "unset label"
	return "\t" .. table.concat(lines, "\n\t")
end

local function labels_text(layout)
	local lines = {}
	for i = 1, #layout.title do
		lines[#lines + 1] = ("\tset label %d title%d at screen %s, screen %s left"):format(i, i,
			fraction(10, layout.width), fraction(layout.height - 12 - (i - 1) * 18, layout.height))
	end
	for i = 1, #layout.caption do
		local label = "\tset label %d caption%d at screen %s, screen %s left textcolor rgb '#505050'"
		lines[#lines + 1] = label:format(100 + i, i, fraction(10, layout.width),
			fraction((#layout.caption - i) * 15 + 12, layout.height))
	end
	return table.concat(lines, "\n")
end

-- The script for the figure whose data is in `file`.csv. `at` holds the column number of each quantity.
function gnuplot.script(f, file, at)
	local layout = layout_make(f)
	local parts = {
		"# Draws " .. file .. ".csv as SVG, PDF and PNG: run gnuplot on this file in its directory.",
		"reset", "name = " .. notation.gnuplot(file), names_text(f, layout),
		"xlabel = " .. notation.gnuplot(f.x_label), "ylabel = " .. notation.gnuplot(f.y_label),
		settings_text(f, layout),
		"# a gnuplot built without cairo still draws the SVG", "kinds = 'svg'",
		"if (strstrt(GPVAL_TERMINALS, 'pdfcairo') > 0) { kinds = kinds.' pdf' }",
		"if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) { kinds = kinds.' png' }",
		"do for [kind in kinds] {", terminals_text(layout), "\tset multiplot", "\tunset key", labels_text(layout),
	}
	for panel = 1, #f.panel_values do parts[#parts + 1] = panel_text(f, layout, at, panel) end
	parts[#parts + 1] = "\tunset multiplot\n\tunset output\n}"
	return table.concat(parts, "\n") .. "\n"
end

return gnuplot
