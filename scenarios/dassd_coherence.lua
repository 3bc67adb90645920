-- The temporal coherence of DASSD (Yu et al. 2018: "space-time related parts"). Our copy of the text lacks
-- the section and has no numbers of it, so both readings are ours: the still body's cells are kept while the
-- overlap stays inside them, and under the query `first` the last step's contact is tested before all else.
-- One teapot passes through another on the same line, in more and more steps: the smaller a step, the more
-- there is to keep. Kept cells help under `all` too; the last contact helps only where one is enough.
-- Takes: about 100 s on an AMD EPYC.
local h = require "harness"
local yu2018 = require "models.yu2018_teapots"

local modes = {
	{ "neither", { keep = false, last_first = false } },
	{ "cells", { keep = true, last_first = false } },
	{ "contact", { keep = false, last_first = true } },
	{ "both", { keep = true, last_first = true } },
}
local WITHOUT_BOXES = { "neither", "cells", "contact", "both" }

local algorithms = {}
for _, boxes in ipairs { false, true } do
	for _, mode in ipairs(modes) do
		algorithms[#algorithms + 1] = h.dassd { keep = mode[2].keep, last_first = mode[2].last_first,
			box_test = boxes, blocks = boxes, label = (boxes and "boxes, " or "") .. mode[1] }
	end
end
algorithms[#algorithms + 1] = h.aabb { label = "aabb" }

-- What the claims compare; target: triangles a cell.
local COMPARED, tune = { "neither", "cells", "contact", "both", "boxes, neither", "boxes, cells" }, {}
for _, label in ipairs(COMPARED) do tune[label] = { target = { 2, 8 } } end

local function table_of(query, column, title)
	return { title = title, rows = "algorithm", columns = "poses", value = column, where = { query = query } }
end

-- In the finest motion: is `a` below `b`?
local function saves(r, query, a, b, column, limit)
	local poses = r:values "poses"
	local function point(label) return { poses = poses[#poses], query = query, algorithm = label } end
	return r:below(point(a), point(b), { column = column, limit = limit })
end

return h.scenario {
	name = "dassd_coherence",
	paper = "yu2018",
	title = "What DASSD keeps from step to step",
	order = { "query", "poses", "algorithm" },

	sweep = {
		query = { "all", "first" },
		poses = { 26, 101, 401, 1601 },
		algorithm = algorithms,
	},
	-- the coarsest motion has 19 such pieces
	drawn = { pose = h.drawn.path { steps = 8 }, count = 400, block = 2, beside = true },
	quick = { poses = { 26, 101 }, runs = 3, drawn = 8 },
	tune = tune,
	readings = {
		boxes = { of = WITHOUT_BOXES, set = yu2018.readings.boxes.set, open = yu2018.readings.boxes.open },
		target = yu2018.target(COMPARED),
		holder = yu2018.holder(COMPARED),
		ahead = { of = { "cells", "both", "boxes, cells", "boxes, both" }, key = "ahead", ours = 8, others = { 0 },
			open = "how many steps ahead new cells reach (our copy lacks the section on coherence)",
			because = "no number follows from our copy; it is the program's default" },
	},
	stand_ins = { "both models are teapots; the paper's kettles are not public",
		"the path and its steps are ours" },

	scene = function (p)
		local pot = h.teapot { faces = 2124 }
		local line = h.line { from = { -7, 0.5, 0.3 }, to = { 7, 0.5, 0.3 }, steps = p.poses }
		return { bodies = { { pot }, { pot, motion = line } } }
	end,

	tables = {
		first = table_of("first", "step_ms", "Time of a step until the first contact"),
		all = table_of("all", "step_ms", "Time of a step for all contacts"),
		first_nb = table_of("first", "nb", "Tests of volumes until the first contact"),
		first_np = table_of("first", "np", "Tests of triangle pairs until the first contact"),
		first_nu = table_of("first", "nu", "Cells and boxes made until the first contact"),
		all_nu = table_of("all", "nu", "Cells and boxes made for all contacts"),
	},

	figures = {
		coherence = { x = "poses", y = "step_ms", series = "algorithm", panels = "query", logx = true, logy = true,
			where = { algorithm = { "neither", "cells", "contact", "both", "aabb" } } },
	},

	claims = {
		["In the finest motion, until the first contact, testing the last one first saves half of the time"] =
			function (r) return saves(r, "first", "contact", "neither", nil, 0.5) end,
		["In the finest motion, until the first contact, both save more than the last contact alone"] =
			function (r) return saves(r, "first", "both", "contact") end,
		["In the finest motion, for all contacts, keeping cells saves time"] =
			function (r) return saves(r, "all", "cells", "neither") end,
		["In the finest motion, for all contacts, keeping cells makes fewer than a tenth of the cells"] =
			function (r) return saves(r, "all", "cells", "neither", "nu", 0.1) end,
		["In the finest motion, with blocks and boxes, keeping cells saves time for all contacts too"] =
			function (r) return saves(r, "all", "boxes, cells", "boxes, neither") end,
	},
}
