-- Constants that explain published times, found again where they were planted; and their place in a document.
local blocks = require "blocks.blocks"
local expect = require "expect"
local explained = require "papers.explained"
local machine_constants = require "papers.machine_constants"
local markdown = require "blocks.markdown"

local t = {}

local COUNTS = { { 10, 900, 3 }, { 2000, 40, 7 }, { 300, 300, 1 }, { 4, 12000, 90 },
	{ 77, 5, 0 }, { 9000, 8, 2 } }

local function planted(constants, columns, noise)
	local list = {}
	for i, row in ipairs(COUNTS) do
		local time, counts = 0, {}
		for p, constant in ipairs(constants) do time = time + constant * row[p] end
		for k, p in ipairs(columns) do counts[k] = row[p] end
		list[i] = { time = time * (1 + (noise or 0) * (i % 2 == 0 and 1 or -1)), counts = counts }
	end
	return list
end

local function near(have, wanted)
	expect.equal(math.abs(have - wanted) <= 1e-7, true, ("%.17g, wanted %.17g"):format(have, wanted))
end

function t.planted_constants_are_found_again()
	local fit = machine_constants.fit(planted({ 0.002, 0.5, 3 }, { 1, 2, 3 }))
	for p, wanted in ipairs { 0.002, 0.5, 3 } do near(fit.constants[p], wanted) end
	near(fit.rms, 0)
	near(fit.least, 1)
	near(fit.most, 1)
	expect.equal(fit.freedom, 3)
end

-- A count that the times fall with has the constant 0, and the others are fitted without it.
function t.no_constant_is_below_0()
	local list = planted({ 0.002, 0.5 }, { 1, 2, 3 })
	for _, one in ipairs(list) do one.counts[3] = 5000 / (1 + one.time) end
	local all = machine_constants.fit(list)
	near(all.constants[3], 0)
	near(all.constants[2], 0.5)
	local twisted = { { time = 1, counts = { 1, 3 } }, { time = 1, counts = { 1, 2 } },
		{ time = 2, counts = { 2, 1 } } }
	local fit = machine_constants.fit(twisted)
	expect.equal(fit.constants[2], 0.0)
	near(fit.constants[1], 1)
end

function t.times_count_alike_by_their_ratio()
	local fit = machine_constants.fit(planted({ 0.5 }, { 1 }, 0.1))
	near(fit.rms, math.sqrt((fit.least - 1) ^ 2 / 2 + (fit.most - 1) ^ 2 / 2))
	near(fit.most / fit.least, 1.1 / 0.9)
end

function t.without_freedom_or_counts_nothing_is_fitted()
	expect.equal(machine_constants.fit {}, nil)
	expect.equal(machine_constants.fit { { time = 1, counts = { 1 } } }, nil)
	expect.equal(machine_constants.fit { { time = 1, counts = { 0 } }, { time = 2, counts = { 0 } } }, nil)
	local same = { { time = 1, counts = { 1, 1 } }, { time = 2, counts = { 2, 2 } },
		{ time = 3, counts = { 3, 3 } } }
	near(machine_constants.fit(same).rms, 0)
end

local function row(algorithm, faces, nb, reading)
	return { role = "point", status = "ok", algorithm = algorithm, faces = faces, nb = nb, nu = 0, steps = 10,
		reading = reading }
end

local TABLES = { t = { rows = "faces", columns = "algorithm", published = {
	a = { [100] = 1, [200] = 2, [300] = 3 }, b = { [100] = 2, [200] = 4, [300] = 5 } } } }

local function run_of(rows) return { points = rows, columns = { "faces" }, planned = {} } end

local function shown(rows, change, tables)
	local out = {}
	local what = { tables = { "t" }, algorithms = { "a", "b" }, counts = { "nb" } }
	for key, value in pairs(change or {}) do what[key] = value end
	explained.add(out, { explain = { what } }, tables or TABLES, run_of(rows))
	return markdown.text({ blocks.section(1, "x", out) }, "")
end

