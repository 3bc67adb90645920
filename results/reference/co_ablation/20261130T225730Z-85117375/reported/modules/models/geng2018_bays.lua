-- Shared by the scenarios after Geng et al. 2018: the bays of the paper's two tasks, its table 3, and
-- comparisons of points of one task. The paper does not say whether the times of table 3 are of a step or of
-- the whole path.
local h = require "harness"
local about = require "models.about"
local readings = require "models.readings"

local bays = {}

-- A bay of the paper's size. The task "small" is a bay that is small enough for brute force.
function bays.of(task, bodies)
	if task ~= "small" then return h.scenes.bay { task = task, bodies = bodies } end
	return h.scenes.bay { faces = 8000, columns = 3, rows = 1, steps = 31, bodies = bodies }
end

bays.table3 = {
	rapid = { accumulator = 7.73, ptu = 35.54 },
	["rapid moved"] = { accumulator = 7.73, ptu = 35.54 },
	sao = { accumulator = 6.82, ptu = 30.49 },
	ao = { accumulator = 6.51, ptu = 25.57 },
	co = { accumulator = 6.39, ptu = 23.12 },
}

-- Is the first algorithm of each pair below the second? Compares them for options.task, or for all measured
-- tasks.
function bays.below(r, pairs_of, options)
	local verdicts = {}
	for _, task in ipairs(options and options.task and { options.task } or r:values "task") do
		for _, pair in ipairs(pairs_of) do
			local asked = options and options.equal_holds and r.at_most or r.below
			verdicts[#verdicts + 1] = asked(r, { task = task, algorithm = pair[1] },
				{ task = task, algorithm = pair[2] }, options and { column = options.column, limit = options.limit })
		end
	end
	return r:all(verdicts)
end

-- Does CO save about as much beside an algorithm as table 3 prints of RAPID? In options.task, or in all tasks
-- that the table has.
function bays.saved(r, other, options)
	local verdicts, printed = {}, bays.table3
	for _, task in ipairs(options and options.task and { options.task } or r:values "task") do
		local share = printed.co[task] and 1 - printed.co[task] / printed.rapid[task]
		local band = share and about.less(share)
		verdicts[#verdicts + 1] = band and r:within({ task = task, algorithm = "co" },
			{ task = task, algorithm = other }, band)
	end
	return r:all(verdicts)
end

-- What the paper leaves open of its own algorithm, by name; of: the algorithms that are read so.
bays.readings = {}

function bays.readings.k_geng(labels)
	return { of = labels, key = "k", ours = 14, others = { 4 },
		open = "into how many slabs a box is cut (Section 1.3.2 gives no k)",
		because = "no number follows from the text; it is the program's default" }
end

function bays.readings.extremes(labels)
	return readings.extremes(labels, "Section 1.3.2", "its formula of S'")
end

function bays.readings.ties(labels)
	return readings.ties(labels, "Section 1.3.2 speaks of the vertices of each extreme value")
end

function bays.readings.extent(labels)
	return readings.extent(labels, "Section 1.3.2, step 3, projects the vertices, and does not say whether "
		.. "those of S or of S'")
end

function bays.readings.centre(labels)
	return readings.centre(labels, "Section 1.3.1: equation 2 prints no formula")
end

function bays.readings.root(labels)
	return { of = labels, key = "root_obb", ours = true, others = { false },
		open = "whether the tree has a root box below the cube: Section 1.3 speaks of a lower root, Section 1.2 "
			.. "goes from the cube to child nodes",
		because = "Section 1.3 names a lower root and gives it an oriented box" }
end

-- other: the name of the scene in which `as_one` is one body
function bays.readings.bodies(other, as_one)
	return { scene = true, ours = "parts", others = { other },
		open = "whether each part is a body with a tree of its own, or " .. as_one,
		because = "Sections 1.1 and 1.5 give each object a root; that a part is an object is our reading" }
end

function bays.readings.descent(labels)
	return readings.descent(labels, "Section 1.2 gives the way down one tree, not down two")
end

function bays.readings.update(labels)
	return { of = labels, key = "update", ours = "layered", others = { "lazy" },
		open = "whether a tree whose root has met another is updated as a whole, or on the way down, each node "
			.. "when it is first reached, as Section 1.1 can be read",
		because = "Section 1.5 says all its nodes" }
end

-- Over what methods are tuned, beside their defaults: better splits, with and without a broad phase.
function bays.tune(labels)
	local out = {}
	for _, label in ipairs(labels) do
		out[label] = { leaf = 2, axis = "all", point = "sah", broad = { "none", h.broad.sap } }
	end
	return out
end

function bays.table_of(value, title)
	return { rows = "task", columns = "algorithm", value = value, title = title }
end

return bays
