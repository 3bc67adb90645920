-- Rows of alternative readings: what takes their place in claims, and that nothing else sees them.
local csv = require "text.csv"
local expect = require "expect"
local figures = require "figures.figures"
local fixture = require "fixture"
local measured = require "data.measured"
local report = require "report.report"
local tables = require "tables.tables"

local t = {}

-- b has two alternatives, one of which has a label of its own. a is below b under the scenario's reading.
local function run_def()
	return {
		columns = { "faces" }, algorithms = { "a", "b", "c" }, groups = {
			{ params = { faces = 1000 }, times = { a = 1.0, b = 2.0, c = 3.0 } },
			{ params = { faces = 2000 }, times = { a = 2.0, b = 4.0, c = 6.0 } },
		},
		alternatives = {
			{ id = "key=1", of = "b", times = { 0.5, 1.0 } },
			{ id = "set", of = "b", label = "b tuned", times = { 1.9, 3.9 } },
		},
	}
end

local READINGS = {
	{ name = "key", key = "key", of = { "b" }, ours = "0", others = { "1" }, open = "what key is",
		because = "it is less",
		alternatives = { { id = "key=1", by = { b = { kind = "b", params = "key=1" } } } } },
	{ name = "set", of = { "b" }, set = "key=2", label = "b tuned", open = "what tuned is.",
		alternatives = { { id = "set", label = "b tuned", by = { b = { kind = "b", params = "key=2" } } } } },
}

local function host(spec)
	spec.readings = READINGS
	return fixture.host(run_def(), spec)
end

local function made(spec)
	local resolved, env = host(spec)
	return measured.new(resolved, env), env
end

local function a_below(label)
	return function (r)
		return r:below({ faces = 1000, algorithm = "a" }, { faces = 1000, algorithm = label })
	end
end

-- One reading flips one claim and not another; a claim that reads no row of it says nothing of it.
function t.a_reading_flips_one_claim_and_not_another()
	local spec, env = host { claims = { ["a below b"] = a_below "b", ["a below c"] = a_below "c",
		["b below c"] = function (r)
			return r:below({ faces = 1000, algorithm = "b" }, { faces = 1000, algorithm = "c" })
		end } }
	local answer = report.run(spec, env)
	local lines = {}
	for _, line in ipairs(csv.parse(env.files["matrix.csv"])) do lines[line.claim] = line end
	local flipped, untouched, kept = lines["a below b"], lines["a below c"], lines["b below c"]
	expect.equal(flipped.ours, "holds")
	expect.near(flipped["ours ratio"], 0.5)
	expect.equal(flipped["key=1"], "refuted")
	expect.near(flipped["key=1 ratio"], 2)
	expect.equal(flipped.set, "holds")
	expect.equal(flipped.flips, "key=1: refuted")
	expect.equal(untouched["key=1"], "·")
	expect.equal(untouched["key=1 ratio"], nil)
	expect.equal(untouched.flips, nil)
	expect.equal(kept["key=1"], "holds")
	expect.near(kept["key=1 ratio"], 0.5 / 3)
	expect.equal(kept.flips, nil)
	expect.contains(answer.stdout, "refuted 2.00 (< 1)")
	expect.contains(answer.stdout, "- **key (of b)**: what key is. Ours: 0, because it is less; also: 1.")
	expect.contains(answer.stdout, "- **set (of b)**: what tuned is. Also: key=2, as 'b tuned'.")
	expect.contains(env.files["report.md"], "key=1: refuted")
	expect.equal(answer.refuted, 0) -- those of the scenario's own reading alone count
end

-- A run that was made before the reading was: of its rows it has b's alone, as those of another reading.
function t.rows_of_a_reading_are_not_compared_with_own_ones_that_are_another_under_it()
	local spec, env = host { claims = { ["a below b"] = a_below "b", ["b below c"] = function (r)
		return r:below({ faces = 1000, algorithm = "b" }, { faces = 1000, algorithm = "c" })
	end } }
	local by = { a = { kind = "a", params = "key=1" }, b = { kind = "b", params = "key=1" } }
	spec.readings = { { name = "key", key = "key", of = { "a", "b" }, ours = "0", others = { "1" },
		open = "what key is", alternatives = { { id = "key=1", by = by } } } }
	report.run(spec, env)
	local lines = {}
	for _, line in ipairs(csv.parse(env.files["matrix.csv"])) do lines[line.claim] = line end
	expect.equal(lines["a below b"]["key=1"], "–")
	expect.equal(lines["a below b"].flips, nil)
	expect.equal(lines["b below c"]["key=1"], "holds")
end

