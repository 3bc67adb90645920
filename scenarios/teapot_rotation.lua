-- The rotation figure of Yu et al. 2018: the time of every step while one teapot turns within reach of
-- another. Our copy of the text has the claim, but neither the figure nor the models. The place, the axis and
-- the steps are our reading.
-- `dassd` compares nothing before the test of two triangles, as in the paper's text. `dassd boxes` adds the
-- comparison of their boxes, and blocks of 16 triangles. Both are this project's.
local h = require "harness"

-- What DASSD is compared with, each by a verdict of its own.
local baselines = {
	aabb = "the refitted AABB tree",
	["aabb rebuilt"] = "the AABB tree rebuilt in every step",
	["aabb tuned"] = "the tuned AABB tree",
	fdh14 = "the 14-DOP tree",
	fdh18 = "the 18-DOP tree",
	["fdh18 tuned"] = "the tuned 18-DOP tree",
}

local claims = {}
for other, name in pairs(baselines) do
	claims[("DASSD takes less than half the time of %s"):format(name)] = function (r)
		local verdicts = {}
		for i, faces in ipairs(r:values "faces") do
			verdicts[i] = r:below({ faces = faces, algorithm = "dassd" }, { faces = faces, algorithm = other },
				{ limit = 0.5 })
		end
		return r:all(verdicts)
	end
end

return h.scenario {
	name = "teapot_rotation",
	paper = "yu2018",
	title = "Time of each step of a rotation",
	order = { "faces", "algorithm" },

	-- tuned: the fastest of leaf 1, 2, 4 x split mean, sah x full refit, full conic, lazy conic
	sweep = {
		faces = { 2124, 8106 }, -- of each teapot
		algorithm = {
			h.dassd { label = "dassd" },
			h.dassd { box_test = true, blocks = true, label = "dassd boxes" },
			h.aabb { label = "aabb" },
			h.aabb { by = "rebuild", label = "aabb rebuilt" },
			h.aabb { leaf = 2, axis = "all", point = "sah", label = "aabb tuned" },
			h.bsp { label = "bsp" },
			h.bsp { fallback = "axis", clip = true, leaf = 4, label = "bsp tuned" },
			h.fdh14 { label = "fdh14" },
			h.fdh18 { label = "fdh18" },
			h.fdh18 { leaf = 2, axis = "all", point = "sah", update = "lazy", by = "conic",
				label = "fdh18 tuned" },
		},
	},
	quick = { faces = 530, runs = 3 },
	per_step = true,

	readings = {
		boxes = { of = { "dassd" }, set = { box_test = true, blocks = true },
			open = "whether boxes of triangles are compared before two triangles are; the text is silent" },
		box_test = { of = { "dassd" }, key = "box_test", ours = false, others = { true },
			open = "the same, triangle by triangle" },
		follow = { of = { "aabb" }, key = "by", ours = "refit", others = { "rebuild" },
			open = "how the AABB tree follows the moving model" },
	},

	-- one full turn about a slanted axis through its middle; spout and handle alternately enter the other's
	-- belly
	scene = function (p)
		local pot = h.teapot { faces = p.faces }
		local turn = h.spin { axis = { 1, 2, 3 }, turns = 1, steps = 101,
			offset = { 3.2, 0, 0 }, centre = { 3.4, 0, 1.5 } }
		return { bodies = { { pot }, { pot, motion = turn } } }
	end,

	tables = {
		mean = { rows = "algorithm", columns = "faces", value = "step_ms", title = "Mean time of a step" },
		tests = { rows = "algorithm", columns = "faces", value = "nb", title = "Tests of volumes over the motion" },
		pairs = { rows = "algorithm", columns = "faces", value = "np",
			title = "Tests of triangle pairs over the motion" },
		boxes = { where = { algorithm = { "dassd", "dassd boxes" } }, rows = "algorithm", columns = "faces",
			value = "triangle_boxes", title = "Boxes of triangles compared over the motion" },
		updates = { rows = "algorithm", columns = "faces", value = "update_ms",
			title = "Time of a step's update; missing where it is part of the test" },
	},

	figures = {
		rotation = { x = "step", y = "step_ms", series = "algorithm", panels = "faces", logy = true,
			where = { algorithm = { "dassd", "dassd boxes", "aabb", "bsp", "fdh18" } } },
	},

	claims = claims,
}
