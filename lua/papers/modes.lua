-- The work of the scenario process for `harness paper`: reads papers/KEY.lua and the scenarios that it names,
-- and writes the document of the paper from their latest runs.
local check = require "base.check"
local columns = require "data.columns"
local csv = require "text.csv"
local document = require "papers.document"
local files = require "base.files"
local index = require "papers.index"
local latex = require "blocks.latex"
local lists = require "base.lists"
local markdown = require "blocks.markdown"
local page = require "report.page"
local papers = require "vocabulary.paper"
local plan = require "runs.plan"
local readings = require "vocabulary.readings"
local runs = require "papers.latest_run"
local sandbox = require "vocabulary.sandbox"
local scenario = require "vocabulary.scenario"
local scenes = require "vocabulary.scenes"

local modes = {}

local function read(path)
	local text, message = engine.read_file(path)
	return text or check.stop(message or path)
end

-- Runs a file that must return an object of this kind.
local function load_file(text, file, kind)
	local value = sandbox.run(text, file)
	if check.kind(value) ~= kind then
		check.raise({ file = file, line = 1 }, nil, ("must end with `return h.%s { ... }`"):format(kind))
	end
	return value
end

local function key_check(paper, file)
	local key = file:match "([^/]*)%.lua$"
	if paper.key ~= key then
		check.fail(paper.at, { "key" }, ("is %s, but the file is %s.lua"):format(check.shown(paper.key), key))
	end
	return paper
end

local function load_paper(file)
	sandbox.set_folder(scenario.folder_of(file))
	require "vocabulary.harness"
	return key_check(load_file(read(file), file, "paper"), file)
end

-- The scenarios lie beside the folder of the paper's file.
local function scenarios_folder(file)
	local folder = scenario.folder_of(file)
	local above = folder == "." and ".." or folder:match "^(.*)/[^/]*$" or "."
	return above == "." and "scenarios" or above .. "/scenarios"
end

local function scenario_file(job, name) return ("%s/%s.lua"):format(scenarios_folder(job.file), name) end

local function load_scenario(job, name)
	local file = scenario_file(job, name)
	scenario.settings, scenario.is_loaded = {}, false
	scenes.folder = scenario.folder_of(file)
	sandbox.set_folder(scenes.folder)
	local s = load_file(read(file), file, "scenario")
	if s.table.name ~= name then
		check.fail(s.at, { "name" }, ("a paper names this scenario by its file, %s"):format(check.shown(name)))
	end
	return s
end

-- Checks that the scenario has the tables, figures and claims that the entry names.
local function names_check(paper, i, entry, s)
	for _, what in ipairs { "tables", "figures", "claims" } do
		local known = check.sorted_keys(s.table[what] or {})
		if what == "claims" then lists.add(known, check.sorted_keys(s.table.checks or {})) end
		for k, name in ipairs(what == "claims" and papers.claim_names(entry) or entry[what] or {}) do
			if not check.contains(known, name) then
				check.fail(paper.at, { "entries", i, what, k }, ("the scenario %s has no %s %s%s"):format(entry.scenario,
					what:gsub("s$", ""), check.shown(name), check.suggestion(name, known)))
			end
		end
	end
end

-- A theorem is checked and not judged, in the scenario as in the paper's document.
local function theorems_check(paper, i, entry, s)
	for k, claim in ipairs(entry.claims or {}) do
		if claim.source == "theorem" and not (s.table.checks or {})[claim.name] then
			check.fail(paper.at, { "entries", i, "claims", k }, ("is a theorem, but the scenario %s has it not under "
				.. "`checks`"):format(entry.scenario))
		end
	end
end

-- Whether a table publishes something beside a label, in its column or its row.
local function publishes(def, label)
	if def.rows ~= "algorithm" then return def.columns == "algorithm" and def.published[label] ~= nil end
	for _, row in pairs(def.published) do
		if row[label] then return true end
	end
	return false
end

-- The same of the tables whose published times are to be explained, and of the columns in them.
local function explain_check(paper, i, entry, tables)
	for k, what in ipairs(entry.explain or {}) do
		local path = { "entries", i, "explain", k }
		for _, name in ipairs(what.tables) do
			local def = tables[name]
			if not (def and def.published) then
				check.fail(paper.at, check.join(path, "tables"), ("the scenario %s has no published table %s"):format(
					tostring(entry.scenario), check.shown(name)))
			end
			for _, label in ipairs(what.published or what.algorithms) do
				if not publishes(def, label) then
					check.fail(paper.at, check.join(path, what.published and "published" or "algorithms"),
						("the table %s publishes nothing of %s"):format(check.shown(name), check.shown(label)))
				end
			end
		end
		for _, name in ipairs(what.counts) do
			if not columns.of(name, "summary.csv") then
				check.fail(paper.at, check.join(path, "counts"), ("%s is no column"):format(check.shown(name)))
			end
		end
	end
end

-- The readings of a scenario, as a report has them. What was tuned is none of the scenario's.
local function readings_of(s)
	local all = plan.outline(s, { settings = {}, verb = "tune" })
	return readings.spec(all.readings, all.labels)
end

