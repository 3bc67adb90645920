-- An experiment on models of your own: put two OBJ files beside this file and name them here, or name them when you run
-- it, from wherever they are:
--
--   harness scenarios/your_meshes.lua -s still=a.obj -s moving=b.obj
--   harness scenarios/your_meshes.lua -s still=a.obj,c.obj -s moving=b.obj -s poses=50
local h = require "harness"

return h.scenario {
	name = "your_meshes",
	title = "Your meshes",

	sweep = {
		still = { "still.obj" },
		moving = { "moving.obj" },
		poses = { 10 },
		algorithm = { h.brute(), h.sweep(h.aabb, { leaf = { 1, 4 } }), h.bsp(), h.dassd() },
	},
	order = { "still", "moving", "poses", "algorithm" },

	scene = function (p)
		-- scale = 0.001 turns millimetres into metres; sha256 = "..." makes sure that it is the file you mean
		local still, moving = h.mesh { file = p.still }, h.mesh { file = p.moving }
		local poses = h.touching { count = p.poses, seed = 1, depth = 0.02, on = { still, moving } }
		return { bodies = { { still }, { moving, motion = poses } } }
	end,

	tables = {
		times = { rows = "algorithm", columns = "moving", value = "step_ms", title = "Time per step" },
		builds = { rows = "algorithm", columns = "moving", value = "build_ms", title = "Time to build" },
		bytes = { rows = "algorithm", columns = "moving", value = "tree_bytes", title = "Bytes of the structures" },
	},
}
