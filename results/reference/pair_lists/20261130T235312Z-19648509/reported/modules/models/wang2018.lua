-- What Wang et al. 2018 leave open, each reading under one name in all scenarios of the paper. The labels are
-- those of the algorithms that are read so.
local readings = require "models.readings"

local wang2018 = {}

function wang2018.k(labels, ours, values)
	local others = {}
	for _, k in ipairs(values) do
		if k ~= ours then others[#others + 1] = k end
	end
	return { of = labels, key = "k", ours = ours, others = others,
		open = "into how many slabs a box is cut (Section 1.2, step 3, gives no k)",
		because = "no number follows from the text; 14 is the program's default, 8 the middle of those compared" }
end

function wang2018.lambda(labels)
	return { of = labels, key = "lambda", ours = 1, others = { 0, 4 },
		open = "the weight of triangles that cross a plane (equation 3 gives no number)",
		because = "a triangle that is crossed then weighs as much as one by which the sides differ" }
end

function wang2018.extent(labels)
	return readings.extent(labels, "Section 1.2, step 5, projects the chosen ones, which leaves triangles "
		.. "outside; Section 4 says that accuracy is kept")
end

function wang2018.extremes(labels)
	return readings.extremes(labels, "Section 1.2, step 4", "equation 11")
end

function wang2018.weight(labels)
	return { of = labels, key = "weight", ours = "area", others = { "none" },
		open = "whether the chosen points count alike (equation 13, read over points), or by the surface of "
			.. "their hull",
		because = "equations 5 to 8 weight by area, and Section 4 names an area weighting of the convex hull" }
end

function wang2018.ties(labels)
	return readings.ties(labels, "step 4 takes the vertices of each extreme value, and equation 11 all of them")
end

function wang2018.input(labels)
	return { of = labels, key = "fit", ours = "vertices", others = { "distinct" },
		open = "whether the usual box counts a vertex once for each triangle, or once",
		because = "Section 1.2 sums over triangles" }
end

wang2018.rule, wang2018.descent = readings.rule, readings.descent

function wang2018.update(labels, others)
	return { of = labels, key = "update", ours = "layered", others = others,
		open = "when the boxes of an object move",
		because = "equation 1 counts updates and says no more: the usual and the improved algorithm then update "
			.. "alike" }
end

function wang2018.leaf(labels)
	return { of = labels, key = "leaf", ours = 1, others = { 4 },
		open = "how many triangles a leaf holds (Section 1.3: the triangles)",
		because = "a tree that goes on to single triangles has no number to choose" }
end

-- The octree's. key: broad.delta and so on, where it stands before an algorithm.

function wang2018.fmax(labels, key)
	return { of = labels, key = key or "fmax", ours = 16, others = { 4, 64 },
		open = "how many objects a cube may hold (Section 2.2.1 gives no Fmax)",
		because = "no number follows from the text; the others are a fourth of it and four times as many" }
end

function wang2018.side(labels, ours, others, key)
	return { of = labels, key = key or "a", ours = ours, others = others,
		open = "the side of a cube, in sides of an object (Section 2.2.1 gives no a; Section 4 leaves its balance "
			.. "with the depth to later work)",
		because = "no number follows from the text" }
end

function wang2018.delta(labels, key)
	return { of = labels, key = key or "delta", ours = "lists", others = { "pairs" },
		open = "what Delta = 0 is in a split of one cube (Section 2.2.1): several parts are not empty and each "
			.. "lists all its objects (lists), or no pair is parted (pairs)",
		because = "by pairs a cube stays whole where one of its parts holds all its objects, however many" }
end

return wang2018
