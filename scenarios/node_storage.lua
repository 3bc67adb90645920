-- Node storage of Wang et al. 2018, section 1.3: there are no leaf nodes, and their triangles are kept by the
-- parents. The paper says that this saves space and volume tests, and measures neither. This scenario also
-- measures its cost in triangle tests and in time.
-- Takes: about 8 s on an AMD EPYC.
local h = require "harness"
local readings = require "models.readings"
local wang2018 = require "models.wang2018"

local VOLUMES = { { "aabb", "refit" }, { "fdh18", "refit" }, { "sphere", "place" }, { "obb", "place" } }
local NAMES = { "aabb", "fdh18", "sphere", "obb" }
local LEAVES = { 1, 2, 4 }
local DRAWN = 2124

local function label(volume, leaf, storage) return ("%s %d %s"):format(volume, leaf, storage) end

local algorithms, labels, oriented = {}, {}, {}
for _, volume in ipairs(VOLUMES) do
	for _, leaf in ipairs(LEAVES) do
		for _, storage in ipairs { "leaves", "parent" } do
			labels[#labels + 1] = label(volume[1], leaf, storage)
			if volume[1] == "obb" then oriented[#oriented + 1] = labels[#labels] end
			algorithms[#algorithms + 1] = h.tree { volume = volume[1], by = volume[2], leaf = leaf,
				storage = storage, label = label(volume[1], leaf, storage) }
		end
	end
end

-- Is the value of a column with `parent` below (or above) the value with `leaves`, for these volumes and
-- every leaf size? volumes: all unless given
local function compare(r, relation, column, volumes)
	local verdicts = {}
	for _, faces in ipairs(r:values "faces") do
		for _, volume in ipairs(volumes or NAMES) do
			for _, leaf in ipairs(LEAVES) do
				local kept = { faces = faces, algorithm = label(volume, leaf, "parent") }
				local all = { faces = faces, algorithm = label(volume, leaf, "leaves") }
				verdicts[#verdicts + 1] = r[relation](r, kept, all, { column = column })
			end
		end
	end
	return r:all(verdicts)
end

return h.scenario {
	name = "node_storage",
	paper = "wang2018",
	title = "Nodes of leaves stored, or their triangles kept by the parents",
	order = { "faces" },

	sweep = { faces = { DRAWN, 8106 }, algorithm = algorithms },
	drawn = { pose = h.drawn.touching { depth = 0.02 }, count = 1000, beside = true },
	quick = { faces = DRAWN, runs = 3, drawn = 8 },
	inspect = { "quality" },
	untuned = "its algorithms differ in one thing at a time, and tuned apart they would in more",
	readings = {
		rule = wang2018.rule(labels),
		descent = wang2018.descent(labels),
		follow = readings.follow(oriented),
		update = { of = oriented, key = "update", ours = "full", others = { "lazy" },
			open = "which boxes move in a step: all, or those that tests reach",
			because = "equation 1 counts updates and says no more" },
		fit = { of = oriented, set = { fit = "slabs", slab_axis = "x", weight = "area" },
			open = "of which tree Section 1.3 says it: of RAPID's boxes, or of the paper's, fitted to slabs" },
		split = { of = oriented, set = { axis = "all", point = "penalty" },
			open = "the same: of a tree split at the mean, or by the paper's penalty" },
	},
	stand_ins = { "two teapots stand for the paper's models" },

	scene = function (p)
		local pot = h.teapot { faces = p.faces }
		return { bodies = { { pot }, { pot, motion = h.touching { count = 6, seed = 1, on = { pot, pot } } } } }
	end,

	tables = {
		bytes = { rows = "algorithm", columns = "faces", value = "tree_bytes", title = "Bytes of the trees" },
		nodes = { rows = "algorithm", columns = "faces", value = "tree_nodes", title = "Nodes of the trees" },
		volumes = { rows = "algorithm", columns = "faces", value = "nb",
			title = "Pairs of nodes visited: each is a test of volumes" },
		triangles = { rows = "algorithm", columns = "faces", value = "np", title = "Tests of triangles" },
		time = { rows = "algorithm", columns = "faces", value = "step_ms", title = "Time of a step" },
	},

	figures = {
		time = { x = "tree_leaf", y = "step_ms", series = "tree_storage", panels = "tree_volume",
			where = { faces = DRAWN }, xlabel = "triangles of a leaf" },
	},

	claims = {
		["Triangles kept by parents take fewer bytes"] = function (r) return compare(r, "below", "tree_bytes") end,
		["Triangles kept by parents take fewer tests of volumes"] =
			function (r) return compare(r, "below", "nb") end,
		["Triangles kept by parents take more tests of triangles"] =
			function (r) return compare(r, "above", "np") end,
		-- the paper's trees are of oriented boxes
		["Triangles kept by parents take less time, oriented boxes"] =
			function (r) return compare(r, "below", "step_ms", { "obb" }) end,
		["Triangles kept by parents take less time, the other volumes"] =
			function (r) return compare(r, "below", "step_ms", { "aabb", "fdh18", "sphere" }) end,
	},
	-- N - 1 nodes in place of 2 N - 1
	checks = {
		["Triangles kept by parents take fewer nodes"] = function (r) return compare(r, "below", "tree_nodes") end,
	},
}
