-- What gnuplot draws of the scripts.
local drawing = require "drawing"
local expect = require "expect"
local figure_runs = require "figure_runs"
local svg = require "svg"

local make, panels, along_k = figure_runs.make, figure_runs.panels, figure_runs.along_k

local t = {}

function t.drawn_twice_the_files_are_the_same()
	local f = make(panels())
	local drawn = drawing.of { f }
	local one, two = drawn[1], drawing.of({ f })[1]
	expect.equal(one.svg, two.svg)
	expect.equal(one.png, two.png)
	expect.equal(one.tex, two.tex)
	expect.equal(one.pdf:sub(1, 4), "%PDF")
	expect.equal(one.png:sub(2, 4), "PNG")
	expect.contains(one.svg, "query time (ms per step)")
	expect.contains(one.svg, "moving = large")
	expect.contains(one.svg, "A/A noise")
	-- a mark of size 0 is a matrix that librsvg refuses the whole picture for
	expect.lacks(one.svg, "scale(0.00)")
end

-- LaTeX sets the texts, so the .tex file has them with escapes, and the graphics have none.
function t.latex_sets_the_texts()
	local def = panels()
	def.title, def.size, def.ylabel = "50 % of {x_y} & more", 7, "it's #1"
	local drawn = drawing.of({ (make(def)) }, "tex")
	local tex = drawn[1].tex
	expect.contains(tex, "50 \\% of \\{x\\_y\\} \\& more")
	expect.contains(tex, "it's \\#1")
	expect.contains(tex, "95 \\% interval")
	expect.contains(tex, "\\fontsize{7}{8.4}\\selectfont")
	expect.contains(tex, "]{f1-latex}}")
	expect.contains(tex, "\\endgroup")
	expect.equal(drawn[1].graphics:sub(1, 4), "%PDF")
	expect.lacks(drawn[1].graphics, "/Font <<\n      /f")
	expect.equal(select(2, tex:gsub("{", "")), select(2, tex:gsub("}", "")))
end

function t.any_name_can_be_drawn()
	local names = { "it's {a} \"b\"", "x_y^2 `id` @z", "} # % \\n" }
	local def = { x = "faces", panels = "moving", title = "50 % of {x_y} \"z\" it's @a `id`" }
	local drawn = drawing.of { (make(def, function (run)
		run.algorithms = names
		for i, group in ipairs(run.groups) do
			group.params.moving = i <= 2 and "{ 'small' }" or "}} \"large\""
			group.times = { [names[1]] = 1, [names[2]] = 2, [names[3]] = 3 }
		end
	end)) }
	expect.contains(drawn[1].svg, "x_y^2 `id` @z")
	expect.contains(drawn[1].svg, "} # % \\n")
	expect.contains(drawn[1].svg, "it's {a}")
	expect.contains(drawn[1].tex, "x\\_y\\textasciicircum{}2 `id` @z")
end

function t.little_and_odd_data_can_be_drawn()
	drawing.of({
		(make({ x = "faces", where = { moving = "small" } }, function (run)
			run.groups, run.algorithms, run.rounds = { run.groups[1] }, { "a" }, 3
		end)),
		(make(panels(), function (run)
			for _, group in ipairs(run.groups) do
				group.failed = { a = { status = "crash" }, b = { status = "error" } }
			end
		end)),
		(make(panels(), function (run) run.groups[1].times = { a = 1e-12, b = 1e12 } end)),
		(make({ x = "faces", y = "contacts", where = { moving = "none" } })),
		(make { x = "moving", panels = "faces" }),
		(make({ x = "faces", where = { moving = "small" }, logx = true, logy = true })),
		(make({ x = "so_k", series = "kind" }, along_k { 1.0, 1.001, 1.5 })),
		(make({ x = "so_k", series = "algorithm" }, along_k { 1.0, 1.001, 1.5 })),
		(make(panels(), function (run)
			run.groups[1].failed = { a = { status = "timeout", censored = 1, detail = ">= 9 ms" } }
		end)),
	}, "svg")
end

-- The pieces of the lines of the first series, which is the only one of its colour.
local function pieces_of(drawn)
	local count = 0
	for d in drawn:gmatch("<path stroke='rgb%( *0, *114, *178%)'[^>]-%sd='([^']*)'") do
		count = count + select(2, d:gsub("M[^ML]*L", ""))
	end
	return count
end

function t.no_line_runs_across_a_failed_point()
	local function lines_of(failed)
		local run = figure_runs.sizes({ "a" }, { 1000, 2000, 3000, 4000, 5000 })
		run.groups[3].failed = failed
		local f = figure_runs.figure(run, { x = "faces", where = { scene = "racks" } })
		for _, mark in ipairs(f.curves[1].marks) do
			for _, key in ipairs { "lo", "hi", "noise_lo", "noise_hi" } do mark[key] = nil end -- nothing but the line
		end
		return pieces_of(drawing.of({ f }, "svg")[1].svg)
	end
	expect.equal(lines_of(nil), 1)
	expect.equal(lines_of { a = { status = "crash" } }, 2)
end

-- ---- no text off the page, over another, or over what is drawn ----

local LABELS = { "aabb", "bsp(split=median)", "fdh18(leaf=4,storage=parent)", "dassd", "obb" }
local NAMES = { "aabb", "bsp", "a name of several words", "fdh18(leaf=4,storage=parent,by=sat)", "obb",
	"dassd", "co(axes=3)", "rapid moved" }
