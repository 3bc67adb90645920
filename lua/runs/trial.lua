-- How long a plan will take, by a trial: a few steps of its algorithms, for some seconds of processor time.
-- The trial runs in a process of its own, which is killed when a part of it takes too long. It writes scenes
-- into a temporary folder and touches no run.
local check = require "base.check"
local drawn = require "vocabulary.drawn"
local lists = require "base.lists"
local scenes = require "vocabulary.scenes"

local trial = {}

local SECONDS = 3        -- of processor time: what one part may take, and what all take as a rule
local MOST = 10          -- where there is more to try, nothing is begun after these
local GROUPS_MAX = 12    -- groups that are tried
local SHARE = 0.5        -- of the time: for steps; the rest is left for scenes and builds
local STARTING = 0.008   -- seconds until a worker is ready
local SAMPLE = 0.0015    -- the least time of a sample
local LONG_PASS = 0.1    -- such a pass needs no untimed one before it
local ONCE = 5           -- passes of a worker besides its samples: counting, the proof, finding the repeats
local BUILDS, BUILDS_LEAST, BUILDS_SECONDS = 24, 6, 0.2 -- rounds of timed builds, and how long they may take
local REPORT = 0.7       -- planning, figures, report
local BESIDES = 1.15     -- what else a run does, by the project's scenarios
local MAP_FITTED = 12    -- cells of a map that are timed in any case, besides its audit
local SCENE, CHECK = 0, -1
local INSPECTION = -1    -- in the place of a build
local INSPECTED = 6      -- no inspection is begun after these
local CHECK_MOST = 1.5   -- a check that would take brute force longer is left out
local FAILED = "failed: " -- before the error that ended a trial
local FOUND = "(%d+) (%-?%d+) (%S+) (%S+)\n"

