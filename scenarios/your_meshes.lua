-- An experiment on your own models. Put two files (OBJ, OFF, PLY, STL) beside this file and name them here.
-- Or name files anywhere when you run it:
--
--   harness scenarios/your_meshes.lua -s still=a.obj -s moving=b.obj
--   harness scenarios/your_meshes.lua -s still=a.obj -s moving=b.obj,c.obj -s poses=50
--
-- The run's folder then has the figure of the times in figures/ and a picture of each pair of models in
-- pictures/: several poses with the touching triangles in red. To see a pair before measuring:
--
--   harness draw scenarios/your_meshes.lua -s still=a.obj -s moving=b.obj --point 1
-- Takes: about 2 s on an AMD EPYC, for two models of 400 triangles.
local h = require "harness"

local poses = h.input("poses", 10) -- -s poses=50 replaces it

return h.scenario {
	name = "your_meshes",
	title = "Your meshes",

	sweep = {
		still = { "still.obj" },
		moving = { "moving.obj" },
		algorithm = {
			h.brute(), h.sweep(h.aabb, { leaf = { 1, 4 } }), h.bsp(),
			h.dassd { label = "dassd" }, h.dassd { box_test = true, blocks = true, label = "dassd boxes" },
		},
	},
	order = { "still", "moving", "algorithm" },

	scene = function (p)
		-- scale = 0.001 turns millimetres into metres; sha256 = "..." makes sure that the file is the
		-- expected one
		local still, moving = h.mesh { file = p.still }, h.mesh { file = p.moving }
		local motion = h.touching { count = poses, seed = 1, depth = 0.02, on = { still, moving } }
		return { bodies = { { still }, { moving, motion = motion } } }
	end,

	tables = {
		times = { rows = "algorithm", columns = "moving", value = "step_ms", title = "Time per step" },
		builds = { rows = "algorithm", columns = "moving", value = "build_ms", title = "Time to build" },
		bytes = { rows = "algorithm", columns = "moving", value = "tree_bytes", title = "Bytes of the structures" },
	},
	figures = {
		times = { x = "algorithm", y = "step_ms", series = "moving", logy = true, title = "Time per step" },
	},
}
