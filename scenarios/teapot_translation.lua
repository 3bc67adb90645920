-- The translation figure of Yu et al. 2018: the time of every step while one teapot passes through another.
-- Our copy of the text has the claim, but neither the figure nor the models. The line, the counts and the
-- steps are our reading.
local h = require "harness"

return h.scenario {
	name = "teapot_translation",
	paper = "yu2018",
	title = "Time of each step of a translation",
	order = { "faces", "algorithm" },

	-- tuned: the fastest of leaf 1, 2, 4 x split mean, sah x full refit, full conic, lazy conic
	sweep = {
		faces = { 2124, 8106 }, -- of each teapot
		algorithm = {
			h.dassd(),
			h.aabb { label = "aabb" },
			h.aabb { leaf = 2, axis = "all", point = "sah", by = "conic", label = "aabb tuned" },
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

	-- side by side; the spout of one passes through the belly of the other, without contact at both ends
	scene = function (p)
		local pot = h.teapot { faces = p.faces }
		local line = h.line { from = { -7, 0.5, 0.3 }, to = { 7, 0.5, 0.3 }, steps = 101 }
		return { bodies = { { pot }, { pot, motion = line } } }
	end,

	tables = {
		mean = { rows = "algorithm", columns = "faces", value = "step_ms", title = "Mean time of a step" },
		tests = { rows = "algorithm", columns = "faces", value = "nb", title = "Tests of volumes over the motion" },
	},

	figures = {
		translation = { x = "step", y = "step_ms", series = "algorithm", panels = "faces", logy = true,
			where = { algorithm = { "dassd", "aabb", "bsp", "fdh18" } } },
	},

	claims = {
		["DASSD takes less than half the time of the AABB tree and BSP, at their defaults and tuned"] =
			function (r)
				local verdicts = {}
				for _, faces in ipairs(r:values "faces") do
					for _, other in ipairs { "aabb", "aabb tuned", "bsp", "bsp tuned" } do
						verdicts[#verdicts + 1] = r:below({ faces = faces, algorithm = "dassd" },
							{ faces = faces, algorithm = other }, { limit = 0.5 })
					end
				end
				return r:all(verdicts)
			end,
	},
}
