-- The time of a query and of a build on two teapots of 8106 triangles. The README quotes its results.
-- Takes: about 11 s on an AMD EPYC.
local h = require "harness"

return h.scenario {
	name = "two_teapots",
	title = "Two teapots of 8106 triangles in contact",

	sweep = {
		faces = { 8106 },
		algorithm = {
			h.brute(), h.aabb(), h.bsp(),
			h.dassd { label = "dassd" },
			h.dassd { box_test = true, blocks = true, label = "dassd boxes" },
		},
	},
	order = { "faces", "algorithm" },
	quick = { faces = { 1000 } },

	scene = function (p)
		local teapot = h.teapot { faces = p.faces }
		local poses = h.touching { count = 6, seed = 1, on = { teapot, teapot } }
		return { bodies = { { teapot }, { teapot, motion = poses } } }
	end,

	tables = {
		query = { rows = "algorithm", columns = "faces", value = "step_ms", title = "Time per step" },
		build = { rows = "algorithm", columns = "faces", value = "build_ms", title = "Time to build" },
		bytes = { rows = "algorithm", columns = "faces", value = "tree_bytes", title = "Bytes of the structures" },
	},
}
