local csv = require "text.csv"
local expect = require "expect"
local fixture = require "fixture"
local forms = require "tables.forms"
local report = require "report.report"

local t = {}

local function run_def()
	return {
		columns = { "moving", "faces" }, algorithms = { "dassd", "aabb" }, groups = {
			{ params = { moving = "small", faces = 1000 }, times = { dassd = 1.0, aabb = 1.5 } },
			{ params = { moving = "small", faces = 2000 }, times = { dassd = 2.0, aabb = 3.0 } },
		},
		manifest = {
			command = { "harness", "a scenario.lua", "-s", "faces=1000" }, commit = "abc", compiler = "cc 1",
			cpu = { model = "Some CPU", cores = 2 }, warnings = { { code = "W001", text = "not pinned" } },
		},
	}
end

local function scenario()
	return {
		title = "A title", paper = "someone1999",
		tables = { b = { rows = "faces" }, a = { rows = "faces", value = "nb" } },
		figures = { f = { x = "faces" } },
		claims = {
			["is faster"] = function (r)
				return r:below({ faces = 1000, algorithm = "dassd" }, { faces = 1000, algorithm = "aabb" })
			end,
			["is slower"] = function (r)
				return r:below({ faces = 1000, algorithm = "aabb" }, { faces = 1000, algorithm = "dassd" })
			end,
		},
		order_of = { tables = { "b", "a" }, figures = { "f" }, claims = { "is slower", "is faster" } },
	}
end

local function run(change, change_spec)
	local def, spec = run_def(), scenario()
	if change then change(def) end
	if change_spec then change_spec(spec) end
	local resolved, env = fixture.host(def, spec)
	return report.run(resolved, env), env
end

