-- The translation figure of Yu et al. 2018: the time of every step while one teapot passes through another.
-- Our copy of the text has the claim, but neither the figure nor the models. The line, the counts and the
-- steps are our reading.
-- `dassd` compares nothing before the test of two triangles: our copy names no test. `dassd boxes` adds the
-- comparison of their boxes, and blocks of 16 triangles. Both are this project's.
-- Takes: about 75 s on an AMD EPYC.
local h = require "harness"
local yu2018 = require "models.yu2018_teapots"

-- What DASSD is compared with, each by a verdict of its own.
local rivals = {
	aabb = "the refitted AABB tree",
	["aabb rebuilt"] = "the AABB tree rebuilt in every step",
	bsp = "the BSP",
}

return h.scenario {
	name = "teapot_translation",
	paper = "yu2018",
	title = "Time of each step of a translation",
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
	-- from poses in contact, in steps as long as the line's
	drawn = { pose = h.drawn.touching { depth = 0.02 }, walk = h.drawn.walk { steps = 8, step = 0.14 },
		count = 1000, block = 6, beside = true },
	quick = { faces = 530, runs = 3, drawn = 8 },
	per_step = true,

	readings = yu2018.readings_and {
		bsp = yu2018.bsp,
		descent = yu2018.descent { "aabb", "aabb rebuilt", "fdh14", "fdh18" },
		follow = yu2018.follow { "conic", "sat" },
	},
	tune = yu2018.tune { "dassd", "aabb", "aabb rebuilt", "bsp" },

	-- side by side; the spout of one passes through the belly of the other, without contact at both ends
	stand_ins = { "both models are teapots; the paper's kettles are not public",
		"the path and its steps are ours" },

	scene = function (p)
		local pot = h.teapot { faces = p.faces }
		local line = h.line { from = { -7, 0.5, 0.3 }, to = { 7, 0.5, 0.3 }, steps = 101 }
		return { bodies = { { pot }, { pot, motion = line } } }
	end,

	tables = yu2018.tables,

	figures = {
		translation = { x = "step", y = "step_ms", series = "algorithm", panels = "faces", logy = true,
			where = { algorithm = { "dassd", "dassd boxes", "aabb", "bsp", "fdh18" } } },
	},

	claims = yu2018.claims(rivals),
}
