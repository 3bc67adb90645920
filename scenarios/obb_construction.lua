-- Fits of oriented boxes: the time to fit one box and to build a tree, and the volume of the boxes. The usual
-- fit takes the covariance of the corners of all triangles. `slabs` takes the extreme points of k slabs. Geng
-- et al. 2018 cut along the longest extent and count each point once, Wang et al. 2018 cut along x and weight
-- by area (our readings). Wang et al. project only the chosen points for the half sides, so boxes need not
-- hold their triangles. `subset` does the same and is reported as unsound. Neither paper gives k. Wang et al.
-- print the volume of the box of "the tank" for their fit and the usual one, and not what tank. Here it is
-- one of ours, so only ratios can be compared. obb_orientations.lua shows how they depend on the orientation.
-- Table 1 of Wang et al. is the time to construct one box of each kind, about 1.9 times shorter with theirs.
-- Its cells are missing from our copy of the text. `literal` is that box by steps 2 to 5: each chosen point
-- counts once (eq. 13, read over points), and the box holds these alone. A vertex of a mesh is a corner of
-- about six triangles. The usual fit takes these corners; `distinct` takes each vertex once, as the improved
-- fit does. The time box_ns includes finding the vertices of a list of triangles; for box_points_ns they are
-- given.
-- Takes: about 2 min on an AMD EPYC.
local h = require "harness"
local about = require "models.about"
local wang2018 = require "models.wang2018"

local ks = { 2, 4, 8, 16, 32, 64 }

local function boxes(label, keys)
	keys.volume, keys.by, keys.label = "obb", "sat", label
	return h.tree(keys)
end

