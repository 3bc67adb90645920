-- Shards: a plan's groups, dealt to processes that may run on different machines. The deal is a function of
-- the plan alone, or of a deal file that all processes read, so the processes need not talk to each other.
local check = require "base.check"
local files = require "base.files"
local json = require "text.json"
local lists = require "base.lists"
local scenes = require "vocabulary.scenes"

local shards = {}

-- What a group costs before anything is known about its times: its samples, each of all steps.
function shards.weight(group)
	return group.runs * (#group.algorithms + 1) * math.max(1, scenes.steps(group.description))
end

-- The shard of each of the weights: the heaviest first, to the shard with the least so far (Graham 1969).
-- Ties go to the lower number.
function shards.deal(weights, count)
	local order, loads, out = {}, {}, {}
	for i = 1, #weights do order[i] = i end
	lists.sort(order, function (group) return -weights[group] end)
	-- a heap of shards by load, then by number
	for k = 1, count do loads[k] = { load = 0, shard = k } end
	local function less(a, b) return a.load < b.load or a.load == b.load and a.shard < b.shard end
	local function sink()
		local i = 1
		while true do
			local child = 2 * i
			if child > count then return end
			if child < count and less(loads[child + 1], loads[child]) then child = child + 1 end
			if not less(loads[child], loads[i]) then return end
			loads[i], loads[child] = loads[child], loads[i]
			i = child
		end
	end
	for _, group in ipairs(order) do
		out[group] = loads[1].shard
		loads[1].load = loads[1].load + weights[group]
		sink()
	end
	return out
end

local function complain(file, what) check.stop(("%s: %s"):format(file, what)) end

-- The shares that a deal file holds, which is of any plan; nil if it is none.
local function shares_in(file)
	local deal = engine.json_decode(files.read(file))
	return type(deal) == "table" and type(deal.shares) == "table" and deal.shares or nil, deal
end

-- The shares that a file holds. It must be the deal of this plan, and of as many shards.
local function read_deal(file, identity, groups, count)
	local shares, deal = shares_in(file)
	if not shares then complain(file, "is no deal of a plan") end
	if deal.identity ~= identity then complain(file, "is the deal of another plan") end
	if deal.shards ~= count then
		complain(file, ("is the deal of %s shards, not of %d"):format(tostring(deal.shards), count))
	end
	for i = 1, groups do
		local share = math.type(shares[i]) == "integer" and shares[i] or 0
		if share < 1 or share > count then complain(file, ("shares[%d] is no shard"):format(i)) end
	end
	return shares
end

-- Which groups the job's shard will get, as a set of their numbers; nil where it takes the scenes of all
-- groups to tell. Whether a deal file is that of the plan is not known yet.
function shards.own(p)
	local job, own = p.job, {}
	local shares = job.dealt or job.deal and shares_in(job.deal)
	if not shares then return nil end
	for i = 1, #p.groups do own[i] = shares[i] == job.shard or nil end
	return own
end

-- The shard of each group. Of a run that is repeated, only that of its own groups: its deal file may be gone.
function shards.shares(p, identity)
	local job = p.job
	if job.dealt then return job.dealt end
	if job.deal then return read_deal(job.deal, identity, #p.groups, job.shards) end
	return shards.deal(lists.map(p.groups, shards.weight), job.shards)
end

-- The text of a deal file. weights: of the plan's groups.
function shards.deal_text(identity, weights, count)
	return json.encode { identity = identity, shards = count, shares = shards.deal(weights, count) }
end

-- Keeps the groups of the job's shard. Each keeps its number in the whole plan.
function shards.keep(p, identity)
	local shares, kept = shards.shares(p, identity), {}
	p.whole = { groups = #p.groups, points = #p.points }
	for i, group in ipairs(p.groups) do
		group.number = i
		if shares[i] == p.job.shard then kept[#kept + 1] = group end
	end
	if #kept == 0 then
		check.stop(("--shard %d/%d: the plan has %d groups, and this shard gets none"):format(p.job.shard,
			p.job.shards, #p.groups))
	end
	p.groups, p.points = kept, nil
end

-- One line for `plan --shard`.
function shards.line(p)
	return ("shard %d of %d: %d of %d groups: %s\n"):format(p.job.shard, p.job.shards, #p.groups, p.whole.groups,
		table.concat(lists.field(p.groups, "number"), ", "))
end

return shards
