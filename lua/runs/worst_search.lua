-- The search of `harness worst`: random scenes, then changed copies of the best so far, then simpler ones of
-- the best. It knows nothing of what a scene is or how it is judged, and it is the same for equal seeds and
-- scores, in whatever order scenes are judged.
local lists = require "base.lists"

local worst_search = {}

local RANDOM_SHARE = 0.4 -- of the budget
local SURVIVORS = 8
local BROOD = 20         -- scenes of a generation: the survivors are chosen anew after each
local LOOKS = 3          -- at the scenes after the random ones
local SHRINK_SHARE = 0.3 -- of the budget, besides: scenes that are tried to shrink the best
local AT_ONCE = 4        -- of these
local BACK = 8           -- of those that a record became: so many are timed

-- The best first; of equal ones the earlier.
function worst_search.ranked(records)
	local scored = lists.kept(records, function (r) return r.score ~= nil end)
	return lists.sort(scored, function (r) return -r.score end, "number")
end

-- def: budget, rng; draw(rng), change(rng, scene) give scenes; judge(records) sets the `score` of records
-- { number, part, scene, parent } that could be judged; keep(records): called after each generation;
-- looked(records): after the random part and after each third of the rest; it may change scores. Returns all
-- records, and how many are random.
function worst_search.run(def)
	local all, random = {}, math.max(1, math.floor(def.budget * RANDOM_SHARE))
	local function add(list, part, scene, parent)
		list[#list + 1] = { number = #all + #list + 1, part = part, scene = scene, parent = parent }
	end
	local function judged(list)
		def.judge(list)
		lists.add(all, list)
		def.keep(all)
	end
	while #all < random do
		local list = {}
		for _ = 1, math.min(BROOD, random - #all) do add(list, "random", def.draw(def.rng)) end
		judged(list)
	end
	def.looked(all)
	local looks = 0 -- at the rest
	while #all < def.budget do
		local best, list = worst_search.ranked(all), {}
		for _ = 1, math.min(BROOD, def.budget - #all) do
			local parent = best[def.rng:below(math.min(SURVIVORS, math.max(1, #best)))]
			add(list, parent and "evolved" or "random", parent and def.change(def.rng, parent.scene)
				or def.draw(def.rng), parent and parent.number)
		end
		judged(list)
		if LOOKS * (#all - random) >= (looks + 1) * (def.budget - random) then
			def.looked(all)
			looks = looks + 1
		end
	end
	return all, random
end

-- Makes a record simpler while at least half of its score stays. def.simpler(scene): scenes, the largest
-- steps first. count: of records that there are. Returns the record with those that it became, the simplest
-- last, and all that were tried.
function worst_search.shrink(def, record, count)
	local least, became, tried, is_new = record.score / 2, { record }, {}, true
	local most = math.max(12, SHRINK_SHARE * def.budget)
	-- judges some; the first that is good enough and its place among them
	local function judged(scenes)
		local list = lists.map(scenes, function (scene, i)
			return { number = count + #tried + i, part = "shrunk", scene = scene, parent = record.number }
		end)
		def.judge(list)
		lists.add(tried, list)
		for i, r in ipairs(list) do
			if r.score and r.score >= least then return r, i end
		end
	end
	while is_new and #tried < most do
		local list, at = def.simpler(became[#became].scene), 1
		is_new = false
		while at <= #list and #tried < most do
			local found, i = judged(table.move(list, at, math.min(at + AT_ONCE - 1, #list), 1, {}))
			if found then became[#became + 1], list, is_new = found, def.simpler(found.scene), true end
			at = at + (found and i - 1 or AT_ONCE)
		end
	end
	return became, tried
end

-- The simplest of the scenes that a record became (shrink) by which half of its ratio stays when they are
-- timed, for scores are of predicted times. timed(record): the ratio, or nil.
function worst_search.confirmed(became, timed)
	local whole = timed(became[1])
	if not whole then return became[#became] end
	for i = #became, math.max(2, #became - BACK + 1), -1 do
		local ratio = timed(became[i])
		if ratio and ratio >= whole / 2 then return became[i] end
	end
	return became[1]
end

return worst_search