-- The tables of the scenarios of a paper: tables[scenario][name]; none of a scenario that was made for
-- another paper, whose numbers they publish. Every name in the entries is checked. And the scenarios.
local function tables_of(job, paper)
	local loaded, tables = {}, {}
	for _, name in ipairs(papers.scenarios(paper)) do
		loaded[name] = load_scenario(job, name)
		local own = loaded[name].table
		tables[name] = own.paper == paper.key and own.tables or {}
	end
	for i, entry in ipairs(paper.entries) do
		if entry.scenario then
			names_check(paper, i, entry, loaded[entry.scenario])
			theorems_check(paper, i, entry, loaded[entry.scenario])
		end
		explain_check(paper, i, entry, tables[entry.scenario] or {})
	end
	return tables, loaded
end

-- What a document is made of but for its runs; readings: of the scenarios whose published times it explains.
local function document_of(job, paper)
	local tables, loaded = tables_of(job, paper)
	local open = {}
	for _, entry in ipairs(paper.entries) do
		if entry.explain then open[entry.scenario] = readings_of(loaded[entry.scenario]) end
	end
	return { paper = paper, tables = tables, readings = open }
end

-- ---- modes ----

local LISTED = { "paper", "place", "kind", "entry", "row", "column", "published", "unit", "scenario", "table",
	"missing", "computed" }

-- Prints every published number as CSV.
function modes.list(job, paper)
	local tables = tables_of(job, key_check(paper, job.file))
	local rows = {}
	for _, entry in ipairs(paper.entries) do
		local numbers = papers.numbers(entry, tables[entry.scenario] or {})
		if #numbers == 0 then numbers[1] = {} end
		for _, number in ipairs(numbers) do
			rows[#rows + 1] = { paper = paper.key, place = entry.place, kind = entry.kind, entry = entry.id,
				row = number.row, column = number.column, published = number.value, unit = number.unit,
				scenario = entry.scenario, table = number.table, missing = entry.missing,
				computed = number.computed and 1 or nil }
		end
	end
	engine.say("T", csv.format(LISTED, rows))
end

local function results(job) return job.out or "results" end

local env = { read = function (path) return (engine.read_file(path)) end,
	real_path = function (path) return (engine.real_path(path)) end, decode = files.decode,
	list = engine.list_folder }

-- Says which scenarios have to be run; with --no-run, which have a finished run, and after each its folder.
function modes.paper_plan(job)
	local paper = load_paper(job.file)
	tables_of(job, paper)
	for _, name in ipairs(papers.scenarios(paper)) do
		local dir = job.no_run and engine.trusted(runs.finished, env, results(job), name)
		if dir or not job.no_run then engine.say("S", scenario_file(job, name)) end
		if dir then engine.say("S", dir) end
	end
end

local function runs_of(job, paper)
	local out = {}
	for _, name in ipairs(papers.scenarios(paper)) do
		out[name] = runs.latest(env, results(job), name, job.no_run)
	end
	return out
end

-- Writes a document as Markdown and as a page. make(is_page): its blocks; levels: how many folders lie
-- between it and the folder of results, where its links begin.
local function write_document(job, base, levels, make)
	local folder = results(job)
	local up = ("../"):rep(levels)
	files.write(("%s/%s.md"):format(folder, base), markdown.text(make(false), up))
	local images = { read = function (path) return env.read(folder .. "/" .. path) end }
	files.write(("%s/%s.html"):format(folder, base), page.document(make(true), images, up))
	engine.say("T", ("%s/%s.md\n%s/%s.html\n"):format(folder, base, folder, base))
end

function modes.paper(job)
	local paper = load_paper(job.file)
	local doc = document_of(job, paper)
	engine.trusted(function ()
		doc.runs = runs_of(job, paper)
		local base = ("papers/%s/%s"):format(paper.key, paper.key)
		write_document(job, base, 2, function (is_page) return document.tree(doc, is_page) end)
		files.write(("%s/papers/%s/numbers.csv"):format(results(job), paper.key), document.csv(doc))
	end)
end

-- One article of all papers: their documents without pictures of scenes.
local function write_article(job, list)
	local sections = lists.map(list, function (one)
		return document.tree(lists.copy(document_of(job, one.paper), { runs = one.runs }), false, true)[1]
	end)
	local path = results(job) .. "/papers/article.tex"
	files.write(path, latex.article("article.tex", "What is published, measured again", sections, "../"))
	engine.say("T", path .. "\n")
end

-- Writes the page of the claims of all papers that lie beside the given one.
function modes.paper_index(job)
	local folder, list = scenario.folder_of(job.file), {}
	for _, name in ipairs(engine.list_folder(folder)) do
		local file = folder .. "/" .. name
		if name:find "%.lua$" then
			local paper = load_paper(file)
			list[#list + 1] = { paper = paper, runs = runs_of(job, paper) }
		end
	end
	engine.trusted(function ()
		write_document(job, "papers/index", 1, function () return index.tree(list) end)
		files.write(results(job) .. "/papers/readme.md", markdown.text(index.readme(list), "results/reference/"))
		if job.tex then write_article(job, list) end
	end)
end

return modes
