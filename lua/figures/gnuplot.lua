-- Writes the gnuplot script of a figure. The script needs only the CSV file beside it and writes SVG,
-- PDF, PNG, and a form for LaTeX: graphics without text in a PDF, and a .tex file that puts the text over
-- it. All positions come from lua/figures/layout.lua.
local csv = require "text.csv"
local latex_numbers = require "text.latex_numbers"
local curves = require "figures.curves"
local layout = require "figures.layout"
local legend = require "figures.legend"
local lists = require "base.lists"
local notation = require "text.notation"
local plotted = require "figures.plot_command"
local style = require "figures.style"

local gnuplot = {}

-- A length as a fraction of the canvas, for gnuplot's screen coordinates.
local function fraction(pixels, whole)
	return (("%.5f"):format(pixels / whole):gsub(",", "."))
end

-- A function from pixels to gnuplot's coordinates of the whole canvas.
local function screen_of(l)
	return function (x, y)
		return ("screen %s, screen %s"):format(fraction(x, l.width), fraction(l.height - y, l.height))
	end
end

-- ---- texts ----

-- A label of a tic as LaTeX sets it: with a minus sign, and powers of ten.
local function tic_latex(label)
	return tonumber(label) and latex_numbers.text(label) or notation.latex(label)
end

-- gnuplot treats the texts of tics, and no other texts, as printf formats.
local function tic_text(label) return (label:gsub("%%", "%%%%")) end

