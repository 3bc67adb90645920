-- The three pairs of models of Wei et al. 2000, for scenarios that measure its tables again. The paper gives
-- the names and numbers of triangles of the still and the active model. Shapes with exactly these numbers
-- stand for them.
local h = require "harness"
local about = require "models.about"
local shared = require "models.readings"

-- Table 2: tests of volumes and of triangles over all steps, and the mean time of a step in ms, for each pair
-- of models in the order of `names`.
local table2 = {
	nb = {
		fdh18 = { 53851, 2761000, 3218000 }, fdh14 = { 54872, 3560000, 3616000 },
		aabb = { 149329, 4594000, 7866000 }, obb = { 11889, 662198, 542000 },
	},
	np = {
		fdh18 = { 14601, 120208, 505000 }, fdh14 = { 14570, 131068, 516000 },
		aabb = { 43048, 152352, 903000 }, obb = { 2512, 78191, 203000 },
	},
	ms = {
		fdh18 = { 0.085, 17.563, 1.063 }, fdh14 = { 0.078, 21.431, 1.133 },
		aabb = { 0.103, 26.380, 1.939 }, obb = { 0.157, 28.920, 1.905 },
	},
	tests = {}, -- the sums of both
}
for volume, list in pairs(table2.nb) do
	table2.tests[volume] = {}
	for i, nb in ipairs(list) do table2.tests[volume][i] = nb + table2.np[volume][i] end
end

-- What the paper leaves open of its trees, each a function of the labels that are read so.
local readings = {}

-- Of FDH trees alone: the paper's OBB trees are RAPID's, which splits at the mean.
function readings.rule(labels) return shared.rule(labels, "Section 2 names criteria, but no rule") end

function readings.descent(labels, others)
	return shared.descent(labels, "Section 3.2 does not say", others)
end

function readings.size(labels)
	return { of = labels, key = "descend", ours = "larger", others = { "longer" },
		open = "which of two boxes is the larger: by volume, or by the first half side, as in RAPID's code",
		because = "trees of all volumes are walked alike" }
end

-- by: how a tree's nodes are fitted to the vertices below them, and how children are merged
function readings.nodes(labels, vertices, merged)
	return { of = labels, key = "by", ours = vertices, others = { merged },
		open = "what an inner node is fitted to in building: the vertices below it, as Section 3.1 has it, or its "
			.. "children",
		because = "Section 3.1 has it so" }
end

return {
	readings = readings,

	names = { "tetrahedra", "rings", "pipes" },

	table2 = table2,
	-- nearly four times the tests of OBB, as the paper says of FDH18 and FDH14
	FOUR_TIMES = about.times(4, about.quotients(table2.tests.fdh18, table2.tests.obb),
		about.quotients(table2.tests.fdh14, table2.tests.obb)),

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
