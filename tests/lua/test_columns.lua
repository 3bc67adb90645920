-- What is said of columns, derived columns, and a parameter of several algorithms as one axis.
local claims = require "claims.claims"
local columns = require "data.columns"
local csv = require "text.csv"
local dictionary = require "dictionary"
local expect = require "expect"
local expression = require "text.expression"
local figures = require "figures.figures"
local fixture = require "fixture"
local measured = require "data.measured"
local report = require "report.report"
local table_blocks = require "tables.blocks"
local tables = require "tables.tables"

local t = {}

local LABELS = { "aabb(leaf=1)", "aabb(leaf=4)", "fdh18(leaf=1,broad=sap(axes=3))",
	"fdh18(leaf=4,broad=sap(axes=3))", "bsp" }

-- Two groups of two algorithms with a parameter `leaf` and one without; times grow with the point.
local function host(derived, change)
	local def = { columns = { "faces" }, algorithms = LABELS, more_columns = { "aabb_leaf", "fdh18_leaf" },
		groups = {} }
	for g, faces in ipairs { 100, 200 } do
		local group = { params = { faces = faces }, times = {}, failed = {} }
		for i, label in ipairs(LABELS) do
			group.times[label] = i + g / 10
			local kind = label:match "^%w+"
			group.failed[label] = { [kind .. "_leaf"] = math.tointeger(label:match "leaf=(%d)") }
		end
		def.groups[g] = group
	end
	if change then change(def) end
	return fixture.host(def, { derived = derived })
end

local function run(derived, change) return measured.new(host(derived, change)) end

local function formula(name, text)
	local value, inputs = expression.parse(text)
	return { name = name, value = assert(value, inputs), inputs = inputs, formula = text, type = "real" }
end

local function computed(name, f, more)
	local column = { name = name, value = f, type = "real" }
	for key, v in pairs(more or {}) do column[key] = v end
	return column
end

-- ---- what is known ----

-- A column of texts that were read as numbers would lose its zeros.
function t.texts_and_hashes_are_read_as_texts()
	local seen = 0
	for _, column in ipairs(dictionary) do
		local row = csv.parse(column.name .. "\n0012\n")[1]
		local is_text = column.type == "text" or column.type == "hash"
		expect.equal(row[column.name] == "0012", is_text, column.file .. " " .. column.name)
		seen = seen + (is_text and 1 or 0)
	end
	expect.equal(seen > 8, true)
end

function t.times_are_those_with_samples()
	for _, name in ipairs { "step_ms", "update_ms", "rebuild_ms", "broad_ms", "narrow_ms", "build_ms",
		"ratio_to_first" } do
		expect.equal(measured.is_timed(name), true, name)
	end
	for _, name in ipairs { "contacts", "repeats", "step_ms_lo", "step_ms_min", "predicted_ms", "faces",
		"round" } do
		expect.equal(measured.is_timed(name), false, name)
	end
end

function t.what_depends_on_the_machine()
	for _, name in ipairs { "detail", "n", "peak_bytes", "live_bytes", "ratio_lo", "cycles", "rss_bytes",
		"task_clock_ns", "step_ms_min", "cb_ns", "predicted_ms", "build_instructions", "l1d_misses" } do
		expect.equal(columns.is_measured(name), true, name)
	end
	expect.equal(table.concat(measured.counted { "point", "status", "nb", "hash", "tree_bytes", "tau", "step_ms",
		"steps", "faces", "missed_pairs" }, " "), "nb hash tree_bytes tau steps faces missed_pairs")
end

function t.only_some_columns_have_bounds()
	local row = { status = "ok", tau = 2.0, tau_lo = 1.0, tau_hi = 3.0, ratio = 5.0, ratio_lo = 1.0,
		ratio_hi = 2.0 }
	expect.equal(select("#", measured.value(row, "ratio")), 1)
	expect.equal(select(3, measured.value(row, "tau")), 3.0)
	row.ratio_to_first = 1.5
	expect.equal(select(2, measured.value(row, "ratio_to_first")), 1.0)