function t.writes_every_file_and_says_which_to_draw()
	local answer, env = run()
	local names, expected = {}, { "columns.csv", "figures/f.csv", "figures/f.gp", "matrix.csv", "numbers.tex",
		"report.md", "report.tex" }
	for _, form in ipairs(forms) do
		for _, name in ipairs { "a", "b" } do expected[#expected + 1] = "tables/" .. name .. form.ending end
	end
	for name in pairs(env.files) do names[#names + 1] = name end
	table.sort(names)
	table.sort(expected)
	expect.equal(table.concat(names, " "), table.concat(expected, " "))
	expect.equal(#answer.gnuplot, 1)
	expect.equal(answer.gnuplot[1], "figures/f.gp")
	expect.equal(answer.refuted, 1)
end

function t.the_document_has_all_its_parts()
	local _, env = run()
	local text = env.files["report.md"]
	for _, part in ipairs { "# A title", "moving: small", "faces: 1000, 2000", "algorithms: dassd, aabb",
		"4 points in 2 groups, 4 ok", "A/A noise: at most 1.0 %", "### b: A title", "![", "(figures/f.svg)",
		"- **refuted**: is slower", "- **holds**: is faster", "W001: not pinned", "cpu: cores 2, model Some CPU",
		"harness 'a scenario.lua' -s faces=1000" } do
		expect.contains(text, part)
	end
	local b, a = text:find("### b:", 1, true), text:find("### a:", 1, true)
	expect.equal(b < a, true, "order of tables")
	expect.equal(text:find("is slower", 1, true) < text:find("is faster", 1, true), true, "order of claims")
end

function t.the_answer_goes_to_a_terminal()
	local answer = run()
	for _, part in ipairs { "| faces |", "hashes equal", "**holds**: is faster", "figures/f.svg", "tables/a" } do
		expect.contains(answer.stdout, part)
	end
end

local function agreement(change)
	return run(change).stdout:match("## Agreement\n\n(.-)\n\n## Claims")
end

function t.agreement_counts_steps_and_names_brute_force()
	expect.equal(agreement(),
		"All algorithms and brute force found the same contacts at all 12 steps: hashes equal. "
			.. "That holds for the poses of this run.")
	expect.contains(agreement(function (def) def.check = false end), "(brute force took part in 0 of 2 groups)")
	expect.contains(agreement(function (def) def.groups[1].failed = { aabb = { status = "memory" } } end),
		"All algorithms that finished and brute force")
end

function t.wrong_answers_are_named()
	local text = agreement(function (def)
		def.groups[2].failed = { aabb = { status = "mismatch", detail = "step 3: 1 of 5 contacts missing" } }
	end)
	expect.contains(text, "DISAGREEMENT")
	expect.contains(text, "`harness shrink RUN --point 4`")
	expect.contains(text, "point 4 (moving=small, faces=2000, aabb): mismatch: step 3: 1 of 5 contacts missing")
	expect.lacks(text, "hashes equal")
end

function t.unequal_hashes_are_never_called_equal()
	local text = agreement(function (def)
		def.groups[2].failed = { aabb = { hash = ("f"):rep(32) } }
	end)
	expect.contains(text, "DISAGREEMENT")
	expect.contains(text, "1 group with unequal hashes")
	expect.lacks(text, "hashes equal")
end

function t.unchecked_points_are_listed()
	local text = agreement(function (def)
		def.check, def.algorithms = false, { "dassd" }
	end)
	expect.contains(text, "UNCHECKED")
	expect.contains(text, "UNCHECKED: point 1 (moving=small, faces=1000, dassd)")
end

function t.a_run_in_which_all_failed_still_has_a_report()
	local answer = run(function (def)
		for _, group in ipairs(def.groups) do
			group.failed = { dassd = { status = "crash" }, aabb = { status = "timeout" } }
		end
	end)
	expect.contains(answer.stdout, "No answers were compared")
	expect.contains(answer.stdout, "**undecided**: is faster")
	expect.lacks(answer.stdout, "| 0 |")
	expect.equal(answer.refuted, 0)
end

function t.a_scenario_without_anything_to_show_has_a_report()
	local answer, env = run(nil, function (spec)
		spec.tables, spec.figures, spec.claims, spec.order_of = nil, nil, nil, nil
	end)
	expect.equal(#answer.gnuplot, 0)
	expect.contains(env.files["report.md"], "hashes equal")
end

function t.names_without_an_order_go_by_name()
	local _, env = run(nil, function (spec) spec.order_of = nil end)
	local text = env.files["report.md"]
	expect.equal(text:find("### a:", 1, true) < text:find("### b:", 1, true), true)
end

function t.a_part_that_fails_is_named_and_the_others_are_made()
	local answer, env = run(nil, function (spec)
		spec.tables, spec.order_of = { ["a b"] = { rows = "faces" }, ["a/b"] = { rows = "faces" } }, nil
		spec.figures.g = { x = "nothing" }
		spec.claims["is slower"] = function () error("boom", 0) end
	end)
	local expected = {
		"tables.a b and tables.a/b would both be written to 'a_b'",
		"figures.g.x: no column 'nothing' in summary.csv",
		'boom (claim "is slower")',
	}
	expect.equal(table.concat(answer.failures, "\n"), table.concat(expected, "\n"))
	expect.contains(env.files["report.md"], "## Not made")
	expect.contains(answer.stdout, "figures.g.x")
	expect.contains(answer.stdout, "**holds**: is faster")
	expect.equal(env.files["tables/a_b.csv"] ~= nil and env.files["figures/f.gp"] ~= nil, true)
end

function t.a_full_disk_is_no_mistake_of_a_part()
	local resolved, env = fixture.host(run_def(), scenario())
	env.write = function () error({ text = "disk full", exit = 7 }, 0) end
	local ok, problem = pcall(report.run, resolved, env)
	expect.equal(ok, false)
	expect.equal(problem.exit, 7)
end

function t.a_second_value_from_the_command_line_gives_a_table_each()
	local answer, env = run(function (def)
		def.columns = { "moving", "faces", "bodies" }
		for _, group in ipairs(def.groups) do group.params.bodies = "racks" end
		for i = 1, 2 do
			def.groups[2 + i] = { params = { bodies = "two", moving = "small", faces = 1000 * i },
				times = { dassd = 5 + i, aabb = 7 } }
		end
		def.settings = { bodies = { "racks", "two" } }
	end, function (spec)
		spec.claims, spec.order_of = nil, nil
		spec.tables.c = { rows = "bodies", columns = "faces", where = { algorithm = "aabb" } }
	end)
	expect.equal(#answer.failures, 0)
	local function points(file)
		local list = {}
		for i, row in ipairs(csv.parse(env.files[file])) do list[i] = row.point end
		return table.concat(list, " ")
	end
	expect.equal(points "tables/a_bodies_racks.csv", "1 2 3 4")
	expect.equal(points "tables/a_bodies_two.csv", "5 6 7 8")
	expect.equal(env.files["figures/f_bodies_two.gp"] ~= nil, true)
	expect.equal(env.files["tables/c.csv"] ~= nil, true) -- it tells them apart itself
	expect.contains(answer.stdout, "a bodies=two")
	expect.equal(select(2, env.files["report.md"]:gsub("### b ", "")), 2)
end

function t.samples_are_read_only_when_needed()
	local spec = scenario()
	spec.claims, spec.order_of = nil, nil
	local resolved, env = fixture.host(run_def(), spec)
	env.samples = function () error("samples were read") end
	report.run(resolved, env)
	expect.equal(#csv.parse(env.files["tables/a.csv"]), 4)
end

function t.a_busy_machine_is_told_beside_each_verdict()
	local _, env = run(function (def)
		table.insert(def.manifest.warnings, { code = "W002", text = "the machine was busy" })
	end)
	expect.contains(env.files["report.md"], "- **holds**, on a busy machine (W002): is faster")
end

return t
