-- How long a plan will take, by a trial: a few steps of its algorithms, timed for a second of processor time.
-- The trial runs in a process of its own, which is killed when its time is over. It writes scenes into a
-- temporary folder and touches no run.
local plan = require "plan"

local trial = {}

local SECONDS = 1        -- of processor time
local GROUPS_MAX = 12    -- groups that are tried
local SHARE = 0.5        -- of the time: for steps; the rest is left for scenes and builds
local STARTING = 0.008   -- seconds until a worker is ready
local SAMPLE = 0.0015    -- the least time of a sample
local LONG_PASS = 0.1    -- such a pass needs no untimed one before it
local ONCE = 5           -- passes of a worker besides its samples: counting, the proof, finding the repeats
local BUILDS = 24        -- rounds of timed builds
local FOUND = "(%d+) (%d+) (%S+) (%S+)\n"

-- The numbers 1 to count, in an order that spreads the first of them: 1, count, then the middles.
local function spread(count)
	local out, seen = {}, {}
	local function add(i)
		if not seen[i] then out[#out + 1], seen[i] = i, true end
	end
	add(1)
	add(count)
	for parts = 2, GROUPS_MAX do
		for i = 1, parts - 1 do add(1 + (count - 1) * i // parts) end
	end
	return table.move(out, 1, math.min(#out, GROUPS_MAX), 1, {})
end

local function is_slow(kind) return kind == "brute" or kind == "pairs" end

-- In the side process: tries the algorithms of these groups, and brute force after all others.
local function try_groups(p, folder, numbers)
	local count = 0
	for _, g in ipairs(numbers) do count = count + #p.groups[g].algorithms end
	for pass = 1, 2 do
		for _, g in ipairs(numbers) do
			local group, path = p.groups[g], ("%s/%d.scene"):format(folder, g)
			if pass == 1 then plan.bake_one(p, group, path) end
			for i, a in ipairs(group.algorithms) do
				local build, steps
				if is_slow(a.kind) == (pass == 2) then
					build, steps = engine.trial(path, group.query, a.kind, a.params, SECONDS * SHARE / count)
				end
				if build then engine.tell(("%d %d %.6g %.6g\n"):format(g, i, build, steps)) end
			end
		end
	end
end

-- The rounds of a group and how many sessions they take, about as docs/measuring.md says.
local function rounds_of(group)
	local rounds = group.precision > 0 and math.max(group.runs, 11) or group.runs
	if rounds < 6 then return rounds, 1 end
	return rounds, rounds < 12 and 6 or 6 + (rounds - 12) // math.max(2, math.floor(rounds ^ 0.5))
end

-- Seconds that a worker takes, from the seconds of its build and of a pass over all steps.
local function worker_seconds(group, build, pass)
	local rounds, sessions = rounds_of(group)
	local sample = math.max(pass, SAMPLE) + (pass < LONG_PASS and pass or 0)
	return sessions * (STARTING + build) + math.min(BUILDS, 4 * sessions) * build + rounds * sample + ONCE * pass
end

-- The group's own seconds, from what was found of its algorithms; nil if nothing was. An algorithm that was
-- not finished is taken to last as long as the slowest of the others; is_least then says that it may be more.
local function group_seconds(group, found)
	local sum, most, first, missing = 0, nil, nil, 0
	for i in ipairs(group.algorithms) do
		local own = found[i] and worker_seconds(group, found[i].build, found[i].pass)
		if own then sum, most = sum + own, math.max(most or 0, own) else missing = missing + 1 end
		if i == 1 then first = own end
	end
	if not most then return nil end
	return sum + missing * most + (first or most), missing > 0 -- and the twin of the first
end

local function found_by_group(text)
	local found = {}
	for g, i, build, pass in text:gmatch(FOUND) do
		g = tonumber(g)
		found[g] = found[g] or {}
		found[g][tonumber(i)] = { build = tonumber(build), pass = tonumber(pass) }
	end
	return found
end

-- The seconds that a plan will take, and whether it may be many more, as something did not finish in the
-- trial; nil if nothing finished. The other groups are taken to last as long as the mean of these.
function trial.seconds(p, folder)
	local numbers = spread(#p.groups)
	local found = found_by_group(engine.side_process(SECONDS, function () try_groups(p, folder, numbers) end))
	local sum, told, is_least = 0, 0, false
	for _, g in ipairs(numbers) do
		local seconds, more = group_seconds(p.groups[g], found[g] or {})
		if seconds then sum, told = sum + seconds, told + 1 end
		is_least = is_least or more ~= false
	end
	if told == 0 then return nil end
	return sum * #p.groups / told, is_least
end

trial.SECONDS = SECONDS

return trial