end

function t.titles_have_units()
	expect.equal(columns.axis "nb", "volume tests (all steps)")
	expect.equal(columns.axis "page_faults", "page faults (per step)")
	expect.equal(columns.axis "tau", "tau (model units)")
	expect.equal(columns.axis "build_ms", "build time (ms)")
	expect.equal(columns.axis "predicted_ms", "query time by the cost model (ms per step)")
	expect.equal(columns.caption "nb", "volume tests, sum over all steps")
	expect.equal(columns.caption("nb", "thousands"), "volume tests in thousands")
	expect.equal(columns.caption "tree_height", "height of the tree")
end

-- A swept parameter is not the column of another file that is called the same.
function t.swept_parameters_keep_their_own_title()
	local m = run(nil, function (def)
		def.columns = { "clock_cost_ns" }
		for _, group in ipairs(def.groups) do group.params = { clock_cost_ns = group.params.faces } end
	end)
	local f = figures.make(m, "f", { x = "clock_cost_ns", where = { kind = "bsp" } })
	expect.equal(f.x_label, "clock cost (ns)")
end

-- ---- arithmetic ----

local function compute(text, row)
	local value, names = expression.parse(text)
	return value and value(row) or names
end

function t.arithmetic()
	local row = { a = 6, b = 4, c_1 = 2 }
	for text, want in pairs { ["a"] = 6, ["a + b * c_1"] = 14, ["(a + b) * c_1"] = 20, ["a - b - c_1"] = 0,
		["a / b / c_1"] = 0.75, ["-a + 1"] = -5, ["- -a"] = 6, ["2*-a"] = -12, ["1.5e1 - .5"] = 14.5, ["2e+1"] = 20,
		["a-1"] = 5 } do
		expect.near(compute(text, row), want, text)
	end
	expect.equal(compute("a * a", { a = 1 << 40 }), 2.0 ^ 80)
	expect.equal(compute("4000000000 * 4000000000", row), 1.6e19)
	local _, names = expression.parse "a + b * a"
	expect.equal(table.concat(names, " "), "a b a")
end

function t.nothing_else_is_arithmetic()
	for text, part in pairs { [""] = "ends too early", ["a +"] = "ends too early", ["(a"] = "ends too early",
		["a b"] = "unexpected 'b'", ["a)"] = "unexpected ')'", ["f(a)"] = "unexpected '('", ["a ^ 2"] = "'^'",
		["a; b"] = "';'", ["a.b"] = "'.'", ["* a"] = "unexpected '*'", ["a = 1"] = "'='", ["a + ü"] = "'ü'" } do
		local value, message = expression.parse(text)
		expect.equal(value, nil, text)
		expect.contains(message, part)
	end
	expect.contains(select(2, expression.parse(("("):rep(2000))), "too long")
	expect.equal(expression.parse(("("):rep(490) .. "1" .. (")"):rep(490)) ~= nil, true)
end

-- ---- derived columns ----

function t.derived_values_are_columns()
	local m = run { formula("tests", "nb + contacts"),
		computed("size", function (row) return row.faces > 100 and "large" or "small" end, { type = "text" }),
		computed("twice", function (row) return 2 * row.nb end, { type = "int", unit = "pairs", title = "doubled",
			about = "two of each" }) }
	local whole = formula("whole", "nb + 2 * contacts")
	whole.type = "int"
	local counted = run({ whole }).points[1].whole
	expect.equal(counted, 160)
	expect.equal(math.type(counted), "integer")
	local table_made = tables.make(m, "t",
		{ rows = "size", value = "twice", where = { size = { "small", "large" } } })
	expect.equal(table_made.cells[2][1].value, 1200)
	expect.equal(math.type(table_made.cells[2][1].value), "integer")
	expect.equal(table_made.caption, "doubled in pairs")
	expect.contains(table.concat(table_made.notes, " "), "Derived, without an interval: two of each.")
	local f = figures.make(m, "f", { x = "tests", y = "twice", series = "size", where = { faces = 100 } })
	expect.equal(f.y_label, "doubled (pairs)")
	expect.contains(f.caption, "twice is derived and has no interval")
	expect.lacks(f.caption, "bars")
	expect.near(f.curves[1].marks[1].x, 130.0)
