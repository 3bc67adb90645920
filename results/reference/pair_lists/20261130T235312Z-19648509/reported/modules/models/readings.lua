-- What several papers leave open alike: each reading has one name, and one choice of ours, in the scenarios
-- of all of them.
local readings = {}

-- " (Section 3.2 does not say)", where a paper has something to be said of
local function open_text(text, place) return place and ("%s (%s)"):format(text, place) or text end

-- How the tree of a baseline of oriented boxes follows a body that moves.
-- - moved: each box is placed in the step, and stored;
-- - composed, as in RAPID's own code: the pose is composed within each test, and nothing is stored.
function readings.follow(labels)
	return { of = labels, key = "by", ours = "place", others = { "sat" },
		open = "how the baseline follows: its boxes are moved (place), or poses are composed in each test (sat)",
		because = "Geng et al. 2018 say that traditional trees update all their nodes in each step, and Wang et "
			.. "al. 2018 count updates (equation 1)" }
end

function readings.rule(labels, place)
	return { of = labels, key = "point", ours = "mean", others = { "median" },
		open = open_text("where a node is split along its longest axis", place),
		because = "RAPID's code splits at a mean too, weighted by area" }
end

function readings.descent(labels, place, others)
	return { of = labels, key = "descend", ours = "larger", others = others or { "first" },
		open = open_text("which of two inner nodes is opened", place),
		because = "RAPID's code opens the larger of two boxes too, though it compares their first half sides and "
			.. "not their volumes" }
end

function readings.centre(labels, place)
	return { of = labels, key = "centre", ours = "corners", others = { "vertices" },
		open = open_text("the mean of which points is a cube's centre", place),
		because = "equation 1 of Geng et al. 2018 takes the mean of each triangle's three corners" }
end

-- Of a box that is fitted to slabs. words, formula: where the paper says it in words, and where by a formula.
function readings.extremes(labels, words, formula)
	return { of = labels, key = "extremes", ours = "yz", others = { "xyz" },
		open = ("which points of a slab are chosen: those extreme in y and z (%s) or in x too (%s)"):format(words,
			formula),
		because = "the text says it in words" }
end

function readings.ties(labels, words)
	return { of = labels, key = "ties", ours = "all", others = { "one" },
		open = "whether all points that tie are chosen, or one", because = words }
end

function readings.extent(labels, words)
	return { of = labels, key = "extent", ours = "all", others = { "subset" },
		open = "which points a box holds: " .. words,
		because = "boxes that leave triangles outside can miss contacts" }
end

return readings
