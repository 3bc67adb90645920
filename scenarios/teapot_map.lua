-- Where is DASSD faster than the refitted AABB tree (Yu et al. 2018)? In table 1 the moving teapot has 530
-- faces and the still one grows; in table 2 it is the other way round. Here both numbers are swept, and each
-- pair is a cell of a map (docs/explanation/maps.md): all cells are counted and few timed, at six poses in
-- contact.
-- Takes: about 75 s on an AMD EPYC.
local h = require "harness"

local function faces(count) return h.log { from = 500, to = 16000, count = count, integer = true } end

return h.scenario {
	name = "teapot_map",
	paper = "yu2018",
	title = "Where DASSD is faster than the AABB tree",
	order = { "still_faces", "moving_faces", "algorithm" },

	sweep = {
		still_faces = faces(20), moving_faces = faces(20),
		algorithm = { h.dassd { label = "dassd" }, h.aabb { label = "aabb" } },
	},
	maps = { faster = { a = "dassd", b = "aabb", x = "still_faces", y = "moving_faces", timed = 0.3 } },
	figures = { faster = { kind = "map", map = "faster", x = "still_faces", y = "moving_faces",
		title = "DASSD or the refitted AABB tree" } },
	quick = { still_faces = faces(2), moving_faces = faces(2), runs = 3 },
	untuned = "it looks for where one is faster of the algorithms that teapot_faces has",
	stand_ins = { "the six poses are seeded, as our copy prints neither poses nor how many",
		"both models are teapots; the paper's kettles are not public" },

	scene = function (p)
		local still, moving = h.teapot { faces = p.still_faces }, h.teapot { faces = p.moving_faces }
		local motion = h.touching { count = 6, seed = 1, depth = 0.02, on = { still, moving } }
		return { bodies = { { still }, { moving, motion = motion } } }
	end,
}
