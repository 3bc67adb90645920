-- What the scenarios of Yu et al. 2018 with teapots share: what the paper leaves open, over what DASSD and
-- its rivals are tuned and, for the paper's two figures of a motion, the tables and the claim, which is
-- judged against each rival apart.
local h = require "harness"
local readings = require "models.readings"

local yu2018 = {}

-- Over what a tree is tuned: how nodes are split, and how they follow.
local function tree()
	return { leaf = { 1, 2, 4 }, axis = { "longest", "all" }, point = { "mean", "sah" },
		h.zip { update = { "full", "lazy" }, by = { "refit", "conic" } } }
end

local grids = {
	aabb = tree, fdh14 = tree, fdh18 = tree,
	["aabb rebuilt"] = function () return { leaf = { 1, 2, 4, 8 } } end,
	bsp = function () return { leaf = { 4, 8 }, fallback = { "leaf", "axis" }, clip = { false, true } } end,
	-- within our reading: our copy names no comparison of boxes in cells
	dassd = function () return { target = { 2, 4, 8, 16 }, spread = { 8, 16, 32 } } end,
}

-- The key `tune` of a scenario with these labels.
function yu2018.tune(labels)
	local out = {}
	for _, label in ipairs(labels) do out[label] = grids[label]() end
	return out
end

function yu2018.target(labels)
	return { of = labels, key = "target", ours = 4, others = { 1, 16 },
		open = "how many triangles a cell is made for (our copy lacks the section on cells)",
		because = "no number follows from our copy; it is the program's default" }
end

function yu2018.holder(labels)
	return { of = labels, key = "holder", ours = "auto", others = { "still", "moving" },
		open = "whose triangles the cells list",
		because = "cells of the still body can be kept from step to step; where they cannot, fewer are listed" }
end

function yu2018.descent(labels) return readings.descent(labels, "our copy does not say") end

-- others: of rebuild, conic and sat those that are no rows of their own
function yu2018.follow(others)
	return { of = { "aabb" }, key = "by", ours = "refit", others = others,
		open = "how the AABB tree follows the moving model: its boxes are refitted, a tree is built in each step "
			.. "(rebuild), the boxes of the model at rest are moved (conic), or are compared as oriented ones (sat)",
		because = "our copy calls them axis-aligned, says of k-DOPs, as generalised AABBs, that they must be "
			.. "updated when the object turns, and does not speak of building a tree in each step; and a refit makes "
			.. "the smallest boxes of the tree there is" }
end

yu2018.readings = {
	boxes = { of = { "dassd" }, set = { box_test = true, blocks = true },
		open = "whether boxes of triangles are compared before two triangles are, and whole blocks of them left "
			.. "out; our copy is silent" },
	box_test = { of = { "dassd" }, key = "box_test", ours = false, others = { true },
		open = "whether the boxes of two triangles are compared before they are; our copy is silent",
		because = "our copy names no such test" },
	target = yu2018.target { "dassd" },
	holder = yu2018.holder { "dassd" },
}
yu2018.bsp = { of = { "bsp" }, set = { leaf = 4, fallback = "axis", clip = true },
	open = "where the BSP tree ends, how it goes on where no plane of a triangle serves, and whether triangles "
		.. "outside of its box are left out first; our copy is silent" }

-- The same, and more.
function yu2018.readings_and(more)
	for name, reading in pairs(yu2018.readings) do more[name] = reading end
	return more
end

-- Where the scene's poses are in contact.
yu2018.depth = { scene = true, ours = 0.02, others = { 0.1 },
	open = "how far the models are in each other, in diameters of the smaller (our copy prints no poses)",
	because = "no number follows from our copy; so deep are contacts that a simulation lets happen" }

yu2018.tables = {
	mean = { rows = "algorithm", columns = "faces", value = "step_ms", title = "Mean time of a step" },
	tests = { rows = "algorithm", columns = "faces", value = "nb", title = "Tests of volumes over the motion" },
	pairs = { rows = "algorithm", columns = "faces", value = "np",
		title = "Tests of triangle pairs over the motion" },
	boxes = { where = { algorithm = { "dassd", "dassd boxes" } }, rows = "algorithm", columns = "faces",
		value = "triangle_boxes", title = "Boxes of triangles compared over the motion" },
	updates = { rows = "algorithm", columns = "faces", value = "update_ms",
		title = "Time of a step's update; missing where it is part of the test" },
}

-- What verdict(dassd, other) says at every face count of one of the paper's tables, together.
function yu2018.at_all_faces(r, moving, other, verdict)
	local verdicts = {}
	for i, faces in ipairs(r:values("faces", { moving = moving })) do
		verdicts[i] = verdict({ moving = moving, faces = faces, algorithm = "dassd" },
			{ moving = moving, faces = faces, algorithm = other })
	end
	return r:all(verdicts)
end

-- rivals: label = its name in the claim
function yu2018.claims(rivals)
	local claims = {}
	for rival, name in pairs(rivals) do
		claims[("DASSD takes less than half the time of %s"):format(name)] = function (r)
			local verdicts = {}
			for i, faces in ipairs(r:values "faces") do
				verdicts[i] = r:below({ faces = faces, algorithm = "dassd" }, { faces = faces, algorithm = rival },
					{ limit = 0.5 })
			end
			return r:all(verdicts)
		end
	end
	return claims
end

return yu2018
