-- Every part of examples/parts at once; run.sh runs it on a tree that they were added to.
local h = require "harness"

return h.scenario {
	name  = "parts",
	sweep = {
		algorithm = {
			h.brute(),
			h.tree { volume = "cut_sphere", leaf = 2 },
			h.tree { volume = "cut_sphere", about = "mean", point = "widest_gap", update = "layered" },
			h.aabb { point = "widest_gap", axis = "all", gap_share = 0.25 },
			h.aabb { broad = "morton" },
			h.hash_cells(),
			h.hash_cells { side = 4 },
		},
	},
	scene = function ()
		local cone = h.shape.cone { sides = 40 }
		local pot = h.teapot { faces = 500 }
		local poses = h.touching { count = 3, seed = 1, on = { pot, cone } }
		return { bodies = { { pot }, { cone, motion = poses }, { cone } } }
	end,
	figures = { np = { kind = "steps", x = "algorithm", y = "np" } },
	tables = { time = { rows = "algorithm", columns = "point", value = "triangle_ns" } },
}
