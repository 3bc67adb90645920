-- Times that another program states: shown apart, told as not measured here, and in no ratio, order or claim
-- with measured ones.
local claims = require "claims.claims"
local expect = require "expect"
local fixture = require "fixture"
local latex = require "tables.latex"
local markdown = require "blocks.markdown"
local measured = require "data.measured"
local stated = require "data.foreign"
local table_blocks = require "tables.blocks"
local table_csv = require "tables.csv"
local tables = require "tables.tables"

local t = {}

-- aabb is measured; theirs and others state the times of one interleaved run, lone those of one pass.
local function made_up(spec)
	local function theirs(kind, ms, ratio, run)
		return { kind = kind, semantics = "all contacts, inexact: float", stated_ms = ms,
			stated_n = ratio and 7 or 1, stated_ms_lo = ratio and ms * 0.9, stated_ms_hi = ratio and ms * 1.1,
			stated_run = run, stated_ratio = ratio, stated_ratio_lo = ratio and ratio * 1.0,
			stated_ratio_hi = ratio and ratio * 1.0 }
	end
	local failed = { theirs = theirs("theirs", 2.5, 1, "night"), others = theirs("others", 5, 2, "night"),
		lone = theirs("lone", 0.001), aabb = { semantics = "all contacts, exact: double" } }
	local run_spec, env = fixture.host({
		columns = { "faces" }, algorithms = { "aabb", "theirs", "others", "lone", "slow" },
		groups = { { params = { faces = 10 }, times = { aabb = 1.5, slow = 9.0 }, failed = failed } },
		more_columns = { "semantics", "stated_ms", "stated_ms_lo", "stated_ms_hi", "stated_n", "stated_run",
			"stated_ratio", "stated_ratio_lo", "stated_ratio_hi" },
	}, spec or {})
	return measured.new(run_spec, env)
end

local function row_of(m, algorithm) return m:find({ algorithm = algorithm }, "test")[1] end

function t.a_table_shows_them_in_parentheses_and_in_no_ratio()
	local m = made_up()
	local one = tables.make(m, "one", { rows = "algorithm", best = "least" })
	local text = table_blocks.markdown(one, 2)
	expect.contains(text, "(2.50 [2.25, 2.75]) |")
	expect.contains(text, " (0.00100) |")
	expect.contains(text, "not measured here and in no ratio: theirs (7 passes), others (7 passes), "
		.. "lone (1 pass, so without an interval).")
	expect.lacks(text, "**(")
	expect.lacks(text, "too few for an interval")
	for i, label in ipairs(one.row_values) do
		local cell = one.cells[i][1]
		expect.equal(cell.ratio ~= nil, label == "aabb" or label == "slow", label)
		expect.equal(cell.best ~= nil, label == "aabb", label)
	end
	expect.contains(latex.table(one), "(2.5")
	local csv = table_csv.text(m, one)
	expect.contains(csv, ",best,stated,stated_lo,stated_hi\n")
	expect.contains(csv, ",2.5,2.25,2.75\n")
	-- a table of other numbers has none of this
	local counts = tables.make(m, "counts", { rows = "algorithm", value = "nb" })
	expect.lacks(table_blocks.markdown(counts, 2), "In parentheses")
	expect.lacks(table_csv.text(m, counts), "stated")
end

function t.a_claim_that_asks_for_them_is_undecided_and_says_why()
	local m = made_up()
	local judged = claims.judge(m, "it", function (r)
		return r:below({ algorithm = "theirs" }, { algorithm = "aabb" })
	end)
	expect.equal(judged.verdict, "undecided")
	expect.contains(judged.text, stated.reason)
end

function t.only_times_of_one_interleaved_run_have_a_ratio()
	local m = made_up()
	local function ratio(a, b, column) return (m:ratio(row_of(m, a), row_of(m, b), column)) end
	local lone = row_of(m, "lone")
	lone.stated_ratio, lone.stated_ratio_lo, lone.stated_ratio_hi = 3, 3, 3 -- a ratio, of no run that is named
	expect.equal(ratio("lone", "lone", "stated_ms"), nil)
	expect.equal(ratio("lone", "theirs", "stated_ms"), nil)
	expect.equal(ratio("others", "theirs", "stated_ms"), 2)
	expect.equal(ratio("theirs", "others", "stated_ms"), 0.5)
	expect.equal(ratio("theirs", "theirs", "stated_ms"), 1)
	expect.equal(ratio("lone", "theirs", "stated_ms"), nil)
	expect.equal(ratio("aabb", "theirs", "stated_ms"), nil)
	expect.equal(ratio("theirs", "aabb", "step_ms"), nil)
end

function t.the_report_tells_what_contacts_are_and_whose_times()
	local text = markdown.text(stated.section(made_up()))
	expect.contains(text, "- aabb: all contacts, exact: double\n")
	expect.contains(text, "- theirs, others, lone: all contacts, inexact: float\n")
	expect.contains(text, "theirs): not measured here: 2.50 [2.25, 2.75] ms a step by its file, 7 passes")
	expect.contains(text, "of the first of the interleaved run night")
	expect.contains(text, "lone): not measured here: 0.001")
	expect.contains(text, "by its file, 1 pass, so without an interval")
	-- a run of the engine's algorithms alone has no such section
	local spec, env = fixture.host({ columns = { "faces" }, algorithms = { "aabb" },
		groups = { { params = { faces = 10 }, times = { aabb = 1.5 } } } }, {})
	expect.equal(#stated.section(measured.new(spec, env)), 0)
end

function t.counters_of_plugins_have_their_unit_and_are_shared()
	local spec, env = fixture.host({
		columns = { "faces" }, algorithms = { "mine", "yours" },
		groups = { { params = { faces = 10 }, times = { mine = 1, yours = 2 },
			failed = { mine = { mine_swaps = 7 }, yours = { yours_swaps = 9, yours_axis = 1 } } } },
		more_columns = { "mine_swaps", "yours_swaps", "yours_axis" },
	}, { parameters = {
		mine_swaps = { is_counter = true, name = "swaps", unit = "exchanges", about = "of neighbours" },
		yours_swaps = { is_counter = true, name = "swaps", unit = "exchanges", about = "of pairs" },
		yours_axis = { type = "int", about = "an axis" },
	} })
	local m = measured.new(spec, env)
	expect.equal(m.own.mine_swaps.unit, "exchanges")
	expect.equal(m.own.mine_swaps.kind, "counted")
	expect.equal(m.own.yours_axis, nil)
	local text = table_blocks.markdown(tables.make(m, "swaps", { rows = "algorithm", value = "swaps" }), 2)
	expect.contains(text, "swaps in exchanges")
	expect.contains(text, "| mine      |     7 |")
	expect.contains(text, "| yours     |     9 |")
end

return t
