-- The work of the scenario process: one function for each mode of engine/host/scenario.h.
local again = require "runs.rerun"
local algorithms = require "vocabulary.algorithms"
local broads = require "vocabulary.broads"
local check = require "base.check"
local columns = require "data.columns"
local compare = require "runs.compare"
local coverage = require "claims.coverage"
local estimate = require "runs.estimate"
local drawn = require "vocabulary.drawn"
local files = require "base.files"
local json = require "text.json"
local listing = require "modes.listing"
local lists = require "base.lists"
local machines = require "data.machines"
local measured = require "data.measured"
local missing_groups = require "report.missing_groups"
local notation = require "text.notation"
local plan = require "runs.plan"
local plan_file = require "runs.plan_file"
local readings = require "vocabulary.readings"
local rehearsal = require "report.rehearsal"
local run_files = require "modes.run_files"
local sandbox = require "vocabulary.sandbox"
local scenario = require "vocabulary.scenario"
local scenes = require "vocabulary.scenes"
local shards = require "runs.shards"
local trial = require "runs.trial"

local entry = {}

-- Turns { "faces=530,1000" } into { faces = { "530", "1000" } }. The values are entered in scenes.outside, so
-- that a file name among them is relative to the directory where the program was started.
local function parse_settings(list)
	local settings = {}
	for _, text in ipairs(list) do
		local key, values = text:match("^([%a_][%w_]*)=(.*)$")
		if not key then check.stop(("-s %s: is not key=value"):format(text)) end
		if settings[key] then check.stop(("-s %s: is given twice; write %s=a,b"):format(key, key)) end
		settings[key] = notation.comma_parts(values)
		for _, value in ipairs(settings[key]) do scenes.outside[value] = true end
	end
	return settings
end

-- Runs the scenario file. The file must return the value of h.scenario; or an object of the kind `other`.
local function load(job, other)
	job.settings = parse_settings(job.settings)
	if job.x and not job.settings.algorithm then job.settings.algorithm = { job.of, job.against } end
	scenario.job, scenario.settings = job, job.settings
	scenes.folder = job.folder or scenario.folder_of(job.file)
	-- A new run reads copies of the modules. The copies may be deleted soon, so errors name the originals.
	sandbox.set_folder(job.modules or scenes.folder, not job.again and scenes.folder or nil)
	sandbox.environment.math.randomseed(job.seed)
	require "vocabulary.harness"
	local s = sandbox.run(job.text, job.file)
	scenario.is_loaded = true
	if check.kind(s) ~= "scenario" and not (other and check.kind(s) == other) then
		local got = s == nil and "nothing" or check.shown(s)
		check.raise({ file = job.file, line = 1 }, nil,
			("must end with `return h.scenario { ... }`, but returns %s%s"):format(got,
				check.kind(s) == "paper" and ", whose scenarios are files of their own" or ""))
	end
	return s
end

