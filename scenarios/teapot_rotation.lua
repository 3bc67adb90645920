-- The rotation figure of Yu et al. 2018: the time of every step while one teapot turns within reach of
-- another. Our copy of the text has the claim, but neither the figure nor the models. The place, the axis and
-- the steps are our reading.
local h = require "harness"

return h.scenario {
	name = "teapot_rotation",
	paper = "yu2018",
	title = "Time of each step of a rotation",
	order = { "faces", "algorithm" },

	-- tuned: the fastest of leaf 1, 2, 4 x split mean, sah x full refit, full conic, lazy conic
	sweep = {
		faces = { 2124, 8106 }, -- of each teapot
		algorithm = {
			h.dassd(),
			h.aabb { label = "aabb" },
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
	},

	figures = {
		rotation = { x = "step", y = "step_ms", series = "algorithm", panels = "faces", logy = true,
			where = { algorithm = { "dassd", "aabb", "bsp", "fdh18" } } },
	},

	claims = {
		["DASSD takes less than half the time of k-DOPs and the AABB tree, at their defaults and tuned"] =
			function (r)
				local verdicts = {}
				for _, faces in ipairs(r:values "faces") do
					for _, other in ipairs { "aabb", "aabb tuned", "fdh14", "fdh18", "fdh18 tuned" } do
						verdicts[#verdicts + 1] = r:below({ faces = faces, algorithm = "dassd" },
							{ faces = faces, algorithm = other }, { limit = 0.5 })
					end
				end
				return r:all(verdicts)
			end,
	},
}
