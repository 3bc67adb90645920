-- Where is FDH18 faster than OBB (Wei et al. 2000)? Their models and motions are not known. Here the size of
-- the active ball and how far its walk reaches about the hundred tetrahedra are swept, and each pair is a
-- cell of a map (docs/explanation/maps.md): all cells are counted and few timed. Near walks touch more often.
-- Takes: about 2 min on an AMD EPYC.
local h = require "harness"
local models = require "models.wei2000_models"
local walks = require "models.wei2000_walks"

local function sizes(count) return h.log { from = 0.125, to = 8, count = count } end
local function reaches(count)
	local out = {}
	for i = 1, count do out[i] = 1 + 2 * (i - 1) / (count - 1) end
	return out
end

return h.scenario {
	name = "fdh_map",
	paper = "wei2000",
	title = "Where FDH18 is faster than OBB",
	order = { "size", "reach", "algorithm" },

	sweep = {
		size = sizes(21), reach = reaches(21),
		algorithm = { h.fdh18 { update = "lazy", by = "hull", label = "fdh18" }, h.rapid { label = "obb" } },
	},
	maps = { faster = { a = "fdh18", b = "obb", x = "size", y = "reach" } },
	figures = { faster = { kind = "map", map = "faster", x = "size", y = "reach", title = "FDH18 or OBB" } },
	quick = { size = sizes(2), reach = reaches(2), runs = 3 },
	stand_ins = { "the models are generated with the paper's numbers of triangles, and the walks are ours" },
	untuned = "it looks for where one is faster of the algorithms that fdh_motion has",

	scene = function (p)
		local still, active = models.still.tetrahedra(), h.shape.ball { points = 60, radius = p.size }
		local walk = walks.motion("tetrahedra", still, walks.reach(still, active, p.reach), { degrees = 1 })
		return { bodies = { { still }, { active, motion = walk } } }
	end,
}
