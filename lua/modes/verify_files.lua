-- `harness verify`: a run's files against those that are made again of its journals (lua/runs/remade.lua).
local check = require "base.check"
local files = require "base.files"
local json = require "text.json"
local lists = require "base.lists"
local machines = require "data.machines"
local measured = require "data.measured"
local plan_file = require "runs.plan_file"
local remade = require "runs.remade"
local run_files = require "modes.run_files"

local verify_files = {}

local RESULTS = { "summary.csv", "samples.csv", "builds.csv", "steps.csv", "levels.csv", "instances.csv",
	"drawn.csv", "costs.csv", "maps.csv" }

local function reader(dir)
	return function (name) return engine.read_file(dir .. "/" .. name) end
end

-- The environment of a report that is made again: it keeps what is written, in place of the run's own files.
local function kept_environment(job)
	local env, texts = run_files.environment(job.run_dir, job.other_dir), {}
	local read = env.read
	env.write = function (name, text) texts[name] = text end
	env.read = function (name) return texts[name] or read(name) end
	env.keep = function (tree) texts["report.json"] = json.encode(tree) end
	env.tree = function () return files.must(engine.json_decode(texts["report.json"])) end
	return env, texts
end

-- Makes the report again, with the scenario that it was made of. Returns its files by name.
local function report_again(job, make_report)
	local env, texts = kept_environment(job)
	if not env.read "report.md" then return {} end
	local kept = env.read "reported/scenario.lua"
	if kept then job.text, job.modules = kept, job.run_dir .. "/reported/modules" end
	job.no_figures = true
	make_report(job, machines.view(env))
	local part = run_files.environment(job.run_dir, job.other_dir)
	part.read, part.tree = env.read, env.tree
	local parts = { { env = part, name = "", folder = "" } }
	texts["report.html"] = engine.trusted(require("report.page").make, parts)
	for name in next, texts do
		if name:find "^reported/" then texts[name] = nil end
	end
	return texts
end

local function seeds_of(dir)
	local seeds = {}
	plan_file.read(dir, function (group)
		for _, a in ipairs(group.algorithms) do seeds[a.point] = group.seed end
		return { params = {}, algorithms = {} }
	end)
	return seeds
end

-- The statistics of a copy without journals, against its samples.
local function from_samples(job)
	local env = run_files.environment(job.run_dir, job.other_dir)
	local m = measured.new({ columns = env.plan.columns }, env)
	if m.counts then return {}, 0 end
	return engine.trusted(remade.from_samples, m, lists.set(env.rows.columns), seeds_of(job.run_dir))
end

-- A published copy may have no instances.csv (tools/reference.sh). Takes out the files of figures that have
-- no data without it. Returns a line for each.
local function take_out_bare(job, texts)
	local env, lines = run_files.environment(job.run_dir, job.other_dir), {}
	if not env.drawn() or #env.instances() > 0 then return lines end
	for _, name in ipairs(check.sorted_keys(texts)) do
		if name:find "^figures/.*%.csv$" and not texts[name]:find "\n." then
			texts[name] = nil
			lines[#lines + 1] = name .. " is not made again: there is no instances.csv"
		end
	end
	return lines
end

local function has_samples(job)
	return engine.is_file(job.run_dir .. "/samples.csv") or engine.is_file(job.other_dir .. "/samples.csv")
end

-- Returns lines that say what differs and what is the same, and whether nothing differs. make_report: of
-- lua/modes/entry.lua.
function verify_files.run(job, make_report)
	local is_remade = engine.is_file(job.other_dir .. "/summary.csv")
	local manifest = files.decode(job.run_dir .. "/manifest.json")
	local is_same_program = manifest.engine == engine.program()
	local texts = report_again(job, make_report)
	local bare = take_out_bare(job, texts)
	local lines, same = engine.trusted(remade.compare, is_remade and RESULTS or {}, job.other_dir, texts,
		reader(job.run_dir), is_same_program)
	local differs = #lines > 0
	lists.add(lines, bare)
	if not is_remade and has_samples(job) then
		local more, values = from_samples(job)
		lists.add(lines, lists.map(more, function (line) return "differs: " .. line end))
		differs = differs or #more > 0
		lines[#lines + 1] = ("without journals: %d medians, bounds and ratios made again of samples.csv, %d "
			.. "different"):format(values + #more, #more)
	elseif not is_remade then
		lines[#lines + 1] = "without journals and samples: its times cannot be made again"
	end
	lines[#lines + 1] = ("made again: %d files the same%s"):format(same, is_same_program and ""
		or "; it is of another program, so only numbers and verdicts are compared")
	return lines, not differs
end

return verify_files
