local axes = require "figures.axes"
local csv = require "text.csv"
local expect = require "expect"
local figure_runs = require "figure_runs"
local figures = require "figures.figures"
local gnuplot = require "figures.gnuplot"

local t = {}

local make, panels, along_k = figure_runs.make, figure_runs.panels, figure_runs.along_k

function t.csv_has_a_line_a_mark_in_order()
	local f = make(panels())
	local rows = csv.parse((figures.csv(f)))
	expect.equal(#rows, 8)
	expect.equal(table.concat(rows.columns, " "),
		"curve moving algorithm faces step_ms lo hi lower_bound noise_lo noise_hi is_noise n status")
	for i, row in ipairs(rows) do
		expect.equal(row.curve, (i + 1) // 2)
		expect.equal(row.faces, i % 2 == 1 and 1000 or 4000)
	end
	expect.near(rows[1].step_ms, 1.0)
	expect.near(rows[1].noise_lo, 0.99)
	expect.near(rows[1].noise_hi, 1.01)
	expect.equal(rows[3].noise_lo, nil)
	expect.equal(rows[1].is_noise, nil)
	expect.equal(rows[3].is_noise, 0)
	expect.equal(rows[8].algorithm, "b")
end

-- A distribution: the axis is the rank of a point's value among those of its curve.
function t.points_are_put_in_order()
	local f = make({ x = "point", y = "step_ms", series = "algorithm" }, function (run)
		run.groups[1].times.b = nil
		run.groups[1].failed = { b = { status = "timeout" } }
	end)
	expect.equal(f.x_label, "rank")
	local rows = csv.parse((figures.csv(f)))
	local of = { a = {}, b = {} }
	for _, row in ipairs(rows) do
		local list = of[row.algorithm]
		list[#list + 1] = row.step_ms
		expect.equal(row.rank, #list)
		expect.equal(row.noise_lo, nil)
	end
	expect.equal(table.concat(of.a, " "), "1 1.2 2 2.2")
	expect.equal(table.concat(of.b, " "), "1.5 1.7 3.7")
end

-- Algorithms of one group on one axis: the band is that of the first, from side to side.
function t.the_band_reaches_as_far_as_its_group()
	local f = make({ x = "so_k", series = "kind" }, along_k { 1.0, 1.001, 1.5 })
	local text, at = figures.csv(f)
	local rows = csv.parse(text)
	for _, row in ipairs(rows) do
		expect.near(row.noise_lo, 0.99)
		expect.near(row.noise_hi, 1.01)
	end
	expect.equal(rows[1].is_noise, nil)
	expect.equal(rows[2].is_noise, 1)
	expect.equal(rows[3].is_noise, 0)
	local script = gnuplot.script(f, "one", at)
	expect.contains(script, "with filledcurves fc rgb '#d2d2d2' notitle")
	expect.contains(script, "== 1 ? $4 : NaN) with points pt 7 ps 0.75 lc rgb '#ffffff' notitle")
	expect.contains(script, "== 1 ? $4 : NaN) with points pt 6 ps 0.75 lw 1.2 lc rgb '#0072B2' notitle")
	expect.contains(f.caption, "grey: A/A noise, at most 1.0 %; hollow points")
end

-- Of ratios to the first algorithm the band is about 1.
function t.ratios_have_the_band_of_their_times()
	local f = make({ x = "so_k", series = "kind", y = "ratio_to_first" }, along_k { 2.0, 2.002, 3.0 })
	local rows = csv.parse((figures.csv(f)))
	for _, row in ipairs(rows) do
		expect.near(row.noise_lo, 0.99)
		expect.near(row.noise_hi, 1.01)
	end
	expect.equal(rows[2].is_noise, 1)
	expect.equal(rows[3].is_noise, 0)
	expect.contains(f.caption, "bars: 95 % interval; grey: A/A noise")
end

-- The first algorithm stands on one curve alone, at one place of the axis.
function t.no_band_is_named_that_is_not_drawn()
	local f = make({ x = "so_k", series = "algorithm" }, along_k { 1.0, 1.3, 1.5 })
	local text, at = figures.csv(f)
	expect.equal(csv.parse(text)[2].noise_lo, nil)
	expect.contains(gnuplot.script(f, "one", at), "with vectors nohead lw 14 lc rgb '#d2d2d2'")
	f = make({ x = "so_k", series = "algorithm", y = "contacts" }, along_k { 1.0, 1.3, 1.5 })
	expect.equal(not f.has_noise, true)
	expect.lacks(f.caption, "noise")
	expect.lacks(gnuplot.script(f, "one", select(2, figures.csv(f))), "noise")
end

-- Between the names of two groups there is nothing: each has a box, and those of one group share a band.
function t.names_of_groups_have_boxes()
	local f = make { x = "moving", series = "algorithm", where = { faces = 1000 } }
	local script = gnuplot.script(f, "one", select(2, figures.csv(f)))
	expect.contains(script, "with boxxyerror fs solid noborder fc rgb '#d2d2d2' notitle")
	expect.lacks(script, "with filledcurves fc rgb '#d2d2d2' notitle")
	f = make { x = "algorithm", where = { faces = 1000, moving = "small" } }
	script = gnuplot.script(f, "one", select(2, figures.csv(f)))
	expect.contains(script, "with filledcurves fc rgb '#d2d2d2' notitle")
end

-- Who has nothing to draw is not named; an axis that cannot be logarithmic says so.
function t.no_curve_is_named_that_is_not_drawn()
	local def = panels()
	def.y, def.logy = "contacts", true
	local f = make(def, function (run)
		for i = 1, 4 do run.groups[i].failed = { b = { status = "crash" } } end
	end)
	local script = gnuplot.script(f, "one", select(2, figures.csv(f)))
	expect.contains(script, "legend1_1 = 'a'")
	expect.lacks(script, "= 'b'")
	expect.lacks(f.caption, "linear")
	f = make(def, function (run) run.groups[1].failed = { b = { status = "ok", contacts = 0 } } end)
	expect.contains(f.caption, "y is linear, as not all of it is above 0")
end

function t.long_numbers_are_short_at_the_axis()
	expect.equal(axes.tic_label(100000), "100k")
	expect.equal(axes.tic_label(123456), "123456")
	expect.equal(axes.tic_label(64000), "64000")
end

function t.what_bars_are_is_said()
	local def = panels()
	def.y = "build_ms"
	local f = make(def, function (run)
		run.more_columns = { "build_ms", "build_ms_lo", "build_ms_hi" }
		run.groups[1].failed = { a = { status = "ok", build_ms = 2.0, build_ms_lo = 1.0, build_ms_hi = 3.0 } }
	end)
	expect.contains(f.caption, "bars: 95 % interval")
end

-- Where the group's first algorithm is not in the figure, the first that is there is what others are compared
-- with; its time is not that which was taken twice, the band about it is.
function t.the_band_lies_about_the_first_that_is_drawn()
	local def = panels()
	def.where = { algorithm = "b" }
	local rows = csv.parse((figures.csv(make(def))))
	expect.near(rows[1].noise_lo, 1.5 * 0.99)
	expect.near(rows[1].noise_hi, 1.5 * 1.01)
end

-- Steps of points 1 (faces 4000) and 3 (faces 1000): step_ms = point + step / 10.
local function with_steps(count)
	return function (run)
		run.steps = {}
		for _, point in ipairs { 1, 3, 2 } do
			for step = 1, count do
				run.steps[#run.steps + 1] = { role = "point", point = point, step = step, passes = 11,
					step_ms = point + step / 10, step_ms_lo = step < 3 and point or nil, step_ms_hi = point + step,
					contacts = 7 * step }
			end
		end
		run.steps[#run.steps + 1] = { role = "aa", point = 1, step = 1, passes = 11, step_ms = 99 }
	end
end

local function step_figure() return { x = "step", panels = "faces", where = { moving = "small" } } end

function t.steps_are_drawn_from_their_own_file()
	local f = make(step_figure(), with_steps(4))
	local rows = csv.parse((figures.csv(f)))
	expect.equal(#f.curves, 3)
	expect.equal(#rows, 12)
	for _, row in ipairs(rows) do
		local point = row.faces == 1000 and 3 or row.algorithm == "a" and 1 or 2
		expect.near(row.step_ms, point + row.step / 10)
		expect.equal(row.lo, row.step < 3 and point or nil)
		expect.near(row.hi, point + row.step)
		expect.equal(row.n, 11)
		expect.equal(row.noise_lo, nil)
	end
	expect.equal(f.caption, "Median of 11 passes, bars: 95 % interval")
	expect.equal(f.x_axis.log, nil)
	for _, tic in ipairs(f.x_axis.tics) do expect.equal(tic.at, math.floor(tic.at)) end
	local def = step_figure()
	def.y = "contacts"
	rows = csv.parse((figures.csv(make(def, with_steps(4)))))
	expect.equal(#rows > 0, true)
	for _, row in ipairs(rows) do
		expect.equal(row.contacts, 7 * row.step)
	end
end

function t.many_steps_are_lines_with_bands()
	local f = make(step_figure(), with_steps(100))
	local _, at = figures.csv(f)
	local script = gnuplot.script(f, "one", at)
	expect.contains(script, "filledcurves fs transparent")
	expect.lacks(script, "linespoints")
	expect.lacks(script, "yerrorbars")
	expect.contains(f.caption, "bands: 95 % interval")
	expect.equal(f.x_axis.log, nil)
end

function t.steps_without_their_file_are_an_error()
	expect.error("figures.one: this run has no steps.csv", make, step_figure())
end

function t.a_swept_step_is_a_column_of_its_own()
	local f = make({ x = "step", series = "algorithm", panels = "moving" }, function (run)
		run.columns[2] = "step"
		for _, group in ipairs(run.groups) do group.params.step, group.params.faces = group.params.faces, nil end
	end)
	expect.equal(#f.found, 8)
	expect.equal(f.by_step, false)
end

function t.failed_points_are_blank_not_zero()
	local f = make(panels(), function (run)
		run.groups[1].failed = { b = { status = "crash" } }
		run.groups[4].failed = { b = { status = "timeout", censored = 1, detail = ">= 50 ms" } }
	end)
	local text = figures.csv(f)
	local rows = csv.parse(text)
	expect.equal(rows[4].step_ms, nil)
	expect.equal(rows[4].status, "crash")
	expect.equal(rows[8].step_ms, nil)
	expect.equal(rows[8].lower_bound, 50)
	expect.contains(f.caption, "arrows: stopped by the time limit")
	expect.contains(f.caption, "2 of 8 points failed")
	expect.equal(f.y_axis.log, true)
end

function t.axes_are_logarithmic_beyond_a_decade_unless_told()
	local f = make(panels())
	expect.equal(f.y_axis.log, nil)
	expect.equal(f.y_axis.lo, 0)
	local function wide(run) run.groups[1].times = { a = 0.01, b = 100 } end
	expect.equal(make(panels(), wide).y_axis.log, true)
	local def = panels()
	def.logy, def.logx = false, true
	f = make(def, wide)
	expect.equal(f.y_axis.log, nil)
	expect.equal(f.x_axis.log, true)
end

function t.axes_hold_all_values_and_few_tics()
	local seed = 7
	local function random()
		seed = (seed * 48271) % 2147483647
		return seed / 2147483647
	end
	for _ = 1, 300 do
		local a = random() * 2.0 ^ math.floor(random() * 60 - 30)
		local b = random() * 2.0 ^ math.floor(random() * 60 - 30)
		local lo, hi = math.min(a, b), math.max(a, b)
		for _, axis in ipairs { axes.of_values(lo, hi), axes.of_parameter({ lo, hi }), axes.of_values(lo, lo),
			axes.of_parameter({ hi }), axes.of_values(lo, hi, false) } do
			local labels, seen = 0, {}
			expect.equal(axis.lo < axis.hi, true)
			for _, tic in ipairs(axis.tics) do
				if tic.label ~= "" then
					labels = labels + 1
					expect.equal(seen[tic.label], nil, "label twice")
					seen[tic.label] = true
				end
			end
			expect.equal(labels >= 1 and labels <= 12, true, "labels " .. labels)
		end
		local axis = axes.of_values(lo, hi)
		expect.equal(axis.lo <= lo and axis.hi >= hi, true)
		axis = axes.of_parameter({ lo, hi })
		expect.equal(axis.lo <= lo and axis.hi >= hi, true)
	end
	expect.equal(axes.of_values(0, 0).hi, 1)
	expect.equal(axes.of_values(-5, 5).lo <= -5, true)
	expect.equal(axes.of_values(0, 5, true).log, nil)
end

function t.names_take_places_on_the_axis()
	local f = make { x = "moving", where = { faces = 1000 } }
	expect.equal(f.category, true)
	local rows = csv.parse((figures.csv(f)))
	expect.equal(rows[1].place, 1)
	expect.equal(rows[2].place, 2)
	expect.equal(rows[2].moving, "large")
end

function t.a_figure_without_points_still_has_a_panel()
	local f = make { x = "faces", series = "algorithm", panels = "moving", where = { algorithm = "none" } }
	expect.equal(#f.panel_values, 1)
	local _, at = figures.csv(f)
	expect.contains(gnuplot.script(f, "one", at), "set terminal svg")
	expect.equal(f.where_text, "algorithm=none")
	expect.contains(f.caption, "No point of this run belongs here")
end

-- A column's name and its unit are two values; the unit is no second curve.
function t.a_single_curve_needs_no_legend()
	local f = make { x = "algorithm", y = "step_ms", where = { faces = 1000, moving = "small" } }
	expect.equal(#f.series_texts, 1)
	local _, at = figures.csv(f)
	expect.equal(#f.layout.entries, 0)
	expect.lacks(gnuplot.script(f, "one", at), "legend1")
end

function t.what_the_figure_shows_is_not_told_again()
	local where = { faces = { 1000, 4000 }, moving = { "small" }, algorithm = { "a", "b" } }
	expect.equal(make({ x = "faces", series = "algorithm", panels = "moving", where = where }).where_text, "")
	expect.equal(make({ x = "faces", where = where }).where_text, "moving=small")
	where.algorithm = "a" -- one curve has no legend
	expect.equal(make({ x = "faces", panels = "moving", where = where }).where_text, "algorithm=a")
end

function t.swept_names_like_ours_keep_their_columns()
	local f = make({ x = "lo", series = "algorithm" }, function (run)
		run.columns = { "lo" }
		for i, group in ipairs(run.groups) do group.params = { lo = i } end
	end)
	local text, at = figures.csv(f)
	local rows = csv.parse(text)
	expect.equal(rows.columns[at.x], "lo")
	expect.equal(rows.columns[at.lo], "lo_")
	expect.equal(rows[4].lo, 4)
	expect.near(rows[1].lo_, 1.96)
end

function t.two_points_on_one_place_are_an_error()
	expect.error("fall on one place; name in where (or as x, series, panels): moving", make, { x = "faces" })
	expect.error("figures.one.x: no column 'face' in summary.csv; did you mean 'faces'?", make, { x = "face" })
end

function t.points_without_a_place_are_counted()
	local f = make({ x = "so_k", where = { moving = "small", faces = 1000 } }, function (run)
		run.more_columns = { "so_k" }
		run.groups[2].failed = { a = { so_k = 4 } }
	end)
	expect.equal(f.left_out, 1)
	expect.equal(f.drawn, 1)
end

function t.marks_stand_in_the_title()
	local f = make(panels(), function (run) run.quick, run.plan_check = true, "none" end)
	expect.equal(figures.heading(f), "Title [QUICK, UNCHECKED]")
	local _, at = figures.csv(f)
	expect.contains(gnuplot.script(f, "one", at), "title1 = 'Title [QUICK, UNCHECKED]'")
end

function t.noise_of_a_single_point_is_a_bar_not_a_band_without_width()
	local def = { x = "faces", y = "step_ms", series = "algorithm", where = { moving = "small", faces = 1000 } }
	local f = make(def)
	local _, at = figures.csv(f)
	expect.contains(gnuplot.script(f, "one", at), "with vectors nohead lw 14 lc rgb '#d2d2d2'")
	def.where.faces = nil
	f = make(def)
	_, at = figures.csv(f)
	expect.contains(gnuplot.script(f, "one", at), ":9 with filledcurves fc rgb '#d2d2d2' notitle")
end

return t
