-- How a run was made, for rerun, verify and report: its settings and options, the folder it was started in,
-- and the hashes of its models.
local absent = require "vocabulary.unverifiable"
local scenario = require "vocabulary.scenario"
local scenes = require "vocabulary.scenes"

local again = {}

-- What a run was called with, from its plan.
local function set_options(job, plan)
	for key, values in next, plan.settings or {} do
		job.settings[#job.settings + 1] = key .. "=" .. table.concat(values, ",")
	end
	job.quick, job.filter, job.seed = plan.quick, plan.filter, math.tointeger(tonumber(plan.seed)) or 1
	if plan.shard then
		job.shard, job.shards, job.dealt = plan.shard.index, plan.shard.count, {}
		for _, group in ipairs(plan.groups) do job.dealt[group.number] = plan.shard.index end
	end
	-- those that the plan holds are those that there are: runs, precision and what else changes a plan
	for name, value in next, plan.options or {} do job[name] = value end
end

-- Models are read from the same place, relative to the scenario's old folder, and must have the same bytes.
local function set_models(job, plan)
	job.folder, job.started_in = scenario.folder_of(plan.file), plan.started_in
	scenes.started_in = plan.started_in
	if job.verb == "verify" then absent.begin(plan.plugins) end
	for _, model in ipairs(plan.models or {}) do scenes.expected[model.file] = model.sha256 end
end

-- Makes a job that of the run with this plan.
function again.apply(job, plan)
	set_options(job, plan)
	set_models(job, plan)
end

return again
