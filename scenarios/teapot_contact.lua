-- The question behind tables 1 and 2 of Yu et al. 2018, over 1,000 poses in contact instead of six: all are
-- counted, and each round times some of them (docs/explanation/populations.md). The poses are found on the
-- teapots that are measured, so each group has a population of its own.
--
-- The first step of a motion costs DASSD more than later ones, which find what it kept. Here every pose is a
-- first step. teapot_faces has a motion of six poses.
-- Takes: about 1 min on an AMD EPYC.
local h = require "harness"
local yu2018 = require "models.yu2018_teapots"

local baselines = {
	aabb = "the AABB tree",
	bsp = "the BSP",
}
local tables_of = { small = "Table 1", large = "Table 2" }

local claims = {}
for other, name in pairs(baselines) do
	for moving, text in pairs(tables_of) do
		claims[("%s: DASSD is faster than %s, over poses in contact"):format(text, name)] = function (r)
			return yu2018.at_all_faces(r, moving, other, function (a, b) return r:below(a, b, { over = "drawn" }) end)
		end
		claims[("%s: DASSD is faster than %s in nine of ten poses"):format(text, name)] = function (r)
			return yu2018.at_all_faces(r, moving, other, function (a, b) return r:share(a, b, { at_least = 0.9 }) end)
		end
	end
end

return h.scenario {
	name = "teapot_contact",
	paper = "yu2018",
	title = "Teapots in contact, over 1,000 poses",
	order = { "moving", "faces", "algorithm" },

	sweep = {
		moving = { "small", "large" },
		faces = { 2124, 8106 },
		algorithm = {
			h.dassd { label = "dassd" },
			h.dassd { box_test = true, blocks = true, label = "dassd boxes" },
			h.aabb { label = "aabb" },
			h.bsp { label = "bsp" },
		},
	},
	drawn = { pose = h.drawn.touching { depth = 0.02 }, count = 1000, seed = 1 },
	stop = "decided", -- or known to lie within 3 % of its limit
	tune = yu2018.tune { "dassd", "aabb", "bsp" },
	quick = { faces = { 2124 }, drawn = 24, stop = "rounds" },
	readings = yu2018.readings_and { descent = yu2018.descent { "aabb" },
		follow = yu2018.follow { "rebuild", "conic", "sat" }, bsp = yu2018.bsp },
	stand_ins = { "both models are teapots; the paper's kettles are not public" },

	scene = function (p)
		local large, small = h.teapot { faces = p.faces }, h.teapot { faces = 530 }
		if p.moving == "small" then return { bodies = { { large }, { small } } } end
		return { bodies = { { small }, { large } } }
	end,

	tables = {
		small = { where = { moving = "small" }, rows = "faces", columns = "algorithm", value = "np",
			title = "Table 1: tests of triangle pairs over all poses" },
		large = { where = { moving = "large" }, rows = "faces", columns = "algorithm", value = "np",
			title = "Table 2: tests of triangle pairs over all poses" },
	},
	figures = {
		ratios = { x = "instance", y = "ratio_to_first", series = "algorithm", panels = "faces", logy = true,
			where = { moving = "small" }, title = "Table 1: time over DASSD's, pose by pose" },
	},
	claims = claims,
}