end

-- A ratio of times is no time: nothing bounds it.
function t.derived_values_have_no_interval()
	local m = run { formula("share", "step_ms / nb"), formula("ratio", "2 * step_ms"),
		formula("own_ms", "3 * step_ms") }
	for _, name in ipairs { "share", "ratio", "own_ms" } do
		local made = tables.make(m, "t", { rows = "faces", value = name })
		expect.equal(made.cells[1][1].lo, nil, name)
		expect.equal(made.cells[1][2].ratio_lo, nil, name)
		expect.equal(made.noise_percent, nil, name)
		expect.lacks(table_blocks.markdown(made), "[")
	end
end

function t.missing_inputs_make_a_missing_value()
	local m = run({ formula("a", "step_ms + nb"), formula("b", "nb / (contacts - contacts)"),
		computed("c", function (row) return row.step_ms end),
		computed("d", function (row, has) return has.step_ms and row.step_ms or -1 end),
		computed("e", function () end) },
		function (def) def.groups[1].times["bsp"] = nil end)
	local bsp = m:find({ faces = 100, algorithm = "bsp" }, "where")[1]
	expect.equal(bsp.a, nil)
	expect.equal(bsp.b, nil)
	expect.equal(bsp.c, nil)
	expect.equal(bsp.d, -1.0)
	expect.equal(bsp.e, nil)
	local aabb = m:find({ faces = 100, algorithm = LABELS[1] }, "where")[1]
	expect.near(aabb.a, aabb.step_ms + 100)
	expect.equal(aabb.b, nil)
	expect.near(aabb.d, aabb.step_ms)
end

-- A point that failed is no reason for an error, whatever the function does with it.
function t.rows_that_failed_are_left_out()
	local m = run({ computed("a", function (row) return row.nb end) }, function (def)
		def.groups[2].failed.bsp = { status = "timeout", detail = "no answer" }
	end)
	expect.equal(m:find({ faces = 200, algorithm = "bsp" }, "where")[1].a, nil)
	expect.equal(m:find({ faces = 100, algorithm = "bsp" }, "where")[1].a, 500.0)
end

function t.errors_name_column_point_and_row()
	local function problem(f, more) return select(2, pcall(run, { computed("a", f, more) })) end
	local broken = problem(function (row) return row.nb .. {} end)
	expect.contains(broken, '(column "a", point 1 (faces=100, aabb(leaf=1)), row \'point\')')
	expect.contains(problem(function (row) return row.nbb end), "no column 'nbb'; did you mean 'nb'")
	expect.contains(problem(function (row) return row.tau end),
		"no column 'tau'; it needs inspect = { 'tightness' }")
	expect.contains(problem(function (_, has) return has.fases end), "did you mean 'faces'")
	expect.contains(problem(function (row) row.nb = 1 end), "cannot be changed")
	expect.contains(problem(function () return "x" end), "columns.a: must give a number, not a string")
	expect.contains(problem(function () return 1.5 end, { type = "int" }), "a whole number")
	expect.contains(problem(function () return 1 end, { type = "bool" }), "a boolean, not a number")
	expect.contains(problem(function () return "a\nb" end, { type = "text" }), "control characters")
end

function t.derived_names_are_their_own()
	expect.error("columns.faces: is also a column of this run", run, { formula("faces", "nb") })
	expect.error("did you mean 'tests'", function ()
		tables.make(run { formula("tests", "nb") }, "t", { rows = "faces", value = "test" })
	end)
end