local SIZES = { 530, 1000, 2124, 4031, 8106, 16000, 100000 }

-- The forms that each figure is drawn in.
local FORMS = {
	{}, { width = "column" }, { width = "page", size = 9 }, { width = "6 cm", size = 7 },
	{ width = "12 cm", height = "7 cm", legend = "below" },
	{ title = false, caption = false, legend = "above" },
	{ size = 14 }, { width = "column", height = "5 cm", legend = false, xlabel = false, ylabel = false },
	{ width = "9 cm", legend = "right", title = "A long title that needs several lines in a narrow figure, as "
		.. "titles do", xlabel = "number of triangles of the model that moves through the bay (thousands)" },
}

local function each_form(list, run, def, scenario)
	for _, form in ipairs(FORMS) do
		local whole = {}
		for key, value in pairs(def) do whole[key] = value end
		for key, value in pairs(form) do whole[key] = value end
		if def.kind == "heat" and whole.legend then whole.legend = nil end
		list[#list + 1] = figure_runs.figure(run, whole, scenario)
	end
end

local function many_figures()
	local list = {}
	local published = { title = "With published values", tables = {
		t = { rows = "faces", where = { scene = "racks" }, published = { aabb = { [2124] = 3.5, [4031] = 9 } } },
	} }
	each_form(list, figure_runs.sizes(LABELS, SIZES), { x = "faces", panels = "scene" }, { title = "Panels" })
	each_form(list, figure_runs.sizes(LABELS, { 2124, 4031 }), { x = "faces", where = { scene = "racks" } },
		published)
	each_form(list, figure_runs.sizes({ "aabb", "bsp" }, { 2124, 4031 }), { x = "scene", kind = "bars",
		series = "algorithm", panels = "faces" }, { title = "Bars" })
	each_form(list, figure_runs.sizes(NAMES, { 1000, 2000, 4000 }), { x = "algorithm", series = "faces",
		where = { scene = "racks" } }, { title = "Names" })
	each_form(list, figure_runs.sizes(NAMES, { 1000, 2000 }), { x = "algorithm", kind = "bars", series = "faces",
		where = { scene = "racks" }, logy = true }, { title = "Bars with names" })
	each_form(list, figure_runs.sizes(LABELS, { 1000, 2000 }), { x = "faces", panels = "algorithm",
		series = "scene" }, { title = "Five panels" })
	each_form(list, figure_runs.grid({ 1, 2, 4, 8 }, { 6, 14, 18, 26 }), { kind = "heat", x = "leaf", y = "k",
		panels = "scene" }, { title = "Heat" })
	each_form(list, figure_runs.grid({ 1, 2, 4, 1000 }, { 6, 14 }), { kind = "heat", x = "k", y = "leaf",
		where = { scene = "racks" }, logz = true }, { title = "A heat map of few cells" })
	return list
end

local function expect_no_faults(list)
	local drawn = drawing.of(list, "svg")
	for i, one in ipairs(drawn) do
		local read, f = svg.read(one.svg), list[i]
		expect.equal(table.concat(svg.faults(read), "\n"), "", ("figure %d, %s"):format(i, f.title))
		expect.equal(read.width, f.layout.width)
		expect.equal(read.height, f.layout.height)
		if f.width and #f.layout.notes == 0 then expect.equal(read.width, f.width) end
		if f.height and #f.layout.notes == 0 then expect.equal(read.height, f.height) end
		expect.equal(#read.shapes >= 10, true, "the checker sees axes and data")
	end
end

function t.no_text_covers_anything() expect_no_faults(many_figures()) end

-- Random figures, the same in every run.
local function random_figures(seed, count)
	local function random(n)
		seed = (seed * 48271) % 2147483647
		return seed % n + 1
	end
	local function pick(...) return (select(random(select("#", ...)), ...)) end
	local list = {}
	for i = 1, count do
		local labels, sizes, size = {}, {}, pick(1, 10, 530, 100000)
		for j = 1, random(#NAMES) do labels[j] = NAMES[j] end
		for j = 1, random(8) do
			sizes[j] = size
			size = size * pick(2, 3) + pick(0, 1, 17)
		end
		local kind = pick("lines", "bars", "heat")
		local def = { kind = kind, title = "Figure", width = pick(nil, "column", "page", "5 cm"),
			height = pick(nil, "4 cm", "12 cm"), size = pick(nil, 5, 12, 20), caption = pick(nil, false),
			xlabel = pick(nil, false, "a label of the x axis that is long (unit)"), x = "faces" }
		if kind == "heat" then
			def.y, def.panels, def.legend = "algorithm", "scene", pick(nil, false)
			if random(2) == 1 then def.x, def.y = def.y, def.x end
		else
			def.series, def.panels = pick("scene", "algorithm"), "scene"
			if def.series == "scene" then def.panels = "algorithm" end
			def.legend, def.logy = pick(nil, "below", "above", false, "right"), pick(nil, true, false)
		end
		list[i] = figure_runs.figure(figure_runs.sizes(labels, sizes), def)
	end
	return list
end

function t.no_text_of_any_figure_covers_anything() expect_no_faults(random_figures(7, 40)) end

return t