function t.tables_figures_and_selections_show_the_own_reading()
	local m = made {}
	local shown = tables.make(m, "t", { rows = "faces" })
	expect.equal(table.concat(shown.column_values, " "), "a b c")
	expect.near(shown.cells[1][2].value, 2)
	local f = figures.make(m, "f", { x = "faces" })
	expect.equal(table.concat(f.series_values, " "), "a b c")
	expect.equal(#m:find({ algorithm = "b" }, "here"), 2)
end

-- A label of its own is shown where it is named; readings are where they are asked for.
function t.what_is_asked_for_is_shown()
	local m = made {}
	local named = tables.make(m, "t", { rows = "faces", where = { algorithm = { "b", "b tuned" } } })
	expect.equal(table.concat(named.column_values, " "), "b b tuned")
	expect.near(named.cells[2][2].value, 3.9)
	local across = tables.make(m, "t", { rows = "faces", columns = "reading",
		where = { algorithm = { "b", "b tuned" } } })
	expect.equal(table.concat(across.column_values, " "), "ours key=1 set")
	expect.near(across.cells[1][2].value, 0.5)
	local one = m:find({ reading = "key=1", faces = 2000 }, "here")
	expect.equal(#one, 1)
	expect.near(one[1].step_ms, 1)
	expect.equal(#m:find({ reading = "ours", algorithm = "b" }, "here"), 2)
	expect.contains(m:point_text(one[1]), "(faces=2000, b, key=1)")
end

-- Checks count where they are refuted under any reading, and are no line of the matrix.
function t.a_check_must_hold_under_every_reading()
	local spec, env = host { checks = { ["a below b"] = a_below "b" } }
	local answer = report.run(spec, env)
	expect.equal(answer.refuted, 1)
	expect.contains(answer.stdout, "## Checks")
	expect.contains(answer.stdout, "under key=1 refuted: faces=1000: a / b = 2.00")
	expect.equal(env.files["matrix.csv"], nil)
end

-- Keys of a table have another order in each process; a report has the same bytes.
function t.what_a_check_says_under_readings_has_an_order()
	local def, reading = run_def(), { name = "key", key = "key", of = { "b" }, ours = "0", others = {},
		open = "what key is", alternatives = {} }
	def.alternatives = {}
	for i = 1, 8 do
		local id = "key=" .. i
		def.alternatives[i] = { id = id, of = "b", times = { 0.5, 1.0 } }
		reading.alternatives[i] = { id = id, by = { b = { kind = "b", params = id } } }
	end
	local checks = { ["a below b"] = a_below "b" }
	local text = report.run(fixture.host(def, { readings = { reading }, checks = checks })).stdout
	local last = 0
	for i = 1, 8 do
		local at = text:find(("under key=%d refuted"):format(i), 1, true)
		expect.equal(at and at > last, true, i)
		last = at
	end
end

-- The measured tables of a plan in which the algorithm c is what the reading puts in the place of b.
local function with_swept_alternative(spec, env)
	for _, group in ipairs(env.plan.groups) do
		for _, planned in ipairs(group.algorithms) do
			planned.kind, planned.params = "b", planned.label == "c" and "key=1" or "other"
		end
	end
	return measured.new(spec, env)
end

-- An alternative that the scenario sweeps anyway is no row of its own: plan.json says which algorithm it is.
function t.a_swept_algorithm_stands_for_an_equal_alternative()
	local def = run_def()
	def.alternatives = nil
	local spec, env = fixture.host(def, { readings = READINGS })
	local m = with_swept_alternative(spec, env)
	local own, other = m:find({ faces = 1000, algorithm = "b" }, "here")[1], m:find({ faces = 1000,
		algorithm = "c" }, "here")[1]
	expect.equal(m.under["key=1"][own], other)
	expect.equal(next(m.under.set), nil)
end

-- What was measured for the reading comes before what stands for it, and on any machine.
function t.a_measured_alternative_comes_first()
	local def = run_def()
	local spec, env = fixture.host(def, { readings = READINGS })
	local m = with_swept_alternative(spec, env)
	local own = m:find({ faces = 1000, algorithm = "b" }, "here")[1]
	expect.equal(m.under["key=1"][own].reading, "key=1")
end

function t.an_alternative_may_be_of_another_machine()
	local def = run_def()
	def.columns = { "faces", "machine" }
	for i, group in ipairs(def.groups) do group.params.machine = "n" .. i end
	local spec, env = fixture.host(def, { readings = READINGS })
	for _, row in ipairs(env.rows) do
		if row.reading then row.machine = "n3" end
	end
	expect.equal(next(measured.new(spec, env).under["key=1"]), nil) -- the machine is a key of the scenario's
	env.machines = { "n1", "n2", "n3" }
	local m = measured.new(spec, env)
	local own = m:find({ faces = 1000, algorithm = "b" }, "here")[1]
	expect.equal(m.under["key=1"][own].machine, "n3")
end

-- Without a reading there is a matrix of one column, and nothing of readings in the report.
function t.without_readings_the_report_is_as_before()
	local spec, env = fixture.host({ columns = { "faces" }, algorithms = { "a", "b" },
		groups = { { params = { faces = 1000 }, times = { a = 1.0, b = 2.0 } } } },
		{ claims = { ["a below b"] = a_below "b" } })
	local answer = report.run(spec, env)
	expect.lacks(answer.stdout, "## Readings")
	expect.lacks(answer.stdout, "## Verdicts under each reading")
	expect.equal(env.files["matrix.csv"], "claim,ours,ours ratio,ours limit,ours relation,flips,"
		.. "groups,groups_missing,groups_left_out,cells,cells_held,tie\na below b,holds,0.5,1,<,,1,0,0,,,\n")
end

return t
