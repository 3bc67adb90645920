-- How long a plan will take, by what earlier runs of the scenario took on this machine.
local check = require "base.check"
local lists = require "base.lists"

local estimate = {}

local RUNS_MAX = 8 -- the newest runs are read, and no more than these

-- The scene of a group as a text: its swept values and its query.
local function scene_text(params, query)
	local parts = lists.map(check.sorted_keys(params), function (key)
		return ("\31%s=%s"):format(key, check.text(params[key]))
	end)
	return (query or "all") .. table.concat(parts)
end

local function group_text(scene, algorithms)
	local parts = lists.map(algorithms, function (a) return ("\31%s %s"):format(a.kind, a.params) end)
	return scene .. table.concat(parts)
end

-- The journal of a finished group says how long each of its sessions lasted. Returns seconds and rounds.
local function journal_sums(text)
	local seconds, rounds = 0, 0
	for value in text:gmatch '"type":"sat","seconds":([%d.e+-]+)' do seconds = seconds + tonumber(value) end
	for _ in text:gmatch '"type":"round"' do rounds = rounds + 1 end
	return seconds, rounds
end

local function decoded(path)
	local text = engine.read_file(path)
	local value = text and engine.json_decode(text)
	return type(value) == "table" and value or {}
end

-- A run that only counted has no rounds. It tells nothing about times, and a timed run nothing about it.
local function add_group(known, group, text, counts)
	local seconds, rounds = journal_sums(text)
	local good = type(group) == "table" and type(group.params) == "table" and type(group.algorithms) == "table"
	if seconds == 0 or (rounds == 0) ~= counts or not good then return end
	local scene = scene_text(group.params, group.query)
	local entry = { seconds = seconds, rounds = rounds, workers = #group.algorithms + 1 }
	local whole = group_text(scene, group.algorithms)
	known[whole] = known[whole] or entry
	known[scene] = known[scene] or entry
	known[#known + 1] = entry
end

-- Whether a group was measured on this processor. The groups of a merged run need not be of one.
local function is_of(text, cpu) return cpu and text:find(('"cpu":"%s"'):format(cpu), 1, true) ~= nil end

-- Adds the finished groups of a run. Newer runs come first, and an entry that is known stays.
local function add_run(known, dir, counts, cpu)
	local plan = decoded(dir .. "/plan.json")
	local groups = plan.groups
	if type(groups) ~= "table" or (plan.counts == true) ~= counts then return end
	for _, file in ipairs(engine.list_folder(dir .. "/groups")) do
		local number = file:match "^(%d+)%-%x+%.json$"
		local group = number and groups[tonumber(number) + 1]
		local text = group and engine.read_file(dir .. "/groups/" .. file)
		if text and plan.merged and type(group.params) == "table" then group.params.machine = nil end
		if text and (not plan.merged or is_of(text, cpu)) then add_group(known, group, text, counts) end
	end
end

-- When a run began, from its folder's name or, of a merged one, from its manifest; nil: the folder is no run.
local function begun(folder, name)
	if not name:find "^merged%-%x+$" then return name:match "^(%d+T%d+Z)%-%x+$" end
	local started = decoded(folder .. "/" .. name .. "/manifest.json").started
	return type(started) == "string" and (started:gsub("[-:]", "")) or nil
end

-- The folders of runs, the newest first.
local function runs_of(folder)
	local out = lists.map(engine.list_folder(folder), function (name)
		local at = begun(folder, name)
		return at and { dir = folder .. "/" .. name, at = at }
	end)
	table.sort(out, function (a, b)
		if a.at ~= b.at then return a.at > b.at end
		return a.dir > b.dir
	end)
	return out
end

local function earlier_runs(folder, counts)
	local known, read = {}, 0
	local cpu = engine.cpu()
	for _, run in ipairs(runs_of(folder)) do
		local merged = run.dir:find "/merged%-%x+$"
		if read < RUNS_MAX and (merged or decoded(run.dir .. "/manifest.json").cpu == cpu) then
			add_run(known, run.dir, counts, cpu)
			read = read + 1
		end
	end
	return known
end

-- The time of a group like an earlier one. It grows with the workers and with the rounds.
local function scaled(entry, group)
	local seconds = entry.seconds * (#group.algorithms + 1) / entry.workers
	if entry.rounds == 0 then return seconds end -- it was only counted
	local rounds = group.precision > 0 and math.max(group.runs, entry.rounds) or group.runs
	return seconds * rounds / entry.rounds
end

-- The seconds of each group of a plan; of those that earlier runs do not tell about, the mean of the others.
-- nil if they tell nothing. Second result: about how many groups they tell.
function estimate.groups(p, folder)
	local known, out, sum, told = earlier_runs(folder, p.job.counts == true), {}, 0, 0
	for i, group in ipairs(p.groups) do
		local scene = scene_text(lists.pick(group.params, p.columns), group.query)
		local entry = known[group_text(scene, group.algorithms)] or known[scene]
		out[i] = entry and scaled(entry, group) or false
		if entry then sum, told = sum + out[i], told + 1 end
	end
	if told == 0 then return nil end
	for i = 1, #out do out[i] = out[i] or sum / told end
	return out, told
end

-- The seconds that a plan will take, and how many of its groups earlier runs tell about; nil if they tell
-- nothing. The other groups are taken to last as long as the mean of these.
function estimate.seconds(p, folder)
	local seconds, told = estimate.groups(p, folder)
	if not seconds then return nil end
	local sum = 0
	for _, s in ipairs(seconds) do sum = sum + s end
	return sum, told
end

return estimate