-- The numbers 1 to count, in an order that spreads the first of them: 1, count, then the middles.
local function spread(count)
	local out = { 1, count }
	for parts = 2, GROUPS_MAX do
		for i = 1, parts - 1 do out[#out + 1] = 1 + (count - 1) * i // parts end
	end
	return table.move(lists.distinct(out), 1, GROUPS_MAX, 1, {})
end

local function is_slow(kind) return kind == "brute" or kind == "pairs" end

-- Whether brute force counts beside the algorithms, if that does not take it long.
local function is_checked(group)
	local has_slow = lists.any(group.algorithms, function (a) return is_slow(a.kind) end)
	return not has_slow and group.check ~= "none" and group.query ~= "approach"
end

-- Inspects the algorithms of these groups, one of each group before a second, as long as there is time.
local function inspect_groups(p, folder, numbers)
	for _, i in ipairs(spread(lists.most(numbers, function (g) return #p.groups[g].algorithms end))) do
		for _, g in ipairs(numbers) do
			local group, path = p.groups[g], ("%s/%d.scene"):format(folder, g)
			local a = group.algorithms[i]
			if engine.processor_seconds() > INSPECTED then return end
			local took = a and engine.trial_inspect(path, group.query, a.kind, a.params,
				table.unpack(p.scenario.inspect))
			if took then engine.tell(("%d %d %d %.6g\n"):format(g, i, INSPECTION, took)) end
		end
	end
end

-- In the side process: makes the scenes of these groups and tries their algorithms, those that test every
-- pair after all others. It tells the group, the algorithm (SCENE, CHECK, or its index) and the seconds of
-- its build and of a pass.
local function try_groups(p, folder, numbers)
	local count = 0
	for _, g in ipairs(numbers) do count = count + #p.groups[g].algorithms + 1 end
	local function try(g, i, kind, params)
		if engine.processor_seconds() > MOST then return end
		local path = ("%s/%d.scene"):format(folder, g)
		local group = p.groups[g]
		local build, steps = engine.trial(path, group.query, kind, params, SECONDS * SHARE / count,
			group.drawn and drawn.steps(p.scenario.drawn) or nil)
		if build then engine.tell(("%d %d %.6g %.6g\n"):format(g, i, build, steps)) end
	end
	local function try_all(g, slow)
		for i, a in ipairs(p.groups[g].algorithms) do
			if is_slow(a.kind) == slow then try(g, i, a.kind, a.params) end
		end
	end
	local baked = lists.kept(numbers, function (g)
		local before = engine.processor_seconds()
		if before > MOST then return false end
		local group = p.groups[g]
		scenes.realize_all(group.description)
		scenes.bake(p.scene_at, group.description, ("%s/%d.scene"):format(folder, g), group)
		engine.tell(("%d %d 0 %.6g\n"):format(g, SCENE, engine.processor_seconds() - before))
		try_all(g, false)
		return true
	end)
	if #p.scenario.inspect > 0 then inspect_groups(p, folder, baked) end
	for _, g in ipairs(baked) do try_all(g, true) end
	for _, g in ipairs(baked) do
		if is_checked(p.groups[g]) and engine.processor_seconds() < SECONDS then
			try(g, CHECK, p.groups[g].query == "boxes" and "pairs" or "brute", "")
		end
	end
end

-- The rounds of a group and how many sessions they take, about as docs/explanation/measuring.md says.
local function rounds_of(group)
	local rounds = group.precision > 0 and math.max(group.runs, 11) or group.runs
	if rounds < 6 then return rounds, 1 end
	return rounds, rounds < 12 and 6 or 6 + (rounds - 12) // math.max(2, math.floor(rounds ^ 0.5))
end

-- How often a worker builds for the times of builds, as engine/run/group/rounds.c decides.
local function builds_of(sessions, build)
	local share = sessions == 1 and 1 or 6
	local rounds = math.min(BUILDS, BUILDS_SECONDS / math.max(build, 1e-6)) / share
	return math.min(BUILDS, sessions * math.max(sessions == 1 and BUILDS_LEAST or 1, rounds))
end

-- The share of a plan's groups that are timed: of maps some cells (engine/run/maps.c).
local function timed_share(p)
	local cells = p.scenario.maps and 0 or #p.groups
	for _, map in next, p.scenario.maps or {} do
		cells = cells + math.max(map.timed * #p.groups, MAP_FITTED + map.audit)
	end
	return math.min(1, cells / #p.groups)
end

-- Seconds that a worker takes, from the seconds of its build and of a pass over all steps. share: of groups
-- that are timed; in the others it only counts.
local function worker_seconds(group, build, pass, share)
	if share < 1 then
		return share * worker_seconds(group, build, pass, 1) + (1 - share) * (STARTING + build + pass)
	end
	local rounds, sessions = rounds_of(group)
	local sample = math.max(pass, SAMPLE) + (pass < LONG_PASS and pass or 0)
	return sessions * (STARTING + build) + builds_of(sessions, build) * build + rounds * sample + ONCE * pass
end

-- By group, the seconds of each worker that finished its trial, by the text of its algorithm; what the group
-- takes once, its scene and its check; and the mean seconds of an inspection, nil if there was none.
local function workers_found(p, text)
	local found, once, share = { groups = {} }, {}, timed_share(p)
	local inspected, inspections = 0, 0
	for g, i, build, pass in text:gmatch(FOUND) do
		local group = p.groups[tonumber(g)]
		local a = group.algorithms[tonumber(i)]
		build, pass = tonumber(build), tonumber(pass)
		if build == INSPECTION then
			inspected, inspections = inspected + pass, inspections + 1
		elseif a then
			if not found[group] then table.insert(found.groups, group) end
			found[group] = found[group] or {}
			found[group][a.kind .. " " .. a.params] = worker_seconds(group, build, pass, share)
		elseif tonumber(i) == SCENE or pass < CHECK_MOST then
			once[group] = (once[group] or 0) + pass
		end
	end
	return found, once, inspections > 0 and inspected / inspections or nil
end

-- The seconds of a worker that did not finish, from another group where it did: as many times those there as
-- the workers that finished in both groups take here. Nil if there is no such group. found.groups: those that
-- were tried, in their order.
local function from_another(found, group, key)
	for _, other in ipairs(found.groups) do
		local workers, here, there = found[other], 0, 0
		for _, name in ipairs(check.sorted_keys(workers)) do
			if found[group][name] then here, there = here + found[group][name], there + workers[name] end
		end
		if other ~= group and workers[key] and there > 0 then return workers[key] * here / there end
	end
end

-- The group's seconds, and whether a worker is missing in them, or taken from another group.
local function group_seconds(found, group)
	local sum, is_least, first = 0, group.precision > 0, nil
	for i, a in ipairs(group.algorithms) do
		local key = a.kind .. " " .. a.params
		local own = found[group][key] or from_another(found, group, key)
		sum, is_least = sum + (own or 0), is_least or not found[group][key]
		if i == 1 then first = own end
	end
	return sum + (first or 0), is_least -- and the twin of the first
end

-- The seconds that a plan will take, and whether it may be many more, as something did not finish in the
-- trial. The other groups, and inspections, are taken to last as long as the mean of these. Where no
-- algorithm finished: nil, and what did not end.
function trial.seconds(p, folder)
	local numbers = spread(#p.groups)
	local text = engine.side_processes(SECONDS, function ()
		local ok, why = pcall(try_groups, p, folder, numbers)
		if not ok then engine.tell(FAILED .. tostring(type(why) == "table" and why.text or why)) end
	end, 1)[1]
	local failed = text:find(FAILED, 1, true)
	local found, once, inspection = workers_found(p, text:sub(1, failed and failed - 1))
	local sum, told, is_least, points = 0, 0, false, 0
	for _, group in ipairs(p.groups) do points = points + #group.algorithms end
	for _, g in ipairs(numbers) do
		local group = p.groups[g]
		if found[group] then
			local seconds, more = group_seconds(found, group)
			sum, told, is_least = sum + seconds + once[group], told + 1, is_least or more
		end
	end
	if told == 0 then
		local why = failed and text:sub(failed + #FAILED, failed + 1000):gsub("%c", " ")
		if why then return nil, "a trial failed: " .. why end
		return nil, ("in a trial of %d s %s"):format(SECONDS,
			next(once) and "no algorithm came to its end" or "no scene was made")
	end
	is_least = is_least or told < #numbers or #p.scenario.inspect > 0 and not inspection
	return BESIDES * sum * #p.groups / told + REPORT + (inspection or 0) * points, is_least
end

trial.SECONDS, trial.MOST = SECONDS, MOST

return trial
