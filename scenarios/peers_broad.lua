-- Broad phases alone: other libraries' and ours, on the same moving boxes. The libraries are plug-ins of
-- peers/; `./bootstrap peers` installs the libraries and builds them, with --gpl CGAL too.
--
-- Scenes are as crowded as what they stand for: in `heap` nine tenths of the boxes rest from the beginning
-- and the others come to rest on them; under `gravity` all move, with seven pairs a box or more.
-- Left out of FCL's managers: tree_array and interval lose pairs, and sap does not finish in useful time.
-- What takes hundreds of times as long as the fastest is measured on the smaller counts alone, and what takes
-- longer than the time limit of a pass is censored.
-- Motions have 10 steps, and 20 in the heap: what keeps the pairs of resting boxes first has to find them.
-- Takes: about 20 min on an AMD EPYC.
local h = require "harness"
local peers = require "models.peers"

local LARGEST = 256000
local SEED = h.input("seed", 20261124)
local FROM = 4000 -- growth is fitted from this count on

local algorithms = { h.broad.kdtree(), h.broad.aabbtree(), h.broad.sap(), h.broad.sap { axes = 3 } }
for _, manager in ipairs { "tree", "ssap" } do
	peers.add(algorithms, "fcl:fcl_boxes", { manager = manager })
end
for _, space in ipairs { "hash", "sap" } do peers.add(algorithms, "ode:ode_boxes", { space = space }) end
peers.add(algorithms, "bullet:bullet_dbvt")
peers.add(algorithms, "bullet:bullet_sweep")
for _, quality in ipairs { "low", "refit" } do
	peers.add(algorithms, "embree:embree_boxes", { quality = quality })
end
for _, cutoff in ipairs { 10, 200 } do peers.add(algorithms, "cgal:cgal", { cutoff = cutoff }) end

-- The largest count on which an algorithm is measured.
local function most_of(algorithm)
	local kind, params = algorithm.kind, algorithm.params
	local is_slow = params.manager == "ssap" or params.cutoff == "10"
	if is_slow or kind == "ode_boxes" or kind == "bullet_sweep" then return 4000 end
	local is_slower = kind == "sap" or kind == "bullet_dbvt" or kind == "cgal" or kind == "aabbtree"
	return is_slower and 64000 or LARGEST
end

local STEPS, HEAP_STEPS = 10, 20

local scenes = {
	brownian = function (p) return h.scenes.brownian { count = p.count, steps = STEPS, seed = SEED } end,
	-- In any number they fall for about 400 steps, so that the last tenth comes to rest in these.
	heap = function (p)
		local gravity = math.floor(235 * p.count ^ (1 / 3) + 0.5) / 1e7
		return h.scenes.free_fall { count = p.count, steps = HEAP_STEPS, seed = SEED, gravity = gravity,
			from = 390 }
	end,
	gravity = function (p)
		return h.scenes.gravity { count = p.count, steps = STEPS, seed = SEED, from = 60 }
	end,
	clustered = function (p)
		return h.scenes.crowd { count = p.count, steps = STEPS, seed = SEED, kind = "clustered" }
	end,
}
local SCENES = { "brownian", "gravity", "clustered", "heap" }
local NOTES = { peers.GENERIC, peers.CHANGED }

local tables = {
	score = { title = "Time over that of kdtree", score = true, rows = "algorithm", columns = "scene",
		baseline = "kdtree", notes = NOTES },
	pairs = { title = "Pairs of a step", rows = "count", columns = "scene", value = "pairs_step",
		where = { algorithm = "kdtree" }, ratios = false },
}
local claims = {}
for _, scene in ipairs(SCENES) do
	tables[scene] = { title = "Time of a step: " .. scene, rows = "algorithm", columns = "count",
		value = "step_ms", where = { scene = scene }, baseline = "kdtree", notes = NOTES }
	claims[("kdtree, %s: time over boxes and pairs grows at most as n^0.1"):format(scene)] = function (r)
		return r:grows_as({ scene = scene, algorithm = "kdtree" }, "count",
			{ column = "item_ns", from = FROM, lo = -1, hi = 0.1 })
	end
end

-- The exponent of each algorithm's time, and whether one is surely below that of kdtree.
local function grows_least(r, scene)
	local own = r:exponent({ scene = scene, algorithm = "kdtree" }, "count", { from = FROM })
	local texts, least = {}, true
	for _, algorithm in ipairs(r:values("algorithm", { scene = scene })) do
		local where = { scene = scene, algorithm = algorithm }
		local there, e = pcall(r.exponent, r, where, "count", { from = FROM })
		if there then
			texts[#texts + 1] = ("%s %s"):format(algorithm, e.text)
			least = least and not (e.wide_hi and own.wide_lo and e.wide_hi < own.wide_lo)
		end
	end
	local text = ("%s: %s"):format(scene, table.concat(texts, ", "))
	return r:fact(least, text)
end

claims["No time grows surely slower than that of kdtree, from 4,000 boxes on"] = function (r)
	local verdicts = {}
	for _, scene in ipairs(r:values "scene") do verdicts[#verdicts + 1] = grows_least(r, scene) end
	return r:all(verdicts)
end

local OURS = { kdtree = true, aabbtree = true, sap = true }
local function is_other(name) return not OURS[name:match "^[^(]*"] end

for _, c in ipairs {
	{ "1,000 and 4,000 boxes", { 1000, 4000 }, { brownian = 10, gravity = 15, clustered = 10, heap = 2.5 } },
	{ "16,000 boxes and more", { 16000, 64000, 256000 },
		{ brownian = 8, gravity = 12, clustered = 12, heap = 25 } },
} do
	for scene, limit in pairs(c[3]) do
		claims[("%s, %s: the fastest library takes at least %s times as long as kdtree"):format(c[1], scene,
			limit)] = peers.slower({ scene = scene, count = c[2] }, is_other, "kdtree", limit)
	end
end

return h.scenario {
	name = "peers_broad",
	title = "Broad phases: other libraries and ours",
	query = "boxes",
	timeout = "12s",
	order = { "scene", "count", "runs", "algorithm", "score", "brownian", "gravity", "clustered", "heap",
		"pairs" },
	-- the largest counts have 6 rounds, the least with an interval
	sweep = h.where({
		count = { 1000, 4000, 16000, 64000, 256000 },
		runs = { 11, 6 },
		scene = SCENES,
		algorithm = algorithms,
	}, function (p)
		return p.runs ~= (p.count >= 64000 and 11 or 6) and p.count <= most_of(p.algorithm)
	end),
	quick = { count = 1000, runs = 3 },
	scene = function (p) return scenes[p.scene](p) end,
	columns = {
		pairs_step = { value = "contacts / steps", about = "pairs of a step", title = "pairs" },
		item_ns = { value = "1e6 * step_ms / (count + contacts / steps)", unit = "ns", title = "time",
			about = "time of a step over the number of boxes and pairs" },
	},
	tables = tables,
	figures = {
		time = { x = "count", y = "step_ms", series = "algorithm", panels = "scene", logx = true, logy = true },
		growth = { x = "count", y = "item_ns", series = "algorithm", panels = "scene", logx = true, logy = true },
	},
	claims = claims,
}
