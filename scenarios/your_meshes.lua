-- Two models of your own (OBJ, OFF, PLY, STL): which tree finds their contacts fastest, when they touch and
-- when they miss. The shortest way is `harness try a.obj b.obj`, which runs this file on them, and with
-- --keep writes it with their names, to go on from. Or name files when you run it:
--
--   harness scenarios/your_meshes.lua -s still=a.obj -s moving=b.obj -s poses=50
--   harness draw scenarios/your_meshes.lua -s still=a.obj -s moving=b.obj --point 1
--
-- Every answer is checked: by brute force where it has under 2,000,000,000 pairs of triangles to test, else
-- all against each other, and by brute force on the first step at which two differ. It is not timed.
-- Takes: about 12 s on an AMD EPYC, for two of 1,000 triangles.
local h = require "harness"

local STILL = h.input("still", "still.obj")
local MOVING = h.input("moving", "moving.obj")
local POSES = h.input("poses", 0)      -- at each distance; 0: 10, or 3 of large models
local MATCH = h.input("match", true)   -- whether sizes that differ more than 20 times are matched

local SPECK = 20

-- The best setting of trees of two children; `wide` has its best one by default.
local function best(preset, label, update, by)
	return preset { axis = "all", point = "sah", descend = "both", leaf = 2, update = update, by = by,
		label = label }
end

local algorithms = { h.wide(), best(h.rapid, "rapid"), best(h.aabb, "aabb", "layered"),
	best(h.fdh18, "fdh18", "lazy", "conic") }

-- Other libraries, where `./bootstrap peers` built their plug-ins: here, or where names are found.
local PEERS = "peers/"

local function add(text, parameters)
	for _, name in ipairs { PEERS .. text, text } do
		local is_there, algorithm = pcall(h.plugin, name, parameters)
		if is_there then
			algorithms[#algorithms + 1] = algorithm
			return
		end
	end
end
add("fcl:fcl", { volume = "obb" })
add("ode:ode")
add("bullet:bullet")
add("embree:embree", { quality = "low" })

local function name_of(path) return path:match "[^/\\]*$" end

local function described(path, mesh)
	if mesh:diameter() == 0 then error(name_of(path) .. ": all its vertices are one point", 0) end
	return ("%s: %d triangles, diameter %.3g"):format(name_of(path), mesh:faces(), mesh:diameter())
end

-- The moving model; in another unit, by a power of ten, where one of the two would be a speck.
local function matched(still, moving)
	local ratio = still:diameter() / moving:diameter()
	h.note(described(STILL, still))
	h.note(described(MOVING, moving))
	if ratio <= SPECK and ratio >= 1 / SPECK then return moving end
	local far = ("%s has %.3g times the diameter of %s"):format(name_of(STILL), ratio, name_of(MOVING))
	local power = tonumber(("1e%d"):format(math.floor(math.log(ratio) / math.log(10) + 0.5)))
	h.note(far .. (MATCH and (", so %s is scaled by %g, as if its unit were another; -s match=false leaves it")
		:format(name_of(MOVING), power) or "; it stays as it is (match=false)"))
	return MATCH and h.mesh { file = MOVING, scale = power } or moving
end

-- Deep and touching: 10 % and 0.1 % of the smaller diameter; near and far: 0.5 % and 20 % of it apart.
local poses = {
	deep = function (t, d, of) t.depth = 0.1 * d / of return h.touching(t) end,
	touching = function (t, d, of) t.depth = 0.001 * d / of return h.touching(t) end,
	near = function (t, d) t.distance = 0.005 * d t.tolerance = 0.01 return h.at_distance(t) end,
	far = function (t, d) t.distance = 0.2 * d t.tolerance = 0.01 return h.at_distance(t) end,
}

local function times(keys)
	keys.rows, keys.baseline = "algorithm", "wide"
	return keys
end

return h.scenario {
	name = "your_meshes",
	title = ("%s and %s"):format(name_of(STILL), name_of(MOVING)),
	order = { "distance", "outcome", "score", "times" },
	timeout = "10s",
	budget = "60s", precision = 0.02, -- more rounds, until medians are known or the time is over

	sweep = h.where({
		distance = { "touching", "near", "far", "deep" },
		outcome = { "hit", "miss" },
		algorithm = algorithms,
	}, function (p) return (p.outcome == "hit") == (p.distance == "touching" or p.distance == "deep") end),

	scene = function (p)
		local still = h.mesh { file = STILL }
		local moving = matched(still, h.mesh { file = MOVING })
		local count = still:faces() + moving:faces() > 100000 and 3 or 10
		local of = { count = POSES > 0 and POSES or count, seed = 1, on = { still, moving } }
		local motion = poses[p.distance](of, math.min(still:diameter(), moving:diameter()), moving:diameter())
		return { bodies = { { still }, { moving, motion = motion } } }
	end,

	tables = {
		score = times { columns = "outcome", score = true, title = "Time over that of wide" },
		times = times { columns = "distance", value = "step_ms", title = "Time per step" },
		builds = times { columns = "distance", value = "build_ms", where = { distance = "touching" },
			title = "Time to build" },
		bytes = times { columns = "distance", value = "tree_bytes", where = { distance = "touching" },
			title = "Bytes of the structures" },
	},
	figures = {
		times = { x = "distance", y = "step_ms", series = "algorithm", logy = true, title = "Time per step" },
	},
}