-- The variables of the script that hold texts: { name, text, as LaTeX sets it }.
local function variables_of(l)
	local list = {}
	local function add(name, texts, of_tics)
		for i, text in ipairs(texts) do
			local tex = of_tics and tic_text(tic_latex(text)) or notation.latex(text)
			list[#list + 1] = { name .. i, of_tics and tic_text(text) or text, tex }
		end
	end
	add("title", l.title)
	add("caption", l.caption)
	for i, lines in ipairs(l.panel_titles) do add(("panel%d_"):format(i), lines) end
	for i, entry in ipairs(l.entries) do add(("legend%d_"):format(i), entry.lines) end
	add("xlabel", l.x_lines)
	add("ylabel", l.y_lines)
	add("zlabel", l.z_lines or {})
	for i, lines in ipairs(l.x_names or {}) do add(("name%d_"):format(i), lines) end
	for axis, tics in pairs { x = not l.x_names and l.x_tics or {}, y = l.y_tics, z = l.z_tics } do
		add(axis .. "tic", lists.field(tics, "label"), true)
	end
	table.sort(list, function (a, b) return a[1] < b[1] end)
	return list
end

-- Assigns all texts to variables at the top of the script, outside any block. There a brace or quote in a
-- name cannot end a block. `tex_...` holds a text that LaTeX needs in another form.
local function texts_text(variables)
	local lines = {}
	for _, variable in ipairs(variables) do
		local name, text, tex = table.unpack(variable)
		if text ~= "" then
			lines[#lines + 1] = ("%s = %s"):format(name, notation.gnuplot(text))
			if tex ~= text then lines[#lines + 1] = ("tex_%s = %s"):format(name, notation.gnuplot(tex)) end
		end
	end
	return table.concat(lines, "\n")
end

-- The commands that replace the texts by their forms for LaTeX. It is the last form that is drawn.
local function tex_texts(variables)
	return table.concat(lists.map(variables, function (variable)
		return variable[3] ~= variable[2] and ("\t\t%s = tex_%s"):format(variable[1], variable[1])
	end), "\n")
end

-- ---- settings ----

-- The tics of an axis; their labels are variables.
local function tics_text(name, tics, with_labels)
	return "(" .. table.concat(lists.map(tics, function (tic, i)
		return with_labels and tic.label ~= "" and ("%s%d %s"):format(name, i, csv.number(tic.at))
			or ("'' %s%s"):format(csv.number(tic.at), tic.label == "" and " 1" or "")
	end), ", ") .. ")"
end

local function range_text(axis) return ("[%s:%s]"):format(csv.number(axis.lo), csv.number(axis.hi)) end

local function styles_text(f, lines)
	lines[#lines + 1] = ("set style line 100 lc rgb '%s' lw 1.2 dt 1 pt -1"):format(style.BORDER)
	for i = 1, #f.series_texts do
		local colour = style.colour(i)
		lines[#lines + 1] = ("set style line %d lc rgb '%s' lw 1.6 dt %s pt %d ps 0.75"):format(i, colour,
			style.dash(i), style.point(i))
		lines[#lines + 1] = ("set style line %d lc rgb '%s' lw 1.2 dt 1 pt -1"):format(100 + i, colour)
	end
end

local function colours_text(f, l, lines)
	lines[#lines + 1] = "set palette " .. (f.kind.palette or ("defined (%s)"):format(style.PALETTE))
	lines[#lines + 1] = "set cbrange " .. range_text(f.z_axis)
	if f.z_axis.log then lines[#lines + 1] = "set logscale cb" end
	lines[#lines + 1] = "unset colorbox"
	lines[#lines + 1] = ("set cbtics out scale 0.5 offset %s,0"):format(csv.number(-0.5))
	local _, top, _, bottom = layout.panel(l, 1)
	l.bar_left = l.left + l.columns * l.panel_width + (l.columns - 1) * l.gap + (l.bar_gap or 0)
	l.bar_top, l.bar_bottom = top, bottom
end

local function settings_text(f, l)
	local lines = {
		"set encoding utf8", "set decimalsign '.'", "set datafile separator comma", "set datafile missing ''",
		"set border 3 lc rgb '#404040'", "set tics nomirror out scale 0.7",
		f.kind.is_grid and "unset grid" or "set grid ytics lt 1 lc rgb '#dadada' lw 0.8 dt 1",
		"set xrange " .. range_text(f.x_axis), "set yrange " .. range_text(f.y_axis),
	}
	if f.x_axis.log then lines[#lines + 1] = "set logscale x" end
	if f.y_axis.log then lines[#lines + 1] = "set logscale y" end
	lines[#lines + 1] = "set bars 0.6"
	if f.kind.is_grid then colours_text(f, l, lines) else styles_text(f, lines) end
	return table.concat(lines, "\n")
end

-- ---- terminals ----

-- The settings of each terminal. They are scaled so that a letter takes the same share of every canvas. The
-- font of cairo is in units of 4/3 pixels.
local function terminals_text(l)
	local points = csv.number(math.floor(l.em * 0.75 * 1000 + 0.5) / 1000)
	local width, height = fraction(l.width, 96), fraction(l.height, 96)
	return ([[
	if (kind eq 'svg') {
		set terminal svg noenhanced size %d,%d font 'sans-serif,%s' background '#ffffff'
	}
	if (kind eq 'pdf') {
		set terminal pdfcairo noenhanced size %sin,%sin font 'sans-serif,%s' fontscale 0.75 linewidth 1.3
	}
	if (kind eq 'png') {
		set terminal pngcairo noenhanced size %d,%d font 'sans-serif,%s' fontscale 2 linewidth 2 pointscale 2
	}
	if (kind eq 'tex') {
		set terminal cairolatex pdf input colortext size %sin,%sin font ',%s' fontscale 0.75 linewidth 1.3
		set terminal cairolatex header texsize
	}
	set output (kind eq 'tex') ? name.'-latex.tex' : name.'.'.kind]]):format(l.width, l.height,
		csv.number(math.floor(l.em * 1000 + 0.5) / 1000), width, height, points, l.width * 2, l.height * 2, points,
		width, height, points)
end

-- The size of the text in LaTeX, in its own points.
local function tex_size(l)
	local points = l.em * 0.75
	return (("\\fontsize{%.4g}{%.4g}\\selectfont"):format(points, points * 1.2):gsub(",", "."))
end

-- ---- the drawing ----

-- Lines of a text around the point (x, y), as commands that use the variables name1, name2, ...
local function label_lines(lines, out, number, name, place, how)
	for i = 1, #lines do
		out[#out + 1] = ("set label %d %s%d at %s %s"):format(number + i, name, i, place(i), how)
	end
end

-- Axis titles are labels at fixed positions, because gnuplot's own position differs from terminal to
-- terminal.
local function axis_labels(f, l, panel, out)
	local screen, left, top, right, bottom = screen_of(l), layout.panel(l, panel)
	label_lines(l.x_lines, out, 1100, "xlabel", function (i)
		return screen((left + right) / 2, bottom + l.x_tic_height + 24 * l.u + (i - 1) * l.dense_line)
	end, "center")
	if f.panels then
		label_lines(l.panel_titles[panel], out, 1300, ("panel%d_"):format(panel), function (i)
			return screen((left + right) / 2, top - 10 * l.u - (#l.panel_titles[panel] - i) * l.dense_line)
		end, "center")
	end
	if not layout.is_first(l, panel) then return end
	label_lines(l.y_lines, out, 1200, "ylabel", function (i)
		return screen(left - l.y_tic_width - 32 * l.u - (#l.y_lines - i) * l.dense_line, (top + bottom) / 2)
	end, "center rotate by 90")
end

-- Names below the x axis. They are labels and not labels of tics, because gnuplot sets these in other
-- places in each terminal, and warns if they are long.
local function names_text(f, l, panel, out)
	if not l.x_names then return end
	local screen, how = screen_of(l), l.turn > 0 and ("right rotate by %d"):format(l.turn) or "center"
	for n, place in ipairs(layout.names(f, l, panel)) do
		out[#out + 1] = ("set label %d name%d_%d at %s %s textcolor rgb '%s'"):format(1500 + n, place.i, place.j,
			screen(place.x, place.y), how, style.BORDER)
	end
end

-- The bar of colours stands beside the first row of panels. It is drawn with the first panel that has a
-- value, because gnuplot draws none for a plot without colours.
local function bar_text(l, out)
	local screen = screen_of(l)
	out[#out + 1] = ("set colorbox vertical user origin %s size screen %s, screen %s noborder"):format(
		screen(l.bar_left, l.bar_bottom), fraction(l.bar_width, l.width),
		fraction(l.bar_bottom - l.bar_top, l.height))
	out[#out + 1] = "set cbtics " .. tics_text("ztic", l.z_tics, true)
	label_lines(l.z_lines, out, 1400, "zlabel", function (i)
		return screen(l.bar_left + l.bar_width + 22 * l.u + l.bar_tic_width + (i - 1) * l.dense_line,
			(l.bar_top + l.bar_bottom) / 2)
	end, "center rotate by 90")
end

-- The first panel of a heat map that has a value.
local function panel_of_bar(f)
	local first
	for _, curve in ipairs(f.curves) do
		if curves.has(curve, "y") then first = math.min(first or curve.panel, curve.panel) end
	end
	return f.kind.is_grid and f.legend ~= false and first or nil
end

local function panel_text(f, l, at, panel)
	local left, top, right, bottom = layout.panel(l, panel)
	local out = {
		("set lmargin at screen %s; set rmargin at screen %s"):format(fraction(left, l.width),
			fraction(right, l.width)),
		("set tmargin at screen %s; set bmargin at screen %s"):format(fraction(l.height - top, l.height),
			fraction(l.height - bottom, l.height)),
	}
	axis_labels(f, l, panel, out)
	names_text(f, l, panel, out)
	if panel == panel_of_bar(f) then bar_text(l, out) end
	out[#out + 1] = "set ytics " .. tics_text("ytic", l.y_tics, layout.is_first(l, panel))
	local parts = plotted.panel(f, at, panel)
	if #parts == 0 then parts[1] = "NaN notitle" end
	out[#out + 1] = "plot " .. table.concat(parts, ", \\\n\t\t")
	out[#out + 1] = "unset label; unset arrow; unset object"
	if panel == panel_of_bar(f) then out[#out + 1] = "unset colorbox" end
	return "\t" .. table.concat(out, "\n\t")
end

-- The title, the caption, the legend, and the tics of the x axis, which all panels have.
local function page_text(f, l)
	local screen = screen_of(l)
	local out = { "set xtics " .. tics_text("xtic", l.x_tics, not l.x_names) }
	label_lines(l.title, out, 0, "title", function (i)
		return screen(10 * l.u, 12 * l.u + (i - 1) * 18 * l.u)
	end, "left")
	label_lines(l.caption, out, 100, "caption", function (i)
		return screen(10 * l.u, l.height - (#l.caption - i) * l.dense_line - 12 * l.u)
	end, "left textcolor rgb '#505050'")
	return "\t" .. table.concat(lists.add(out, legend.commands(f, l, screen, 2000)), "\n\t")
end

-- The script for the figure whose data is in `file`.csv. `at` holds the column number of each quantity.
function gnuplot.script(f, file, at)
	local l = f.layout
	local variables = variables_of(l)
	local parts = {
		"# Draws " .. file .. ".csv as SVG, PDF, PNG, and for LaTeX: run gnuplot on this file in its directory.",
		"reset", "name = " .. notation.gnuplot(file), texts_text(variables),
		"texsize = " .. notation.gnuplot(tex_size(l)), settings_text(f, l),
		"# a gnuplot built without cairo still draws the SVG", "kinds = 'svg'",
		"if (strstrt(GPVAL_TERMINALS, 'pdfcairo') > 0) { kinds = kinds.' pdf' }",
		"if (strstrt(GPVAL_TERMINALS, 'pngcairo') > 0) { kinds = kinds.' png' }",
		"if (strstrt(GPVAL_TERMINALS, 'cairolatex') > 0) { kinds = kinds.' tex' }",
		"do for [kind in kinds] {", terminals_text(l),
		"\tif (kind eq 'tex') {", tex_texts(variables), "\t}",
		"\tset multiplot", "\tunset key", page_text(f, l),
	}
	for panel = 1, #f.panel_values do parts[#parts + 1] = panel_text(f, l, at, panel) end
	parts[#parts + 1] = "\tunset multiplot\n\tunset output\n}"
	return table.concat(parts, "\n") .. "\n"
end

return gnuplot
