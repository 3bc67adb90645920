-- All broad phases alone, on four scenes of 1,000 to 64,000 objects and two crowded ones of up to 16,000.
-- The objects are boxes around small bodies that move. The growth of time and tests is the slope of a
-- straight line through their logarithms over log n. Brownian motion, free fall and gravity stand for the
-- scenes of Broadmark (Serpa and Rodrigues 2020). In `heap` nine tenths of the boxes rest from the
-- beginning and the others come to rest on them, with four pairs a box or more. In `pile` all boxes move
-- together, with seven or more.
-- Takes: about 7 min on an Intel Xeon.
local h = require "harness"
local wang2018 = require "models.wang2018"

local SMALL = 8000 -- up to this count, every pair is tested too
local FEW = 1000 -- growth is fitted from this count on
local STEPS = 10

local kept = { "sap", "sap(axes=3)", "grid", "hash", "octree", "kdtree", "aabbtree" }
local uniform = { "brownian", "free_fall" }
local full = { "brownian", "free_fall", "gravity", "heap", "pile" }
local crowded = { heap = true, pile = true }
local LEFT_OUT = { [4000] = true, [8000] = true, [64000] = true } -- counts that they lack

local scenes = {
	brownian = function (p) return h.scenes.brownian { count = p.count, steps = STEPS, seed = 1 } end,
	free_fall = function (p) return h.scenes.free_fall { count = p.count, steps = STEPS, seed = 1 } end,
	gravity = function (p) return h.scenes.gravity { count = p.count, steps = STEPS, seed = 1 } end,
	-- In any number they fall for about 400 steps, so that the last tenth comes to rest in these.
	heap = function (p)
		local gravity = math.floor(235 * p.count ^ (1 / 3) + 0.5) / 1e7
		return h.scenes.free_fall { count = p.count, steps = STEPS, seed = 1, gravity = gravity, from = 390 }
	end,
	pile = function (p) return h.scenes.gravity { count = p.count, steps = STEPS, seed = 1, from = 60 } end,
	clustered = function (p)
		return h.scenes.crowd { count = p.count, steps = STEPS, seed = 1, kind = "clustered", churn = 0.01,
			teleport = 0.01 }
	end,
}

local function grows(r, names, column, lo, hi, scenes_of)
	local verdicts = {}
	for _, scene in ipairs(scenes_of or r:values "scene") do
		for _, algorithm in ipairs(names) do
			verdicts[#verdicts + 1] = r:grows_as({ scene = scene, algorithm = algorithm }, "count",
				{ lo = lo, hi = hi, column = column, from = FEW })
		end
	end
	return r:all(verdicts)
end

-- Does the fastest algorithm take less than `limit` ns for each object? It holds if the interval of one
-- algorithm lies below the limit. It is refuted if the intervals of all lie above it.
local function fastest_below(r, scene, count, limit)
	local verdict, best, text = "refuted", math.huge, nil
	for _, algorithm in ipairs(kept) do
		local median, lo, hi = r:interval { scene = scene, count = count, algorithm = algorithm }
		local ns = 1e6 / count
		if hi and hi * ns < limit then
			verdict = "holds"
		elseif verdict == "refuted" and not (lo and lo * ns >= limit) then
			verdict = "undecided"
		end
		if median < best then
			best = median
			text = ("%s, %d objects: %s takes %.0f%s ns"):format(scene, count, algorithm, median * ns,
				hi and (" [%.0f, %.0f]"):format(lo * ns, hi * ns) or "")
		end
	end
	return r[verdict](r, text)
end

local function fastest_in_largest(r, names, limit)
	local verdicts = {}
	for _, scene in ipairs(names) do
		local counts = r:values("count", { scene = scene })
		verdicts[#verdicts + 1] = fastest_below(r, scene, counts[#counts], limit)
	end
	return r:all(verdicts)
end

return h.scenario {
	name = "broad_phase",
	title = "Broad phases alone on many moving objects",
	query = "boxes",
	order = { "scene", "count", "algorithm", "time", "update", "rebuild", "query", "tests", "pairs", "bytes" },

	sweep = h.where({
		scene = { "brownian", "free_fall", "gravity", "clustered", "heap", "pile" },
		count = { 1000, 2000, 4000, 8000, 16000, 64000 },
		algorithm = {
			h.broad.pairs(),
			h.broad.sap { label = "sap" },
			h.broad.sap { axes = 3, label = "sap(axes=3)" },
			h.broad.grid(), h.broad.hash(), h.broad.octree(), h.broad.kdtree(), h.broad.aabbtree(),
		},
	}, function (p)
		return (p.count <= SMALL or p.algorithm.kind ~= "pairs") and not (crowded[p.scene] and LEFT_OUT[p.count])
	end),
	quick = { count = { 250, 1000 } },
	untuned = "its claims are on how each grows, and how fast the fastest is, as they are",

	-- of the octree as Wang et al. have it
	readings = { delta = wang2018.delta { "octree" } },

	scene = function (p) return scenes[p.scene](p) end,

	tables = {
		time = { title = "Time of a step", rows = "count", columns = "algorithm", value = "step_ms",
			where = { scene = "brownian" } },
		update = { title = "Of it, taking in what moved", rows = "count", columns = "algorithm",
			value = "update_ms", where = { scene = "brownian" } },
		rebuild = { title = "Of it, building what lasts a step", rows = "count", columns = "algorithm",
			value = "rebuild_ms", where = { scene = "brownian" } },
		query = { title = "Of it, finding the pairs", rows = "count", columns = "algorithm", value = "broad_ms",
			where = { scene = "brownian" } },
		tests = { title = "Boxes compared", rows = "count", columns = "algorithm", value = "broad_tests",
			where = { scene = "brownian" } },
		pairs = { title = "Pairs of all steps", rows = "count", columns = "scene", value = "broad_pairs",
			where = { algorithm = "kdtree" } },
		bytes = { title = "Bytes of the structures", rows = "count", columns = "algorithm", value = "tree_bytes",
			where = { scene = "brownian" } },
	},
	figures = {
		time = { x = "count", y = "step_ms", series = "algorithm", panels = "scene", logx = true, logy = true },
		tests = { x = "count", y = "broad_tests", series = "algorithm", panels = "scene", logx = true,
			logy = true },
	},

	-- n (n - 1) / 2 of them in each step, where all n are there in each: in `clustered` some come and go
	checks = {
		["Every pair tested: tests grow with n^2"] = function (r)
			return grows(r, { "pairs" }, "broad_tests", 1.99, 2.01, full)
		end,
	},

	claims = {
		["Time grows no faster than n^1.25 but where every pair is tested"] = function (r)
			return grows(r, kept, "step_ms", 0, 1.25)
		end,
		["Tests grow no faster than n^1.25 but where every pair is tested"] = function (r)
			return grows(r, kept, "broad_tests", 0, 1.25)
		end,
		["The fastest takes less than 100 ns an object in the largest uniform scenes"] = function (r)
			return fastest_in_largest(r, uniform, 100)
		end,
		["The fastest takes less than 100 ns an object in the largest heap and pile"] = function (r)
			return fastest_in_largest(r, { "heap", "pile" }, 100)
		end,
	},
}