-- Bakes the scene of one point, for `export` and `draw`. job.point is the number that `list FILE` prints.
function entry.export(job)
	local p = plan.resolve(load(job), job)
	if job.point > #p.points then
		check.stop(("--point %d: the scenario has points 1 to %d"):format(job.point, #p.points))
	end
	plan.keep_point(p, job.point)
	plan.describe_scenes(p)
	local steps = scenes.steps(p.groups[1].description)
	if job.step > steps then
		check.stop(("--step %d: point %d has steps 1 to %d"):format(job.step, job.point, steps))
	end
	plan.realize_scenes(p)
	scenes.bake(p.scene_at, p.groups[1].description, engine.stage(p.scenario.table.name) .. "/export.scene",
		p.groups[1])
end

function entry.vocabulary()
	require "vocabulary.harness"
	engine.say("T", listing.vocabulary(algorithms, scenes.shapes, scenes.generators, broads.registry))
end

function entry.luacats()
	require "vocabulary.harness"
	require("claims.claims").define()
	engine.say("T", require("vocabulary.luacats").text(algorithms.contacts(), scenes.shapes, scenes.generators,
		broads.registry))
end

function entry.columns() engine.say("T", columns.markdown()) end

-- ---- report ----

-- The scenario's derived columns. A column's function runs as untrusted code of the scenario.
local function derived_of(s)
	return lists.map(s.derived, function (column)
		local function guarded(...) return engine.untrusted(column.value, ...) end
		return lists.copy(column, { value = not column.formula and guarded or nil })
	end)
end

-- Type and meaning of the parameters of all algorithms and of the counters of plug-ins, by column name.
local function parameters_of()
	local types = { integer = "int", number = "real", boolean = "bool" }
	local out = {}
	for _, info in ipairs(algorithms.registry) do
		for _, param in ipairs(info.params) do
			out[info.name .. "_" .. param.name] = { type = types[param.type] or "text", about = param.about }
		end
		for _, counter in ipairs(info.counters) do
			out[info.name .. "_" .. counter.name] = { is_counter = true, name = counter.name,
				about = counter.about, unit = counter.unit }
		end
	end
	return out
end

-- Claims and checks run as the scenario's code. One that does not end fails alone.
local function guarded(functions)
	local out = {}
	for name, f in next, functions or {} do
		out[name] = function (...) return engine.untrusted_part(f, ...) end
	end
	return out
end

local function spec_of(p)
	local t = p.scenario.table
	return { name = t.name, title = t.title, paper = t.paper, tables = t.tables or {}, figures = t.figures or {},
		claims = guarded(t.claims), checks = guarded(t.checks), stand_ins = p.scenario.stand_ins,
		untuned = p.scenario.untuned, readings = readings.spec(p.readings, p.labels),
		drawn = p.scenario.drawn and { about = drawn.about(p.scenario.drawn) },
		has_models = p.scenario.drawn and p.scenario.drawn.model ~= nil,
		maps = p.scenario.maps or {}, order_of = p.order_of,
		columns = p.columns, algorithms = p.algorithms, derived = derived_of(p.scenario),
		shared = p.scenario.shared, parameters = parameters_of() }
end

-- The table, figure or column that a message is about: "tables", "a-b" for "tables.a-b.rows: ...". A name may
-- hold any character, so the longest name that fits is taken. Nil if there is none.
local function table_or_figure(s, message)
	local what, rest = message:match("^(%l+)%.(.*)$")
	local longest
	for name in next, (what == "tables" or what == "figures" or what == "columns") and s.table[what] or {} do
		local fits = rest:sub(1, #name) == name and rest:find("^[.: ]", #name + 1)
		if fits and #name > #(longest or "") then longest = name end
	end
	return longest and what, longest
end

-- The keys to the entry that a message is about: "tables.a.where.faces: ..." gives { "tables", "a", "where",
-- "faces" }.
local function path_in(what, name, message)
	local path = { what, name }
	local rest = message:sub(#what + #name + 2):match "^(%.[%w_.]+):" or ""
	for key in rest:gmatch "[%w_]+" do path[#path + 1] = key end
	return path
end

-- Raises an error of the report again. An error that names a table, figure, column or claim ("tables.times:
-- ...") is given the line of that entry in the scenario, unless it already has a line.
local function tell_place(s, problem)
	local code, message = tostring(problem):match("^(%c)(.*)$")
	message = message or tostring(problem)
	local what, name = table_or_figure(s, message)
	if what then check.raise(s.at, path_in(what, name, message), message) end
	if not message:find("^[^\n]-:%d+: ") then
		name = message:match(' %(claim "(.*)"%)$')
		what = s.table.claims and s.table.claims[name] and "claims" or "checks"
		if not name then what, name = "columns", message:match(' %(column "([%w_]+)", .*%)$') end
	end
	if name then check.raise(s.at, { what, name }, message) end
	error({ text = message, exit = code and code:byte() }, 0)
end

-- ---- before anything is measured ----

-- The job without --quick and --filter, with these settings.
local function unfiltered(job, settings)
	local all = lists.copy(job, { quick = false, settings = settings })
	all.filter = nil
	return all
end

-- The scenario with nothing left out: without --quick, --filter and -s.
local function whole_plan(s, job, p)
	if not job.quick and not job.filter and next(job.settings) == nil then return p end
	return plan.resolve(s, unfiltered(job, {}))
end

-- How much of the scenario --quick and --filter leave out; nil without them.
local function left_out(s, job, p)
	if not job.quick and not job.filter then return nil end
	local whole, groups = plan.resolve(s, unfiltered(job, job.settings)), 0
	for text in next, whole.groups do
		if type(text) == "string" and not p.groups[text] then groups = groups + 1 end
	end
	local by = { job.quick and "--quick" or nil }
	if job.filter then by[#by + 1] = "--filter " .. job.filter end
	return { groups = groups, whole_groups = #whole.groups, points = math.max(0, #whole.points - #p.points),
		whole_points = #whole.points, by = table.concat(by, ", ") }
end

-- Finds mistakes in the scenario's tables, figures and claims, and missing model files.
local function rehearse(s, job, p)
	plan.look_for_files(p)
	local whole = whole_plan(s, job, p)
	local ok, problem = pcall(engine.trusted, rehearsal.check, whole, spec_of(whole))
	if not ok then tell_place(s, problem) end
	return whole
end

-- Writes the plan of a rung of `harness tune`. It has no report, so nothing is rehearsed.
local function plan_rung(p)
	p.identity = engine.trusted(plan.identity, p)
	plan.realize_scenes(p)
	plan.write(p, engine.stage(plan.name(p)))
end

function entry.plan(job)
	if job.rung then job.rung = engine.json_decode(job.rung) end
	if job.again then
		local decoded = plan_file.brief(job.run_dir)
		again.apply(job, decoded)
		job.file = decoded.file
	end
	local s = load(job)
	local p = plan.resolve(s, job)
	plan.describe_scenes(p, job.shards and engine.trusted(shards.own, p) or nil)
	if job.rung then return plan_rung(p) end
	-- a repeated run was rehearsed when it was made, and a plan that was dealt when it was submitted
	if job.deal then plan.look_for_files(p) elseif not job.again then rehearse(s, job, p) end
	p.left_out = left_out(s, job, p)
	engine.trusted(rehearsal.put_questions, p, spec_of(p))
	p.identity = engine.trusted(plan.identity, p)
	if job.shards then engine.trusted(shards.keep, p, p.identity) end
	plan.realize_scenes(p)
	if job.verb == "verify" then plan.leave_out(p) end
	if next(p.scenario.table.figures or {}) then engine.say("F", "") end
	plan.write(p, engine.stage(p.scenario.table.name))
end

-- Says which rung of equal tuning is measured next and where, or writes and prints what was chosen.
function entry.tune(job)
	local s, runs = load(job), {}
	for dir in (job.measured or ""):gmatch "[^\n]+" do runs[#runs + 1] = dir end
	local p = plan.resolve(s, job)
	plan.describe_scenes(p)
	local rung, text, told = engine.trusted(require("modes.tuning").next, s, p, job, runs)
	if not rung then return engine.say("T", text) end
	for _, said in ipairs { json.encode(rung), text, told } do engine.say("S", said) end
end

-- Writes the files of a job array.
function entry.submit(job)
	local s = load(job)
	local p = plan.resolve(s, job)
	plan.describe_scenes(p)
	if not job.status and not job.retry_failed then
		rehearse(s, job, p)
		engine.trusted(rehearsal.put_questions, p, spec_of(p)) -- they are part of the deal's identity
	end
	engine.say("T", engine.trusted(require("runs.submit").run, p, job, engine.stage))
end

-- How long the plan will take: by earlier runs of this machine, else by a trial. Nil if neither tells.
local function expected(p, job, folder)
	local seconds, told = estimate.seconds(p, folder)
	if seconds then return { seconds = seconds, groups = told } end
	local is_tried = job.verb == "plan" and not job.no_trial and not job.counts
	local temporary = is_tried and engine.stage(p.scenario.table.name) or ""
	if temporary == "" then return nil end
	local tried, more = trial.seconds(p, temporary)
	return { seconds = tried, is_least = tried and more, why = not tried and more, is_trial = true }
end

-- Prints the points, and on stderr what the report will lack; of a paper, what it publishes.
function entry.points(job)
	local s = load(job, "paper")
	if check.kind(s) == "paper" then return require("papers.modes").list(job, s) end
	local p = plan.resolve(s, job)
	plan.describe_scenes(p)
	if job.shards then
		engine.trusted(rehearsal.put_questions, p, spec_of(p))
		engine.trusted(shards.keep, p, plan.identity(p))
		return engine.say("T", shards.line(p))
	end
	if rehearse(s, job, p) ~= p then
		for _, line in ipairs(engine.trusted(rehearsal.notes, p, spec_of(p))) do
			engine.say("P", ("note: %s\n"):format(line))
		end
	end
	local folder = (job.out or "results") .. "/" .. s.table.name
	engine.say("T", engine.trusted(function () return listing.points(p, expected(p, job, folder)) end))
end

-- The report is made of the scenario as it now stands. Where that is not the run's own copy, it is kept too,
-- so that the report can be made again.
local function keep_scenario(job, env)
	local same, kept = env.read "scenario.lua" == job.text, env.read "reported/scenario.lua"
	for _, module in ipairs(sandbox.modules) do
		same = same and env.read("modules/" .. module.path) == module.text
	end
	if same and not kept then return end
	env.write("reported/scenario.lua", job.text)
	for _, module in ipairs(sandbox.modules) do env.write("reported/modules/" .. module.path, module.text) end
end

local function make_report(job, env)
	if job.again then again.apply(job, env.plan) else job.tuned = (env.plan.options or {}).tuned or false end
	local s = load(job)
	keep_scenario(job, env)
	local spec = spec_of(missing_groups.look(env, s, job, spec_of))
	spec.undrawn = job.no_figures
	local ok, made = pcall(engine.trusted, require("report.report").run, spec, env, job.screen)
	if not ok then tell_place(s, made) end
	made.missing, made.disagreements = coverage.missing(env), machines.disagreements(env)
	return made, s
end

-- Raises the last of the errors, after the messages of all others were printed.
local function tell_failures(s, failures)
	for i, problem in ipairs(failures) do
		local _, placed = pcall(tell_place, s, problem)
		if i == #failures then error(placed, 0) end
		engine.say("P", placed.text .. "\n")
	end
end

function entry.report(job)
	local made, s = make_report(job, machines.view(run_files.environment(job.run_dir)))
	engine.say("T", made.stdout)
	for _, file in ipairs(made.gnuplot) do engine.say("G", file) end
	engine.say("R", ("%d"):format(made.refuted))
	engine.say("M", ("%d"):format(made.missing))
	if made.disagreements > 0 then engine.say("X", "4") end
	tell_failures(s, made.failures)
end

-- Writes the page of one run into the run, or that of several runs to job.html.
function entry.page(job)
	local parts, html, folder = {}, not job.run_dir and job.html, nil
	local path = html or job.run_dir .. "/report.html"
	if html then
		folder = html:match "^(.*)/[^/]*$" or "."
		engine.make_folder(folder)
		folder = files.real(folder == "" and "/" or folder)
	end
	for i, dir in ipairs(html and job.files or { job.run_dir }) do
		local real = files.real(dir)
		parts[i] = { env = run_files.environment(dir), name = real:match "([^/]+/[^/]+)$" or real,
			folder = folder and files.way(folder, real) or "" }
	end
	files.write(path, engine.trusted(require("report.page").make, parts))
end

-- Can each claim of the run hold, and can it be refuted?
function entry.vary(job)
	local env = machines.shown_only(machines.view(run_files.environment(job.run_dir)))
	again.apply(job, env.plan)
	local s = load(job)
	local spec = spec_of(plan.outline(s, job))
	local ok, text, fixed = pcall(engine.trusted, function ()
		return require("claims.refutability").run(measured.new(spec, env), spec, job.vary)
	end)
	if not ok then tell_place(s, text) end
	engine.say("T", text)
	engine.say("X", ("%d"):format(fixed > 0 and 1 or 0))
end

-- Merges the runs of job.files. The supervisor writes the CSV files.
function entry.merge(job)
	for _, line in ipairs(engine.trusted(require("runs.merge").run, job.files, engine.stage)) do
		engine.say("P", line .. "\n")
	end
end

-- ---- papers ----

for _, mode in ipairs { "paper_plan", "paper", "paper_index" } do
	entry[mode] = function (job) require("papers.modes")[mode](job) end
end

-- ---- the worst scene ----

function entry.worst(job)
	local budget = job.budget and math.tointeger(job.budget)
	job.budget = nil -- of scenes, and not of a run's time
	local p = plan.resolve(load(job), job)
	plan.describe_scenes(p)
	local differ = engine.trusted(require("runs.worst").run, p, job, budget, engine.stage)
	engine.say("X", differ and "4" or "0")
end

function entry.worst_found(job)
	engine.say("T", engine.trusted(require("runs.worst_kept").told, job.run_dir))
end

-- ---- two runs ----

-- view(environment): which rows of a run are looked at.
local function both_runs(job, view)
	local a, b = view(run_files.environment(job.run_dir)), view(run_files.environment(job.other_dir))
	return measured.new({ columns = a.plan.columns }, a), measured.new({ columns = b.plan.columns }, b)
end

local function write_texts(folder, texts)
	files.must(engine.make_folder(folder))
	for _, name in ipairs { "compare.md", "compare.csv" } do files.write(folder .. "/" .. name, texts[name]) end
end

local function all_rows(env) return env end

-- Calls f with both runs of `harness compare` or `verify`. No code of a scenario runs here, so an unexpected
-- Lua error means that a file of a run is damaged.
local function of_runs(job, view, f, ...)
	local ok, first, second = pcall(function (...)
		local a, b = both_runs(job, view)
		return engine.trusted(f, a, b, ...)
	end, ...)
	if ok then return first, second end
	local told = type(first) ~= "string" or first:find("^%c") or first:find("not enough memory", 1, true)
	if told then error(first, 0) end
	local run = job.shown or job.run_dir
	check.stop(("%s or %s: is damaged: %s"):format(run, job.other_dir, first), 7)
end

function entry.compare(job)
	local result = of_runs(job, machines.view, compare.run, job.threshold)
	if job.out then write_texts(job.out, { ["compare.md"] = result.markdown, ["compare.csv"] = result.csv }) end
	engine.say("T", result.markdown)
	-- exit code 1: a comparison that could judge nothing, or that leaves a point undecided which may be beyond
	-- the threshold, must not pass as a success
	local nothing = result.compared == 0 or job.threshold and result.judged == 0
	local code = result.disagreements > 0 and 4 or nothing and 1 or result.regressions > 0 and 5
		or result.open > 0 and 1 or 0
	engine.say("X", ("%d"):format(code))
end

-- Makes a run's results and report again and compares them with those that it has. job.other_dir: a folder
-- with the CSV files that were made of its journals, or without any.
function entry.remade(job)
	local lines, same = require("modes.verify_files").run(job, make_report)
	for _, line in ipairs(lines) do engine.say("T", ("%s: %s\n"):format(job.shown or job.run_dir, line)) end
	engine.say("X", ("%d"):format(same and 0 or 4))
end

-- Compares the counts of a run with those that were just counted again.
function entry.verify(job)
	local text, code = of_runs(job, all_rows, require("runs.verify").run)
	engine.say("T", ("%s: %s"):format(job.shown or job.run_dir, text))
	engine.say("X", ("%d"):format(code))
end

return entry
