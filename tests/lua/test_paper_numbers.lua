-- numbers.tex: what a paper can say, read here as TeX would read it.
local csv = require "text.csv"
local expect = require "expect"
local fixture = require "fixture"
local measured = require "data.measured"
local paper_numbers = require "report.numbers"
local table_csv = require "tables.csv"
local tables = require "tables.tables"

local t = {}

-- The text of numbers.tex and all that it stores: { [table] = { [row] = { [column] = { [form] = text } } } },
-- and the facts.
local function numbers(change, def, spec)
	local run = {
		columns = { "faces" }, algorithms = { "a_b", "50%#{x}\\" }, rounds = 11,
		groups = { { params = { faces = 1000 }, times = { ["a_b"] = 2.0, ["50%#{x}\\"] = 3.0 } } },
		manifest = { cpu = "CPU_1 & Co", commit = "abc", dirty = "yes", started = "2026-11-22T10:00:00Z",
			warnings = { { code = "W002", text = "busy" } } },
	}
	if change then change(run) end
	local resolved, env = fixture.host(run, spec or { title = "T_1" })
	local m = measured.new(resolved, env)
	local made = tables.make(m, "time", def or { rows = "faces", columns = "algorithm",
		published = { ["a_b"] = { [1000] = 4.5 } } })
	local text = paper_numbers.text(m, resolved, { { table = made } })
	local stored, facts, at = {}, {}, nil
	for line in text:gmatch "[^\n]+" do
		local name, row, column = line:match "^\\harness@cell{(.-)}{(.-)}{(.*)}%%$"
		if name then
			at = ("%s/%s/%s"):format(name, row, column)
			stored[at] = {}
		end
		local form, value = line:match "^\\harness@put{(.-)}{(.*)}%%$"
		if form then stored[at][form] = value end
		local fact, told = line:match "^\\harness@fact{(.-)}{(.*)}%%$"
		if fact then facts[fact] = told end
	end
	return stored, facts, text, csv.parse(table_csv.text(m, made))
end

function t.every_form_of_a_number_is_there()
	local stored = numbers()
	local first, second = stored["time/1000/a_b"], stored["time/1000/50\\%\\#\\{x\\}\\\\"]
	expect.equal(first.value, "2.00")
	expect.equal(first.interval, "2.00~[1.96,~2.04]")
	expect.equal(first.unit, "2.00~ms per step")
	expect.equal(first["interval unit"], "2.00~[1.96,~2.04]~ms per step")
	expect.equal(first.lo .. " " .. first.hi, "1.96 2.04")
	expect.equal(first.n, "11")
	expect.equal(first.status, "ok")
	expect.equal(first.published, "4.5")
	expect.equal(second.ratio, "1.50")
	expect.equal(second["ratio interval"], "1.50~[1.50,~1.50]")
	expect.equal(second.published, nil)
end

-- What the CSV file names, and no more.
function t.keys_are_those_of_the_csv_file()
	local stored, _, _, rows = numbers()
	local count = 0
	for _ in pairs(stored) do count = count + 1 end
	expect.equal(count, #rows)
	for _, row in ipairs(rows) do
		local column = row.column:gsub("[#%%{}\\]", "\\%0")
		expect.equal(stored[("time/%s/%s"):format(csv.number(row.row), column)] ~= nil, true, row.column)
	end
end

function t.facts_are_those_of_a_caption()
	local _, facts = numbers()
	expect.equal(facts.rounds, "11")
	expect.equal(facts.machine, "CPU\\_1 \\& Co")
	expect.equal(facts.commit, "abc with changes")
	expect.equal(facts.date, "2026-11-22")
	expect.equal(facts.noise, "1.0")
	expect.equal(facts.warnings, "W002")
	expect.equal(facts["time caption"], "T\\_1: query time in ms per step")
	expect.equal(facts["time rounds"], "11")
	local function commit(dirty)
		return select(2, numbers(function (run) run.manifest.dirty = dirty end)).commit
	end
	expect.equal(commit "no", "abc")
	expect.equal(commit "unknown", "abc")
	expect.equal(commit "no; yes", "abc with changes") -- merged
end

function t.what_may_be_wrong_is_marked()
	local stored, facts = numbers(function (run) run.quick = true end)
	expect.equal(stored["time/1000/a_b"].value, "2.00\\harnessmark{QUICK}")
	expect.equal(stored["time/1000/a_b"].unit, "2.00~ms per step\\harnessmark{QUICK}")
	expect.contains(facts["time caption"], "\\textbf{QUICK}")
	stored = numbers(function (run) run.plan_check = "none" end)
	expect.contains(stored["time/1000/a_b"].value, "\\harnessmark{UNCHECKED}")
end

function t.noise_is_marked_in_a_ratio()
	local stored = numbers(function (run) run.groups[1].times["50%#{x}\\"] = 2.001 end)
	expect.contains(stored["time/1000/50\\%\\#\\{x\\}\\\\"].ratio, "\\harnessnoisemark\\,1.00")
end

-- A point that failed has no value, so that LaTeX stops where the text names it.
function t.a_point_that_failed_has_no_value()
	local stored = numbers(function (run)
		run.groups[1].failed = { a_b = { status = "timeout", censored = 1,
			detail = "no answer within 60 s: a timed pass, >= 12.5 ms a step" } }
	end)
	local cell = stored["time/1000/a_b"]
	expect.equal(cell.value, nil)
	expect.equal(cell.status, "timeout")
	expect.equal(cell.bound, "$\\ge$~12.5")
end

function t.unit_scale_and_digits_are_the_tables()
	local stored = numbers(nil, { rows = "faces", columns = "algorithm", scale = 1000, unit = "us", digits = 5 })
	expect.equal(stored["time/1000/a_b"].unit, "2000.0~us")
	stored = numbers(nil, { rows = "algorithm", value = "nb" })
	expect.equal(stored["time/a_b/nb"].value, "100")
	expect.equal(stored["time/a_b/nb"].unit, "100")
end

function t.braces_and_lines_are_balanced()
	local _, _, text = numbers()
	local bare = text:gsub("\\[{}\\#%%]", ""):gsub("%%[^\n]*", "")
	local _, opened = bare:gsub("{", "")
	local _, closed = bare:gsub("}", "")
	expect.equal(opened, closed)
	expect.contains(text, "\\PackageError{harness}{There is no #1}")
	expect.contains(text, "Two runs have the prefix")
end

return t
