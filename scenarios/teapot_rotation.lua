-- The rotation figure of Yu et al. 2018: the time of every step while one teapot turns within reach of
-- another. Our copy of the text has the claim, but neither the figure nor the models. The place, the axis and
-- the steps are our reading.
-- `dassd` compares nothing before the test of two triangles: our copy names no test. `dassd boxes` adds the
-- comparison of their boxes, and blocks of 16 triangles. Both are this project's.
-- Takes: about 75 s on an AMD EPYC.
local h = require "harness"
local yu2018 = require "models.yu2018_teapots"

-- What DASSD is compared with, each by a verdict of its own.
local rivals = {
	aabb = "the refitted AABB tree",
	["aabb rebuilt"] = "the AABB tree rebuilt in every step",
	fdh14 = "the 14-DOP tree",
	fdh18 = "the 18-DOP tree",
}

return h.scenario {
	name = "teapot_rotation",
	paper = "yu2018",
	title = "Time of each step of a rotation",
	order = { "faces", "algorithm" },

	sweep = {
		faces = { 2124, 8106 }, -- of each teapot
		algorithm = {
			h.dassd { label = "dassd" },
			h.dassd { box_test = true, blocks = true, label = "dassd boxes" },
			h.aabb { label = "aabb" },
			h.aabb { by = "rebuild", label = "aabb rebuilt" },
			h.bsp { label = "bsp" },
			h.fdh14 { label = "fdh14" },
			h.fdh18 { label = "fdh18" },
		},
	},
	-- from poses in contact, in steps as large as the turn's
	drawn = { pose = h.drawn.touching { depth = 0.02 },
		walk = h.drawn.walk { steps = 8, step = 0, degrees = 3.6 },
		count = 1000, block = 6, beside = true },
	quick = { faces = 530, runs = 3, drawn = 8 },
	per_step = true,

	readings = yu2018.readings_and {
		bsp = yu2018.bsp,
		descent = yu2018.descent { "aabb", "aabb rebuilt", "fdh14", "fdh18" },
		follow = yu2018.follow { "conic", "sat" },
		kdops = { of = { "fdh14", "fdh18" }, key = "by", ours = "refit", others = { "rebuild", "conic" },
			open = "how the trees of k-DOPs follow the turning model: that they must is all that our copy says",
			because = "as the AABB tree does" },
	},
	tune = yu2018.tune { "dassd", "aabb", "aabb rebuilt", "fdh14", "fdh18" },

	-- one full turn about a slanted axis through its middle; spout and handle alternately enter the other's
	-- belly
	stand_ins = { "both models are teapots; the paper's kettles are not public",
		"the path and its steps are ours" },

	scene = function (p)
		local pot = h.teapot { faces = p.faces }
		local turn = h.spin { axis = { 1, 2, 3 }, turns = 1, steps = 101,
			offset = { 3.2, 0, 0 }, centre = { 3.4, 0, 1.5 } }
		return { bodies = { { pot }, { pot, motion = turn } } }
	end,

	tables = yu2018.tables,

	figures = {
		rotation = { x = "step", y = "step_ms", series = "algorithm", panels = "faces", logy = true,
			where = { algorithm = { "dassd", "dassd boxes", "aabb", "bsp", "fdh18" } } },
	},

	claims = yu2018.claims(rivals),
}