local algorithms = {
	boxes("usual", { fit = "vertices" }),
	boxes("distinct", { fit = "distinct" }),
	boxes("triangles", { fit = "triangles" }),
	boxes("hull", { fit = "hull" }),
	boxes("minimum", { fit = "minimum" }),
}
for _, k in ipairs(ks) do
	algorithms[#algorithms + 1] = boxes("slabs " .. k, { fit = "slabs", k = k })
	algorithms[#algorithms + 1] = boxes("area " .. k, { fit = "slabs", k = k, slab_axis = "x", weight = "area" })
end
for _, k in ipairs { 8, 64 } do
	algorithms[#algorithms + 1] = boxes("subset " .. k,
		{ fit = "slabs", k = k, slab_axis = "x", weight = "area", extent = "subset" })
end

algorithms[#algorithms + 1] = boxes("literal 8",
	{ fit = "slabs", k = 8, slab_axis = "x", weight = "none", extent = "subset" })
algorithms[#algorithms + 1] = boxes("literal 8, one of ties",
	{ fit = "slabs", k = 8, slab_axis = "x", ties = "one", weight = "none", extent = "subset" })
algorithms[#algorithms + 1] = boxes("area 8, one of ties",
	{ fit = "slabs", k = 8, slab_axis = "x", ties = "one", weight = "area" })

local SUBSETS = { "subset 8", "subset 64", "literal 8", "literal 8, one of ties" }
local TABLE1 = { "usual", "distinct", "triangles", "slabs 8", "area 8", "area 8, one of ties", "subset 8",
	"literal 8", "literal 8, one of ties" }

local SHORTER = about.times(1.9)
local MORE = { lo = 1, hi = 1000 } -- any gain

-- Does one box of `usual`, timed by one column, take as many times one of `label`, timed by another? band:
-- `lo` to `hi` times, about 1.9 unless given
local function one_box(label, usual, usual_column, improved_column, band)
	band = band or SHORTER
	return function (r)
		local verdicts = {}
	for _, model in ipairs(r:values "model") do
			verdicts[#verdicts + 1] = r:within({ model = model, algorithm = usual },
				{ model = model, algorithm = label },
				{ lo = band.lo, hi = band.hi, column = usual_column, over = improved_column })
		end
		return r:all(verdicts)
	end
end

-- The paper's own inputs: the usual fit sums over the 3 m corners, the improved one works on the n vertices.
local function as_described(label) return one_box(label, "usual", "box_ns", "box_points_ns") end

local models = {
	tank = h.shape.tank, teapot = h.teapot, blob = h.shape.blob,
}

local function each(r, models_of, of_model)
	local verdicts = {}
	for _, model in ipairs(r:values "model") do
		if models_of == nil or model == models_of then of_model(model, verdicts) end
	end
	return r:all(verdicts)
end

local function volume_below(r, a, b, column)
	return function (model, verdicts)
		verdicts[#verdicts + 1] = r:below({ model = model, algorithm = a }, { model = model, algorithm = b },
			{ column = column })
	end
end

return h.scenario {
	name = "obb_construction",
	paper = "wang2018",
	title = "Fits of oriented boxes: volume and time to build",
	order = { "model", "faces", "algorithm" },
	inspect = { "quality", "box" },

	sweep = { model = { "tank", "teapot", "blob" }, faces = { 4000 }, algorithm = algorithms },
	quick = { model = { "tank" }, faces = { 1000 } },

	untuned = "its claims are on builds, and tuning is for the time of a step",
	readings = {
		k_wang = wang2018.k({ "area 8", "area 8, one of ties", "subset 8", "literal 8", "literal 8, one of ties" },
			8, { 2, 4, 16, 32, 64 }),
		k_geng = { of = { "slabs 8" }, key = "k", ours = 8, others = { 2, 4, 16, 32, 64 },
			open = "into how many slabs Geng et al. cut", because = "it is the middle of those compared" },
		weight = wang2018.weight { "area 8", "subset 8" },
		ties = wang2018.ties { "area 8", "subset 8", "literal 8", "slabs 8" },
		extremes = wang2018.extremes { "area 8", "area 8, one of ties", "subset 8", "literal 8",
			"literal 8, one of ties", "slabs 8" },
		extent = { of = { "area 8", "slabs 8" }, key = "extent", ours = "all", others = { "subset" },
			open = "which points a box holds: Wang et al. project the chosen ones (Section 1.2, step 5), Geng et al. "
				.. "the set of vertices (Section 1.3.2); the chosen ones leave triangles outside",
			because = "boxes that leave triangles outside can miss contacts; `subset` and `literal` are rows too" },
		input = wang2018.input { "usual" },
	},
	stand_ins = { "the tank is generated, and of another size than wang2018's" },

	-- two bodies of one model, whose volumes are added; one pose, in which all must find the same contacts
	scene = function (p)
		local mesh = models[p.model] { faces = p.faces }
		local pose = h.touching { count = 1, seed = 1, on = { mesh, mesh } }
		return { bodies = { { mesh }, { mesh, motion = pose } } }
	end,

	tables = {
		tank = {
			title = "Volume of the box of the whole; published: of another tank, in cubic cm",
			rows = "algorithm",
			columns = "model",
			value = "root_volume",
			scale = 0.5,
			unit = "cubic model units",
			published = { tank = { usual = 7319.264, ["subset 8"] = 6835.488,
				["literal 8"] = 6835.488 } },
		},
		volume = {
			title = "Volume of all boxes of the tree",
			rows = "algorithm",
			columns = "model",
			value = "volume_sum",
			scale = 0.5,
			unit = "cubic model units",
		},
		table1 = { title = "wang2018, Table 1: time to fit one box to the triangles of a model", rows = "algorithm",
			columns = "model", value = "box_ns", scale = 1e-3, unit = "us", where = { algorithm = TABLE1 } },
		table1_points = { title = "Time to fit one box to the vertices of a model, each given once",
			rows = "algorithm", columns = "model", value = "box_points_ns", scale = 1e-3, unit = "us",
			where = { algorithm = TABLE1 } },
		build = { title = "Time to build", rows = "algorithm", columns = "model", value = "build_ms" },
		tests = { title = "Volume tests", rows = "algorithm", columns = "model", value = "nb" },
		fails = { title = "How far triangles stick out of boxes of a subset", rows = "algorithm", columns = "model",
			value = "extent_fails", where = { algorithm = SUBSETS } },
		missed = { title = "Contacts that boxes of a subset miss", rows = "algorithm", columns = "model",
			value = "missed_pairs", where = { algorithm = SUBSETS } },
	},

	figures = {
		volume = { x = "tree_k", y = "volume_sum", series = "tree_weight", panels = "model", logx = true,
			where = { tree_fit = "slabs", tree_extent = "all", tree_ties = "all" } },
		build = { x = "tree_k", y = "build_ms", series = "tree_weight", panels = "model", logx = true,
			where = { tree_fit = "slabs", tree_extent = "all", tree_ties = "all" } },
	},

	claims = {
		["wang2018: the tank's box of all vertices has less volume than the usual one, k = 8"] = function (r)
			return each(r, "tank", volume_below(r, "area 8", "usual", "root_volume"))
		end,
		["wang2018: the tank's box of the chosen points alone has less volume than the usual one, k = 8"] =
			function (r) return each(r, "tank", volume_below(r, "subset 8", "usual", "root_volume")) end,
		["geng2018: a box fitted to slabs takes less time than the usual one, both from triangles, k = 8"] =
			one_box("slabs 8", "usual", "box_ns", "box_ns", MORE),
		["geng2018: a box fitted to slabs takes less time than the usual one, corners over vertices, k = 8"] =
			one_box("slabs 8", "usual", "box_ns", "box_points_ns", MORE),
		["Boxes of a whole tree have less volume than the usual, slabs as wang2018, k = 8"] = function (r)
			return each(r, nil, volume_below(r, "area 8", "usual", "volume_sum"))
		end,
		["Boxes of a whole tree have less volume than the usual, by the area of the hull"] = function (r)
			return each(r, nil, volume_below(r, "hull", "usual", "volume_sum"))
		end,
		["Boxes of the chosen points miss no contact, k = 8"] = function (r)
			return each(r, nil, function (model, verdicts)
				for _, label in ipairs { "subset 8", "literal 8" } do
					local missed = r:value({ model = model, algorithm = label }, "missed_pairs")
					local text = ("%s, %s: %d missed"):format(model, label, missed)
					verdicts[#verdicts + 1] = r:fact(missed == 0, text)
				end
			end)
		end,
		["Boxes of a whole tree have less volume than the usual, slabs as geng2018, k = 8"] = function (r)
			return each(r, nil, volume_below(r, "slabs 8", "usual", "volume_sum"))
		end,
		-- Of the time of `subset` a third or more, in the tank nearly all, is spent on the hull of the chosen
		-- points, by whose area they are weighted.
		["Table 1: corners over vertices, about 1.9 times: literal, k = 8"] = as_described "literal 8",
		["Table 1: corners over vertices, about 1.9 times: literal, one of ties, k = 8"] =
			as_described "literal 8, one of ties",
		["Table 1: corners over vertices, about 1.9 times: weighted by area, k = 8"] = as_described "subset 8",
		["Table 1: corners over vertices, about 1.9 times: slabs as geng2018, k = 8"] = as_described "slabs 8",
		["Table 1: both from triangles, about 1.9 times: literal, k = 8"] =
			one_box("literal 8", "usual", "box_ns", "box_ns"),
		["Table 1: both from triangles, about 1.9 times: literal, one of ties, k = 8"] =
			one_box("literal 8, one of ties", "usual", "box_ns", "box_ns"),
		["Table 1: both from triangles, each vertex once, about 1.9 times: literal, one of ties, k = 8"] =
			one_box("literal 8, one of ties", "distinct", "box_ns", "box_ns"),
		["Table 1: both from vertices, about 1.9 times: literal, one of ties, k = 8"] =
			one_box("literal 8, one of ties", "usual", "box_points_ns", "box_points_ns"),
		["Table 1: both from triangles, about 1.9 times: weighted by area, k = 8"] =
			one_box("subset 8", "usual", "box_ns", "box_ns"),
		["Table 1, read as a tree: building takes about 1 / 1.9 of the usual time, literal, k = 8"] = function (r)
			return each(r, nil, function (model, verdicts)
				verdicts[#verdicts + 1] = r:within({ model = model, algorithm = "usual" },
					{ model = model, algorithm = "literal 8" },
					{ lo = SHORTER.lo, hi = SHORTER.hi, column = "build_ms" })
			end)
		end,
		["No fit has boxes of less volume than minimum"] = function (r)
			return each(r, nil, function (model, verdicts)
				for _, label in ipairs { "usual", "triangles", "hull", "slabs 8", "slabs 64", "area 8" } do
					volume_below(r, "minimum", label, "root_volume")(model, verdicts)
				end
			end)
		end,
	},
}
