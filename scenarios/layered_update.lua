-- The layered update of Geng et al. 2018, section 1.5: in each step only the roots are updated, and the rest
-- of a tree once its roots have met. It is compared with `full` (all nodes in each step, the paper's
-- traditional trees) and with `lazy` (each node when it is first reached, Wei et al. 2000). The paper prints
-- no numbers for this update alone. Its introduction says that a moving object does not collide with most of
-- the scene's objects. So the gain depends on what one body is: the whole bay, a rack, or a part.
-- Takes: about 45 s on an Intel Xeon.
local h = require "harness"
local bays = require "models.geng2018_bays"

local UPDATES = { "full", "layered", "lazy" }

local VOLUMES = {
	obb = { volume = "obb", by = "place", root = "caabb" },
	sphere = { volume = "sphere", by = "place", root = "sphere" },
	aabb = { volume = "aabb", by = "refit", root = "caabb" },
}

local function algorithm_of(volume, update)
	local v = VOLUMES[volume]
	return h.algorithm { tree = h.tree { volume = v.volume, by = v.by }, roots = { v.root }, update = update,
		label = volume .. " " .. update }
end

local NAMES, algorithms = { "obb", "sphere", "aabb" }, {}
for _, volume in ipairs(NAMES) do
	for _, update in ipairs(UPDATES) do algorithms[#algorithms + 1] = algorithm_of(volume, update) end
end

local size = h.input("faces", 40000) -- triangles of the bodies that stay
local quick_size = h.input("quick_faces", 8000)

-- Is update `one` below update `other` (or what `ask` asks), for each of the volumes and each of these kinds
-- of bodies?
local function below(r, one, other, options, ask, volumes)
	local verdicts = {}
	for _, kind in ipairs(r:values "bodies") do
		for _, volume in ipairs(volumes or NAMES) do
			verdicts[#verdicts + 1] = (ask or r.below)(r, { bodies = kind, algorithm = volume .. " " .. one },
				{ bodies = kind, algorithm = volume .. " " .. other }, options)
		end
	end
	return r:all(verdicts)
end

local function table_of(value, title)
	return { rows = "bodies", columns = "algorithm", value = value, title = title }
end

return h.scenario {
	name = "layered_update",
	paper = "geng2018",
	title = "Trees brought along in full, in layers, and node by node",
	order = { "size", "bodies", "algorithm", "updates", "vertices", "volumes", "time", "update", "narrow" },

	sweep = { size = { size }, bodies = { "two", "racks", "parts" }, algorithm = algorithms },
	drawn = { pose = h.drawn.path {}, count = 1000, block = 4, beside = true },
	quick = { size = { quick_size }, bodies = { "two", "racks" }, runs = 3, drawn = 8 },

	scene = function (p)
		local small = p.size < 20000
		return h.scenes.bay { faces = p.size, columns = 3, rows = small and 1 or 3, steps = small and 31 or 61,
			bodies = p.bodies }
	end,

	tables = {
		updates = table_of("nu", "Volumes updated over the path"),
		vertices = table_of("vertices_projected", "Vertices placed or projected over the path"),
		volumes = table_of("nb", "Tests of volumes over the path"),
		time = table_of("step_ms", "Time of a step"),
		update = table_of("update_ms", "Time of updates before a step's tests"),
		narrow = table_of("narrow_ms", "Time of a step's tests, and of what is updated in them"),
	},

	figures = {
		updates = { x = "bodies", y = "nu", series = "algorithm", logy = true },
		time = { x = "bodies", y = "step_ms", series = "algorithm", logy = true },
	},

	untuned = "its algorithms differ in one thing at a time, and tuned apart they would in more",
	-- the descent is read for the boxes that the paper's claim is about
	readings = {
		centre = bays.readings.centre { "obb full", "obb layered", "obb lazy", "aabb full", "aabb layered",
			"aabb lazy" },
		descent = bays.readings.descent { "obb full", "obb layered", "obb lazy" },
	},
	stand_ins = { "the bay and the part are generated: shapes and the path are ours" },

	claims = {
		["The layered update of OBB trees is faster than the full one"] = function (r)
			return below(r, "layered", "full", nil, nil, { "obb" })
		end,
		["Updating node by node moves fewer volumes than in layers"] = function (r)
			return below(r, "lazy", "layered", { column = "nu" })
		end,
		["The layered update is faster than the full one"] = function (r)
			return below(r, "layered", "full")
		end,
		["Updating node by node is faster than in layers"] = function (r)
			return below(r, "lazy", "layered")
		end,
	},
	-- theorems
	checks = {
		["The layered update moves no more volumes than the full one"] = function (r)
			return below(r, "layered", "full", { column = "nu" }, r.at_most)
		end,
	},
}
