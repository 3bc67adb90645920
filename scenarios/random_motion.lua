-- Fig. 7 of Wang et al. 2018: time against the number of triangles, for the usual algorithm of oriented boxes
-- and the improved one, while objects move at random with any speed. The text of our copy gives no values,
-- models, numbers of objects or speeds. Here twenty closed bumpy bodies of one size move in a box, each with
-- its own surface and walk; a few of them meet in a step.
-- - Usual: boxes by the mean and covariance of all corners, split at the mean of the longest axis, every node
--   stored, all pairs of objects.
-- - Improved: `so`, written as a tree, as it is read with other weights too.
-- - Between the two, each part of `so` alone: the fit, the tree, the sphere, the octree. The fit as printed,
--   its sums read over points, counts each chosen point once and makes boxes of these alone. It may miss
--   contacts.
-- In all algorithms a tree is updated once its roots have met (`layered`); the paper leaves this open.
-- Takes: about 4 min on an Intel Xeon.
local h = require "harness"
local readings = require "models.readings"
local wang2018 = require "models.wang2018"

local OBJECTS = 20
local STEPS = 10 -- of a walk; under update = "full" every box of every object is moved in each
local USUAL, SPHERE, IMPROVED = "usual OBB", "usual + sphere", "improved"
local USUALS = { USUAL, SPHERE } -- a claim compares them, so a reading is of both
local octree = h.broad.octree { fmax = 16, a = 4 }

local function obb(parts, label)
	parts.volume, parts.by, parts.update, parts.label = "obb", "place", "layered", label
	parts.fit = parts.fit or "vertices"
	return h.tree(parts)
end

local function improved(broad, label)
	return obb({ fit = "slabs", slab_axis = "x", weight = "area", axis = "all", point = "penalty",
		storage = "parent", roots = { "sphere" }, broad = broad }, label)
end

local algorithms = {
	obb({}, USUAL),
	obb({ fit = "slabs", slab_axis = "x", weight = "area" }, "usual + fit"),
	obb({ fit = "slabs", slab_axis = "x", weight = "none", extent = "subset" }, "usual + fit as printed"),
	obb({ axis = "all", point = "penalty", storage = "parent" }, "usual + tree"),
	obb({ roots = { "sphere" } }, SPHERE),
	obb({ broad = octree }, "usual + octree"),
	improved(octree, IMPROVED),
	improved("none", "improved, no octree"),
	h.rapid { label = "rapid" },
}

-- What the claims compare, tuned over how nodes are split; the improved one beside other broad phases too.
local tune = {}
for _, label in ipairs { USUAL, SPHERE, "rapid" } do
	tune[label] = { leaf = { 1, 2 }, axis = { "longest", "all" }, point = { "mean", "sah" } }
end
tune[IMPROVED] = { leaf = { 1, 2 }, point = { "penalty", "sah" },
	broad = { octree, "none", h.broad.sap, h.broad.kdtree } }

-- Is `label` below `other`, at every number of triangles?
local function each(r, label, other, options)
	local verdicts = {}
	for i, faces in ipairs(r:values "faces") do
		verdicts[i] = r:below({ faces = faces, algorithm = label }, { faces = faces, algorithm = other }, options)
	end
	return r:all(verdicts)
end

local function table_of(value, title)
	return { rows = "faces", columns = "algorithm", value = value, title = title }
end

