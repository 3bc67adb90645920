-- Whole scenes, both phases: teapots that move among each other, by other libraries and by ours. The
-- libraries are plug-ins of peers/; `./bootstrap peers` installs the libraries and builds them. FCL has a
-- broad phase of its own; the other trees are asked about the pairs that our kdtree finds. What takes longer
-- than the time limit of a build or a pass is censored.
-- Takes: about 8 min on an AMD EPYC.
local h = require "harness"
local peers = require "models.peers"

local SEED = h.input("seed", 20261124)

local algorithms = {
	h.wide { broad = "kdtree", label = "wide" }, h.rapid { broad = "kdtree", label = "rapid" },
	peers.best(h.rapid, "rapid best", "kdtree"), h.aabb { broad = "kdtree", label = "aabb" },
	peers.best(h.aabb, "aabb best", "kdtree"),
}
for _, volume in ipairs { "obb", "obbrss" } do
	peers.add(algorithms, "fcl:fcl_scene", { volume = volume })
end
for _, name in ipairs { "fcl:fcl", "bullet:bullet", "embree:embree" } do
	peers.add(algorithms, name, { broad = "kdtree" })
end
peers.add(algorithms, "embree:embree", { broad = "kdtree", quality = "refit" })
local NOTES = { peers.GENERIC, peers.PAIRED, peers.MOVED }

local function is_obb(name) return name == "fcl_scene(volume=obb)" end
local function is_bullet(name) return name == "bullet" end

return h.scenario {
	name = "peers_scene",
	title = "Many teapots: other libraries and ours",
	timeout = "12s",
	order = { "count", "query", "runs", "score", "all", "first" },
	-- 1,000 teapots have 6 rounds, the least with an interval
	sweep = h.where({
		count = { 100, 1000 },
		runs = { 11, 6 },
		query = { "all", "first" },
		algorithm = algorithms,
	}, function (p) return p.runs ~= (p.count == 1000 and 11 or 6) end),
	quick = { count = 20, runs = 3 },
	-- Teapots on a lattice, each within reach of its neighbours, that walk at random.
	scene = function (p)
		local teapot = h.teapot { faces = 1004 }
		local apart, bodies = 0.5 * teapot:diameter(), {}
		local side = math.ceil(p.count ^ (1 / 3))
		local box = { { 0, 0, 0 }, { side * apart, side * apart, side * apart } }
		for i = 0, p.count - 1 do
			local from = { (i % side + 0.5) * apart, (i // side % side + 0.5) * apart,
				(i // (side * side) + 0.5) * apart }
			bodies[i + 1] = { teapot, motion = h.random_walk { steps = 5, seed = SEED + i, step = 0.02 * apart,
				degrees = 5, within = box, from = from } }
		end
		return { bodies = bodies }
	end,
	tables = {
		score = { title = "Time over that of wide behind kdtree", score = true, rows = "algorithm",
			columns = "query", baseline = "wide", notes = NOTES },
		all = { title = "All contacts: time of a step", rows = "algorithm", columns = "count", value = "step_ms",
			where = { query = "all" }, baseline = "wide", notes = NOTES },
		first = { title = "First contact: time of a step", rows = "algorithm", columns = "count",
			value = "step_ms", where = { query = "first" }, baseline = "wide", notes = NOTES },
	},
	claims = {
		["1,000 teapots, all contacts: FCL's tree and OBB take at least 15 times as long as wide"] =
			peers.slower({ count = 1000, query = "all" }, is_obb, "wide", 15),
		["1,000 teapots, all contacts: Bullet takes at least 8 times as long as wide"] =
			peers.slower({ count = 1000, query = "all" }, is_bullet, "wide", 8),
	},
	figures = {
		time = { x = "count", y = "step_ms", series = "algorithm", panels = "query", logx = true, logy = true },
	},
}
