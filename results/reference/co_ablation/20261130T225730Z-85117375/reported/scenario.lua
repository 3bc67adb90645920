-- From AO to CO, one change at a time (Geng et al. 2018). The paper only names AO. As we read it, CO
-- differs from it in its root, its fit, its prejudgement and its update, all at once. Table 3 of the paper
-- is shown beside the times. Its models, two bays of an aircraft and the parts that are taken out, are not
-- public. Its bay has many bodies; here the bay is one body. The paper does not say whether its times are
-- of a step or of the whole path. So ratios and their order can be compared, but times cannot. The models
-- here are the generated bays of maintenance_bay.lua, with exactly the paper's numbers of triangles. All
-- algorithms have their defaults, so that they differ in one thing; maintenance_bay.lua tunes them, and
-- root_cube.lua measures the roots alone.
-- Takes: about 9 min on an Intel Xeon.
local h = require "harness"
local bays = require "models.geng2018_bays"
local readings = require "models.readings"

-- AO with some of its parts replaced.
local function ao(parts)
	return h.algorithm {
		tree = h.tree { volume = "obb", by = "place", fit = parts.fit or "vertices" },
		roots = parts.roots or { "aabb" }, prejudge = parts.prejudge, update = parts.update or "full",
		label = parts.label,
	}
end

local CHANGES = { "ao + caabb", "ao + slabs", "ao + prejudge", "ao + layered" }

local algorithms = {
	-- RAPID's trees moved in full, as the paper says of traditional trees. The first row has the twin, and
	-- this one takes about as long as those that are compared; rapid itself takes less than a fortieth.
	h.tree { volume = "obb", fit = "triangles", by = "place", update = "full", label = "rapid moved" },
	h.rapid { label = "rapid" },
	h.sao { label = "sao" },
	h.ao { label = "ao" },
	ao { label = CHANGES[1], roots = { "caabb" } },
	ao { label = CHANGES[2], fit = "slabs" },
	ao { label = CHANGES[3], prejudge = true },
	ao { label = CHANGES[4], update = "layered" },
	h.co { label = "co" },
	h.co { label = "co, no root box", root_obb = false },
	-- not in the paper: CO's roots and prejudgement without its update
	h.algorithm { tree = h.tree { volume = "obb", by = "sat" }, roots = { "caabb" }, prejudge = true,
		label = "rapid + caabb, prejudge" },
}

return h.scenario {
	name = "co_ablation",
	paper = "geng2018",
	title = "From AO to CO, one change at a time",
	order = { "task", "algorithm", "time", "update", "narrow", "volumes", "axes", "triangles", "updates" },

	sweep = { task = { "accumulator", "ptu" }, algorithm = algorithms },
	runs = 9,
	builds = false, -- trees of half a million triangles, of which no claim asks how long they took
	drawn = { pose = h.drawn.path {}, count = 1000, block = 4, beside = true },
	quick = { task = { "small" }, runs = 3, drawn = 8 },

	untuned = "its algorithms differ in one thing at a time, and tuned apart they would in more",
	readings = {
		follow = readings.follow { "rapid moved" },
		-- one row each: trees of this size are dear to build
		k_geng = bays.readings.k_geng { CHANGES[2] },
		extremes = bays.readings.extremes { CHANGES[2] },
		ties = bays.readings.ties { CHANGES[2] },
		extent = bays.readings.extent { CHANGES[2] },
		centre = bays.readings.centre { CHANGES[1], "co" },
		root = bays.readings.root { "sao", "ao", "co" },
		update = bays.readings.update { "co", CHANGES[4] },
	},
	stand_ins = { "the bays, the parts and the way out are generated: triangles exact, shapes ours",
		"the bay is one body with one root; the paper's objects have roots (Section 1.1)" },

	scene = function (p) return bays.of(p.task, "two") end,

	tables = {
		time = { rows = "task", columns = "algorithm", value = "step_ms",
			title = "Time of a step; published: other models, of a step or of a path",
			published = bays.table3 },
		update = bays.table_of("update_ms", "Time of updates before a step's tests"),
		narrow = bays.table_of("narrow_ms", "Time of a step's tests, and of what is updated in them"),
		volumes = bays.table_of("nb", "Tests of volumes and prejudgements over the path"),
		axes = bays.table_of("axes", "Axes tried over the path"),
		triangles = bays.table_of("np", "Tests of triangles over the path"),
		updates = bays.table_of("nu", "Volumes updated over the path"),
	},

	figures = { time = { x = "task", y = "step_ms", series = "algorithm", logy = true,
		where = { algorithm = { "rapid", "rapid moved", "sao", "ao", "co" } } } },

	claims = {
		["Table 3: CO is faster than AO, AO than SAO, SAO than RAPID"] = function (r)
			return bays.below(r, { { "co", "ao" }, { "ao", "sao" }, { "sao", "rapid" } })
		end,
		["CO takes about as much less time than RAPID as by table 3"] = function (r)
			return bays.saved(r, "rapid")
		end,
		["CO takes about as much less time than RAPID moved in full as by table 3"] = function (r)
			return bays.saved(r, "rapid moved")
		end,
		["Each of the four changes makes AO faster"] = function (r)
			local list = {}
			for i, change in ipairs(CHANGES) do list[i] = { change, "ao" } end
			return bays.below(r, list)
		end,
		["With the cube as a root no more volumes move than with the box"] = function (r)
			return bays.below(r, { { "co", "ao + layered" } }, { column = "nu", limit = 1.001 })
		end,
		["Boxes fitted to slabs need fewer tests of volumes"] = function (r)
			return bays.below(r, { { "ao + slabs", "ao" } }, { column = "nb" })
		end,
	},
	-- theorems
	checks = {
		["The prejudgement leaves no more axes to try"] = function (r)
			return bays.below(r, { { "ao + prejudge", "ao" } }, { column = "axes", equal_holds = true })
		end,
		["The layered update moves no more volumes"] = function (r)
			return bays.below(r, { { "ao + layered", "ao" } }, { column = "nu", equal_holds = true })
		end,
	},
}
