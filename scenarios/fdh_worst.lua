-- How much longer than OBB can FDH18 take (Wei et al. 2000)? This is the most that was found among 3,000
-- scenes, a lower bound, by `harness worst scenarios/fdh_motion.lua --of fdh18 --against obb --seed 1
-- --budget 3000 --costs docs/measured/fdh_worst-costs.csv`, which anyone can repeat; the costs are those that
-- a search of 400 scenes with seed 1 fitted. A thin triangular ring lies around a ring of 5,000 triangles,
-- askew to all fixed directions, and touches it nowhere: OBBs show that by 39 tests in 1.1 us. So the
-- ratio is that to an early exit.
-- Takes: about 4 s on an AMD EPYC.
local h = require "harness"
local models = require "models.wei2000_models"
local worst = require "models.worst"

return h.scenario(worst {
	name = "fdh_worst",
	paper = "wei2000",
	title = "A scene on which FDH18 takes far longer than OBB",
	of = "fdh18", against = "obb",
	algorithms = { h.fdh18 { update = "lazy", by = "hull", label = "fdh18" }, h.rapid { label = "obb" } },
	readings = {
		rule = models.readings.rule { "fdh18" },
		descent = models.readings.descent { "fdh18" },
		size = models.readings.size { "obb" },
	},

	found = {
		still = models.active.rings(),
		moving = h.shape.torus { radius = 7.078, tube = 0.2409, segments = 3, sides = 20 },
		at = { -3.356286904087312, -1.3719857810157081, -2.2198993500094772 },
		axis = { 0.2027, -0.6524, -0.7303 }, degrees = 39.6, predicted = 8690,
	},
	shrunk = {
		still = models.active.rings(),
		moving = h.shape.torus { radius = 7, tube = 0.2383, segments = 3, sides = 20 },
		at = { -3.324231361027228, -1.3636774752217118, -2.2105705537415807 },
		axis = { 0.2027, -0.6524, -0.7303 }, degrees = 40, predicted = 8660,
	},
})