function t.claims_decide_derived_columns_by_the_value()
	local m = run { formula("own_ms", "2 * step_ms"), formula("tests", "nb + contacts") }
	local a, b = { faces = 100, algorithm = LABELS[1] }, { faces = 100, algorithm = LABELS[2] }
	local function judge(claim) return claims.judge(m, "c", claim) end
	local below = judge(function (r) return r:below(a, b, { column = "own_ms" }) end)
	expect.equal(below.verdict, "holds")
	expect.contains(below.text, "own_ms is derived and has no interval")
	expect.lacks(below.text, "[")
	expect.equal(judge(function (r) return r:above(a, b, { column = "own_ms" }) end).verdict, "refuted")
	local within = judge(function (r) return r:within(b, a, { column = "tests", lo = 1.7, hi = 1.8 }) end)
	expect.equal(within.verdict, "holds")
	expect.contains(within.text, "has no interval")
	expect.lacks(judge(function (r) return r:below(a, b, { column = "nb" }) end).text, "derived")
	judge(function (r)
		expect.near(r:value(a, "tests"), 130)
		local _, lo, hi = r:interval(a, "own_ms")
		expect.equal(lo or hi, nil)
		return true
	end)
end

local function made_report(derived)
	local spec, env = host(derived)
	spec.tables, spec.figures, spec.claims = {}, {}, {}
	return env.files, report.run(spec, env), env, spec
end