function t.a_document_shows_the_fit_under_every_reading()
	local rows = {}
	for _, faces in ipairs { 100, 200, 300 } do
		rows[#rows + 1] = row("a", faces, faces * 10)
		rows[#rows + 1] = row("b", faces, faces * 20)
		rows[#rows + 1] = row("b", faces, faces * 5, "leaf=4")
		rows[#rows + 1] = row("c", faces, 1, "of=c")
	end
	local text = shown(rows)
	expect.contains(text, "| ours")
	expect.contains(text, "3 of 3")
	expect.contains(text, "| leaf=4")
	expect.contains(text, "0 of 3")
	expect.lacks(text, "of=c")
	expect.contains(shown { row("a", 100, 1) }, "the run has too few of their points")
end

function t.fits_of_one_algorithm_each_are_ordered_together()
	local rows, out = {}, {}
	for _, faces in ipairs { 100, 200, 300 } do
		rows[#rows + 1] = row("a", faces, faces * 10)
		rows[#rows + 1] = row("b", faces, faces * 20)
		rows[#rows + 1] = row("b", faces, faces == 100 and 400 or faces * 20, "leaf=4")
		rows[#rows + 1] = row("a again", faces, faces)
	end
	local explain = {}
	for i, label in ipairs { "a", "b", "a again" } do
		explain[i] = { tables = { "t" }, algorithms = { label }, published = { label:sub(1, 1) },
			counts = { "nb" } }
	end
	explained.add(out, { explain = explain }, TABLES, run_of(rows))
	local orders = out[#out].rows
	expect.equal(table.concat(orders[1], " "), "ours 3 of 3")
	expect.equal(table.concat(orders[2], " "), "leaf=4 2 of 3")
	expect.equal(#orders, 2)
	expect.equal(#out[2].header, 5)
end

-- Under a reading the rows take part that stand in for others: those of its own label, and those that the
-- scenario sweeps anyway. One that failed gives no fit.
function t.rows_that_a_scenario_sweeps_anyway_are_fitted()
	local rows, planned = {}, {}
	for i, faces in ipairs { 100, 200, 300 } do
		rows[#rows + 1] = row("b", faces, faces * 20)
		rows[#rows + 1] = row("a", faces, faces * 10)
		rows[#rows + 1] = row("a boxes", faces, faces * 5)
		rows[#rows + 1] = row("a other", faces, faces * 7, "other")
		for k = 0, 3 do rows[#rows - k].point, rows[#rows - k].query = 4 * i - k, "all" end
		planned[4 * i - 1] = { kind = "a", params = "boxes" }
	end
	local spec = { { alternatives = { { id = "boxes", by = { a = { kind = "a", params = "boxes" } } },
		{ id = "other", label = "a other", by = { a = { kind = "a", params = "other" } } },
		{ id = "untouched", by = { c = { kind = "a", params = "boxes" } } } } } }
	local what = { tables = { "t" }, algorithms = { "a" }, counts = { "nb" } }
	local function lines()
		local out = {}
		explained.add(out, { explain = { what } }, TABLES,
			{ points = rows, columns = { "faces" }, planned = planned }, spec)
		return markdown.text({ blocks.section(1, "x", out) }, "")
	end
	for _, wanted in ipairs { "| ours ", "| boxes ", "| other " } do expect.contains(lines(), wanted) end
	expect.lacks(lines(), "untouched")
	rows[3].status = "mismatch"
	expect.lacks(lines(), "| boxes ")
	planned = {} -- a copy without its plan does not tell which rows stand in
	expect.lacks(lines(), "| other ")
end

-- A row that the scenario sweeps under a label of its own; and a table whose rows are algorithms.
function t.times_stand_beside_another_label_or_in_columns()
	local rows = { row("a boxes", 100, 10), row("a boxes", 200, 20), row("a boxes", 300, 30) }
	expect.contains(shown(rows), "the run has too few of their points")
	local alias = { algorithms = { "a boxes" }, published = { "a" } }
	expect.contains(shown(rows, alias), "1.00 to 1.00")
	local turned = { t = { rows = "algorithm", columns = "faces", published = {
		[100] = { a = 1, b = 2 }, [200] = { a = 2, b = 4 }, [300] = { a = 3, b = 5 } } } }
	expect.contains(shown(rows, alias, turned), "1.00 to 1.00")
end

function t.times_of_a_table_in_seconds_are_taken_for_seconds()
	local rows = { row("a", 100, 10), row("a", 200, 20), row("a", 300, 30) }
	local function constant(scale)
		local tables = { t = { rows = "faces", columns = "algorithm", scale = scale,
			published = TABLES.t.published } }
		return tonumber(shown(rows, { algorithms = { "a" } }, tables):match "nb ([%d.e+]+) us")
	end
	expect.equal(constant(0.001), 1000 * constant(nil))
end

return t
