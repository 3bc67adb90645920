-- What the document of a paper reads from a run's files.
local blocks = require "blocks.blocks"
local expect = require "expect"
local markdown = require "blocks.markdown"
local paper_run = require "papers.latest_run"

local function claim(name, verdict, ...)
	local items = {}
	for i, text in ipairs { ... } do items[i] = { text = text } end
	local text = { { strong = verdict }, ": ", name }
	return { id = "claim " .. name, verdict = verdict, text = text, items = items }
end

local function list(...) return { { kind = "list", items = { ... } } } end

local REPORT = { blocks.section(1, "A run", {
	blocks.section(2, "Claims", list(claim("Table 1: X", "refuted", "2 > 1"), claim("X", "holds", "1 < 2"))),
	blocks.section(2, "Checks", list(claim("a_b", "undecided"))),
	blocks.section(2, "Tables", { blocks.section(3, "t", { blocks.paragraph "its caption" }, "tables/t") }),
}) }

local t = {}

local function latest(manifest, plan)
	local files = { ["/r/7/manifest.json"] = manifest or {}, ["/r/7/report.json"] = REPORT,
		["/r/7/plan.json"] = plan }
	return paper_run.latest({ read = function (path) return files[path] and "{}" end,
		real_path = function () return "/r/7" end, decode = function (path) return files[path] end,
		list = function () return {} end }, "r", "x")
end

function t.while_the_latest_run_is_under_way_the_newest_with_a_report_counts()
	local old, new = "r/x/20240101T000000Z-00000001", "r/x/20240301T000000Z-00000001"
	local files = {}
	for _, dir in ipairs { old, new } do
		files[dir .. "/report.json"], files[dir .. "/manifest.json"] = REPORT, "{}"
	end
	local env = { read = function (path) return files[path] end, decode = function () return {} end,
		real_path = function (path) return path:find "latest$" and "r/x/20240401T000000Z-00000001" or path end,
		list = function ()
			return { old:match "[^/]*$", new:match "[^/]*$", "20240401T000000Z-00000001", "latest" }
		end }
	expect.equal(paper_run.latest(env, "r", "x").dir, new)
	files[new .. "/report.json"] = nil
	expect.equal(paper_run.latest(env, "r", "x").dir, old)
	files[old .. "/report.json"] = nil
	expect.equal(paper_run.latest(env, "r", "x"), nil)
end

-- Verdicts are over a population where the run has no other poses: one with poses of its own has a reading.
function t.a_run_of_a_population_alone_is_one()
	local function is_one(files)
		files["d/manifest.json"], files["d/report.json"] = "{}", "{}"
		return paper_run.latest({ read = function (path) return files[path] end, list = function () return {} end,
			real_path = function () return "d" end, decode = function () return {} end }, "r", "x"):is_population()
	end
	local drawn = "d/drawn.csv"
	expect.equal(is_one { [drawn] = "x", ["d/matrix.csv"] = "claim,ours,tuned\na,drawn=population,\n" }, true)
	expect.equal(is_one { [drawn] = "x", ["d/matrix.csv"] = "claim,ours,drawn=population\n" }, false)
	expect.equal(is_one { ["d/matrix.csv"] = "claim,ours\n" }, false)
end

function t.a_claim_whose_name_ends_another_is_found()
	local run = latest()
	expect.equal(run:claim("X").items[1].text, "1 < 2")
	expect.equal(run:claim("Table 1: X").items[1].text, "2 > 1")
	expect.equal(run:verdict "X", "holds")
	expect.equal(run:verdict "a_b", "undecided")
	expect.equal(run:claim "1: X", nil)
end

-- A column in which the run lacks every claim is of no alternative that it has, and a cell that it lacks or
-- that is the same of no verdict.
function t.cells_are_those_that_are_judged()
	local files = { ["/r/7/manifest.json"] = "{}", ["/r/7/report.json"] = "{}",
		["/r/7/matrix.csv"] = "claim,ours,ours ratio,a=1,a=1 ratio,b=1,b=1 ratio\n"
			.. "X,holds,,refuted,,–,\nY,holds,,–,,–,\nZ,holds,,·,,–,\n" }
	local run = paper_run.latest({ read = function (path) return files[path] end,
		real_path = function () return "/r/7" end, decode = function () return {} end,
		list = function () return {} end }, "r", "x")
	local alternatives, cells = run:cells { X = true, Y = true, Z = true }
	expect.equal(alternatives, 1)
	expect.equal(cells, 1)
end

function t.a_table_and_a_section_of_the_report_are_found()
	local run = latest()
	expect.equal(markdown.text { run:table_section("t", 4) }, "#### t\n\nits caption\n")
	expect.equal(run:table_section("none", 4), nil)
	expect.equal(#run:section "Claims", 1)
	expect.equal(run:section "Readings", nil)
end

function t.minutes_are_those_of_all_sessions()
	local sessions = { { started = "2024-02-28T23:30:00Z", ended = "2024-02-29T00:15:00Z" },
		{ started = "2023-12-31T23:59:30Z", ended = "2024-01-01T00:00:00Z" } }
	expect.near(latest { sessions = sessions }:minutes(), 45.5)
	expect.equal(latest {}:minutes(), nil)
end

function t.the_command_has_the_options_of_the_plan()
	local manifest = { file = "s.lua", drawn = true }
	expect.equal(latest(manifest):command(), "harness s.lua --drawn")
	expect.equal(latest(manifest, { options = {} }):command(), "harness s.lua --drawn")
	expect.equal(latest(manifest, { options = { precision = 0.05, budget = 180, runs = 3 } }):command(),
		"harness s.lua --drawn --runs 3 --precision 5% --budget 3m")
	expect.equal(latest(manifest, { options = { budget = 90 } }):command(), "harness s.lua --drawn --budget 90s")
end

return t
