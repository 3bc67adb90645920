-- Finds what a run lacks of its plan: groups of a lost shard, or of a run that was stopped. It gets rows for
-- the missing points, with the status "missing", so that tables show them and claims ask about them.
local check = require "base.check"
local claims = require "claims.claims"
local coverage = require "claims.coverage"
local lists = require "base.lists"
local machine_rows = require "data.machine_rows"
local plan = require "runs.plan"
local rehearsal = require "report.rehearsal"

local missing_groups = {}

local function points_there(env)
	local there = {}
	for _, row in ipairs(machine_rows.all(env)) do
		if row.role == "point" then there[coverage.place(env.plan, row.point)] = true end
	end
	return there
end

local function is_partial(env)
	local read, there = env.plan, points_there(env)
	if read.shard or read.merged and #read.merged.missing > 0 then return true end
	local function is_lost(a) return not there[coverage.place(read, a.point)] end
	return lists.any(read.groups, function (group) return lists.any(group.algorithms, is_lost) end)
		or lists.any(env.rows, coverage.is_missing)
end

local function row_of(p, group, a)
	local row = lists.copy({ point = a.point, role = "point", algorithm = a.label, kind = a.kind,
		query = group.query, reading = a.reading, status = coverage.MISSING }, lists.pick(group.params, p.columns))
	rehearsal.add_params(row, p.points[a.point].algorithm)
	return row
end

local function add_rows(env, p)
	local there, known = points_there(env), {}
	for _, group in ipairs(env.plan.groups) do known[coverage.id(env.plan, group)] = true end
	for i, group in ipairs(p.groups) do
		if not known[coverage.id(env.plan, group)] then
			table.insert(env.plan.groups, { number = i, check = group.check, algorithms = group.algorithms })
		end
		for _, a in ipairs(group.algorithms) do
			if not there[a.point] then table.insert(env.rows, row_of(p, group, a)) end
		end
	end
end

local function why_missing(read)
	if read.merged then return "in none of the merged runs" end
	if read.shard then
		return ("not of this shard, which is %d of %d; harness merge of all shards has them"):format(
			read.shard.index, read.shard.count)
	end
	return "not measured yet; the same command goes on"
end

-- The numbers of the groups of which a point is missing, and their ids as a set.
local function lacking(env, p)
	local is_lost, numbers, ids = {}, {}, {}
	for _, row in ipairs(env.rows) do
		if row.role == "point" and coverage.is_missing(row) then
			is_lost[coverage.place(env.plan, row.point)] = true
		end
	end
	for i, group in ipairs(p.groups) do
		local id = coverage.id(env.plan, group)
		for _, a in ipairs(group.algorithms) do
			if is_lost[a.point] and not ids[id] then ids[id], numbers[#numbers + 1] = true, i end
		end
	end
	return numbers, ids
end

-- A function that gives the ids of the groups about which a claim asks where every point was measured.
local function needed_by(p, spec_of)
	local dry
	return function (name, claim, reading)
		dry = dry or rehearsal.dry(p, spec_of(p))
		local ok, judged = pcall(claims.judge, dry, name, claim, reading)
		return ok and coverage.ids(dry, judged, reading and dry.under[reading]) or {}
	end
end

-- Returns what plan.outline gives, and sets env.coverage to what is missing. s, job: the scenario, and how
-- the run was called.
function missing_groups.look(env, s, job, spec_of)
	if not is_partial(env) then return plan.outline(s, job) end
	local p, read = plan.resolve(s, job), env.plan
	local points = read.shard and read.shard.points or read.merged and read.merged.whole.points or #p.points
	if #p.points ~= points then
		check.stop(("%s/plan.json: is of %d points, and its scenario now has %d"):format(env.directory, points,
			#p.points), 7)
	end
	add_rows(env, p)
	local numbers, ids = lacking(env, p)
	env.coverage = { numbers = numbers, ids = ids, whole = #p.groups, why = why_missing(read),
		needed = needed_by(p, spec_of) }
	return p
end

return missing_groups
