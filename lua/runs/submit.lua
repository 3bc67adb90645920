-- The files of a job array: `harness submit FILE --slurm`. The supervisor hands them to sbatch.
local shell_word = require("text.notation").shell
local estimate = require "runs.estimate"
local files = require "base.files"
local lists = require "base.lists"
local plan = require "runs.plan"
local shards = require "runs.shards"

local submit = {}

local DEFAULT = 8 -- shards, where the command does not say how many

-- What each group will take: by earlier runs, and the mean of these for others; else by the plan alone.
local function weights_of(p, folder)
	local seconds = estimate.groups(p, folder)
	return seconds or lists.map(p.groups, shards.weight), seconds ~= nil
end

-- One task of the array. A task that Slurm ends loses no more than the group that is under way, so it may run
-- again. `exec`: signals reach the harness itself.
local function array_text(job, dir, count)
	return ([[
#!/bin/sh
#SBATCH --requeue
#SBATCH --open-mode=append
%sexec %s --shard "$SLURM_ARRAY_TASK_ID/%d" --deal %s --progress plain "$@"
]]):format((job.shared or job.counts) and "" or "#SBATCH --exclusive\n",
		table.concat(lists.map(job.words, shell_word), " "), count, shell_word(dir .. "/deal.json"))
end

-- Merges what there is: a shard that failed is named by the merge as missing.
local function merge_text(job, dir, count)
	local base = dir:match "^(.*)/[^/]*$"
	return ([[
#!/bin/sh
set -- %s/shard-*-of-%d/latest
exec %s merge "$@" -o %s --no-figures
]]):format(shell_word(base), count, shell_word(job.words[1]), shell_word(base:match "^(.*)/[^/]*$"))
end

-- Writes the deal and both scripts, unless only the folder is asked for. `stage` gives the path of a folder.
function submit.run(p, job, stage)
	local count = math.min(job.shards or DEFAULT, #p.groups)
	local dir = stage(("%s/submit-%d"):format(p.scenario.table.name, count))
	if job.status or job.retry_failed then return "" end
	local weights, known = weights_of(p, (job.out or "results") .. "/" .. p.scenario.table.name)
	files.write(dir .. "/deal.json", shards.deal_text(plan.identity(p), weights, count))
	files.write(dir .. "/array.sh", array_text(job, dir, count))
	files.write(dir .. "/merge.sh", merge_text(job, dir, count))
	return ("%d groups in %d shards, dealt by %s\n"):format(#p.groups, count,
		known and "the times of earlier runs" or "samples and steps")
end

return submit
