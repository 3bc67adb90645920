-- What a run says of how it was made, for rerun, verify and report: settings and options, where it was
-- started, and which bytes its models had.
local scenario = require "scenario"
local scenes = require "scenes"

local again = {}

-- What a run was called with, from its plan.
function again.settings(job, plan)
	for key, values in next, plan.settings or {} do
		job.settings[#job.settings + 1] = key .. "=" .. table.concat(values, ",")
	end
	job.quick, job.filter, job.seed = plan.quick, plan.filter, math.tointeger(tonumber(plan.seed)) or 1
	-- those that the plan holds are those that there are: runs, precision and what else changes a plan
	for name, value in next, plan.options or {} do job[name] = value end
end

-- Models lie where they lay, beside the scenario as it was, and are what they were.
function again.models(job, plan)
	job.folder, job.started_in = scenario.folder_of(plan.file), plan.started_in
	scenes.started_in = plan.started_in
	for _, model in ipairs(plan.models or {}) do scenes.expected[model.file] = model.sha256 end
end

return again
