-- How much longer than OBB can FDH18 take (Wei et al. 2000)? This is the most that was found among 2,400
-- scenes, a lower bound: by `harness worst scenarios/fdh_motion.lua --of fdh18 --against obb` with seed 1,
-- and with the seeds 1 to 5 and the costs that the first search fitted. A thin triangular ring lies beside a
-- ring of 5,000 triangles, askew to all fixed directions, and touches it nowhere: OBBs show that by 53 tests
-- in 2.3 us. So the ratio is that to an early exit.
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
		rule = models.readings.rule { "fdh18", "obb" },
		descent = models.readings.descent { "fdh18" },
		size = models.readings.size { "obb" },
	},

	found = {
		still = models.active.rings(),
		moving = h.shape.torus { radius = 6.299, tube = 0.2403, segments = 3, sides = 20 },
		at = { -3.703801558939747, -1.2257776061137886, -1.948334734232966 },
		axis = { 0.04758, -0.5247, -0.8499 }, degrees = 73.94, predicted = 8118,
	},
	shrunk = {
		still = models.active.rings(),
		moving = h.shape.torus { radius = 6, tube = 0.24, segments = 3, sides = 10 },
		at = { -3.5645116772719203, -1.1434117723636106, -1.8200720580816394 },
		axis = { 0.04758, -0.5247, -0.8499 }, degrees = 70, predicted = 4427,
	},
})