return h.scenario {
	name = "random_motion",
	paper = "wang2018",
	title = "Objects moving at random: usual and improved oriented boxes against the number of triangles",
	order = { "faces", "algorithm", "time", "build", "volumes", "triangles", "updates", "bytes" },

	sweep = { faces = { 100, 300, 1000, 3000 }, algorithm = algorithms },
	drawn = { pose = h.drawn.scenes { steps = STEPS }, count = 24, block = 4, beside = true },
	quick = { faces = { 60, 120 }, runs = 3, drawn = 8 },
	tune = tune,

	readings = {
		follow = readings.follow(USUALS),
		composed = { of = { USUAL, SPHERE, IMPROVED }, set = { by = "sat" },
			open = "all trees, those of the improved algorithm too, compose poses in each test and move no "
				.. "boxes" },
		leaf = wang2018.leaf { USUAL, SPHERE, IMPROVED },
		update = wang2018.update({ USUAL, SPHERE, IMPROVED }, { "full", "lazy" }),
		rule = wang2018.rule(USUALS),
		input = wang2018.input(USUALS),
		k_wang = wang2018.k({ IMPROVED }, 14, { 4 }),
		lambda = wang2018.lambda { IMPROVED },
		extent = wang2018.extent { IMPROVED },
		weight = wang2018.weight { IMPROVED },
		literal = { of = { IMPROVED }, set = { weight = "none", extent = "subset" },
			open = "the fit by steps 2 to 5, with the sums of equations 12 and 13 over the chosen points: it leaves "
				.. "triangles outside" },
		ties = wang2018.ties { IMPROVED },
		extremes = wang2018.extremes { IMPROVED },
		descent = wang2018.descent { USUAL, SPHERE, IMPROVED },
		fmax = wang2018.fmax({ IMPROVED }, "broad.fmax"),
		delta = wang2018.delta({ IMPROVED }, "broad.delta"),
		side = wang2018.side({ IMPROVED }, 4, { 1, 16 }, "broad.a"),
	},
	stand_ins = { "the twenty objects are generated bumpy bodies, and their walks are seeded" },

	scene = function (p, number)
		local bodies = {}
		for i = 1, OBJECTS do
			local walk = h.random_walk { steps = STEPS, seed = i + OBJECTS * (number or 0),
				step = 0.1 + 0.05 * (i % 5), degrees = 5 + i,
				within = { { -6, -6, -6 }, { 6, 6, 6 } },
				from = { (i * 7) % 10 - 5, (i * 3) % 10 - 5, 2.5 * (i % 4) - 4 } }
			bodies[i] = { h.shape.blob { faces = p.faces, seed = i }, motion = walk }
		end
		return { bodies = bodies }
	end,

	tables = {
		time = table_of("step_ms", "Fig. 7: time of a step"),
		build = table_of("build_ms", "Time to build the trees, and the octree"),
		volumes = table_of("nb", "Tests of volumes over the motion"),
		triangles = table_of("np", "Tests of triangles over the motion"),
		updates = table_of("nu", "Volumes updated over the motion"),
		bytes = table_of("tree_bytes", "Bytes of the trees"),
	},

	figures = {
		time = { x = "faces", y = "step_ms", series = "algorithm", xlabel = "triangles of an object",
			where = { algorithm = { USUAL, IMPROVED, "improved, no octree" } } },
		parts = { x = "faces", y = "step_ms", series = "algorithm", xlabel = "triangles of an object", logx = true,
			logy = true },
		build = { x = "faces", y = "build_ms", series = "algorithm", xlabel = "triangles of an object", logx = true,
			logy = true, where = { algorithm = { USUAL, "usual + fit", "usual + fit as printed", "usual + tree",
				IMPROVED } } },
	},

	claims = {
		["Fig. 7: the improved algorithm takes less time at every number of triangles"] = function (r)
			return each(r, IMPROVED, USUAL)
		end,
		["rapid takes less time than the improved algorithm at every number of triangles"] = function (r)
			return each(r, "rapid", IMPROVED)
		end,
		["A sphere as a root takes less time at every number of triangles"] = function (r)
			return each(r, "usual + sphere", USUAL)
		end,
		["The gain grows with the number of triangles: the improved algorithm's time grows less"] = function (r)
			return r:grows_less({ algorithm = IMPROVED }, { algorithm = USUAL }, "faces", 1000)
		end,
		["The gain grows with the number of triangles: so does the share of the usual time saved"] = function (r)
			local list, texts, verdict, share = r:values "faces", {}, r.undecided, nil
			local first, last
			for i, faces in ipairs(list) do
				last = r:ratio({ faces = faces, algorithm = IMPROVED }, { faces = faces, algorithm = USUAL })
				first = first or last
				texts[i] = ("%d: %s"):format(faces, last.text)
			end
			if #list > 1 and first.wide_lo and last.wide_lo then -- by the A/A noise too
				share = { ratio = last.median / first.median, lo = last.wide_lo / first.wide_hi,
					hi = last.wide_hi / first.wide_lo }
				verdict = share.hi < 1 and r.holds or share.lo > 1 and r.refuted or verdict
			end
			return verdict(r, "improved / usual: " .. table.concat(texts, "; "), share)
		end,
		["Its trees are built in less time"] = function (r)
			return each(r, IMPROVED, USUAL, { column = "build_ms" })
		end,
	},
}