function t.derived_csv_and_the_dictionary()
	local files, answer = made_report { formula("tests", "nb + contacts"),
		computed("is_large", function (row) return row.faces > 100 end, { type = "bool", about = "above 100" }) }
	local rows = csv.parse(files["derived.csv"])
	expect.equal(table.concat(rows.columns, " "), "scenario point role algorithm tests is_large")
	expect.equal(#rows, 14) -- ten points, two twins, two checks
	expect.equal(rows[1].tests, 130)
	expect.equal(rows[1].is_large, 0)
	expect.equal(rows[14].is_large, 1)
	expect.contains(answer.stdout, "summary.csv derived.csv samples.csv builds.csv columns.csv")
	local described, seen = csv.parse(files["columns.csv"]), {}
	expect.equal(table.concat(described.columns, " "), "file name type unit scope kind title about")
	for _, column in ipairs(described) do
		expect.equal(seen[column.file .. column.name], nil, "stands twice")
		seen[column.file .. column.name] = column
	end
	expect.equal(seen["summary.csvfaces"].type, "int")
	expect.equal(seen["summary.csvstep_ms"].unit, "ms")
	expect.equal(seen["summary.csvnb"].scope, "sum of all steps")
	expect.equal(seen["builds.csvbuild_ms"].kind, "measured")
	expect.equal(seen["derived.csvtests"].about, "nb + contacts")
	expect.equal(seen["derived.csvis_large"].type, "bool")
	expect.equal(seen["summary.csvtests"], nil)
	expect.equal(seen["steps.csvstep"], nil)
end

-- A scenario that has none any more does not leave those of an earlier report.
function t.derived_csv_does_not_outlive_its_columns()
	local files, _, env, spec = made_report { formula("tests", "nb") }
	spec.derived = nil
	env.rows = select(2, host()).rows
	report.run(spec, env)
	expect.equal(#csv.parse(files["derived.csv"]).columns, 4)
	expect.lacks(files["columns.csv"], "derived.csv")
	expect.equal((made_report())["derived.csv"], nil)
end

-- ---- a parameter of several algorithms ----

local function legend(f)
	local drawn = {}
	for i, text in ipairs(f.series_texts) do drawn[#drawn + 1] = f.is_drawn[i] and text or nil end
	return table.concat(drawn, " ")
end

function t.a_shared_parameter_is_one_axis()
	local f = figures.make(run(), "f", { x = "leaf", y = "nb", panels = "faces" })
	expect.equal(legend(f), "aabb fdh18(broad=sap(axes=3))")
	expect.equal(f.x_label, "leaf")
	expect.equal(#f.curves, 4)
	for _, curve in ipairs(f.curves) do
		expect.equal(#curve.marks, 2)
		expect.equal(curve.marks[1].x, 1)
		expect.equal(curve.marks[2].x, 4)
	end
	expect.equal(f.left_out, 2) -- bsp has none
	-- the columns of before, as before
	local own = figures.make(run(), "f", { x = "aabb_leaf", y = "nb", panels = "faces" })
	expect.equal(legend(own), "aabb(leaf=1) aabb(leaf=4)")
end

function t.a_shared_parameter_in_tables()
	local made = tables.make(run(), "t", { rows = "leaf", where = { faces = 100, kind = { "aabb", "fdh18" } } })
	expect.equal(table.concat(made.row_values, " "), "1 4")
	expect.equal(table.concat(made.column_values, " "), "aabb fdh18(broad=sap(axes=3))")
	expect.near(made.cells[2][1].value, 2.1)
	expect.near(made.cells[1][2].value, 3.1)
	expect.equal(made.cells[1][2].ratio_lo ~= nil, true)
	made = tables.make(run(), "t", { rows = "faces", where = { leaf = 4 } })
	expect.equal(table.concat(made.column_values, " "), LABELS[2] .. " " .. LABELS[4])
	made = tables.make(run(), "t", { rows = "kind", columns = "leaf", where = { faces = 200 } })
	expect.near(made.cells[1][2].value, 2.2)
end

-- Points that the run lacks are no rows of its file (lua/report/missing_groups.lua).
function t.missing_points_have_shared_parameters()
	local spec, env = host()
	local lost = { point = 11, role = "point", algorithm = LABELS[1], kind = "aabb", query = "all",
		status = "missing", faces = 300, aabb_leaf = 1 }
	table.insert(env.rows, lost)
	expect.equal(measured.new(spec, env):find({ faces = 300, leaf = 1 }, "where")[1], lost)
end

-- Labels stand in the order of the scenario, also where they lost a parameter.
function t.columns_keep_the_order_of_the_scenario()
	local spec, env = host()
	spec.algorithms = { "fdh18(leaf=4,broad=sap(axes=3))", "aabb(leaf=1)" }
	local made = tables.make(measured.new(spec, env), "t",
		{ rows = "leaf", where = { faces = 100, leaf = { 1, 4 } } })
	expect.equal(table.concat(made.column_values, " "), "fdh18(broad=sap(axes=3)) aabb")
end

function t.claims_take_a_shared_parameter()
	local m = run()
	local made = claims.judge(m, "c", function (r)
		expect.equal(table.concat(r:values "leaf", " "), "1 4")
		expect.near(r:value({ kind = "fdh18", leaf = 4, faces = 200 }), 4.2)
		expect.near(r:exponent({ kind = "aabb", faces = 100 }, "leaf", { column = "nb" }).exponent, 0.5)
		return r:below({ kind = "aabb", leaf = 1, faces = 100 }, { kind = "fdh18", leaf = 1, faces = 100 })
	end)
	expect.equal(made.verdict, "holds")
end

-- What has the name already keeps it: a swept parameter, and a column of any file.
function t.other_columns_go_before_a_shared_parameter()
	local m = run(nil, function (def)
		def.columns = { "leaf" }
		for _, group in ipairs(def.groups) do group.params = { leaf = group.params.faces } end
	end)
	local f = figures.make(m, "f", { x = "leaf", where = { kind = "bsp" } })
	expect.equal(table.concat(f.x_values, " "), "100 200")
	expect.equal(next(m.shared), nil)
	m = run(nil, function (def)
		def.more_columns = { "aabb_leaf", "aabb_axes", "aabb_step", "aabb_n" }
	end)
	expect.equal(m.shared.leaf, true)
	expect.equal(m.shared.axes or m.shared.step or m.shared.n, nil)
	expect.error("no column 'step'", tables.make, m, "t", { rows = "step" })
end

function t.a_parameter_of_no_algorithm_of_the_run_is_missing()
	local spec, env = host()
	spec.shared = { depth = true }
	local m = measured.new(spec, env)
	expect.equal(#m:find({ depth = 1 }, "where"), 0)
	expect.error("no column 'dept' in summary.csv; did you mean 'depth'", m.column_check, m, "dept", "here")
end

return t
