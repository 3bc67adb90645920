-- The three pairs of models of Wei et al. 2000, for scenarios that measure its tables again. The paper gives
-- the names and numbers of triangles of the still and the active model. Shapes with exactly these numbers
-- stand for them.
local h = require "harness"

return {
	names = { "tetrahedra", "rings", "pipes" },

	triangles = { tetrahedra = 516, rings = 10000, pipes = 170398 }, -- of both

	still = {
		tetrahedra = function () return h.shape.tetrahedra { count = 100 } end, -- 400
		rings = function () return h.shape.ring {} end, -- 5000
		pipes = function () return h.shape.pipes { faces = 169994 } end,
	},
	active = {
		tetrahedra = function () return h.shape.ball { points = 60 } end, -- a sphere, 116
		-- 5000; a different mesh from the still one, because bodies with the same mesh share a tree
		rings = function () return h.shape.ring { segments = 125, radial = 2, axial = 8 } end,
		pipes = function () return h.shape.hand { faces = 404, size = 0.25 } end, -- pipes are 0.6 thick
	},
}
