-- What the keys of a figure make of it: sizes, ranges, tics, kinds, and what is drawn beside the values.
local csv = require "text.csv"
local curves = require "figures.curves"
local expect = require "expect"
local figure_runs = require "figure_runs"
local figures = require "figures.figures"
local gnuplot = require "figures.gnuplot"
local lengths = require "text.lengths"

local make, panels = figure_runs.make, figure_runs.panels

local t = {}

local function script_of(f) return gnuplot.script(f, "one", select(2, figures.csv(f))) end

local function small(more)
	local def = { x = "faces", where = { moving = "small" } }
	for key, value in pairs(more or {}) do def[key] = value end
	return def
end

-- ---- size ----

function t.lengths_are_read()
	expect.near(lengths.centimetres("9 cm"), 9)
	expect.near(lengths.centimetres("85mm"), 8.5)
	expect.near(lengths.centimetres("3.5 in"), 8.89)
end

function t.a_figure_has_its_width_on_paper()
	for width, pixels in pairs { ["9 cm"] = 340, column = 317, page = 665 } do
		local f = make(small { width = width, height = "6 cm" })
		expect.equal(f.layout.width, pixels)
		expect.equal(f.layout.height, 226)
		expect.equal(#f.layout.notes, 0)
		local script = script_of(f)
		expect.contains(script, ("set terminal svg noenhanced size %d,226 font 'sans-serif,10.667'"):format(pixels))
		expect.contains(script, ("set terminal pdfcairo noenhanced size %.5fin,2.35417in font 'sans-serif,8'")
			:format(pixels / 96))
	end
end

function t.without_a_width_letters_have_nine_points()
	expect.contains(script_of(make(small())), "font 'sans-serif,12'")
	expect.contains(script_of(make(small { size = 6 })), "font 'sans-serif,8'")
	expect.contains(script_of(make(small { width = "column", size = 6 })), "font 'sans-serif,8'")
end

function t.a_figure_that_is_too_small_says_so()
	local f = make(small { width = "3 cm", height = "3 cm", size = 14 })
	expect.equal(f.layout.width > f.width, true)
	expect.contains(f.layout.notes[1], "Wider than wanted, ")
	expect.contains(f.layout.notes[2], "Higher than wanted, ")
end

-- In a narrow figure the legend goes below, and the panels go below each other.
function t.a_narrow_figure_is_arranged_otherwise()
	local def = panels()
	expect.equal(make(def).layout.place, "right")
	def.width = "page"
	local l = make(def).layout
	expect.equal(l.place, "right")
	expect.equal(l.columns, 2)
	def.width = "6 cm"
	l = make(def).layout
	expect.equal(l.place, "below")
	expect.equal(l.columns, 1)
	expect.equal(l.rows, 2)
end

-- ---- texts ----

function t.texts_are_left_out_where_the_scenario_says_so()
	local f = make(small { title = false, caption = false, xlabel = false, ylabel = "ms", legend = false })
	local script = script_of(f)
	for _, name in ipairs { "title1", "caption1", "xlabel1", "legend1" } do expect.lacks(script, name) end
	expect.contains(script, "ylabel1 = 'ms'")
	expect.contains(f.caption, "Median of 11 rounds") -- the report still has it
	expect.equal(figures.heading(f), "Title")
end

function t.no_title_does_not_hide_a_mark()
	local f = make(small { title = false }, function (run) run.quick = true end)
	expect.contains(script_of(f), "title1 = '[QUICK]'")
end

-- ---- axes ----

function t.ranges_are_those_of_the_scenario()
	local f = make(small { xrange = { 500, 4500 }, yrange = { 0.5, 2.5 } })
	local script = script_of(f)
	expect.contains(script, "set xrange [500:4500]")
	expect.contains(script, "set yrange [0.5:2.5]")
	expect.contains(f.caption, "outside the axes: 1 of 4 points")
	f = make(small { yrange = { false, 8 } })
	expect.contains(script_of(f), "set yrange [0:8]")
	f = make(small { yrange = { 0.5, false }, logy = true })
	expect.equal(f.y_axis.lo, 0.5)
	expect.equal(f.y_axis.log, true)
	expect.equal(f.y_axis.hi > 3, true)
end

local function x_labels(more)
	local labels = {}
	for _, tic in ipairs(make(small(more)).layout.x_tics) do labels[#labels + 1] = tic.label end
	return table.concat(labels, " ")
end

function t.tics_stand_at_the_swept_values()
	expect.equal(x_labels(), "1000 4000")
	expect.equal(x_labels { xticks = "round" }, "1000 2000 3000 4000")
	expect.equal(x_labels { xrange = { 0, 2000 } }, "0 500 1000 1500 2000")
	expect.equal(x_labels { xticks = "values", xrange = { 0, 2000 } }, "1000")
end

-- Values that would run into each other have tics but no labels.
function t.labels_of_close_values_are_left_out()
	local sizes = { 1000, 1010, 1020, 2000, 4000 }
	local run = figure_runs.sizes({ "a" }, sizes)
	local function tics(ticks)
		local def = { x = "faces", where = { scene = "racks" }, xticks = ticks, width = "6 cm" }
		return figure_runs.figure(run, def).layout.x_tics
	end
	local at_values = tics("values")
	expect.equal(#at_values, 5)
	for i, label in ipairs { "1000", "", "", "2000", "4000" } do expect.equal(at_values[i].label, label) end
	expect.equal(tics(nil)[1].at % 1000, 0)
	expect.equal(#tics(nil) < 5, true)
end

-- ---- outliers ----

-- A figure in which the interval of one of `count` sizes reaches up to `hi` (ms).
local function with_outlier(hi, count, more)
	local sizes = {}
	for i = 1, count do sizes[i] = 1000 * i end
	local run = figure_runs.sizes({ "a" }, sizes)
	run.more_columns = { "tau", "tau_lo", "tau_hi" }
	for i, group in ipairs(run.groups) do
		group.failed = { a = { tau = 1 + i / 100, tau_lo = 0.9, tau_hi = i == 1 and hi or 1.2 } }
	end
	local def = { x = "faces", y = "tau", where = { scene = "racks" } }
	for key, value in pairs(more or {}) do def[key] = value end
	return figure_runs.figure(run, def)
end

function t.one_outlier_does_not_set_the_range()
	local f = with_outlier(50, 6)
	expect.equal(f.y_axis.hi < 2, true)
	expect.equal(f.y_axis.log, nil)
	expect.contains(f.caption, "filled arrow heads: the interval reaches beyond the axis")
	local script = script_of(f)
	expect.contains(script, "with vectors head filled size screen 0.012,25 fixed ls 101 notitle")
	-- the mark keeps its interval in the data
	expect.equal(csv.parse((figures.csv(f)))[1].hi, 50)
	-- an interval that is no outlier, and one that is the rule, set it
	f = with_outlier(1.5, 6)
	expect.equal(f.y_axis.hi >= 1.5, true)
	expect.lacks(script_of(f), "head filled")
	expect.equal(with_outlier(50, 2).y_axis.hi >= 50, true)
	expect.contains(with_outlier(50, 6, { yrange = { 0, 100 } }).caption, "bars: bounds")
end

function t.an_interval_down_to_zero_is_cut_on_a_logarithmic_axis()
	local f = with_outlier(1.2, 6, { logy = true })
	f.curves[1].marks[1].lo = 0
	local lo = curves.range(f, true)
	expect.equal(lo >= 0.8, true)
end

-- ---- noise ----

function t.noise_keeps_the_colour_of_its_series()
	local script = script_of(figure_runs.figure(figure_runs.sizes({ "a", "b" }, { 1000, 2000 }),
		{ x = "faces", where = { scene = "racks" } }))
	expect.contains(script, "with points pt 5 ps 0.75 lc rgb '#ffffff' notitle")
	expect.contains(script, "with points pt 4 ps 0.75 lw 1.2 lc rgb '#D55E00' notitle")
	expect.contains(script, "= 'inside the noise'")
	script = script_of(figure_runs.figure(figure_runs.sizes({ "a", "b" }, { 1000, 2000 }),
		{ x = "faces", kind = "bars", where = { scene = "racks" } }))
	expect.contains(script, "with boxxyerror lc rgb '#D55E00' lw 1.6 fs empty border notitle")
end

-- ---- published values ----

local PUBLISHED = { tables = {
	times = { rows = "faces", where = { moving = "small" }, scale = 1000, unit = "us",
		published = { a = { [1000] = 1500 }, b = { [4000] = 9000 } } },
	counts = { rows = "faces", value = "contacts", published = { a = { [1000] = 7 } } },
} }

function t.published_values_are_those_of_the_tables()
	local function values(def)
		local out = {}
		for _, row in ipairs(csv.parse((figures.csv(make(def, nil, PUBLISHED))))) do
			if row.published then out[#out + 1] = ("%s %d %g"):format(row.algorithm, row.faces, row.published) end
		end
		return table.concat(out, ", ")
	end
	expect.equal(values(small()), "a 1000 1.5, b 4000 9")
	expect.equal(values(panels()), "a 1000 1.5, b 4000 9")
	expect.equal(values(small { published = false }), "")
	expect.equal(values(small { published = "counts" }), "")
	expect.equal(values(small { where = { moving = "large" } }), "")
	expect.equal(values(small { y = "contacts" }), "a 1000 7")
	local f = make(small(), nil, PUBLISHED)
	expect.equal(f.y_axis.hi >= 9, true)
	expect.contains(f.caption, "crosses: published")
	expect.contains(script_of(f), "with points pt 2 ps 0.8 lw 1.4 lc rgb '#0072B2' notitle")
	expect.lacks(script_of(make(small())), "published")
end

-- ---- bars ----

function t.bars_stand_beside_each_other()
	local f = make(small { kind = "bars" })
	expect.equal(f.category, true)
	expect.equal(f.y_axis.lo, 0)
	local rows = csv.parse((figures.csv(f)))
	expect.equal(rows[1].faces, 4000) -- points keep their order, places ascend
	expect.equal(rows[1].place, 2)
	local script = script_of(f)
	expect.contains(script, "($4 -0.2000 - 0.1840):($4 -0.2000 + 0.1840):(0):5 with boxxyerror fs solid border")
	expect.contains(script, "($4 +0.2000 - 0.1840):($4 +0.2000 + 0.1840):(0):5 with boxxyerror fs solid border")
	expect.contains(script, "with vectors heads size screen 0.005,90 fixed ls 100 notitle")
	expect.contains(f.caption, "whiskers: 95 % interval")
end

function t.the_eighth_series_of_bars_is_not_the_first()
	local labels = {}
	for i = 1, 9 do labels[i] = "a" .. i end
	local script = script_of(figure_runs.figure(figure_runs.sizes(labels, { 1000, 2000 }),
		{ x = "faces", kind = "bars", where = { scene = "racks" } }))
	expect.contains(script, "with boxxyerror fs pattern 4 border lc rgb '#404040' fc rgb '#0072B2' notitle")
	expect.contains(script, "with boxxyerror fs pattern 5 border lc rgb '#404040' fc rgb '#D55E00' notitle")
	expect.contains(script, "fc rgb '#0072B2' fs pattern 4 border lc rgb '#404040'") -- in the legend
end

-- ---- heat maps ----

local function heat(more, change)
	local run = figure_runs.grid({ 4, 1, 2 }, { 14, 6 })
	if change then change(run) end
	local def = { kind = "heat", x = "leaf", y = "k", where = { scene = "racks" } }
	for key, value in pairs(more or {}) do def[key] = value end
	return figure_runs.figure(run, def)
end

function t.a_heat_map_has_a_cell_for_each_pair_of_values()
	local f = heat()
	local rows = csv.parse((figures.csv(f)))
	expect.equal(table.concat(rows.columns, " "),
		"curve leaf place k place_y step_ms lo hi lower_bound noise_lo noise_hi is_noise n status is_undecided")
	expect.equal(#rows, 6)
	for _, row in ipairs(rows) do
		expect.near(row.step_ms, row.leaf + row.k / 100)
		expect.equal(row.place, ({ 1, 2, nil, 3 })[row.leaf])
		expect.equal(row.place_y, row.k == 6 and 1 or 2)
	end
	expect.equal(f.z_axis.lo, 1.06)
	expect.equal(f.z_axis.hi, 4.14)
	expect.equal(f.z_label, "query time (ms per step)")
	local script = script_of(f)
	expect.contains(script, "set cbrange [1.06:4.14]")
	expect.contains(script, "with boxxyerror fs solid noborder lc palette notitle")
	expect.lacks(script, "valid(")
	expect.contains(f.caption, "Median of 11 rounds")
	expect.lacks(f.caption, "interval")
end

function t.colours_take_a_range_and_a_scale()
	local script = script_of(heat { logz = true, zrange = { 1, 10 }, zlabel = "ms", legend = false })
	expect.contains(script, "set cbrange [1:10]")
	expect.contains(script, "set logscale cb")
	expect.lacks(script, "set colorbox vertical")
	expect.contains(script_of(heat { z = "contacts", zlabel = "found" }), "zlabel1 = 'found'")
end

function t.equal_cells_have_the_scale_that_is_wanted()
	local function of(contacts)
		return heat({ z = "contacts", logz = true }, function (run)
			for _, group in ipairs(run.groups) do group.failed = { kdop = { status = "ok", contacts = contacts } } end
		end)
	end
	expect.equal(of(2).z_axis.log, true)
	expect.lacks(of(2).caption, "linear")
	expect.contains(of(0).caption, "z is linear, as not all of it is above 0")
end

-- A cell whose point failed has a cross. The bar of colours comes with the first panel that has a value.
function t.a_failed_cell_is_a_cross()
	local f = heat({ where = {}, panels = "scene" }, function (run)
		for i, group in ipairs(run.groups) do
			if i <= 7 then group.failed = { kdop = { status = "timeout" } } end
		end
	end)
	local script = script_of(f)
	expect.contains(f.caption, "7 of 12 points failed: crosses")
	expect.contains(script, "&& !valid(")
	local bar, second = script:find("set colorbox vertical", 1, true), script:find("panel2_1 at", 1, true)
	expect.equal(bar > second, true)
end

-- The cells of one group, which are parameters of an algorithm, are held against the group's first point.
function t.a_cell_within_the_noise_has_a_white_spot()
	local labels = { "kdop(k=1)", "kdop(k=2)", "kdop(k=4)" }
	local run = { columns = { "leaf" }, algorithms = labels, more_columns = { "kdop_k" }, groups = {} }
	for i, leaf in ipairs { 1, 2 } do
		local group = { params = { leaf = leaf }, times = {}, failed = {} }
		for j, label in ipairs(labels) do
			group.times[label] = i * ({ 1, 1.0005, 2 })[j]
			group.failed[label] = { kdop_k = 2 ^ (j - 1) }
		end
		run.groups[i] = group
	end
	local def = { kind = "heat", x = "leaf", y = "kdop_k" }
	local f = figure_runs.figure(run, def)
	local rows = csv.parse((figures.csv(f)))
	expect.equal(#rows, 6)
	for _, row in ipairs(rows) do
		expect.equal(row.is_noise, ({ nil, 1, nil, 0 })[row.kdop_k])
		expect.equal(row.is_undecided, 0)
	end
	expect.contains(f.caption, "white spots: noise could make the difference from the group's first point")
	local hollow = "with boxxyerror fs solid noborder fc rgb '#ffffff'"
	expect.contains(script_of(f), hollow)
	run.groups[1].times, run.groups[2].times = { [labels[1]] = 1, [labels[2]] = 2, [labels[3]] = 4 },
		{ [labels[1]] = 1, [labels[2]] = 2, [labels[3]] = 4 }
	expect.lacks(script_of(figure_runs.figure(run, def)), hollow)
	-- a cell of a disturbed group
	for _, group in ipairs(run.groups) do
		for _, more in pairs(group.failed) do more.disturbed = 1 end
	end
	run.more_columns[2] = "disturbed"
	f = figure_runs.figure(run, def)
	expect.contains(f.caption, "6 points undecided, as others had the core: white spots")
	expect.contains(script_of(f), hollow)
	for half in script_of(f):gmatch "%+ ([%d.]+)%) with boxxyerror fs solid noborder fc rgb '#ffffff'" do
		-- all cells of a run may have one, and their colours are its result
		expect.equal(tonumber(half) <= 0.1, true)
	end
end

function t.two_cells_on_one_place_are_an_error()
	expect.error("fall on one place; name in where (or as x, y, panels): scene", heat, { where = {} })
	expect.error("figures.one.y: no column 'kk' in summary.csv", heat, { y = "kk" })
	expect.error("figures.one.z: no column 'np_' in summary.csv", heat, { z = "np_" })
end

return t
